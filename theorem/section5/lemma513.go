package section5

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

func methodHypotheses() []engine.Hypothesis {
	return []engine.Hypothesis{
		engine.On("strong-ANF",
			"In the method, formals occur only as roots of paths and in the arguments of calls.",
			(*summarised).inStrongANF),
		engine.On("A2",
			"Locking is balanced in the method, in every block of it and in the methods it calls.",
			func(x *summarised) bool { return x.balanced }),
		engine.On("one-directional",
			"WB is that of Figure 7: e_i is in it if e_i is a prefix of another argument (G26).",
			func(x *summarised) bool { return x.wb != bothDirections }),
		engine.On("fml", "Only paths of WB that begin with a formal of the caller are added (G19).",
			func(x *summarised) bool { return x.wb != unfiltered }),
	}
}

const summarySymbols = "[[m(e1, …, en)]]# D = [[mbody(m)[e/arg]]]# D ∪1 WB(e1, …, en)^fml"

func lemma513() *engine.Statement {
	return &engine.Statement{
		Name: "5.13", Title: "Argument normal form and method summaries",
		Cite: "Lemma 5.13 (POPL 2019)",
		Words: "Applying the summary of a method without calls equals analysing its body with " +
			"the actuals in place of the formals, and adding WB. The locals of the body are " +
			"renamed apart from the caller's variables.",
		Symbols: summarySymbols,
		Printed: "Printed for Definition 5.12's ANF, which allows y := arg1: with a path for " +
			"arg1 that becomes a load (without \"strong-ANF\"; what leaves Figure 4 is read as " +
			"its sugar). Printed with WB in both directions, which Figure 7 does not have " +
			"(without \"one-directional\"), and without the filter on WB (without \"fml\").",
		Hypotheses: append(methodHypotheses(),
			engine.On("flat", "The method calls none.",
				func(x *summarised) bool { return compound.CallFree(x.callee.Body) })),
		Floor:     0.75,
		Instances: drawSummarised,
	}
}

// lemma513Nested generalises Lemma 5.13 to methods that call others.
func lemma513Nested() *engine.Statement {
	return &engine.Statement{
		Name: "5.13-nested", Title: "Method summaries with nested calls",
		Cite: "remark after Lemma 5.13 (POPL 2019)",
		Words: "Lemma 5.13 for a method that calls others, provided that the actuals make no " +
			"argument of these calls a prefix of another one that it was not before. Without WB, " +
			"in Figure 7 and here, the proviso is not needed.",
		Symbols: summarySymbols,
		Printed: "Printed without the proviso. m(a, b) { k(a.f, b.f) } called as m(arg1.g, " +
			"arg1.g) makes both arguments of k equal, so WB adds arg1.g.f to the right side only " +
			"(without \"apart\"). No report depends on it: WB of the outer call has arg1.g.",
		Hypotheses: append(methodHypotheses(),
			engine.On("apart",
				"In nested calls, the actuals make no argument a prefix of another one.",
				(*summarised).unprefixed)),
		Floor:     0.65,
		Instances: drawNested,
	}
}

// wbReading is a reading of WB on the right side of Lemma 5.13.
type wbReading uint8

const (
	asFigure7      wbReading = iota
	bothDirections           // as printed (G26)
	unfiltered               // without fml (G19)
)

// summarised is an instance of Lemma 5.13: a call, an abstract state D and a reading of WB.
type summarised struct {
	c        *engine.Case
	sets     *abstract.Sets // the analysis of a core that has the callee
	callee   *il.Unit
	balanced bool // whether the callee satisfies A2
	caller   *il.Unit
	call     *il.Call
	d        abstract.D
	wb       wbReading
}

// drawSummarised visits a call of a random new method, and calls of methods of the case.
func drawSummarised(c *engine.Case, visit func(engine.Instance) bool) error {
	r, methods := c.Rand(), compound.Methods(c.Core)
	ofNew, err := makeMethod(r, c, draw.Unit(r, c.Core), methods)
	if err != nil {
		return err
	}
	if !visit(ofNew.called(r)) {
		return nil
	}
	sets, err := c.Sets()
	if err != nil {
		return err
	}
	for range 3 {
		x := &summarised{c: c, sets: sets, callee: ofNew.callee}
		if len(methods) > 0 {
			x.callee = methods[r.IntN(len(methods))]
		} else {
			x.sets = ofNew.sets
		}
		if !visit(x.called(r)) {
			return nil
		}
	}
	return nil
}

// drawNested visits calls of two random new methods, which call another one.
func drawNested(c *engine.Case, visit func(engine.Instance) bool) error {
	r, methods := c.Rand(), compound.Methods(c.Core)
	if len(methods) == 0 {
		return nil
	}
	for range 2 {
		ofNew, err := makeMethod(r, c, draw.Unit(r, c.Core), methods)
		if err != nil {
			return err
		}
		for range 2 {
			if !visit(ofNew.called(r)) {
				return nil
			}
		}
	}
	return nil
}

// makeMethod returns an instance, without a call, whose callee is a new method: u or a part of it,
// possibly inside unlock() and lock(), and a call of a random method at the end if there are any.
// The new method is in a core of its own, and may call any method because nothing calls it.
func makeMethod(r *rand.Rand, c *engine.Case, u *il.Unit, methods []*il.Unit) (*summarised, error) {
	method, stmts := *u, u.Body.Stmts
	switch r.IntN(8) {
	case 0, 1:
		stmts = draw.Fragment(r, c.Core, u).Body.Stmts
	case 2:
		stmts = slices.Concat([]il.Stmt{&il.Unlock{At: il.NoPos}}, stmts,
			[]il.Stmt{&il.Lock{At: il.NoPos}})
	}
	if len(methods) > 0 {
		m := methods[r.IntN(len(methods))]
		call := &il.Call{
			At: il.NoPos, Method: m.Name, Args: draw.Arguments(r, c.Core, u, len(m.Formals)),
		}
		stmts = append(slices.Clip(stmts), call)
	}
	method.Body = &il.Block{At: u.Body.At, End: u.Body.End, Stmts: stmts}
	method.Name, method.Thread, method.Index = u.Name+"'", false, len(c.Core.Units)
	core := *c.Core
	core.Units = append(slices.Clip(core.Units), &method)
	core.Order = append(slices.Clip(core.Order), &method)
	core.Methods = maps.Clone(core.Methods)
	core.Methods[method.Name] = &method
	sets, err := abstract.AnalyzeSets(&core, c.Analysis)
	if err != nil {
		return nil, engine.BoundError{Limit: err.Error()}
	}
	return &summarised{c: c, sets: sets, callee: &method}, nil
}

// called returns a copy of su with a random call of the callee, a random D, and a reading of WB.
func (su summarised) called(r *rand.Rand) *summarised {
	su.caller = draw.Unit(r, su.c.Core)
	su.call = &il.Call{
		At: il.NoPos, Method: su.callee.Name,
		Args: draw.Arguments(r, su.c.Core, su.caller, len(su.callee.Formals)),
	}
	su.balanced = compound.NewLegality(su.c.Core).Balanced(su.callee.Body)
	su.d = abstract.Bottom()
	if r.IntN(2) == 0 {
		su.d = su.sets.Summary(su.caller).Clone()
		su.d.L, _ = levelAndCap(r, su.c.Analysis.Cap)
	}
	if n := wbReading(r.IntN(8)); n <= unfiltered {
		su.wb = n
	}
	return &su
}

func (su *summarised) inStrongANF() bool {
	return check.StrongANF(&il.Core{Units: []*il.Unit{su.callee}})
}

// unprefixed reports whether the actuals make no argument of a nested call a prefix of another.
func (su *summarised) unprefixed() bool {
	ok := true
	actuals := su.actuals()
	il.Walk(su.callee.Body, func(s il.Stmt) {
		call, isCall := s.(*il.Call)
		if !isCall {
			return
		}
		before := abstract.PrefixArguments(call.Args)
		after := abstract.PrefixArguments(actuals.Exprs(call.Args))
		ok = ok && len(before) == len(after)
	})
	return ok
}

func (su *summarised) Conclusion() error {
	// Where a path took the place of a variable, mbody(m)[e/arg] is sugar of Figure 4.
	inlined := il.Lower(su.actuals().Block(su.callee.Body), nil)
	left := su.sets.Apply(su.caller, &il.Block{Stmts: []il.Stmt{su.call}}, su.d)
	right := su.sets.Apply(su.caller, inlined, su.d)
	for _, e := range su.prefixArguments() {
		if su.wb == unfiltered || su.caller.Formal(e.Root()) >= 0 {
			right.W.Add(e)
		}
	}
	return notation.Equal(su.c.Core.Source, notation.Term("[[m(e)]]# D", left),
		notation.Term("[[mbody(m)[e/arg]]]# D ∪1 WB(e)", right))
}

// prefixArguments returns WB(e1, ..., en) in the instance's reading; nothing if the analysis has no
// WB.
func (su *summarised) prefixArguments() []abstract.Expr {
	if su.c.Analysis.Without&abstract.ClausePrefixArguments != 0 {
		return nil
	}
	all := abstract.PrefixArguments(su.call.Args)
	if su.wb == bothDirections {
		for i, e := range su.call.Args {
			for j, o := range su.call.Args {
				if i != j && o.IsPrefixOf(e) {
					all = append(all, abstract.ExprOf(e))
				}
			}
		}
	}
	return all
}

func (su *summarised) actuals() compound.Actuals {
	actuals := compound.Actuals{}
	for i, e := range su.call.Args {
		actuals[su.callee.Formals[i]] = e
	}
	return actuals
}

func (su *summarised) String() string {
	wb := [...]string{
		asFigure7: "", bothDirections: ", WB in both directions", unfiltered: ", WB without fml",
	}[su.wb]
	return fmt.Sprintf("in %s, %s with %s(%s) %s, D = %s%s", su.caller.Name, il.Text(su.call),
		su.callee.Name, compound.FormalList(su.callee),
		notation.Block(su.callee.Body), notation.D(su.c.Core.Source, su.d), wb)
}
