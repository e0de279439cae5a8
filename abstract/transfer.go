package abstract

import (
	"wobbly/il"
)

// transfer computes [[.]]# inside one unit: Figure 7, by the rules of an analysis.
type transfer struct {
	*rules
	core *il.Core
	unit *il.Unit
	sums []D // of the callees, by Unit.Index; in a recursive program those so far
}

// stmt returns one statement's [[.]]# D. It may reuse d, as each rule may.
func (t *transfer) stmt(s il.Stmt, d D) D {
	switch s := s.(type) {
	case *il.Skip, il.Command:
		return t.command(s, d)
	case *il.If: // Fig7-if: [[if * then C1 else C2]]# D = [[C1]]# D ⊔ [[C2]]# D
		e := t.els(t, s.Else, d.Clone())
		return t.join(t.then(t, s.Then, d), e)
	case *il.While: // Fig7-while: [[while * do C]]# D = D ⊔ [[C]]# D, once, as locking is balanced
		once := t.body(t, s.Body, d.Clone())
		return t.join(d, once)
	case *il.Call:
		return t.call(s, d)
	default:
		panic(il.Unknown(s))
	}
}

// block is Fig7-seq, in program order (deviation 1).
//
//	[[C; c]]# D = [[c]]# ([[C]]# D)
func (t *transfer) block(b *il.Block, d D) D {
	for _, s := range t.sequence(b.List()) {
		d = t.stmt(s, d)
	}
	return d
}

// command is Fig7-command. No command both locks and accesses.
//
//	[[c]]# ⟨W, L, A⟩ = ⟨wobbly W c, locking L c, accs (A, L) c⟩
func (t *transfer) command(c il.Stmt, d D) D {
	t.accs(c, d)
	t.wobbly(c, d)
	if len(d.Histories) > 0 {
		d = d.after(c)
	}
	d.L = t.locking(c, d.L)
	return d
}

// wobbly adds the expressions that a command touches, if a formal is their root.
//
//	wobbly W (x := y)     = W ∪ fml{x, y}
//	wobbly W (x := π)     = W ∪ fml{x, π}
//	wobbly W (π := x)     = W ∪ fml{π, x}
//	wobbly W (x := new()) = W ∪ fml{x}
//	wobbly W c            = W               for any other c
func (t *transfer) wobbly(c il.Stmt, d D) {
	touched := t.touched(c)
	for _, e := range touched.List() {
		if t.fmlWobbly(t.unit, e.Expr) {
			t.touch(d, e)
		}
	}
}

// locking returns the lock level after a command.
//
//	locking L lock()   = incr(L)
//	locking L unlock() = decr(L)
//	locking L c        = L        for any other c
func (t *transfer) locking(c il.Stmt, l il.Level) il.Level {
	switch {
	case il.Acquires(c):
		return t.incr(c, l)
	case il.Releases(c):
		return t.decr(c, l)
	default:
		return l
	}
}

// accs records the access of a command, if a formal is the root of its path.
//
//	accs (A, L) (x := π) = A ∪ fml{⟨x := π, L⟩}
//	accs (A, L) (π := x) = A ∪ fml{⟨π := x, L⟩}
//	accs (A, L) c        = A                     for any other c
func (t *transfer) accs(c il.Stmt, d D) {
	if a, ok := Accessed(c); ok && t.fmlAccs(t.unit, a.Path) {
		a.Lock = d.L
		d.record(a)
	}
}

// call is Fig7-call: a summary applied. The filter applies to all that comes from the callee
// (deviation 2).
//
//	[[mbody(m)]]# ⟨∅, 0, ∅⟩ = ⟨W', L', A'⟩    θ = [e1/arg1, ..., en/argn]
//	W'' = fml(WB(e1, ..., en) ∪ W'[θ])    A'' = fml({⟨c, L + l⟩ | ⟨c, l⟩ ∈ A'}[θ])
//	------------------------------------------------------------------------------
//	[[m(e1, ..., en)]]# ⟨W, L, A⟩ = ⟨W ∪ W'', L + L', A ∪ A''⟩
func (t *transfer) call(c *il.Call, d D) D {
	callee := t.core.Methods[c.Method]
	sum, theta := t.summary(t.sums[callee.Index]), Substitution(callee, c)
	for _, e := range t.prefixArguments(c.Args, t.begins) {
		if t.fmlCall(t.unit, e) {
			d.W.Add(e)
		}
	}
	t.inherit(t, d, sum, theta)
	for a := range sum.A.All() {
		inner := a.Lock
		a = t.atCaller(a, a.Path.Subst(theta))
		a.Lock = t.offset(d.L, a.Lock)
		if t.fmlCall(t.unit, a.Path) {
			d.recordCallee(a, inner)
		}
	}
	if len(d.Histories) > 0 {
		d = d.afterCall(sum)
	}
	d.L = t.add(d.L, sum.L)
	return d
}

// inheritWobbly is W ∪ fml(W'[θ]).
func inheritWobbly(t *transfer, d, sum D, theta map[string]Expr) { t.replace(d.W, sum.W, theta) }

// replace adds a callee's expressions, actuals for formals, to those of its caller.
func (t *transfer) replace(caller, callee *Set[Expr], theta map[string]Expr) {
	for w := range callee.All() {
		if e, ok := t.substitute(w, theta); ok && t.fmlCall(t.unit, e) {
			caller.Add(e)
		}
	}
}

// substitute is e[θ].
func substitute(e Expr, theta map[string]Expr) (Expr, bool) { return e.Subst(theta), true }

// fml keeps an expression only if a formal is its root.
func fml(u *il.Unit, e Expr) bool { return u.Formal(e.Root()) >= 0 }

// touch is W ∪ {e}.
func (d D) touch(e TouchedExpr) { d.W.Add(e.Expr) }

// at returns the access with its path in terms of a caller.
func (a Access) at(path Expr) Access {
	a.Path = path
	return a
}

// TouchedExpr is an expression that wobbly adds to W, and the clause that says so.
type TouchedExpr struct {
	By Clause
	Expr
}

// Target reports whether the command assigns to the expression, rather than uses its value.
func (e TouchedExpr) Target() bool {
	return e.By&(ClauseCopyTarget|ClauseLoadTarget|ClauseStoreTarget|ClauseNewTarget) != 0
}

// Touches are the expressions that a simple command touches, at most two.
type Touches struct {
	all [2]TouchedExpr
	n   int
}

// touches returns at most two touched expressions as Touches.
func touches(list ...TouchedExpr) (t Touches) {
	t.n = copy(t.all[:], list)
	return t
}

// List lists the expressions, as a part of t.
func (t *Touches) List() []TouchedExpr { return t.all[:t.n] }

// Touched returns the expressions that wobbly adds for a simple command, before the filter: both
// sides of a copy, load or store, and the target of a new. Targets come first.
func Touched(c il.Stmt) Touches {
	switch c := c.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
		return touches()
	case *il.Copy:
		return touches(TouchedExpr{ClauseCopyTarget, Expr(c.Dst)},
			TouchedExpr{ClauseCopySource, Expr(c.Src)})
	case *il.Load:
		return touches(TouchedExpr{ClauseLoadTarget, Expr(c.Dst)},
			TouchedExpr{ClauseLoadSource, ExprOf(c.Src)})
	case *il.Store:
		return touches(TouchedExpr{ClauseStoreTarget, ExprOf(c.Dst)},
			TouchedExpr{ClauseStoreSource, Expr(c.Src)})
	case *il.New:
		return touches(TouchedExpr{ClauseNewTarget, Expr(c.Dst)})
	default:
		panic(il.Unknown(c))
	}
}

// Accessed returns the access that a simple command makes, at level 0, before the filter; only
// loads and stores make one.
func Accessed(c il.Stmt) (Access, bool) {
	a, ok := il.AccessOf(c)
	return Access{At: a.At, Kind: a.Kind, Path: ExprOf(a.Path)}, ok
}

// Substitution is [e1/arg1, ..., en/argn] for a call of callee.
func Substitution(callee *il.Unit, c *il.Call) map[string]Expr {
	theta := make(map[string]Expr, len(c.Args))
	for i, e := range c.Args {
		theta[callee.Formals[i]] = ExprOf(e)
	}
	return theta
}

// PrefixArguments is WB(e1, ..., en) = {e_i | ∃ j ≠ i. e_i ⪯ e_j}, in argument order.
func PrefixArguments(args []il.Expr) []Expr { return prefixArguments(args, il.Expr.IsPrefixOf) }

// prefixArguments is WB by a relation ⪯.
func prefixArguments(args []il.Expr, begins func(e, o il.Expr) bool) []Expr {
	var all []Expr
	for i, e := range args {
		for j, o := range args {
			if i != j && begins(e, o) {
				all = append(all, ExprOf(e))
				break
			}
		}
	}
	return all
}
