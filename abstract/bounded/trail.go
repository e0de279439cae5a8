package bounded

import (
	"context"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
)

// trail is what a thread does in a segment.
type trail struct {
	decisions []flow.Decision // in order; between them there is no choice
	steps     int
	calls     []*il.Call // that are not complete at its end, outermost first
}

// trail is the path to what is found in a frame.
func (f *frame) trail(index int) trail {
	to := &f.found[index]
	t := trail{steps: to.steps}
	t.decisions, t.calls = paths.Trail(f, to.Found)
	return t
}

// Came implements paths.Frame.
func (f *frame) Came(at int32) paths.Step { return f.states[at].Step }

// At implements paths.Frame.
func (f *frame) At(at int32) il.Stmt { return f.unit.nodes[f.states[at].node].stmt }

// Called implements paths.Frame.
func (f *frame) Called(call int32) paths.Frame { return f.calls[call-1] }

// Found implements paths.Frame.
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }

// decisions appends those of what a thread has done that goes on.
func (a *again) decisions(all []flow.Decision) []flow.Decision {
	if a.prev == nil {
		return all
	}
	return paths.Decisions(a.prev.decisions(all), a.frame, a.exit)
}

// retrace is a segment that looks for one path, once it is told where to.
func (x *search) retrace(q *half, blocked bool) *segment {
	x.ctx = context.Background()
	x.budget = retraced * x.options.MaxStates
	return &segment{search: x, half: q, width: x.budget, frames: map[string]*frame{}, blocked: blocked, single: true}
}

// retraced is how many times as many states as a search may go on from the second
// look at what it has found may, since it goes on from each case alone.
const retraced = 4

// toMark is how the thread that stands comes to do so.
func (x *search) toMark(h hit) (trail, bool) {
	m := h.stands
	g := x.retrace(m.name, h.left[1] != nil && h.left[1].leaves().locked)
	g.stopAt = func(at *standing) bool {
		if at.node.site != m.Site || !m.moved && at.moved() {
			return false
		}
		for _, n := range g.marks(at) {
			n.moved = m.moved
			if n.same() == m.same() {
				return true
			}
		}
		return false
	}
	return g.first(x.units[h.unit(h.standing()).Index], h.left[0], m.from)
}

// toLast is how the last thread comes to its access.
func (x *search) toLast(h hit) (trail, bool) {
	g := x.retrace(h.name, h.stands.lock.Held())
	g.stopAt = func(at *standing) bool {
		return at.node.site == h.last && at.level() == h.lock && h.stands.field() == at.field() &&
			g.isOf(h.stands, at.state, at.cases.list[0], at.base())
	}
	return g.first(x.units[h.unit(1-h.standing()).Index], h.left[1], h.stands.graph)
}

// first is a path that is wanted, from the beginning of a unit or from where a thread
// was left, of a thread that was left a graph.
func (x *segment) first(u *unit, l *stop, graph int32) (t trail, found bool) {
	left := []int32{graph}
	if l == nil {
		f := x.begin(u, x.left(1, left))
		if len(f.found) == 0 {
			return trail{}, false
		}
		return f.trail(0), true
	}
	level := len(l.calls)
	x.resume(l, left, func(a *again, f *frame) {
		if !found && len(f.found) > 0 {
			found, t = true, f.trail(0)
			t.steps += a.steps
			t.decisions = append(a.decisions(nil), t.decisions...)
			t.calls = append(l.open(level-a.depth()), t.calls...)
		}
	})
	return t, found
}

// depth is how many frames have come to their end.
func (a *again) depth() int {
	if a.prev == nil {
		return 0
	}
	return 1 + a.prev.depth()
}

// open lists the calls of the outermost frames of a thread that was left, but for the
// last one's.
func (l *stop) open(frames int) (all []*il.Call) {
	return append(all, l.whole.trail(l.index).calls[:frames-1]...)
}
