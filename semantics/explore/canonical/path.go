package canonical

import (
	"context"
	"slices"

	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// Path returns the execution on which the search reached a hit. The store links each state to the
// next one, by its Ref or, with fingerprints, by its number among the successors. Path follows the
// links from the initial state on: it expands each state again to find the successor that a link
// names.
func (s *space) Path(h driver.Hit) *driver.Path {
	x := newExpander(context.Background(), s.config)
	f := &follower{expander: x, store: s.store}
	x.to = f // f receives the successors that x makes
	x.m.Load(s.Given)
	f.path = driver.NewPath(x.m, s.Given)
	for _, f.link = range s.store.Path(h.At) {
		f.found = false
		if f.state == nil {
			x.start(&cursor{})
		} else {
			x.decode(NoRef, f.state)
			for i, c := range x.m.At {
				x.Program.Expand(i, c)
			}
			f.before = x.m.At
			x.steps()
		}
		if !f.found {
			panic("unreachable: canonical: no successor matches the stored link")
		}
	}
	x.decode(NoRef, f.state)
	return f.path
}

// A follower is a sink that accepts only the state that link names.
type follower struct {
	*expander
	store  *Store
	path   *driver.Path
	link   Link                // the name of the next state
	found  bool                // whether that state was received
	state  []byte              // the last state of the path; nil before the initial one
	before [2]*machine.Control // where the threads are in the last state
	buffer []byte
}

func (f *follower) full() bool { return f.found }

func (f *follower) take() {
	x := f.expander
	f.buffer = x.codec.Encode(f.buffer[:0], x.m, x.switches)
	if f.found || !f.store.Leads(f.link, x.made, f.buffer) {
		return
	}
	f.found = true
	if f.state == nil {
		f.path.Starts = x.m.At
	} else {
		for _, k := range x.picks {
			f.path.Pick(k)
		}
		f.path.Step(x.thread, f.before[x.thread], x.m.At[x.thread])
	}
	f.path.Renumber(x.codec.Met())
	f.state = slices.Clone(f.buffer)
}
