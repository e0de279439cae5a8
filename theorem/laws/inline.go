package laws

import (
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/compound"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

// inlining returns the law that a summary loses nothing, compared with the bodies of callees.
func inlining() *engine.Statement {
	return &engine.Statement{
		Name: "inline", Title: "Summaries compose as bodies do",
		Cite: "Figure 7, call rule (POPL 2019); Lemma 5.13, for whole programs",
		Words: "The summary of a unit is the same if every call in it, and in what it calls, " +
			"is replaced by the body of the method: actuals for formals, and locals renamed apart.",
		Symbols: "[[C]]# ⊥ = [[C with mbody(m)[e/arg] for m(ē), throughout]]# ⊥",
		Hypotheses: []engine.Hypothesis{
			engine.On("bare-variables",
				"If the body copies, assigns or stores a formal, its actual is a variable: "+
					"a path would be one more access.",
				func(x *inlined) bool { return x.bare }),
			engine.On("apart",
				"At no call is one argument a prefix of another, so that WB adds nothing.",
				func(x *inlined) bool { return x.unprefixed }),
		},
		Floor:     0.15,
		Instances: eachInlined,
	}
}

// inlined is a unit with calls, and its body without them.
type inlined struct {
	c          *engine.Case
	unit       *il.Unit
	body       *il.Block // the body of unit with all calls replaced
	bare       bool      // whether arguments for parameters that are used bare are variables
	unprefixed bool      // whether no argument is a prefix of another, so that WB adds nothing
}

// maxInlined is the maximum number of statements of a body without calls.
const maxInlined = 2000

// eachInlined visits the units that call something. It computes bodies without calls callees first.
func eachInlined(c *engine.Case, visit func(engine.Instance) bool) error {
	flat := map[string]*inlined{}
	for _, u := range c.Core.Order {
		x := &inlined{c: c, unit: u, bare: true, unprefixed: true}
		x.body = il.Lower(il.Map(u.Body, func(s il.Stmt) ([]il.Stmt, bool) {
			if call, ok := s.(*il.Call); ok {
				return x.call(call, flat[call.Method]), true
			}
			return nil, false
		}), nil)
		flat[u.Name] = x
		if size := compound.Size(x.body); size > maxInlined {
			limit := fmt.Sprintf("a unit without calls has over %d statements", maxInlined)
			return engine.BoundError{Limit: limit}
		}
		if !compound.CallFree(u.Body) && !visit(x) {
			break
		}
	}
	return nil
}

// call returns the statements that replace a call: the body of the callee with the arguments in it.
// It updates in.bare and in.unprefixed.
func (in *inlined) call(s *il.Call, callee *inlined) []il.Stmt {
	actuals := compound.Actuals{}
	var bare []string // variables that commands name on their own, not as roots of paths
	il.Walk(callee.body, func(s il.Stmt) { bare = append(bare, il.Bare(s)...) })
	for i, e := range s.Args {
		formal := callee.unit.Formals[i]
		actuals[formal] = e
		in.bare = in.bare && (e.IsVar() || !slices.Contains(bare, formal))
	}
	in.bare = in.bare && callee.bare
	in.unprefixed = in.unprefixed && callee.unprefixed && len(abstract.PrefixArguments(s.Args)) == 0
	return actuals.Block(callee.body).Stmts
}

func (in *inlined) Conclusion() error {
	s, err := in.c.Sets()
	if err != nil {
		return err
	}
	return notation.Equal(in.c.Core.Source,
		notation.Term("the summary with calls", s.Summary(in.unit)),
		notation.Term("the one without", s.Apply(in.unit, in.body, abstract.Bottom())))
}

func (in *inlined) String() string {
	return fmt.Sprintf("%s, without calls %s", in.unit.Name, notation.Block(in.body))
}
