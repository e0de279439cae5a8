package racemob

import (
	"cmp"
	"fmt"
	"slices"
)

// hive hands out tasks and collects results: a state machine that knows
// nothing of time, threads and messages.
//
// It works in rounds. In each, every candidate that is open gets one run; the
// results of a round are counted in the order of the candidates, and say what comes next
// when all are there. So the answer depends on the
// job alone: not on the order in which results come, nor on how many users are
// busy at once. A candidate is closed by a race that any run of the round
// shows, and after as many runs as the policy allows. Of a result that is counted
// only what it says of its own candidate is kept: with many candidates each one tells of
// most of them.
type hive struct {
	job     *Job
	entries []*course // by candidate
	ready   []Task    // of this round, to hand out
	read    int       // of the entries: the results of this round before it are counted
	wanted  int       // results of this round that are missing
	stats   Stats
}

// Stats counts what went through a hive.
type Stats struct {
	Rounds     int // begun
	Issued     int // tasks handed out
	Done       int // of these, with a result
	Duplicates int // results that came again
	Candidates int
	Open       int // candidates that get runs
}

// course is where the validation of a candidate stands.
type course struct {
	Tally
	task   Task    // the run of this round
	result *Result // of it; its brief where it is counted
	open   bool
}

// newHive begins a job.
func newHive(j *Job) *hive {
	h := &hive{job: j}
	for n := range j.Candidates {
		h.entries = append(h.entries, &course{task: Task{Candidate: n}, Tally: newTally(), open: true})
	}
	h.stats.Candidates, h.stats.Open = len(j.Candidates), len(j.Candidates)
	h.begin()
	return h
}

// begin hands out a run of each open candidate.
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

// Next is a task to hand out, if there is one now.
func (h *hive) Next() (Task, bool) {
	if len(h.ready) == 0 {
		return Task{}, false
	}
	t := h.ready[0]
	h.ready = h.ready[1:]
	h.stats.Issued++
	return t, true
}

// Finished reports whether no candidate is open. Then every task has its result.
func (h *hive) Finished() bool { return h.wanted == 0 }

// Stats counts what went through so far.
func (h *hive) Stats() Stats { return h.stats }

// Put enters a result. One that comes again changes nothing. The error says
// that a result is of no task, or contradicts another one of the same task: then
// two users run different versions of the program or of wobbly.
func (h *hive) Put(r Result) error {
	if r.Candidate < 0 || r.Candidate >= len(h.entries) {
		return fmt.Errorf("a result of candidate %d, of which there are %d", r.Candidate, len(h.entries))
	}
	c := h.entries[r.Candidate]
	switch later := r.Task.compare(c.task); {
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
	h.count()
	if h.wanted == 0 {
		h.close()
		h.begin()
	}
	return nil
}

// count counts the results of this round up to the first one that is missing.
func (h *hive) count() {
	for ; h.read < len(h.entries); h.read++ {
		c := h.entries[h.read]
		if !c.open {
			continue
		}
		if c.result == nil {
			return
		}
		h.enter(c)
		c.result = c.result.brief(h.read)
	}
}

// enter counts the result of a candidate, for all that it tells of.
func (h *hive) enter(c *course) {
	c.add(h.job, *c.result)
	h.share(c.result)
}

// compare orders the tasks of a candidate.
func (t Task) compare(o Task) int {
	return cmp.Or(cmp.Compare(t.Assignment, o.Assignment), cmp.Compare(t.Attempt, o.Attempt))
}

// close ends a round: it closes what is decided, and says what the others run next.
func (h *hive) close() {
	for _, c := range h.entries {
		if !c.open {
			continue
		}
		if c.open = !c.complete(h.job); c.open {
			c.task, c.result = h.job.following(*c.result), nil
		} else {
			h.stats.Open--
		}
	}
}

// share lets a result count for the candidates that it tells of.
func (h *hive) share(r *Result) {
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

// following is the task after a result: the same one with a greater τ after a
// Timeout that such a τ could have helped, else one for the next user.
func (j *Job) following(r Result) Task {
	if r.Verdict() != Race && r.TimedOut && !j.longest(r) {
		return Task{r.Candidate, r.Assignment, r.Attempt + 1}
	}
	return Task{r.Candidate, r.Assignment + 1, 0}
}

// clone is a copy that can be changed.
func (h *hive) clone() *hive {
	c := *h
	c.entries = nil
	for _, e := range h.entries {
		d := *e
		d.Tally = e.Tally.clone()
		c.entries = append(c.entries, &d)
	}
	c.ready = slices.Clone(h.ready)
	return &c
}
