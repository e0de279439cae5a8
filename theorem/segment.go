package theorem

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
)

// segment is what Lemmas 6.6 to 6.9 quantify over: an execution of one thread
// from a well-behaved state, and a path. Thread B never moves.
type segment struct {
	way   *way
	n     int     // how many of its steps are τ
	path  il.Expr // π, in terms of the way's unit
	site  il.Expr // of Lemma 6.9: π', as the access behind τ has it
	start semantics.Init
	from  semantics.Config
	to    semantics.Config
	opts  abstract.Options
}

// drawSegment draws a state in which π mostly is disconnected and acyclic, and
// executes the first n steps of a way from it. It is nil if they cannot be
// executed, which in a legal program does not happen.
func drawSegment(c *Case, r *rand.Rand, w *way, n int, path il.Expr) *segment {
	in := backbone(r, c.Core, w.unit, path)
	from := configOf(c.Core, il.Pair{Left: w.unit, Right: w.unit}, in)
	to, stuck := w.execute(from, semantics.A, n)
	if stuck != nil {
		return nil
	}
	return &segment{way: w, n: n, path: path, start: in, from: from, to: to, opts: c.Analysis}
}

// backbone draws a well-behaved state for a path of u: cells that lead from its
// root along its fields, of which nothing else knows, and one to three other
// objects, which all other cells and variables hold, locals too. One in three
// states is spoiled.
func backbone(r *rand.Rand, core *il.Core, u *il.Unit, path il.Expr) semantics.Init {
	k, others := len(path.Fields), 1+r.IntN(3)
	other := func() string { return object(k + r.IntN(others)) }
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	for i := range k + others {
		in.Objects = append(in.Objects, object(i))
		for _, f := range core.Fields {
			value := other()
			if i < k-1 && f == path.Fields[i] {
				value = object(i + 1)
			}
			in.Cells = append(in.Cells, [3]string{object(i), f, value})
		}
	}
	names := namesIn(u)
	for _, x := range names {
		in.Stacks[semantics.A][x] = other()
	}
	for _, x := range u.Formals {
		in.Stacks[semantics.B][x] = other()
	}
	in.Stacks[semantics.A][path.Root] = object(0)
	if r.IntN(3) == 0 {
		spoil(r, in, names, path)
	}
	return in
}

// spoil lets a variable, a cell of the path or any cell hold an object of the
// path, so that mostly the path is no longer disconnected, or not acyclic.
func spoil(r *rand.Rand, in semantics.Init, names []string, path il.Expr) {
	i := r.IntN(len(path.Fields))
	held := object(r.IntN(i + 1))
	switch r.IntN(3) {
	case 0:
		in.Stacks[semantics.A][names[r.IntN(len(names))]] = held // a formal with luck: locals are assigned anyway
	case 1:
		for n, c := range in.Cells {
			if c[0] == object(i) && c[1] == path.Fields[i] {
				in.Cells[n][2] = held
			}
		}
	case 2:
		in.Cells[r.IntN(len(in.Cells))][2] = held
	}
}

// namesIn lists the formals of u and then its other variables, in text order.
func namesIn(u *il.Unit) []string {
	names := slices.Clone(u.Formals)
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(x string, _ il.Pos) {
			if !slices.Contains(names, x) {
				names = append(names, x)
			}
		})
	})
	return names
}

// drawPath draws a path for a trace: one that the trace names, or of any
// variable, with further fields behind it or not. It is a variable, maybe the
// empty one, if there is none. The program must have a field.
func drawPath(r *rand.Rand, core *il.Core, w *way) il.Expr {
	e := w.named(r)
	if e.Root == "" || r.IntN(2) == 0 {
		names := w.unit.Formals
		if len(names) == 0 || r.IntN(8) == 0 {
			names = namesIn(w.unit)
		}
		if len(names) == 0 {
			return il.Expr{}
		}
		e = il.Var(names[r.IntN(len(names))])
	}
	for e.IsVar() || len(e.Fields) < 3 && r.IntN(3) == 0 {
		e = longer(r, core, e)
	}
	return e
}

// behindNamed draws a path that the trace names, and puts a field behind it.
func (w *way) behindNamed(r *rand.Rand, core *il.Core) il.Expr {
	e := w.named(r)
	if e.Root == "" {
		return e
	}
	return longer(r, core, e)
}

// longer puts a field behind an expression.
func longer(r *rand.Rand, core *il.Core, e il.Expr) il.Expr {
	return il.Path(e.Root, append(slices.Clone(e.Fields), core.Fields[r.IntN(len(core.Fields))])...)
}

// named draws a path that a step of the way reads or writes, in terms of its
// unit; the empty expression if it has none there.
func (w *way) named(r *rand.Rand) il.Expr {
	if len(w.steps) == 0 {
		return il.Expr{}
	}
	at := w.steps[r.IntN(len(w.steps))].at
	a, ok := accessAt(at)
	if !ok {
		return il.Expr{}
	}
	e, ok := atTop(at, a.Path)
	if !ok {
		return il.Expr{}
	}
	return exprOf(e)
}

// wobbly is the D of α({τ}).
func (x *segment) wobbly() abstract.D { return along(x.way, x.n, x.opts) }

// along is α({τ}) for the first n steps of a way.
func along(w *way, n int, o abstract.Options) abstract.D {
	d, _ := abstract.Exec{Unit: w.unit, Options: o}.Run(w.commands(n), abstract.Bottom(), nil)
	return d
}

// frames are s and s', the frames in which the segment begins and ends.
func (x *segment) frames() (s, s2 semantics.Frame) {
	return x.from.Threads[semantics.A].S.Top, x.to.Threads[semantics.A].S.Top
}

// footprint is h↓π at the start.
func (x *segment) footprint() (footprint, bool) {
	s, _ := x.frames()
	return footprintOf(x.path, s, x.from.H)
}

// String shows the path, the trace and the state.
func (x *segment) String() string {
	return fmt.Sprintf("the path %s in %s, the trace %s, the state %s", x.path, x.way.unit.Name, traceText(x.way.commands(x.n)), initText(x.start))
}

// initText is an initial state on one line.
func initText(in semantics.Init) string {
	var parts []string
	for _, c := range in.Cells {
		parts = append(parts, c[0]+"."+c[1]+" = "+c[2])
	}
	for i, s := range in.Stacks {
		for _, x := range slices.Sorted(maps.Keys(s)) {
			parts = append(parts, fmt.Sprintf("%v.%s = %s", semantics.Tid(i), x, s[x]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
