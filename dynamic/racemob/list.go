package racemob

import (
	"context"
	"iter"
)

// List is the hive's list of candidates: what developers see.
type List struct {
	Job      *Job
	Entries  []Entry // by candidate
	Stats    Stats
	Complete bool // no run is missing
}

// Entry is a candidate and what became of it.
type Entry struct {
	Candidate
	Cause
	Tally
}

// List is where the candidates stand. If the hive was stopped before it had
// finished, they stand where the results so far put them, and those of the last
// round are what came first.
func (h *hive) List() *List {
	l := &List{Job: h.job, Stats: h.stats, Complete: h.Finished()}
	h = h.clone()
	for _, c := range h.entries {
		if c.open && c.result != nil {
			c.add(h.job, *c.result)
			h.share(*c.result)
		}
	}
	for n, c := range h.entries {
		l.Entries = append(l.Entries, Entry{Candidate: h.job.Candidates[n], Cause: c.cause(h.job), Tally: c.Tally})
	}
	return l
}

// Evidence is the run that made a candidate a true race, done once more: what
// users report is not taken on trust. It is false if the candidate is no true
// race, or the run does not show what was reported.
func (l *List) Evidence(n int) (*Run, bool) {
	e := l.Entries[n]
	if e.Race == nil {
		return nil, false
	}
	run := l.Job.Run(e.Race.Task)
	return run, run.Result.equal(*e.Race)
}

// Evidences is Evidence for all candidates with a run that made them true races. Such a run
// is done once more for all of its candidates, which come together.
func (l *List) Evidences() iter.Seq2[int, Evidence] {
	return func(yield func(int, Evidence) bool) {
		shared := map[Task][]int{}
		for n, e := range l.Entries {
			if e.Race != nil {
				shared[e.Race.Task] = append(shared[e.Race.Task], n)
			}
		}
		for n, e := range l.Entries {
			if e.Race == nil || shared[e.Race.Task][0] != n {
				continue
			}
			run := l.Job.Run(e.Race.Task)
			var told *Result // what was compared last; candidates that one result tells of share it
			same := false
			for _, n := range shared[e.Race.Task] {
				if r := l.Entries[n].Race; r != told {
					told, same = r, run.Result.equal(*r)
				}
				if !yield(n, Evidence{run, same}) {
					return
				}
			}
		}
	}
}

// Evidence is a run done once more.
type Evidence struct {
	*Run
	Same bool // it shows what was reported
}

// Do does a whole job in this goroutine, until it is finished or the context
// ends.
func Do(ctx context.Context, j *Job) *List {
	h := newHive(j)
	for !h.Finished() && ctx.Err() == nil {
		t, ok := h.Next()
		if !ok {
			panic("racemob: nothing is handed out, and nothing is missing")
		}
		if err := h.Put(j.Run(t).Result); err != nil {
			panic("racemob: " + err.Error())
		}
	}
	return h.List()
}

// TrueRaces lists the candidates that are true races.
func (l *List) TrueRaces() []Candidate {
	var all []Candidate
	for _, e := range l.Entries {
		if e.Status() == TrueRace {
			all = append(all, e.Candidate)
		}
	}
	return all
}
