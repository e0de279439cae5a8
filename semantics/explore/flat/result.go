package flat

import (
	"slices"
	"sort"

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

// Transitions is how many steps were executed.
func (s *Search) Transitions() uint64 {
	n := s.skipped
	for _, w := range s.workers {
		n += w.transitions
	}
	return n
}

// Missed bounds the probability that a search with fingerprints has taken a state
// for another one of its bucket; states of different buckets are never compared.
func (s *Search) Missed() (sum float64) {
	for _, row := range s.rows {
		for _, b := range row {
			if b != nil {
				sum += canonical.Missed(uint64(b.count))
			}
		}
	}
	return min(1, sum)
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
	start, visits := s.visits(race)
	for _, v := range visits {
		steps = append(steps, Step{v.thread, v.to.at[v.thread]})
	}
	return start.at, steps
}

// visit is a step on a path: of a thread, into a bucket, by an outcome of its
// command.
type visit struct {
	thread  int
	to      *bucket
	outcome uint32
}

// visits is the path to a race. It follows the runs back from a state to an initial
// one.
func (s *Search) visits(race machine.Sites) (start *bucket, path []visit) {
	h := s.hits[race]
	b, at := h.in, h.at
	for {
		after := sort.Search(len(b.runs), func(i int) bool { return b.runs[i].first > at })
		r := &b.runs[after-1]
		if r.from == nil {
			break
		}
		v := visit{thread: r.thread, to: b}
		if r.outcomes != nil {
			v.outcome = r.outcomes[at-r.first]
		}
		path = append(path, v)
		b, at = r.from, int(r.parents[at-r.first])
	}
	slices.Reverse(path)
	return b, path
}
