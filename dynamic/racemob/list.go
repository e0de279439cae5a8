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

// Entry is a candidate with its status.
type Entry struct {
	Candidate
	Cause
	Tally
}

// List returns the candidates with their status. If the hive was stopped early, the status is that by
// the results so far.
func (h *hive) List() *List {
	l := &List{Job: h.job, Stats: h.stats, Complete: h.Finished()}
	h = h.clone()
	for _, c := range h.entries[h.read:] {
		if c.open && c.result != nil {
			h.count(c)
		}
	}
	for n, c := range h.entries {
		l.Entries = append(l.Entries, Entry{Candidate: h.job.Candidates[n], Cause: c.cause(h.job), Tally: c.Tally})
	}
	return l
}

// Evidence repeats the run that made a candidate a true race, since users are not trusted. It returns
// false if the candidate is not a true race, or the run does not show what was reported.
func (l *List) Evidence(n int) (*Run, bool) {
	e := l.Entries[n]
	if e.Race == nil {
		return nil, false
	}
	run := l.Job.Run(e.Race.Task)
	return run, e.Race.equal(run.Result, n)
}

// Shared lists the candidates with a run that made them true races, grouped by run.
func (l *List) Shared() [][]int {
	var all [][]int
	at := map[Task]int{}
	for n, e := range l.Entries {
		if e.Race == nil {
			continue
		}
		i, ok := at[e.Race.Task]
		if !ok {
			i = len(all)
			at[e.Race.Task], all = i, append(all, nil)
		}
		all[i] = append(all[i], n)
	}
	return all
}

// Again is Evidence for the candidates of one run, which is repeated once for all of them.
func (l *List) Again(shared []int) iter.Seq2[int, Evidence] {
	return func(yield func(int, Evidence) bool) {
		run := l.Job.Run(l.Entries[shared[0]].Race.Task)
		result := run.Result
		result.sum = result.checksum()
		for _, n := range shared {
			if !yield(n, Evidence{run, l.Entries[n].Race.equal(result, n)}) {
				return
			}
		}
	}
}

// Evidence is a repeated run.
type Evidence struct {
	*Run
	Same bool // it shows what was reported
}

// Do does a whole job in this goroutine, until it is finished or ctx ends.
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
