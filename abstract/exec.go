package abstract

import (
	"wobbly/il"
)

// Substitutions is the stack θ of Figure 8, innermost call last. Each maps the formals of a callee
// to the actuals of its caller.
type Substitutions []map[string]Expr

// Exec is Figure 8: it runs the analysis along one syntactic trace, commands left to right, from an
// abstract state and a stack of substitutions. Figure 8 is written by recursion on the trace's last
// command; the order is the same.
//
// It supports those clauses of Options.Without that Figure 8 has too: what each command touches, WB
// at a push, and the counting of lock() and unlock(). Alpha supports ClauseJoinMax. The other
// clauses are about summaries, blocks and reports; without one of them Figures 7 and 8 may differ.
type Exec struct {
	Unit    *il.Unit // of the outermost call; its formals are roots at the top level
	Options Options
}

// Run is exec τ (D, θ). It may reuse d; the stack is not changed.
func (e Exec) Run(trace []il.Command, d D, theta Substitutions) (D, Substitutions) {
	return execution{e.Options.rules(), e.Unit}.run(trace, d, theta)
}

// execution is Figure 8 by the rules of an analysis.
type execution struct {
	*rules
	unit *il.Unit
}

func (ex execution) run(trace []il.Command, d D, theta Substitutions) (D, Substitutions) {
	first := d.L
	d = ex.prepare(d)
	theta = append(Substitutions(nil), theta...)
	for _, c := range trace {
		d, theta = ex.command(c, d, theta, first)
	}
	return d, theta
}

// command executes a command by its clause in Figure 8. The trace began at the lock level first.
func (ex execution) command(
	c il.Command, d D, theta Substitutions, first il.Level,
) (D, Substitutions) {
	switch c := c.(type) {
	case *il.Copy, *il.New:
		ex.wobbly(d, theta, c.(il.Stmt))
	case *il.Load, *il.Store:
		stmt := c.(il.Stmt)
		ex.wobbly(d, theta, stmt)
		ex.record(d, theta, stmt, first)
	case *il.Lock:
		d.L = ex.incr(c, d.L)
	case *il.Unlock:
		d.L = ex.decr(c, d.L)
	case il.Push:
		for _, e := range ex.prefixArguments(c.Call.Args, il.Expr.IsPrefixOf) {
			ex.atTop(d, theta, TouchedExpr{ClausePrefixArguments, e})
		}
		theta = append(theta, Substitution(c.Callee, c.Call))
	case il.Pop:
		theta = theta[:len(theta)-1]
	default:
		panic(il.Unknown(c))
	}
	return d, theta
}

// wobbly adds to W the expressions that a simple command touches.
func (ex execution) wobbly(d D, theta Substitutions, c il.Stmt) {
	touched := ex.touched(c)
	for _, e := range touched.List() {
		ex.atTop(d, theta, e)
	}
}

// atTop adds to W the image of an expression at the top level.
func (ex execution) atTop(d D, theta Substitutions, e TouchedExpr) {
	if top, ok := ex.substitute(e.Expr, theta); ok {
		ex.touch(d, TouchedExpr{e.By, top})
	}
}

// record adds an access to A, if its path has a meaning at the top level.
func (ex execution) record(d D, theta Substitutions, c il.Stmt, first il.Level) {
	a, _ := Accessed(c)
	if path, ok := ex.substitute(a.Path, theta); ok {
		a = ex.atCaller(a, path)
		a.Lock = ex.alongTraces(first, d.L)
		d.A.Add(a)
	}
}

// substitute is e^θ: innermost substitution first; nothing if a root in between is no formal there.
//
//	e^(θ::rest) = (e[θ])^rest   if root(e) ∈ dom θ
//	e^ε         = e             if root(e) is a formal
func (ex execution) substitute(e Expr, theta Substitutions) (Expr, bool) {
	for i := len(theta) - 1; i >= 0; i-- {
		if _, ok := theta[i][e.Root()]; !ok {
			return "", false
		}
		e = e.Subst(theta[i])
	}
	return e, ex.unit.Formal(e.Root()) >= 0
}

// Alpha returns the abstraction α of Definition 5.4: the join of exec over a set of traces of one
// method that start at level 0. For the empty set it is Bottom.
func Alpha(u *il.Unit, opts Options, traces func(yield func([]il.Command) bool)) D {
	x := execution{opts.rules(), u}
	all, empty := x.bottom(), true
	traces(func(trace []il.Command) bool {
		d, _ := x.run(trace, x.bottom(), nil)
		if !empty {
			d = x.join(all, d)
		}
		all, empty = d, false
		return true
	})
	return all
}
