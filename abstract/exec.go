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
type Exec struct {
	Unit    *il.Unit // whose formals count where no substitution is left
	Options Options
}

// Run is exec τ (D, θ). It may reuse d; the stack is not changed.
func (x Exec) Run(trace []il.Command, d D, theta Substitutions) (D, Substitutions) {
	first := d.L
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
		x.touch(d, theta, Touched(c.(il.Stmt))...)
	case *il.Load, *il.Store:
		stmt := c.(il.Stmt)
		x.touch(d, theta, Touched(stmt)...)
		x.record(d, theta, stmt, first)
	case *il.Lock:
		d.L = x.Options.add(d.L, 1)
	case *il.Unlock:
		d.L = max(d.L-1, 0)
	case il.Push:
		x.touch(d, theta, PrefixArguments(c.Call.Args)...)
		theta = append(theta, Substitution(c.Callee, c.Call))
	case il.Pop:
		theta = theta[:len(theta)-1]
	default:
		panic(il.Unknown(c))
	}
	return d, theta
}

// touch adds to W what the expressions become at the top level.
func (x Exec) touch(d D, theta Substitutions, es ...Expr) {
	for _, e := range es {
		if top, ok := x.substitute(e, theta); ok {
			d.W[top] = true
		}
	}
}

// record adds an access to A, if its path has a meaning at the top level.
func (x Exec) record(d D, theta Substitutions, c il.Stmt, first int) {
	a, _ := Accessed(c)
	path, ok := x.substitute(a.Path, theta)
	if !ok {
		return
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
// of one unit that start at level 0, of what exec makes of each.
func Alpha(u *il.Unit, opts Options, traces func(yield func([]il.Command) bool)) D {
	all := Bottom()
	traces(func(trace []il.Command) bool {
		d, _ := Exec{u, opts}.Run(trace, Bottom(), nil)
		all = all.Join(d)
		return true
	})
	return all
}
