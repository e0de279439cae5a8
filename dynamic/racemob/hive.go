package racemob

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
)

// hive hands out tasks and collects results. It is a state machine without time, threads and
// messages.
//
// It works in rounds. In each, every open candidate gets one run; the results of a round are
// counted in the order of the candidates and determine the next round. So the list depends only on
// the job, not on the order of results or the number of users. A candidate is closed by a race that
// any run of the round shows, or when it has had as many runs as the policy allows. After a result
// is counted, only the part about its own candidate is kept: with many candidates each result
// mentions most of them.
type hive struct {
	job     *Job
	entries []*course // by candidate
	ready   []Task    // of this round, to hand out
	read    int       // the results of this round of the entries before it are counted
	wanted  int       // results of this round that are missing
	stats   Stats
}

type Stats struct {
	Rounds     int // begun
	Issued     int // tasks handed out
	Done       int // of these, with a result
	Duplicates int // results that arrived again
	Candidates int
	Open       int // candidates that get runs
}

// course is the state of the validation of a candidate.
type course struct {
	Tally
	task   Task    // the run of this round
	result *Result // of it; brief if it is counted
	open   bool
}

func newHive(j *Job) *hive {
	h := &hive{job: j}
	for n := range j.Candidates {
		h.entries = append(h.entries, &course{task: Task{Candidate: n}, Tally: newTally(), open: true})
	}
	h.stats.Candidates, h.stats.Open = len(j.Candidates), len(j.Candidates)
	h.begin()
	return h
}

// begin begins a round with a run of each open candidate.
func (h *hive) begin() {
	h.read = 0
	for _, c := range h.entries {
		if c.open {
			h.ready = append(h.ready, c.task)
		}
	}
	if h.wanted = len(h.ready); h.wanted > 0 {
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
func (h *hive) Finished() bool { return h.wanted == 0 }

func (h *hive) Stats() Stats { return h.stats }

// Put adds a result, ignoring one that has already arrived. The error says that a result belongs to
// no task, or contradicts another one of the same task: then two users run different versions of
// the program or of wobbly.
func (h *hive) Put(r Result) error {
	if r.Candidate < 0 || r.Candidate >= len(h.entries) {
		return fmt.Errorf("a result of candidate %d, of which there are %d", r.Candidate, len(h.entries))
	}
	c := h.entries[r.Candidate]
	later := cmp.Or(cmp.Compare(r.Assignment, c.task.Assignment), cmp.Compare(r.Attempt, c.task.Attempt))
	switch {
	case later > 0 || r.Assignment < 0 || r.Attempt < 0:
		return fmt.Errorf("a result of a task that was not handed out: %+v", r.Task)
	case later < 0 || c.result != nil:
		h.stats.Duplicates++
		if c.result != nil && later == 0 && !c.result.equal(r, r.Candidate) {
			return fmt.Errorf("two results of one task contradict each other: %+v", r.Task)
		}
		return nil
	}
	c.result = &r
	h.stats.Done++
	h.wanted--
	for ; h.read < len(h.entries); h.read++ { // count up to the first result that is missing
		c := h.entries[h.read]
		if !c.open {
			continue
		}
		if c.result == nil {
			return nil
		}
		h.count(c)
		c.result = c.result.brief(h.read)
	}
	for _, c := range h.entries { // the round is over
		if !c.open {
			continue
		}
		if c.open = !c.complete(h.job); c.open {
			c.task, c.result = h.job.following(*c.result), nil
		} else {
			h.stats.Open--
		}
	}
	h.begin()
	return nil
}

// count counts the result of a candidate, for all candidates that it mentions.
func (h *hive) count(c *course) {
	r := c.result
	c.add(h.job, *r)
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
	if r.Verdict() != Race && r.TimedOut && !j.longest(r) {
		return Task{Candidate: r.Candidate, Assignment: r.Assignment, Attempt: r.Attempt + 1}
	}
	return Task{Candidate: r.Candidate, Assignment: r.Assignment + 1}
}

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

// List returns the candidates with their status. If the hive was stopped early, the status is based
// on the results so far.
func (h *hive) List() *List {
	l := &List{Job: h.job, Stats: h.stats, Complete: h.Finished()}
	c := *h
	c.entries = nil
	for _, e := range h.entries {
		d := *e
		d.executed = maps.Clone(e.executed)
		c.entries = append(c.entries, &d)
	}
	c.ready = slices.Clone(h.ready)
	h = &c
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
