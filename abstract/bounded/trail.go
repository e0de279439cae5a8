package bounded

import (
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
)

// A trail is the path of a thread in a segment.
type trail struct {
	decisions func() []flow.Decision // every choice, in order; there may be as many as steps
	steps     int
	calls     []*il.Call // open at the end, outermost first
}

// trail returns the path to the state f.found[index].
func (f *frame) trail(index int) trail {
	to := &f.found[index]
	return trail{
		decisions: func() []flow.Decision { return paths.Trace(f, to.Found) },
		steps:     to.steps,
		calls:     paths.Calls(f, to.Found),
	}
}

// The methods of paths.Frame.

func (f *frame) StepTo(state int32) paths.Step { return f.states[state].Step }
func (f *frame) Stmt(state int32) il.Stmt      { return f.unit.nodes[f.states[state].node].stmt }
func (f *frame) Callee(call int32) paths.Frame { return f.calls[call-1] }
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }

// retraceFactor is the ratio of the states that a retraced segment may explore to those of the
// search. It needs more because states with different cases count separately.
const retraceFactor = 4

// retrace returns a segment for finding one path, and gives the search a new budget for it. The
// segment must begin with a single graph. Then each of its states has a single case.
func (sr *search) retrace(s *start, taken il.Level) *segment {
	sr.budget = retraceFactor * sr.options.MaxStates
	return &segment{
		search: sr, start: s, width: sr.budget, frames: map[string]*frame{}, taken: taken,
		single: true,
	}
}

// trailToCandidate returns the path of the waiting thread to its candidate, from its stop point if
// there is one. It fails if a limit was met.
func (sr *search) trailToCandidate(h hit) (trail, bool) {
	waiting := h.candidate
	var taken il.Level
	if stop := h.stops[1]; stop != nil {
		taken = stop.locks
	}
	seg := sr.retrace(waiting.start, taken)
	seg.wantAccess = func(a *access) bool {
		if a.node.site != waiting.Site || !waiting.moved && seg.moved(a) {
			return false
		}
		for _, c := range seg.candidates(a) {
			c.moved = waiting.moved
			if c.key() == waiting.key() {
				return true
			}
		}
		return false
	}
	return seg.firstTrail(sr.units[h.unit(h.waiting).Index], h.stops[0], waiting.from)
}

// trailToLast returns the path of the last thread to its access, from its stop point if there is
// one. It fails if a limit was met.
func (sr *search) trailToLast(h hit) (trail, bool) {
	waiting := h.candidate
	seg := sr.retrace(h.start, waiting.lock.Locks())
	seg.wantAccess = func(a *access) bool {
		return a.node.site == h.last && a.level() == h.lock && waiting.field() == a.field() &&
			seg.meets(waiting, a.state, a.state.cases.list[0], a.base())
	}
	return seg.firstTrail(sr.units[h.unit(1-h.waiting).Index], h.stops[1], waiting.graph)
}

// firstTrail returns the first path to an access that wantAccess selects, of a thread that is handed
// a graph: from the start or, unless stop is nil, from that stop point. It fails if a limit was met.
func (seg *segment) firstTrail(u *unit, stop *stopPoint, graph int32) (t trail, found bool) {
	graphs := []int32{graph}
	if stop == nil {
		f := seg.begin(u, seg.initialCases(1, graphs))
		if len(f.found) == 0 {
			return trail{}, false
		}
		return f.trail(0), true
	}
	seg.resume(stop, graphs, func(r *resumed, f *frame) {
		if found || len(f.found) == 0 {
			return
		}
		found, t = true, f.trail(0)
		t.steps += r.steps
		returns := 0 // frames that the thread has left
		for p := r.prev; p != nil; p = p.prev {
			returns++
		}
		// The thread leaves that number of the frames at the stop point. All of them except the
		// last are in an open call.
		open := stop.whole.trail(stop.index).calls[:len(stop.calls)-returns-1]
		t.calls = append(open[:len(open):len(open)], t.calls...)
		last := t.decisions
		t.decisions = func() []flow.Decision { return append(r.decisions(nil), last()...) }
	})
	return t, found
}

// decisions appends the choices of a resumed thread so far.
func (r *resumed) decisions(all []flow.Decision) []flow.Decision {
	if r.prev == nil {
		return all
	}
	return paths.Decisions(r.prev.decisions(all), r.frame, r.exit)
}
