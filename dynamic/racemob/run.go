package racemob

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// Verdict is the result of a run for the candidate that it was made for.
type Verdict uint8

const (
	// Race means that the accesses were made unordered, or both threads were about to make them.
	Race    Verdict = iota
	NoRace          // the accesses were made on one cell, always ordered by happens-before
	Timeout         // the wanted order did not occur within τ, and nothing else was seen
	NotSeen         // nothing was seen
)

func (v Verdict) String() string { return [...]string{"Race", "NoRace", "Timeout", "NotSeen"}[v] }

// Result is a user's message to the hive about a run.
type Result struct {
	Task
	Steered  bool `json:"s,omitempty"` // whether a thread was held back
	TimedOut bool `json:"o,omitempty"` // whether the wanted order did not occur within τ
	// Futile is set if no τ would have helped: the other thread had ended or waited for a lock.
	Futile bool `json:"f,omitempty"`
	Cut    bool `json:"l,omitempty"` // whether Policy.Limits ended the run
	Both   bool `json:"d,omitempty"` // whether both accesses were made, by different threads
	Steps  int  `json:"n"`
	// Monitored is the number of steps that the user's program reports: accesses of the candidate,
	// and after the first of these each lock() and unlock() (on-demand detection).
	Monitored int           `json:"m,omitempty"`
	Seen      []Observation `json:"e,omitempty"` // by candidate, also of other ones than the task's
	// Plain are the candidates that happens-before shows in the same run without steering.
	Plain []int `json:"p,omitempty"`

	sum uint64 // the checksum; 0 if it was not computed yet
}

func (r Result) Observation(candidate int) Observation {
	for _, s := range r.Seen {
		if s.Candidate == candidate {
			return s
		}
	}
	return Observation{Candidate: candidate}
}

// seed is the seed of checksums, which are compared within one process only.
var seed = maphash.MakeSeed()

// checksum returns a hash of Seen and Plain.
func (r *Result) checksum() uint64 {
	if r.sum != 0 {
		return r.sum
	}
	b := make([]byte, 0, 9*(len(r.Seen)+len(r.Plain))+1)
	for _, s := range r.Seen {
		flags := byte(0)
		for i, set := range [...]bool{
			s.CoEnabled, s.Unordered, s.Ordered, s.Executed[0], s.Executed[1],
		} {
			flags |= byte(count(set) << i)
		}
		b = append(binary.LittleEndian.AppendUint64(b, uint64(s.Candidate)), flags)
	}
	b = append(b, '.')
	for _, n := range r.Plain {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return maphash.Bytes(seed, b)
}

// brief returns a result reduced to one candidate, with the checksum of the whole.
func (r *Result) brief(candidate int) *Result {
	b := *r
	b.sum, b.Seen, b.Plain = r.checksum(), nil, nil
	if s := r.Observation(candidate); s != (Observation{Candidate: candidate}) {
		b.Seen = []Observation{s}
	}
	return &b
}

// equal reports whether two results, which may be brief for one candidate, are the same.
func (r *Result) equal(o Result, candidate int) bool {
	return fmt.Sprint(*r.brief(candidate)) == fmt.Sprint(*o.brief(candidate))
}

// Verdict returns what the run shows of the task's candidate.
func (r Result) Verdict() Verdict {
	switch s := r.Observation(r.Candidate); {
	case s.races():
		return Race
	case s.Ordered:
		return NoRace
	case r.TimedOut:
		return Timeout
	default:
		return NotSeen
	}
}

// Run is a run with its execution: the evidence.
type Run struct {
	Result
	Execution *dynamic.Execution
	// Accesses has two events of Execution for each candidate that is Unordered.
	Accesses map[int][2]int
	// Meetings has the execution before both accesses for each candidate that is CoEnabled.
	Meetings map[int]*execution.Execution
}

// Run does a task. The job and the task determine the run.
func (j *Job) Run(t Task) *Run {
	r := j.runner(t)
	r.timeout = j.Timeout(t)
	r.run()
	run := &Run{
		Result: Result{
			Task: t, Steered: r.steered, TimedOut: r.timedOut, Futile: r.futile,
			Cut: r.x.Cut, Both: both(r.candidate, r.x), Steps: len(r.x.Events),
			Monitored: monitored(r.candidate, r.x), Seen: r.watch.observations(),
		},
		Execution: r.x, Accesses: maps.Clone(r.watch.first), Meetings: r.meetings,
	}
	if j.Policy.Plain {
		run.Plain = j.plain(t)
	}
	return run
}

// plain does a task without steering and lists the candidates that are unordered.
func (j *Job) plain(t Task) []int {
	r := j.runner(t)
	r.run()
	var all []int
	for _, report := range hb.Reports(r.x) {
		if n, ok := j.index[Candidate{Pair: r.x.Pair, Sites: report.Sites}]; ok {
			all = append(all, n)
		}
	}
	return all
}

// runner prepares the run of a task, without steering.
func (j *Job) runner(t Task) *runner {
	c := j.Candidates[t.Candidate]
	x, err := dynamic.Begin(j.Core, c.Pair, j.Init(t))
	if err != nil {
		panic(err) // the state fits the program it was drawn for
	}
	return &runner{
		x: x, chance: j.chance(t), watch: j.newWatch(t), limit: j.Policy.Limits.Steps,
		task: t, candidate: c, first: j.Order(t), meetings: map[int]*execution.Execution{},
	}
}

// monitored counts the events of a run that matter to a candidate.
func monitored(c Candidate, x *dynamic.Execution) (n int) {
	for _, e := range x.Events {
		if e.IsAccess() {
			_, ok := c.side(e.Thread, e.Site())
			n += count(ok)
		} else if n > 0 && (e.Kind == dynamic.Acquire || e.Kind == dynamic.Release) {
			n++
		}
	}
	return n
}

// both reports whether different threads made the accesses of a candidate.
func both(c Candidate, x *dynamic.Execution) bool {
	var made [2][2]bool
	for _, e := range x.Events {
		if e.IsAccess() {
			if p, ok := c.side(e.Thread, e.Site()); ok {
				made[e.Thread][p] = true
			}
		}
	}
	return made[0][0] && made[1][1] || made[0][1] && made[1][0]
}

// clocks is the state of on-demand lock tracking: two vector clocks that count the releases since
// tracking began. With two threads, only the other thread's entry of each clock matters.
//
// An access of thread i after n of its releases happens before the next step of the other thread if
// and only if that thread's entry for i exceeds n. It learns i's count by taking a lock that i has
// released. The last edge of a longer chain between the threads is of this form too.
type clocks struct {
	released [2]int // the number of unlock() of each thread
	known    [2]int // how many of the other thread's unlock() each thread knows
	// last has, by slot, the value of released of each thread after its last unlock() of that lock.
	last [il.MaxLocks + 1][2]int
}

// step counts a step that locks or unlocks. Counting nested ones is harmless: a thread releases a
// lock completely before the other one takes it.
func (c *clocks) step(e dynamic.Event) {
	i, lock := e.Thread, &c.last[e.Slot]
	switch e.Kind {
	case dynamic.Release:
		c.released[i]++
		lock[i] = c.released[i]
	case dynamic.Acquire:
		c.known[i] = max(c.known[i], lock[i.Other()])
	}
}

type made struct {
	event    int // the index of the event in the execution
	released int // clocks.released of the thread before it
}

// Observation is the part of a run that is about a candidate. Its accesses are of one cell.
type Observation struct {
	Candidate int `json:"c"`
	// CoEnabled is set if both threads were about to make the accesses (Definition 3.6).
	CoEnabled bool    `json:"m,omitempty"`
	Unordered bool    `json:"u,omitempty"` // they were made, unordered by happens-before
	Ordered   bool    `json:"o,omitempty"` // they were made, ordered by happens-before
	Executed  [2]bool `json:"e"`           // by order: they were made in this order
}

// races reports whether the observation shows a race in either sense.
func (s Observation) races() bool { return s.CoEnabled || s.Unordered }

// watch observes a run: dynamic context inference (Section 3.2.1 of the paper) and on-demand race
// detection (Section 3.2.2). It sees every step, but records nothing before the first access of a
// candidate.
type watch struct {
	clocks
	job      *Job
	pair     il.Pair
	only     int // the only candidate to look for; -1 for all
	tracking bool
	// made has, by thread and cell, the last access at each site.
	made  [2]map[semantics.Addr]map[il.Site]made
	seen  map[int]*Observation // by candidate
	first map[int][2]int       // the first two unordered events, by candidate
}

func (j *Job) newWatch(t Task) *watch {
	w := &watch{
		job: j, pair: j.Candidates[t.Candidate].Pair, only: -1,
		seen: map[int]*Observation{}, first: map[int][2]int{},
	}
	if j.Policy.Single {
		w.only = t.Candidate
	}
	for i := range w.made {
		w.made[i] = map[semantics.Addr]map[il.Site]made{}
	}
	return w
}

// candidate returns the candidate with the given sites, if the run looks for it.
func (w *watch) candidate(s il.Sites) (int, bool) {
	n, ok := w.job.index[Candidate{w.pair, s}]
	return n, ok && (w.only < 0 || w.only == n)
}

// step watches event n of the execution.
func (w *watch) step(n int, e dynamic.Event) {
	if e.IsAccess() && w.job.sites[w.pair][e.Site()] {
		w.tracking = true
		w.access(n, e)
	}
	if w.tracking {
		w.clocks.step(e)
	}
}

// access records an access. Of the other thread's accesses of the cell at one site only the last
// one matters: the earlier ones precede everything that it precedes.
func (w *watch) access(n int, e dynamic.Event) {
	t, site := e.Thread, e.Site()
	for other, m := range w.made[t.Other()][e.Cell] {
		sites := w.pair.Sites(site, other)
		if t == semantics.B {
			sites = w.pair.Sites(other, site)
		}
		c, ok := w.candidate(sites)
		if !ok {
			continue
		}
		s := w.observation(c)
		first, _ := w.job.Candidates[c].side(t.Other(), other)
		s.Executed[first] = true
		switch {
		case w.known[t] > m.released: // m happens before this access
			s.Ordered = true
		case !s.Unordered:
			s.Unordered, w.first[c] = true, [2]int{m.event, n}
		}
	}
	if w.made[t][e.Cell] == nil {
		w.made[t][e.Cell] = map[il.Site]made{}
	}
	w.made[t][e.Cell][site] = made{event: n, released: w.released[t]}
}

func (w *watch) observation(n int) *Observation {
	if w.seen[n] == nil {
		w.seen[n] = &Observation{Candidate: n}
	}
	return w.seen[n]
}

// has reports whether thread i has accessed a cell at a site.
func (w *watch) has(i semantics.Tid, at il.Site, cell semantics.Addr) bool {
	_, ok := w.made[i][cell][at]
	return ok
}

func (w *watch) observations() []Observation {
	numbers := slices.Sorted(maps.Keys(w.seen))
	return slice.Map(numbers, func(n int) Observation { return *w.seen[n] })
}
