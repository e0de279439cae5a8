// Package section6 has the lemmas of Section 6 (POPL 2019), 6.6 to 6.9, on the preservation of
// paths (Definitions 6.2 to 6.5). Theorem 6.10 is in package positives.
package section6

import (
	"fmt"
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// segment is what Lemmas 6.6 to 6.9 quantify over: an execution of one thread from a well-behaved
// state, and a path. Thread B never moves.
type segment struct {
	trace *draw.Trace
	n     int              // the number of steps of trace that are τ
	path  il.Expr          // π, in terms of the trace's unit
	site  il.Expr          // for Lemma 6.9, π': the path of the access after τ
	start semantics.Init   // the state before τ
	from  semantics.Config // the configuration before τ
	to    semantics.Config // the configuration after τ
	opts  abstract.Options
}

// drawSegment draws a state in which π mostly is disconnected and acyclic, and executes the first n
// steps of a trace from it. It returns nil if they cannot be executed, which does not happen in a
// legal program.
func drawSegment(c *engine.Case, r *rand.Rand, w *draw.Trace, n int, path il.Expr) *segment {
	in := backbone(r, c.Core, w.Unit, path)
	from := draw.Config(c.Core, il.Pair{Left: w.Unit, Right: w.Unit}, in)
	to, stuck := w.Execute(from, semantics.A, n)
	if stuck != nil {
		return nil
	}
	return &segment{trace: w, n: n, path: path, start: in, from: from, to: to, opts: c.Analysis}
}

// backbone draws a well-behaved state for a path of u: cells that lead from its root along its
// fields, with no other references to them, and one to three other objects, to which all other
// cells and variables refer, including locals. One in three states is spoiled.
func backbone(r *rand.Rand, core *il.Core, u *il.Unit, path il.Expr) semantics.Init {
	k, others := len(path.Fields), 1+r.IntN(3)
	other := func() string { return draw.Object(k + r.IntN(others)) }
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	for i := range k + others {
		in.Objects = append(in.Objects, draw.Object(i))
		for _, f := range core.Fields {
			value := other()
			if i < k-1 && f == path.Fields[i] {
				value = draw.Object(i + 1)
			}
			in.Cells = append(in.Cells, [3]string{draw.Object(i), f, value})
		}
	}
	names := compound.Variables(u)
	for _, x := range names {
		in.Stacks[semantics.A][x] = other()
	}
	for _, x := range u.Formals {
		in.Stacks[semantics.B][x] = other()
	}
	in.Stacks[semantics.A][path.Root] = draw.Object(0)
	if r.IntN(3) == 0 {
		spoil(r, in, names, path)
	}
	return in
}

// spoil makes a variable, a cell of the path or any cell refer to an object of the path, so that
// mostly the path is no longer disconnected, or not acyclic.
func spoil(r *rand.Rand, in semantics.Init, names []string, path il.Expr) {
	i := r.IntN(len(path.Fields))
	object := draw.Object(r.IntN(i + 1))
	switch r.IntN(3) {
	case 0:
		// This has no effect on a local that is assigned before it is used.
		in.Stacks[semantics.A][names[r.IntN(len(names))]] = object
	case 1:
		for n, c := range in.Cells {
			if c[0] == draw.Object(i) && c[1] == path.Fields[i] {
				in.Cells[n][2] = object
			}
		}
	case 2:
		in.Cells[r.IntN(len(in.Cells))][2] = object
	}
}

// drawPath draws an access path for a trace: one that the trace names, or one from any variable,
// possibly with further fields. It is a variable, perhaps the empty one, if there is no path. The
// program must have a field.
func drawPath(r *rand.Rand, core *il.Core, w *draw.Trace) il.Expr {
	e := named(w, r)
	if e.Root == "" || r.IntN(2) == 0 {
		names := w.Unit.Formals
		if len(names) == 0 || r.IntN(8) == 0 {
			names = compound.Variables(w.Unit)
		}
		if len(names) == 0 {
			return il.Expr{}
		}
		e = il.Var(names[r.IntN(len(names))])
	}
	for e.IsVar() || len(e.Fields) < 3 && r.IntN(3) == 0 {
		e = draw.Longer(r, core, e)
	}
	return e
}

// named returns the path that a random step of the trace reads or writes, in terms of the trace's
// unit, or the empty expression if it has none.
func named(w *draw.Trace, r *rand.Rand) il.Expr {
	if len(w.Steps) == 0 {
		return il.Expr{}
	}
	point := w.Steps[r.IntN(len(w.Steps))].At
	a, ok := draw.AccessAt(point)
	if !ok {
		return il.Expr{}
	}
	e, ok := draw.AtTop(point, a.Path)
	if !ok {
		return il.Expr{}
	}
	return exprOf(e)
}

// wobbly returns α({τ}).
func (seg *segment) wobbly() abstract.D { return along(seg.trace, seg.n, seg.opts) }

// along returns the abstraction of the first n steps of a trace.
func along(w *draw.Trace, n int, o abstract.Options) abstract.D {
	d, _ := abstract.Exec{Unit: w.Unit, Options: o}.Run(w.Commands(n), abstract.Bottom(), nil)
	return d
}

// frames returns the current frames of the thread before and after τ.
func (seg *segment) frames() (s, s2 semantics.Frame) {
	return seg.from.Threads[semantics.A].S.Top, seg.to.Threads[semantics.A].S.Top
}

func (seg *segment) footprint() (footprint, bool) {
	s, _ := seg.frames()
	return footprintOf(seg.path, s, seg.from.H)
}

func (seg *segment) String() string {
	return fmt.Sprintf("the path %s in %s, the trace %s, the state %s", seg.path,
		seg.trace.Unit.Name,
		notation.Trace(seg.trace.Commands(seg.n)), notation.Init(seg.start))
}
