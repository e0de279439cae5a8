package racemob

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"

	"wobbly/internal/slice"
)

// hive hands out tasks and collects results. It is a state machine without time and messages.
//
// It works in rounds, in which every open candidate has one run. The results of a round are counted
// in the order of the candidates and determine the next round. So the list depends only on the job,
// not on the order of results or the number of users. A candidate is closed by a race that any run
// of the round shows, or when it has had as many runs as the policy allows. After a result is
// counted, only the part about its own candidate is kept: each result mentions most candidates.
type hive struct {
	job     *Job
	entries []*validation // by candidate
	ready   []Task        // the tasks of this round that were not handed out yet
	counted int           // the entries before this one have no result of this round to count
	missing int           // the number of missing results of this round
	stats   Stats
}

type Stats struct {
	Rounds     int // how many rounds have begun
	Issued     int // how many tasks were handed out
	Done       int // how many tasks have a result
	Duplicates int // how many results arrived again
	Candidates int
	Open       int // how many candidates need more runs
}

// validation is the state of the validation of a candidate.
type validation struct {
	Tally
	task   Task    // the run of this round
	result *Result // the result of task; brief if it is counted
	open   bool
}

func newHive(j *Job) *hive {
	h := &hive{job: j}
	for n := range j.Candidates {
		h.entries = append(h.entries,
			&validation{task: Task{Candidate: n}, Tally: newTally(), open: true})
	}
	h.stats.Candidates, h.stats.Open = len(j.Candidates), len(j.Candidates)
	h.begin()
	return h
}

// begin begins a round with a run of each open candidate.
func (h *hive) begin() {
	h.counted = 0
	for _, v := range h.entries {
		if v.open {
			h.ready = append(h.ready, v.task)
		}
	}
	h.missing = len(h.ready)
	if h.missing > 0 {
		h.stats.Rounds++
	}
}

// Next returns a task to hand out, if there is one now.
func (h *hive) Next() (Task, bool) {
	if len(h.ready) == 0 {
		return Task{}, false
	}
	t := h.ready[0]
	h.ready = h.ready[1:]
	h.stats.Issued++
	return t, true
}

// Finished reports whether all candidates are closed. Then every task has its result.
func (h *hive) Finished() bool { return h.missing == 0 }

func (h *hive) Stats() Stats { return h.stats }

// Put adds a result, unless it has already arrived. It returns an error if the result belongs to no
// task, or contradicts another one of the same task: then two users run different versions of the
// program or of wobbly.
func (h *hive) Put(r Result) error {
	if r.Candidate < 0 || r.Candidate >= len(h.entries) {
		return fmt.Errorf("a result of candidate %d, of which there are %d", r.Candidate,
			len(h.entries))
	}
	v := h.entries[r.Candidate]
	order := cmp.Or(cmp.Compare(r.Assignment, v.task.Assignment),
		cmp.Compare(r.Attempt, v.task.Attempt))
	switch {
	case order > 0 || r.Assignment < 0 || r.Attempt < 0:
		return fmt.Errorf("a result of a task that was not handed out: %+v", r.Task)
	case order < 0 || v.result != nil:
		h.stats.Duplicates++
		if v.result != nil && order == 0 && !v.result.equal(r, r.Candidate) {
			return fmt.Errorf("two results of one task contradict each other: %+v", r.Task)
		}
		return nil
	}
	v.result = &r
	h.stats.Done++
	h.missing--
	if h.countInOrder() {
		h.nextRound()
	}
	return nil
}

// countInOrder counts the results of this round up to the first one that is missing. It reports
// whether none is.
func (h *hive) countInOrder() bool {
	for ; h.counted < len(h.entries); h.counted++ {
		v := h.entries[h.counted]
		if !v.open {
			continue
		}
		if v.result == nil {
			return false
		}
		h.count(v)
		v.result = v.result.brief(h.counted)
	}
	return true
}

// nextRound closes the candidates that need no more runs, and begins a round for the others.
func (h *hive) nextRound() {
	for _, v := range h.entries {
		switch {
		case !v.open:
		case v.complete(h.job):
			v.open = false
			h.stats.Open--
		default:
			v.task, v.result = h.job.following(*v.result), nil
		}
	}
	h.begin()
}

// count counts the result of a candidate, for all candidates that it mentions.
func (h *hive) count(v *validation) {
	r := v.result
	v.add(h.job, *r)
	r.sum = r.checksum()
	for _, s := range r.Seen {
		if s.Candidate >= 0 && s.Candidate < len(h.entries) {
			h.entries[s.Candidate].see(h.job, r, s)
		}
	}
	for _, n := range r.Plain {
		if n >= 0 && n < len(h.entries) {
			h.entries[n].Plain = true
		}
	}
}

// following returns the task after a result: the same one with a greater τ after a Timeout that
// this could have avoided, otherwise one for the next user.
func (j *Job) following(r Result) Task {
	if r.Verdict() != Race && r.TimedOut && !j.finalTimeout(r) {
		return Task{Candidate: r.Candidate, Assignment: r.Assignment, Attempt: r.Attempt + 1}
	}
	return Task{Candidate: r.Candidate, Assignment: r.Assignment + 1}
}

// List is the result of a job.
type List struct {
	Job      *Job
	Entries  []Entry // by candidate
	Stats    Stats
	Complete bool // whether no run is missing
}

// Entry is a candidate with its status.
type Entry struct {
	Candidate
	Cause
	Tally
}

// List returns the candidates with their status. If the hive was stopped early, the status is based
// on the results so far.
func (h *hive) List() *List {
	l := &List{Job: h.job, Stats: h.stats, Complete: h.Finished()}
	final := hive{job: h.job} // a copy in which all results are counted
	for _, v := range h.entries {
		clone := *v
		clone.executed = maps.Clone(v.executed)
		final.entries = append(final.entries, &clone)
	}
	for _, v := range final.entries[h.counted:] {
		if v.open && v.result != nil {
			final.count(v)
		}
	}
	for n, v := range final.entries {
		l.Entries = append(l.Entries, Entry{
			Candidate: h.job.Candidates[n], Cause: v.cause(h.job), Tally: v.Tally,
		})
	}
	return l
}

// Evidence repeats the run that made a candidate a true race, because users are not trusted. It
// returns false if the candidate is not a true race, or the run does not show what was reported.
func (l *List) Evidence(n int) (*Run, bool) {
	e := l.Entries[n]
	if e.Race == nil {
		return nil, false
	}
	run := l.Job.Run(e.Race.Task)
	return run, e.Race.equal(run.Result, n)
}

// Shared groups the candidates that are true races by the run that made them true races.
func (l *List) Shared() [][]int {
	var races []int
	for n, e := range l.Entries {
		if e.Race != nil {
			races = append(races, n)
		}
	}
	tasks, candidates := slice.Group(races,
		func(n int) (Task, int) { return l.Entries[n].Race.Task, n })
	return slice.Map(tasks, func(t Task) []int { return candidates[t] })
}

// Again is Evidence for candidates of one run (see Shared), at least one. It repeats the run once.
func (l *List) Again(shared []int) iter.Seq2[int, Evidence] {
	return func(yield func(int, Evidence) bool) {
		run := l.Job.Run(l.Entries[shared[0]].Race.Task)
		result := run.Result
		result.sum = result.checksum()
		for _, n := range shared {
			if !yield(n, Evidence{Run: run, Same: l.Entries[n].Race.equal(result, n)}) {
				return
			}
		}
	}
}

// Evidence is the repetition of a run.
type Evidence struct {
	*Run
	Same bool // whether it shows what was reported
}

// Do does a whole job in this goroutine, until it is finished or ctx ends.
func Do(ctx context.Context, j *Job) *List {
	h := newHive(j)
	for !h.Finished() && ctx.Err() == nil {
		t, ok := h.Next()
		if !ok {
			panic("racemob: a result is missing, but no task can be handed out")
		}
		if err := h.Put(j.Run(t).Result); err != nil {
			panic("racemob: " + err.Error())
		}
	}
	return h.List()
}

// TrueRaces lists the candidates that are true races.
func (l *List) TrueRaces() []Candidate {
	races := slice.Filter(l.Entries, func(e Entry) bool { return e.Status() == TrueRace })
	return slice.Map(races, func(e Entry) Candidate { return e.Candidate })
}
