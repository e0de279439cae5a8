package section6

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

const segments = 3

// eachSegment visits random segments: a trace through a unit, a prefix of n steps of it, where n is
// the result of prefix, and an access path.
func eachSegment(c *engine.Case, prefix func(*rand.Rand, *draw.Trace) int,
	visit func(engine.Instance) bool) error {
	r := c.Rand()
	for range segments {
		w := draw.NewTrace(r, c.Core, draw.Unit(r, c.Core), draw.MaxSteps)
		n := prefix(r, w)
		if x := biased(c, r, w, n); x != nil && !visit(x) {
			return nil
		}
	}
	return nil
}

// flatPrefix returns the length of a random prefix of w, which mostly ends before the first call.
func flatPrefix(r *rand.Rand, w *draw.Trace) int {
	flat := slices.IndexFunc(w.Steps, func(s draw.Step) bool { return isCall(s.Command) })
	if flat < 0 {
		flat = len(w.Steps)
	}
	if flat > 0 && r.IntN(4) > 0 {
		return 1 + r.IntN(flat)
	}
	return r.IntN(len(w.Steps) + 1)
}

// matchedPrefix returns the length of a random prefix of w, which mostly ends outside all calls.
func matchedPrefix(r *rand.Rand, w *draw.Trace) int {
	n := r.IntN(len(w.Steps) + 1)
	if r.IntN(4) == 0 {
		return n
	}
	for w.Depth(n) > 0 {
		n--
	}
	return n
}

func isCall(c il.Command) bool {
	return il.FrameChange(c) != 0
}

// biased draws an access path and a state for the first n steps of a trace. Three times out of
// four, the path is a stable path of a parameter, if three attempts find one; otherwise it extends
// a path that the trace names. The result is nil if there is no path.
func biased(c *engine.Case, r *rand.Rand, w *draw.Trace, n int) *segment {
	if len(c.Core.Fields) == 0 {
		return nil
	}
	var path il.Expr
	if r.IntN(4) == 0 {
		if path = named(w, r); path.Root != "" {
			path = draw.Longer(r, c.Core, path)
		}
	} else {
		wobbly := along(w, n, c.Analysis)
		for range 3 {
			path = drawPath(r, c.Core, w)
			if w.Unit.Formal(path.Root) >= 0 && wobbly.Stable(abstract.ExprOf(path)) {
				break
			}
		}
	}
	if path.IsVar() {
		return nil // no step names a path
	}
	return drawSegment(c, r, w, n, path)
}

// eachCall visits random complete calls, each as the only statement of a unit with the parameters
// of the unit that contains the call. One in three is of a method that calls others, if there is
// one.
func eachCall(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.Rand()
	var calls []callAt // in text order
	for _, u := range c.Core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if call, ok := s.(*il.Call); ok {
				calls = append(calls, callAt{u, call})
			}
		})
	}
	if len(calls) == 0 {
		return nil
	}
	deep := slice.Filter(calls,
		func(at callAt) bool { return !compound.CallFree(c.Core.Methods[at.call.Method].Body) })
	for range segments {
		at := calls[r.IntN(len(calls))]
		if len(deep) > 0 && r.IntN(3) == 0 {
			at = deep[r.IntN(len(deep))]
		}
		w := draw.NewTrace(r, c.Core, compound.Of(at.unit, []il.Stmt{at.call}), draw.MaxSteps)
		if w.Depth(len(w.Steps)) > 0 {
			return engine.BoundError{Limit: fmt.Sprintf("a drawn call takes more than %d steps",
				draw.MaxSteps)}
		}
		if x := biased(c, r, w, len(w.Steps)); x != nil && !visit(x) {
			return nil
		}
	}
	return nil
}

type callAt struct {
	unit *il.Unit
	call *il.Call
}

// eachAccess visits random traces that end at an access. The path of the segment is that of the
// access in terms of the trace's unit.
func eachAccess(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.Rand()
	for range segments {
		w := draw.NewTrace(r, c.Core, draw.Unit(r, c.Core), draw.MaxSteps)
		n, ok := drawAccess(w, r, c.Analysis)
		if !ok {
			continue
		}
		a, _ := draw.AccessAt(w.Steps[n].At)
		path, _ := draw.AtTop(w.Steps[n].At, a.Path)
		if x := drawSegment(c, r, w, n, exprOf(path)); x != nil {
			x.site = exprOf(a.Path)
			if !visit(x) {
				return nil
			}
		}
	}
	return nil
}

// drawAccess draws a step of the trace that accesses a path in terms of the trace's unit; ok is
// false if there is none. With probability 2/3 each, it restricts itself, one after the other, to
// stable paths of parameters, to paths of several fields, and to paths that an earlier store wrote
// or, judging by its field alone, may have redirected.
func drawAccess(w *draw.Trace, r *rand.Rand, o abstract.Options) (n int, ok bool) {
	var kinds [4][]int // indices of steps, without and with each restriction
	written := map[abstract.Expr]bool{}
	redirects := map[string]bool{} // by field
	for i, s := range w.Steps {
		a, isAccess := draw.AccessAt(s.At)
		if !isAccess {
			continue
		}
		path, named := draw.AtTop(s.At, a.Path)
		if !named {
			continue
		}
		kinds[0] = append(kinds[0], i)
		stable := w.Unit.Formal(path.Root()) >= 0 && along(w, i, o).Stable(path)
		long := len(path.Fields()) > 1
		fields := path.Fields()
		moves := written[path] ||
			slices.ContainsFunc(fields[:len(fields)-1], func(f string) bool { return redirects[f] })
		for k, met := range []bool{stable, stable && long, stable && long && moves} {
			if met {
				kinds[k+1] = append(kinds[k+1], i)
			}
		}
		if a.Kind == il.Write {
			written[path] = true
			redirects[fields[len(fields)-1]] = true
		}
	}
	list := kinds[0]
	for k := 1; k < len(kinds) && len(kinds[k]) > 0 && r.IntN(3) > 0; k++ {
		list = kinds[k]
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[r.IntN(len(list))], true
}

func exprOf(e abstract.Expr) il.Expr { return il.Path(e.Root(), e.Fields()...) }
