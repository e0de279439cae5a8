package abstract

import (
	"wobbly/il"
)

// Substitutions is the stack θ of Figure 8, innermost call last. Each maps the
// formals of a callee to the actuals of its caller.
type Substitutions []map[string]Expr

// Exec is Figure 8: it runs the analysis along one syntactic trace, commands
// left to right, from an abstract state and a stack of substitutions. Figure 8
// is written by recursion on the trace's last command; the order is the same.
//
// Of the clauses of Options.Without it honours those that Figure 8 has too:
// what each command touches, WB at a push, and what lock() and unlock() count.
// Alpha honours ClauseJoinMax. The others speak of summaries, blocks and
// reports, of which traces know nothing: without one of them Figures 7 and 8
// may come apart.
type Exec struct {
	Unit    *il.Unit // whose formals count where no substitution is left
	Options Options
}

// Run is exec τ (D, θ). It may reuse d; the stack is not changed.
func (x Exec) Run(trace []il.Command, d D, theta Substitutions) (D, Substitutions) {
	first := d.L
	d = x.Options.prepare(d)
	theta = append(Substitutions(nil), theta...)
	for _, c := range trace {
		d, theta = x.command(c, d, theta, first)
	}
	return d, theta
}

// command is one clause of Figure 8.
func (x Exec) command(c il.Command, d D, theta Substitutions, first int) (D, Substitutions) {
	switch c := c.(type) {
	case *il.Copy, *il.New:
		x.wobbly(d, theta, c.(il.Stmt))
	case *il.Load, *il.Store:
		stmt := c.(il.Stmt)
		x.wobbly(d, theta, stmt)
		x.record(d, theta, stmt, first)
	case *il.Lock:
		d.L = x.Options.incr(d.L)
	case *il.Unlock:
		d.L = x.Options.decr(d.L)
	case il.Push:
		x.push(d, theta, c.Call.Args)
		theta = append(theta, Substitution(c.Callee, c.Call))
	case il.Pop:
		theta = theta[:len(theta)-1]
	default:
		panic(il.Unknown(c))
	}
	return d, theta
}

// wobbly adds to W what a simple command touches.
func (x Exec) wobbly(d D, theta Substitutions, c il.Stmt) {
	for _, e := range Touched(c) {
		if !x.Options.without(e.By) {
			x.touch(d, theta, e)
		}
	}
}

// push adds to W what a call touches, WB of its actuals; nothing in the other
// modes than Figure7.
func (x Exec) push(d D, theta Substitutions, args []il.Expr) {
	if x.Options.Mode != Figure7 || x.Options.without(ClausePrefixArguments) {
		return
	}
	for _, e := range PrefixArguments(args) {
		x.touch(d, theta, TouchedExpr{ClausePrefixArguments, e})
	}
}

// touch adds to W what an expression becomes at the top level.
func (x Exec) touch(d D, theta Substitutions, e TouchedExpr) {
	if top, ok := x.substitute(e.Expr, theta); ok {
		d.touch(TouchedExpr{e.By, top})
	}
}

// record adds an access to A, if its path has a meaning at the top level.
func (x Exec) record(d D, theta Substitutions, c il.Stmt, first int) {
	a, _ := Accessed(c)
	path, ok := x.substitute(a.Path, theta)
	if !ok {
		return
	}
	if x.Options.Mode.Captures() {
		a.Captured = path.Len() - a.Path.Len()
	}
	a.Path, a.Lock = path, d.L
	if x.Options.reads(ReadingG29) {
		a.Lock = first
	}
	d.A[a] = true
}

// substitute is e^θ: innermost substitution first; nothing if a root on the way
// is no formal there.
//
//	e^(θ::rest) = (e[θ])^rest   if root(e) ∈ dom θ
//	e^ε         = e             if root(e) is a formal
func (x Exec) substitute(e Expr, theta Substitutions) (Expr, bool) {
	for i := len(theta) - 1; i >= 0; i-- {
		if _, ok := theta[i][e.Root()]; !ok {
			return "", false
		}
		e = e.Subst(theta[i])
	}
	return e, x.Unit.Formal(e.Root()) >= 0
}

// Alpha is the abstraction α of Definition 5.4: the join, over a set of traces
// of one unit that start at level 0, of what exec makes of each. Of the empty
// set it is Bottom.
func Alpha(u *il.Unit, opts Options, traces func(yield func([]il.Command) bool)) D {
	all, some := opts.bottom(), false
	traces(func(trace []il.Command) bool {
		d, _ := Exec{u, opts}.Run(trace, opts.bottom(), nil)
		if some {
			d = opts.join(all, d)
		}
		all, some = d, true
		return true
	})
	return all
}
