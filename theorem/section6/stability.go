package section6

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
)

// Statements lists the lemmas.
func Statements() []*engine.Statement {
	return []*engine.Statement{lemma66(), lemma67(), lemma68(), lemma69()}
}

// The hypotheses that these lemmas share.
var (
	rootFormal = engine.On("formal", "The root of π is a formal.", func(x *segment) bool {
		return x.trace.Unit.Formal(x.path.Root) >= 0
	})
	stableAlong = engine.On("stable", "No proper prefix of π is in the W of α({τ}).",
		func(x *segment) bool { return x.wobbly().Stable(abstract.ExprOf(x.path)) })
	disconnectedAtStart = engine.On("disconnected",
		"π is disconnected in s, h: only it holds an object of its footprint.",
		func(x *segment) bool {
			s, _ := x.frames()
			f, ok := x.footprint()
			return ok && f.disconnected(x.path, s, x.from.H) == nil
		})
	acyclicAtStart = engine.On("acyclic",
		"π is acyclic in s, h: no cell of its footprint leads back into it.",
		func(x *segment) bool {
			f, ok := x.footprint()
			return ok && f.acyclic(x.path) == nil
		})
)

func lemma66() *engine.Statement {
	return &engine.Statement{
		Name: "6.6", Title: "Path preservation without calls", Cite: "Lemma 6.6 (POPL 2019)",
		Words: "A trace without calls that touches no proper prefix of a path preserves it: " +
			"the path keeps its root, the cells that lead along it and its address, and stays " +
			"disconnected and acyclic.",
		Symbols: "τ from s0::S, h0 to s'::S, h' without push and pop, ∀e ∈ α({τ})_W. e ⊀ π " +
			"⟹ π is preserved from s0, h0 to s', h'",
		Printed: "π may have any root. If that is a local, the filter to formals keeps it out of " +
			"W: x := new() moves x.f, and W is empty (G32).",
		Hypotheses: []engine.Hypothesis{
			rootFormal,
			engine.On("no-calls", "τ has no push and no pop.",
				func(x *segment) bool {
					return !slices.ContainsFunc(x.trace.Commands(x.n), isCall)
				}),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor: 0.6,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachSegment(c, flatPrefix, visit)
		},
	}
}

func lemma67() *engine.Statement {
	return &engine.Statement{
		Name: "6.7", Title: "Path preservation through one call", Cite: "Lemma 6.7 (POPL 2019)",
		Words: "A complete call of a method that calls no other preserves every path of which " +
			"it touches no proper prefix, whatever its arguments.",
		Symbols: "τ ∈ [[skip; m(ē)]]⟨s, h, L⟩, mbody(m) without calls, ∀e ∈ α({τ})_W. e ⊀ π " +
			"⟹ π is preserved from s, h to s, h'",
		Printed: "The proof wants at most one argument to be a prefix of π, which is what WB is " +
			"for. The lemma holds without WB too: accesses through several arguments are charged " +
			"to one path of the caller.",
		Hypotheses: []engine.Hypothesis{
			rootFormal,
			engine.Unneeded(engine.On("leaf",
				"mbody(m) calls no method. Not needed: Lemma 6.8 is the statement without.",
				func(x *segment) bool {
					return compound.CallFree(x.trace.Steps[0].Command.(il.Push).Callee.Body)
				})),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor:     0.12,
		Instances: eachCall,
	}
}

func lemma68() *engine.Statement {
	return &engine.Statement{
		Name: "6.8", Title: "Path preservation through nested calls", Cite: "Lemma 6.8 (POPL 2019)",
		Words: "A trace whose calls are complete preserves every path of which it " +
			"touches no proper prefix.",
		Symbols: "τ from s, h to s', h' with matched push and pop, ∀e ∈ α({τ})_W. e ⊀ π " +
			"⟹ π is preserved from s, h to s', h'",
		Printed: "π is said to be preserved from s, h to s, h', although τ may assign variables; " +
			"its root may be a local, as in 6.6 (G32).",
		Hypotheses: []engine.Hypothesis{
			rootFormal,
			engine.On("matched", "Each push of τ has its pop.",
				func(x *segment) bool { return x.trace.Depth(x.n) == 0 }),
			stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor: 0.6,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			return eachSegment(c, matchedPrefix, visit)
		},
	}
}

// lemma69 returns the lemma about the address of a path, as the access has it.
func lemma69() *engine.Statement {
	return &engine.Statement{
		Name: "6.9", Title: "The address at the access", Cite: "Lemma 6.9 (POPL 2019)",
		Words: "At an access inside any number of calls, the path written there has the " +
			"address that the caller's path had at the start, if no proper prefix " +
			"of that was touched.",
		Symbols: "τ from s, h to s'::S, h' just before the access of π' with π'^θ̄ = π, " +
			"∀e ∈ α({τ})_W. e ⊀ π ⟹ ⌊π⌋ in s, h = ⌊π'⌋ in s', h'",
		Printed: "π', s' and h' are not introduced: they are the path as the access has it, " +
			"its frame and the heap (G32).",
		Hypotheses: []engine.Hypothesis{
			rootFormal, stableAlong, disconnectedAtStart, acyclicAtStart,
		},
		Floor:     0.6,
		Instances: eachAccess,
	}
}

// Conclusion checks Lemma 6.9 if the segment has a site, and otherwise the preservation of its
// path.
func (seg *segment) Conclusion() error {
	s, s2 := seg.frames()
	if !seg.site.IsVar() {
		a, ok := semantics.Address(seg.path, s, seg.from.H)
		if !ok {
			return fmt.Errorf("%s has no address at the start", seg.path)
		}
		a2, ok := semantics.Address(seg.site, s2, seg.to.H)
		switch {
		case !ok:
			return fmt.Errorf("%s has no address at the access", seg.site)
		case a != a2:
			return fmt.Errorf("%s had the address %v at the start, and %s has %v at the access",
				seg.path, a, seg.site, a2)
		}
		return nil
	}
	if err := preserved(seg.path, s, s2, seg.from.H, seg.to.H); err != nil {
		return fmt.Errorf("%s is not preserved: %w", seg.path, err)
	}
	return nil
}
