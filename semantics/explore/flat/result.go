package flat

import (
	"slices"

	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// report has the caller told how far the search has come.
func (s *Search) report() {
	if s.o.Report == nil || s.States-s.counted < roundSteps/2 {
		return
	}
	s.counted = s.States
	s.o.Report()
}

// Transitions is how many steps there are from the states that were looked at: as many as
// were executed, and one for each thread that need not move and each control state that it
// could come to.
func (s *Search) Transitions() uint64 {
	n := s.skipped
	for _, w := range s.workers {
		n += w.transitions
	}
	return n
}

// Missed bounds the probability that a search with fingerprints has taken a state
// for another one of its bucket; states of different buckets are never compared.
func (s *Search) Missed() float64 {
	sum := s.missed
	for _, row := range s.rows {
		for _, p := range row {
			if p.bucket != 0 {
				sum += canonical.Missed(uint64(s.buckets[p.bucket].count))
			}
		}
	}
	return min(1, sum)
}

// Forget gives up what only a search under way needs. Paths to what it has found can be told
// all the same.
func (s *Search) Forget() {
	for _, b := range s.buckets[1:] {
		b.table, b.prints, b.notes, b.records, b.front = nil, nil, nil, records{}, front{}
	}
	s.pool, s.spare, s.active, s.targets = pool{}, nil, nil, nil
}

// Found lists the pairs of sites that race, in the order in which they were found.
func (s *Search) Found() []machine.Sites { return s.sites }

// Steps is how many steps a shortest path to a race that was found has.
func (s *Search) Steps(race machine.Sites) int { return s.hits[race].steps }

// Step is a step of a thread to a control state.
type Step struct {
	Thread int
	To     *machine.Control
}

// Path is a shortest path to a race that was found: where the threads begin, and
// the steps.
func (s *Search) Path(race machine.Sites) (starts [2]*machine.Control, steps []Step) {
	starts, visits, turned := s.visits(race)
	if turned {
		starts = s.turned(starts)
	}
	for _, v := range visits {
		i := v.thread
		to := v.to
		if v.crosses != turned {
			to = s.turned(to)
		}
		if turned {
			i = 1 - i
		}
		steps = append(steps, Step{i, to[i]})
		turned = turned != v.crosses
	}
	return starts, steps
}

// visit is a step on a path: of a thread, to a pair of control states, by an outcome
// of its command.
type visit struct {
	thread  int
	to      [2]*machine.Control
	outcome uint32
	crosses bool // to the image of what the step leads to
}

// visits is the path to a race, through the states that are kept. It follows the links back
// from a state to an initial one. If it is turned, the execution begins with the image of the
// first state.
func (s *Search) visits(race machine.Sites) (start [2]*machine.Control, path []visit, turned bool) {
	h := s.hits[race]
	in, number := h.in, h.number
	at := s.controls(in)
	turned = race != machine.Sites{at[0].Site, at[1].Site}
	for {
		r := runOf(s.runsOf(in), number)
		at := s.controls(in)
		if r.thread == initial {
			slices.Reverse(path)
			return at, path, turned
		}
		parent, outcome := s.workers[r.worker].history.link(r, number)
		path = append(path, visit{int(r.thread), at, outcome, r.crosses})
		turned = turned != r.crosses
		in, number = r.from, parent
	}
}
