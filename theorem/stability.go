package theorem

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
)

// stability lists the lemmas of Section 6.
func stability() []*Statement {
	return []*Statement{lemma66(), lemma67(), lemma68(), lemma69()}
}

// The hypotheses that these lemmas share.
var (
	rootFormal = on("formal", "The root of π is a formal.", func(x *segment) bool {
		return x.way.unit.Formal(x.path.Root) >= 0
	})
	stableAlong = on("stable", "No proper prefix of π is in the W of α({τ}).", func(x *segment) bool {
		return x.wobbly().Stable(abstract.ExprOf(x.path))
	})
	disconnectedAtStart = on("disconnected", "π is disconnected in s, h: no other variable and no other cell holds an object of its footprint.", func(x *segment) bool {
		s, _ := x.frames()
		f, ok := x.footprint()
		return ok && f.disconnected(x.path, s, x.from.H) == nil
	})
	acyclicAtStart = on("acyclic", "π is acyclic in s, h: no cell of its footprint leads back into it.", func(x *segment) bool {
		f, ok := x.footprint()
		return ok && f.acyclic(x.path) == nil
	})
)

// unneeded marks a hypothesis without which the statement holds too.
func unneeded(h Hypothesis) Hypothesis {
	h.Unneeded = true
	return h
}

// lemma66 is path preservation along a trace without calls.
func lemma66() *Statement {
	return &Statement{
		Name: "6.6", Title: "Path preservation without calls", Cite: "Lemma 6.6 (POPL 2019)",
		Words: "A trace without calls that touches no proper prefix of a path preserves it: the path keeps its root, the cells that lead along it " +
			"and its address, and stays disconnected and acyclic.",
		Symbols: "τ from s0::S, h0 to s'::S, h' without push and pop, ∀e ∈ α({τ})_W. e ⊀ π ⟹ π is preserved from s0, h0 to s', h'",
		Printed: "π may have any root. If that is a local, the filter to formals keeps it out of W: x := new() moves x.f, and W is empty (G32).",
		Hypotheses: []Hypothesis{
			rootFormal,
			on("no-calls", "τ has no push and no pop.", func(x *segment) bool { return !slices.ContainsFunc(x.way.commands(x.n), isCall) }),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor:     0.6,
		Instances: func(c *Case, visit func(Instance) bool) error { return eachSegment(c, flatPrefix, visit) },
	}
}

// lemma67 is path preservation along a call of a method that calls none.
func lemma67() *Statement {
	return &Statement{
		Name: "6.7", Title: "Path preservation through one call", Cite: "Lemma 6.7 (POPL 2019)",
		Words: "A complete call of a method that calls no other preserves every path of which it touches no proper prefix, " +
			"whatever its arguments.",
		Symbols: "τ ∈ [[skip; m(ē)]]⟨s, h, L⟩, mbody(m) without calls, ∀e ∈ α({τ})_W. e ⊀ π ⟹ π is preserved from s, h to s, h'",
		Printed: "The proof wants at most one argument to be a prefix of π, which is what WB is for. The lemma holds without WB too: what happens " +
			"to an object through several arguments is charged to the same path of the caller.",
		Hypotheses: []Hypothesis{
			rootFormal,
			unneeded(on("leaf", "mbody(m) calls no method. Not needed: Lemma 6.8 is the statement without.", func(x *segment) bool { return callFree(x.way.steps[0].command.(il.Push).Callee.Body) })),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor:     0.12,
		Instances: eachCall,
	}
}

// lemma68 is path preservation along a trace with matched calls.
func lemma68() *Statement {
	return &Statement{
		Name: "6.8", Title: "Path preservation through nested calls", Cite: "Lemma 6.8 (POPL 2019)",
		Words:   "A trace whose calls are all complete preserves every path of which it touches no proper prefix.",
		Symbols: "τ from s, h to s', h' with matched push and pop, ∀e ∈ α({τ})_W. e ⊀ π ⟹ π is preserved from s, h to s', h'",
		Printed: "π is said to be preserved from s, h to s, h', although τ may assign variables; and as in 6.6 its root may be a local (G32).",
		Hypotheses: []Hypothesis{
			rootFormal,
			on("matched", "Each push of τ has its pop.", func(x *segment) bool { return x.way.depth(x.n) == 0 }),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor:     0.6,
		Instances: func(c *Case, visit func(Instance) bool) error { return eachSegment(c, matchedPrefix, visit) },
	}
}

// lemma69 is what the path becomes in the frame of the access.
func lemma69() *Statement {
	return &Statement{
		Name: "6.9", Title: "The address at the access", Cite: "Lemma 6.9 (POPL 2019)",
		Words: "At an access inside any number of calls, the path as it is written there has the address that the path of the caller had at the " +
			"start, if no proper prefix of that was touched.",
		Symbols:    "τ from s, h to s'::S, h' just before the access of π' with π'^θ̄ = π, ∀e ∈ α({τ})_W. e ⊀ π ⟹ ⌊π⌋ in s, h = ⌊π'⌋ in s', h'",
		Printed:    "π', s' and h' are not introduced: they are the path as the access has it, its frame and the heap (G32).",
		Hypotheses: []Hypothesis{rootFormal, stableAlong, disconnectedAtStart, acyclicAtStart},
		Floor:      0.6,
		Instances:  eachAccess,
	}
}

// Conclusion is that π is preserved or, with a site, that the address there is
// that of π.
func (x *segment) Conclusion() error {
	s, s2 := x.frames()
	if !x.site.IsVar() {
		return sameAddress(x.path, x.site, s, s2, x.from.H, x.to.H)
	}
	if err := preserved(x.path, s, s2, x.from.H, x.to.H); err != nil {
		return fmt.Errorf("%s is not preserved: %w", x.path, err)
	}
	return nil
}

// sameAddress is ⌊π⌋ in s, h = ⌊π'⌋ in s', h'.
func sameAddress(path, path2 il.Expr, s, s2 semantics.Frame, h, h2 semantics.Heap) error {
	a, ok := semantics.Address(path, s, h)
	if !ok {
		return fmt.Errorf("%s has no address at the start", path)
	}
	a2, ok := semantics.Address(path2, s2, h2)
	switch {
	case !ok:
		return fmt.Errorf("%s has no address at the access", path2)
	case a != a2:
		return fmt.Errorf("the address of %s was %v at the start, and that of %s is %v at the access", path, a, path2, a2)
	}
	return nil
}

// segments is how many segments each lemma draws from a case.
const segments = 3

// eachSegment draws segments: a unit, a way through it, a prefix of the way,
// and a path.
func eachSegment(c *Case, prefix func(*rand.Rand, *way) int, visit func(Instance) bool) error {
	r := c.rand()
	for range segments {
		w := drawWay(r, c.Core, c.Core.Units[r.IntN(len(c.Core.Units))], maxSteps)
		n := prefix(r, w)
		if x := biased(c, r, w, n); x != nil && !visit(x) {
			return nil
		}
	}
	return nil
}

// flatPrefix mostly ends before the first call.
func flatPrefix(r *rand.Rand, w *way) int {
	flat := slices.IndexFunc(w.steps, func(s wayStep) bool { return isCall(s.command) })
	if flat < 0 {
		flat = len(w.steps)
	}
	if flat > 0 && r.IntN(4) > 0 {
		return 1 + r.IntN(flat)
	}
	return r.IntN(len(w.steps) + 1)
}

// matchedPrefix mostly ends outside of all calls.
func matchedPrefix(r *rand.Rand, w *way) int {
	n := r.IntN(len(w.steps) + 1)
	if r.IntN(4) == 0 {
		return n
	}
	for w.depth(n) > 0 {
		n--
	}
	return n
}

// isCall tells whether a command is a push or a pop.
func isCall(c il.Command) bool {
	switch c.(type) {
	case il.Push, il.Pop:
		return true
	}
	return false
}

// biased draws a path and a state for a trace. Three of four are a stable path
// of a formal, if three draws find one; the others go on behind a path that the
// trace names.
func biased(c *Case, r *rand.Rand, w *way, n int) *segment {
	if len(c.Core.Fields) == 0 {
		return nil
	}
	var path il.Expr
	if r.IntN(4) == 0 {
		path = w.behindNamed(r, c.Core)
	} else {
		wobbly := along(w, n, c.Analysis)
		for i := 0; i < 3 && (i == 0 || w.unit.Formal(path.Root) < 0 || !wobbly.Stable(abstract.ExprOf(path))); i++ {
			path = drawPath(r, c.Core, w)
		}
	}
	if path.IsVar() {
		return nil // nothing has a name there
	}
	return drawSegment(c, r, w, n, path)
}

// eachCall draws complete calls, as units skip; m(ē) with the formals of the
// unit that holds the call. Each third is of a method that calls others, if
// there is one.
func eachCall(c *Case, visit func(Instance) bool) error {
	r := c.rand()
	calls := callsOf(c.Core)
	if len(calls) == 0 {
		return nil
	}
	var deep []callAt
	for _, at := range calls {
		if !callFree(c.Core.Methods[at.call.Method].Body) {
			deep = append(deep, at)
		}
	}
	for range segments {
		at := calls[r.IntN(len(calls))]
		if len(deep) > 0 && r.IntN(3) == 0 {
			at = deep[r.IntN(len(deep))]
		}
		w := drawWay(r, c.Core, compound(at.unit, []il.Stmt{at.call}), maxSteps)
		if w.depth(len(w.steps)) > 0 {
			return BoundError{fmt.Sprintf("a drawn call takes more than %d steps", maxSteps)}
		}
		if x := biased(c, r, w, len(w.steps)); x != nil && !visit(x) {
			return nil
		}
	}
	return nil
}

// callAt is a call and the unit that holds it.
type callAt struct {
	unit *il.Unit
	call *il.Call
}

// callsOf lists the calls of a program in text order.
func callsOf(core *il.Core) []callAt {
	var all []callAt
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if call, ok := s.(*il.Call); ok {
				all = append(all, callAt{u, call})
			}
		})
	}
	return all
}

// eachAccess draws ways that end before an access whose path has a meaning in
// terms of the unit, which in turn is the path of the segment.
func eachAccess(c *Case, visit func(Instance) bool) error {
	r := c.rand()
	for range segments {
		w := drawWay(r, c.Core, c.Core.Units[r.IntN(len(c.Core.Units))], maxSteps)
		n, ok := w.access(r, c.Analysis)
		if !ok {
			continue
		}
		a, _ := accessAt(w.steps[n].at)
		path, _ := atTop(w.steps[n].at, a.Path)
		if x := drawSegment(c, r, w, n, exprOf(path)); x != nil {
			x.site = exprOf(a.Path)
			if !visit(x) {
				return nil
			}
		}
	}
	return nil
}

// access draws a step of the way that is an access with a path in terms of the
// unit. Two of three times it is, if there is one, a stable path of a formal, of
// these two of three times a longer one, and of these two of three times one that
// was written on the way or that a store on the way could redirect, as far as
// its field tells.
func (w *way) access(r *rand.Rand, o abstract.Options) (n int, ok bool) {
	var kinds [4][]int
	written := map[abstract.Expr]bool{}
	redirects := map[string]bool{} // by field
	for i, s := range w.steps {
		a, isAccess := accessAt(s.at)
		if !isAccess {
			continue
		}
		path, named := atTop(s.at, a.Path)
		if !named {
			continue
		}
		kinds[0] = append(kinds[0], i)
		good := w.unit.Formal(path.Root()) >= 0 && along(w, i, o).Stable(path)
		long := len(path.Fields()) > 1
		fields := path.Fields()
		moves := written[path] || slices.ContainsFunc(fields[:len(fields)-1], func(f string) bool { return redirects[f] })
		for k, is := range []bool{good, good && long, good && long && moves} {
			if is {
				kinds[k+1] = append(kinds[k+1], i)
			}
		}
		if a.Kind == il.Write {
			written[path], redirects[fields[len(fields)-1]] = true, true
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

// exprOf is an expression of the analysis as one of the language.
func exprOf(e abstract.Expr) il.Expr { return il.Path(e.Root(), e.Fields()...) }
