package abstract

import "wobbly/il"

// rules is the analysis as a value: Figure 7 and the reporting condition, with a field for each
// function that a mode, a literal reading or a switched-off clause replaces (mode.go, reading.go,
// clause.go). transfer.go, exec.go and report.go combine them without knowing these options.
type rules struct {
	commandRules
	levelRules
	blockRules
	callRules
	conditions
}

// commandRules are wobbly and accs.
type commandRules struct {
	touched   func(c il.Stmt) Touches          // what wobbly W c adds to W
	touch     func(d D, e TouchedExpr)         // W ∪ {e}
	fmlWobbly func(u *il.Unit, e Expr) bool    // fml in wobbly
	fmlAccs   func(u *il.Unit, e Expr) bool    // fml in accs
	atCaller  func(a Access, path Expr) Access // an access whose path is path in terms of a caller
	prepare   func(d D) D                      // d with every component of 𝒟
}

// levelRules are the functions on lock levels.
type levelRules struct {
	add         func(l, l2 il.Level) il.Level        // add(L, L')
	incr, decr  func(c il.Node, l il.Level) il.Level // incr(L) after lock(), decr(L) after unlock()
	offset      func(l, access il.Level) il.Level    // the level L + l of a callee's access
	alongTraces func(first, now il.Level) il.Level   // the level of an access in a trace (Figure 8)
}

// blockRules are the rules of compound statements.
type blockRules struct {
	sequence        func(stmts []il.Stmt) []il.Stmt // the order of C; c
	then, els, body inner                           // C1 and C2 of an if, C of a while
	join            func(d, e D) D                  // D ⊔ E; it may reuse d
}

// inner is [[C]]# D of a block C inside a statement.
type inner func(t *transfer, c *il.Block, d D) D

// callRules are the rules that apply a callee's summary.
type callRules struct {
	begins          prefixOrder                                        // e ⪯ o in WB
	prefixArguments func(args []il.Expr, begins prefixOrder) []Expr    // WB(e1, ..., en)
	summary         func(sum D) D                                      // ⟨W', L', A'⟩
	inherit         func(t *transfer, d, sum D, theta map[string]Expr) // W ∪ fml(W'[e/arg])
	substitute      func(e Expr, theta map[string]Expr) (Expr, bool)   // e[e/arg]; false to drop it
	fmlCall         func(u *il.Unit, e Expr) bool                      // fml in the rule for calls
}

// prefixOrder is a relation e ⪯ o between actuals.
type prefixOrder = func(e, o il.Expr) bool

// figure7 returns the analysis of Figure 7 and Theorem 6.10, as corrected.
func figure7(o Options) rules {
	add := func(l, l2 il.Level) il.Level { return l.Plus(l2).Capped(o.Cap) }
	return rules{
		commandRules{
			touched: Touched, touch: D.touch, fmlWobbly: fml, fmlAccs: fml,
			atCaller: Access.at, prepare: same[D],
		},
		levelRules{
			add:    add,
			incr:   func(c il.Node, l il.Level) il.Level { return l.After(c).Capped(o.Cap) },
			decr:   func(c il.Node, l il.Level) il.Level { return l.After(c).Max(il.Level{}) },
			offset: add, alongTraces: func(_, now il.Level) il.Level { return now },
		},
		blockRules{
			sequence: same[[]il.Stmt], join: D.Join,
			then: (*transfer).block, els: (*transfer).block, body: (*transfer).block,
		},
		callRules{
			begins: il.Expr.IsPrefixOf, prefixArguments: prefixArguments, summary: same[D],
			inherit: inheritWobbly, substitute: substitute, fmlCall: fml,
		},
		conditions{oneWrites: oneWrites, locks: o.Condition.Holds}.with(stability),
	}
}

// plain has the rules of each mode without options, the most common case.
var plain = func() (byMode []*rules) {
	for _, m := range Modes {
		byMode = append(byMode, Options{Mode: m.Mode}.changed())
	}
	return byMode
}()

// rules returns the rules of the options. They are shared and must not be changed.
func (o Options) rules() *rules {
	o.MaxElements = 0 // no rule depends on it
	if o == (Options{Mode: o.Mode}) {
		return plain[o.Mode]
	}
	return o.changed()
}

// changed returns Figure 7, changed by the mode, the readings and the switched-off clauses.
func (o Options) changed() *rules {
	r := figure7(o)
	Modes[o.Mode].change(&r)
	for _, x := range Readings {
		if o.Literal&x.Reading != 0 {
			x.change(&r)
		}
	}
	for _, x := range Clauses {
		if o.Without&x.Clause != 0 {
			x.off(&r)
		}
	}
	return &r
}

// bottom returns Bottom with every component that the rules compute.
func (r *rules) bottom() D { return r.prepare(Bottom()) }

// The following functions leave out the effect of a rule.

func same[T any](x T) T { return x }

func sameLevel(_ il.Node, l il.Level) il.Level { return l }

func everyExpr(*il.Unit, Expr) bool { return true }

func empty(_ *transfer, _ *il.Block, d D) D { return d }

func noArguments([]il.Expr, prefixOrder) []Expr { return nil }

func anyPath(D, Expr, int) bool { return true }
