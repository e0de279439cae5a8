package abstract

import (
	"wobbly/il"
)

// transfer computes [[.]]# inside one unit.
type transfer struct {
	core *il.Core
	unit *il.Unit
	opts Options
	sums map[*il.Unit]D // of every callee
}

// fml keeps an expression only if a formal is its root.
func (t *transfer) fml(e Expr) bool { return t.unit.Formal(e.Root()) >= 0 }

// block is [[C]]# D. It may reuse d.
//
//	[[C;c]]# D = [[c]]# ([[C]]# D)
func (t *transfer) block(b *il.Block, d D) D {
	for _, s := range t.sequence(b.List()) {
		d = t.stmt(s, d)
	}
	return d
}

// sequence is the order in which the statements of a block are applied:
// program order, or Reading G18's.
func (t *transfer) sequence(stmts []il.Stmt) []il.Stmt {
	if !t.opts.reads(ReadingG18) {
		return stmts
	}
	var simple, compound []il.Stmt
	for _, s := range stmts {
		switch s.(type) {
		case *il.If, *il.While, *il.Call:
			compound = append(compound, s)
		default:
			simple = append([]il.Stmt{s}, simple...)
		}
	}
	return append(simple, compound...)
}

// stmt is one statement's [[.]]# D, a case per rule of Figure 7.
func (t *transfer) stmt(s il.Stmt, d D) D {
	switch s := s.(type) {
	case *il.Skip, *il.Copy, *il.Load, *il.Store, *il.New, *il.Lock, *il.Unlock:
		return t.command(s, d)
	case *il.If: // [[C1]]# D ⊔ [[C2]]# D
		els := t.inner(ClauseElseBranch, s.Else, d.Clone())
		return t.opts.join(t.inner(ClauseThenBranch, s.Then, d), els)
	case *il.While: // D ⊔ [[C']]# D: one iteration is enough, as locking is balanced
		once := t.inner(ClauseLoopBody, s.Body, d.Clone())
		return t.opts.join(d, once)
	case *il.Call:
		return t.call(s, d)
	default:
		panic(il.Unknown(s))
	}
}

// inner is [[C]]# D for a block inside a statement, which its clause enters.
func (t *transfer) inner(entered Clause, b *il.Block, d D) D {
	if t.opts.without(entered) {
		return d
	}
	return t.block(b, d)
}

// command is [[c]]# <W, L, A> = <wobbly W c, locking L c, accs (A, L) c>.
func (t *transfer) command(c il.Stmt, d D) D {
	t.accs(c, d) // before L changes; no command both locks and accesses
	t.wobbly(c, d)
	d.L = t.locking(c, d.L)
	return d
}

// wobbly adds to W the formal-rooted expressions that c names.
func (t *transfer) wobbly(c il.Stmt, d D) {
	for _, e := range Touched(c) {
		if !t.opts.without(e.By) && (t.fml(e.Expr) || t.opts.without(ClauseFilterWobbly)) {
			d.touch(e)
		}
	}
}

// touch adds an expression to W, and in the modes Plus and Meet to Wr if it is a target.
func (d D) touch(e TouchedExpr) {
	d.W[e.Expr] = true
	if d.Wr != nil && e.Target() {
		d.Wr[e.Expr] = true
	}
}

// TouchedExpr is an expression that wobbly adds to W, and the clause that says
// so.
type TouchedExpr struct {
	By Clause
	Expr
}

// Target tells whether a command assigns to the expression, rather than use its
// value.
func (e TouchedExpr) Target() bool {
	return e.By&(ClauseCopyTarget|ClauseLoadTarget|ClauseStoreTarget|ClauseNewTarget) != 0
}

// Touched lists the expressions that wobbly adds for a simple command, before
// the filter: both sides of a copy, load or store, and the target of a new.
// Targets come first.
func Touched(c il.Stmt) []TouchedExpr {
	switch c := c.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
		return nil
	case *il.Copy:
		return []TouchedExpr{{ClauseCopyTarget, Expr(c.Dst)}, {ClauseCopySource, Expr(c.Src)}}
	case *il.Load:
		return []TouchedExpr{{ClauseLoadTarget, Expr(c.Dst)}, {ClauseLoadSource, ExprOf(c.Src)}}
	case *il.Store:
		return []TouchedExpr{{ClauseStoreTarget, ExprOf(c.Dst)}, {ClauseStoreSource, Expr(c.Src)}}
	case *il.New:
		return []TouchedExpr{{ClauseNewTarget, Expr(c.Dst)}}
	default:
		panic(il.Unknown(c))
	}
}

// locking follows the lock level.
func (t *transfer) locking(c il.Stmt, l int) int {
	switch c.(type) {
	case *il.Lock:
		return t.opts.incr(l)
	case *il.Unlock:
		return t.opts.decr(l)
	default:
		return l
	}
}

// accs records a load or store of a formal-rooted path at the level L.
func (t *transfer) accs(c il.Stmt, d D) {
	if a, ok := Accessed(c); ok && (t.fml(a.Path) || t.opts.without(ClauseFilterAccesses)) {
		a.Lock = d.L
		d.A[a] = true
	}
}

// Accessed is the access that a simple command makes, at level 0, before the
// filter; only loads and stores make one.
func Accessed(c il.Stmt) (Access, bool) {
	switch c := c.(type) {
	case *il.Load:
		return Access{At: c.At, Kind: il.Read, Path: ExprOf(c.Src)}, true
	case *il.Store:
		return Access{At: c.At, Kind: il.Write, Path: ExprOf(c.Dst)}, true
	default:
		return Access{}, false
	}
}

// call is [[m(e1, ..., en)]]# <W, L, A>, from the summary <W', L', A'> of m:
//
//	<W ∪ fml(WB(e) ∪ W'[e/arg]), L + L', A ∪ fml({<c, L+l> | <c, l> ∈ A'}[e/arg])>
//
// In the modes Plus and Meet, Wr ∪ fml(Wr'[e/arg]) beside it, and an access whose root is
// replaced by e has |e| captured fields more.
func (t *transfer) call(c *il.Call, d D) D {
	callee := t.core.Methods[c.Method]
	sum := t.summary(callee)
	theta := Substitution(callee, c)
	for _, e := range t.prefixArguments(c) {
		if t.keep(e) {
			d.W[e] = true
		}
	}
	t.replace(d.W, sum.W, theta)
	t.replace(d.Wr, sum.Wr, theta)
	for a := range sum.A {
		if t.opts.Mode.Captures() {
			a.Captured += theta[a.Path.Root()].Len()
		}
		a.Path, a.Lock = a.Path.Subst(theta), t.offset(d.L, a.Lock)
		if t.keep(a.Path) {
			d.A[a] = true
		}
	}
	d.L = t.opts.add(d.L, sum.L)
	return d
}

// keep is fml after substitution, unless Reading G19 does without it.
func (t *transfer) keep(e Expr) bool { return t.opts.reads(ReadingG19) || t.fml(e) }

// replace adds a callee's expressions, actuals for formals, to those of its
// caller.
func (t *transfer) replace(caller, callee map[Expr]bool, theta map[string]Expr) {
	for w := range callee {
		_, rest := w.Cut()
		bare := rest == "" && t.opts.reads(ReadingBareDrop)
		if e := w.Subst(theta); t.keep(e) && !bare {
			caller[e] = true
		}
	}
}

// summary is <W', L', A'> of a callee as far as its caller takes it over. In a
// recursive program it is what is known of it so far, at first nothing.
func (t *transfer) summary(callee *il.Unit) D {
	sum := t.sums[callee]
	if t.opts.without(ClauseCalleeWobbly) {
		sum.W, sum.Wr = nil, nil
	}
	if t.opts.without(ClauseCalleeLock) {
		sum.L = 0
	}
	return sum
}

// offset is the level of a callee's access, L + l.
func (t *transfer) offset(l, access int) int {
	if t.opts.without(ClauseLockOffset) {
		return access
	}
	return t.opts.add(l, access)
}

// Substitution is [e1/arg1, ..., en/argn] for a call of callee.
func Substitution(callee *il.Unit, c *il.Call) map[string]Expr {
	theta := make(map[string]Expr, len(c.Args))
	for i, e := range c.Args {
		theta[callee.Formals[i]] = ExprOf(e)
	}
	return theta
}

// prefixArguments is WB(e), or both its directions under Reading G26. In the
// other modes than Figure7 it is empty.
func (t *transfer) prefixArguments(c *il.Call) []Expr {
	if t.opts.Mode != Figure7 || t.opts.without(ClausePrefixArguments) {
		return nil
	}
	all := PrefixArguments(c.Args)
	if t.opts.reads(ReadingG26) {
		for i, e := range c.Args {
			for j, o := range c.Args {
				if i != j && o.IsPrefixOf(e) {
					all = append(all, ExprOf(e))
				}
			}
		}
	}
	return all
}

// PrefixArguments is WB(e1, ..., en) = {e_i | ∃ j ≠ i. e_i ⪯ e_j}, in argument
// order.
func PrefixArguments(args []il.Expr) []Expr {
	var all []Expr
	for i, e := range args {
		for j, o := range args {
			if i != j && e.IsPrefixOf(o) {
				all = append(all, ExprOf(e))
				break
			}
		}
	}
	return all
}
