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

// trail returns the path to the entry of f.found with an index.
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

// retrace returns a segment for finding one path.
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
	m := h.candidate
	var taken il.Level
	if l := h.stops[1]; l != nil {
		taken = l.locks
	}
	g := sr.retrace(m.start, taken)
	g.wantAccess = func(a *access) bool {
		if a.node.site != m.Site || !m.moved && g.moved(a) {
			return false
		}
		for _, c := range g.candidates(a) {
			c.moved = m.moved
			if c.key() == m.key() {
				return true
			}
		}
		return false
	}
	return g.firstTrail(sr.units[h.unit(h.waiting).Index], h.stops[0], m.from)
}

// trailToLast is trailToCandidate for the last thread and its access.
func (sr *search) trailToLast(h hit) (trail, bool) {
	m := h.candidate
	g := sr.retrace(h.start, m.lock.Locks())
	g.wantAccess = func(a *access) bool {
		return a.node.site == h.last && a.level() == h.lock && m.field() == a.field() &&
			g.meets(m, a.state, a.state.cases.list[0], a.base())
	}
	return g.firstTrail(sr.units[h.unit(1-h.waiting).Index], h.stops[1], m.graph)
}

// firstTrail returns the first path to a wanted access of a thread that is handed a graph, from the
// start or, unless l is nil, from that stop point. It fails if a limit was met.
func (seg *segment) firstTrail(u *unit, l *stopPoint, graph int32) (t trail, found bool) {
	graphs := []int32{graph}
	if l == nil {
		f := seg.begin(u, seg.initialCases(1, graphs))
		if len(f.found) == 0 {
			return trail{}, false
		}
		return f.trail(0), true
	}
	seg.resume(l, graphs, func(r *resumed, f *frame) {
		if found || len(f.found) == 0 {
			return
		}
		found, t = true, f.trail(0)
		t.steps += r.steps
		left := 0 // frames that the thread has left
		for p := r.prev; p != nil; p = p.prev {
			left++
		}
		open := l.whole.trail(l.index).calls[:len(l.calls)-left-1]
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
