package driver

import (
	"cmp"
	"context"
	"math"

	"wobbly/internal/parallel"
	"wobbly/internal/slice"
)

// Options are the limits of a search, and the number of workers.
type Options struct {
	MaxStates int            // how many states to visit, or a few more; 0 for no limit
	Workers   int            // goroutines; the result does not depend on it
	Progress  func(Progress) // called now and then by the goroutine of Next; may be nil
}

// Progress is how far a search has come.
type Progress struct {
	States   uint64 // the number of states met so far
	Frontier uint64 // how many of these were not visited yet
	Depth    int    // the number of steps to the states being visited
	Races    int    // the number of races found so far
	Memory   uint64 // the bytes that the states take
}

// A Search is a search under way.
type Search struct {
	States int  // the number of states met so far
	Ended  bool // whether every state was visited
	Cuts   Cuts // why it stopped before that; Layout.Counts has what was left out on the way

	ctx      context.Context
	layout   Layout
	goal     *Goal
	o        Options
	look     func(worker, part int) // layout.Look: made once, because a round may be a single state
	order    []int                  // the parts of a group, those with most to do first
	filled   []filled               // by worker
	reported reported
}

// filled is the work of one worker on a group.
type filled struct {
	states int
	failed bool
}

// reported is the last progress that was reported.
type reported struct{ rounds, states int }

const (
	// groupSteps is the least number of steps between two checks of the limits.
	groupSteps = 1 << 18
	// Options.Progress is called after this many rounds or states.
	progressRounds = 4
	progressStates = groupSteps / 2
)

// New starts a search at the initial states of a layout.
func New(ctx context.Context, layout Layout, goal *Goal, o Options) *Search {
	o.Workers = max(1, o.Workers)
	s := &Search{ctx: ctx, layout: layout, goal: goal, o: o, look: layout.Look}
	s.filled = make([]filled, o.Workers)
	s.States = layout.Start()
	return s
}

// Run visits states until none remains or something stops the search.
func (s *Search) Run() {
	for s.Next() {
	}
}

// Next makes a round and reports whether there is another one. There is none if the search has
// Ended, if Cuts says why it stops, or if the layout has failed.
func (s *Search) Next() bool {
	s.Cuts |= Ended(s.ctx)
	if s.Cuts == 0 && s.room() <= 0 {
		s.Cuts = CutStates
	}
	if s.Cuts != 0 {
		return false
	}
	s.each(s.layout.Round(s.room()), s.look)
	if s.layout.Failed() {
		return false
	}
	for _, h := range s.layout.Hits() {
		s.goal.add(h)
	}
	if !s.fill(s.layout.Plan()) {
		switch cut := Ended(s.ctx); {
		case s.layout.Failed():
		case cut != 0:
			s.Cuts |= cut
		default:
			s.Cuts |= CutStates
		}
		return false
	}
	s.Ended = !s.layout.Advance()
	return !s.Ended
}

func (s *Search) room() int {
	if s.o.MaxStates == 0 {
		return math.MaxInt
	}
	return s.o.MaxStates - s.States
}

// each calls do for each of n parts, on all workers.
func (s *Search) each(n int, do func(worker, part int)) {
	if len(s.filled) == 1 || n == 1 {
		for i := range n {
			do(0, i)
		}
		return
	}
	parallel.Each(len(s.filled), n, do)
}

// fill makes the steps of a round, a group of parts at a time, and checks the limits in between.
// Near the limit on states it fills the parts of a group one after the other, so that any number of
// workers meet the same states.
func (s *Search) fill(parts int) bool {
	for first, end := 0, 0; first < parts; first = end {
		steps := 0
		for ; end < parts && steps < groupSteps; end++ {
			steps += s.layout.Waiting(end)
		}
		near := steps > s.room()
		if !near && len(s.filled) > 1 && end-first > 1 {
			if !s.fillGroup(first, end) {
				return false
			}
		} else {
			for i := first; i < end; i++ {
				room := math.MaxInt
				if near {
					room = s.room()
				}
				added, ok := s.layout.Fill(0, i, room)
				s.States += added
				if !ok {
					return false
				}
			}
		}
		s.report()
	}
	return true
}

// fillGroup fills the parts from first to end on all workers, the largest first, so that no worker
// is left with much to do at the end.
func (s *Search) fillGroup(first, end int) bool {
	s.order = s.order[:0]
	for i := first; i < end; i++ {
		s.order = append(s.order, i)
	}
	slice.Sort(s.order, func(i, k int) int {
		return cmp.Compare(s.layout.Waiting(k), s.layout.Waiting(i))
	})
	clear(s.filled)
	s.each(len(s.order), func(worker, k int) {
		f := &s.filled[worker]
		if f.failed {
			return
		}
		added, ok := s.layout.Fill(worker, s.order[k], math.MaxInt)
		f.states, f.failed = f.states+added, !ok
	})
	ok := true
	for _, f := range s.filled {
		s.States += f.states
		ok = ok && !f.failed
	}
	return ok
}

// report calls Options.Progress if enough has happened since the last call.
func (s *Search) report() {
	s.reported.rounds++
	due := s.reported.rounds >= progressRounds || s.States-s.reported.states >= progressStates
	if s.o.Progress == nil || !due {
		return
	}
	s.reported = reported{0, s.States}
	c := s.layout.Counts()
	s.o.Progress(Progress{
		States: uint64(s.States), Frontier: uint64(s.States) - c.Looked, Depth: c.Depth,
		Races: len(s.goal.hits), Memory: c.Memory,
	})
}
