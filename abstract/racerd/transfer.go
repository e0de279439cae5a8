package racerd

import (
	"wobbly/abstract"
	"wobbly/il"
)

// transfer computes the states inside one unit, by the rules of Figure 5.
type transfer struct {
	core  *il.Core
	unit  *il.Unit
	opts  Options
	sums  []state             // of every callee, by Unit.Index
	heads map[*il.While]state // the invariants of loops so far
	full  bool                // A has reached its limit
	watch *watch              // nil unless accesses are explained
}

func (t *transfer) initial() state {
	return state{
		T: t.opts.thread(t.unit), E: initial(t.unit, t.opts.formal), A: map[Access]Ownership{},
	}
}

// block returns the state after a block. It may reuse d. It ends early if A is full.
func (t *transfer) block(b *il.Block, d state) state {
	for _, s := range b.List() {
		if t.full {
			break
		}
		d = t.stmt(s, d)
	}
	return d
}

// stmt returns the state after one statement, a case for each rule. It may reuse d.
func (t *transfer) stmt(s il.Stmt, d state) state {
	switch s := s.(type) {
	case *il.Skip:
		return d
	case *il.Copy: // E[x ↦ E(y)]
		t.assign(d, s, il.Var(s.Dst), il.Var(s.Src))
		return d
	case *il.Load: // E[x ↦ E(π)], a read of π
		t.access(d, s, il.Read, s.Src)
		t.assign(d, s, il.Var(s.Dst), s.Src)
		return d
	case *il.Store: // E[π ↦ E(x)], a write of π
		t.access(d, s, il.Write, s.Dst)
		t.assign(d, s, s.Dst, il.Var(s.Src))
		return d
	case *il.New: // E[x ↦ Owned]
		since := &assignment{Stmt: s, Ownership: Owned}
		d.E.assign(il.Var(s.Dst), entry{Owned, since}, t.opts.KeepStale)
		return d
	case *il.Lock: // ℓ + 1; using the lock is evidence of concurrency
		d.L, d.T = after(d.L, s), anyThread
		return d
	case *il.Unlock: // ℓ - 1
		d.L = after(d.L, s)
		return d
	case *il.If: // the join of both branches
		els := d.branch()
		d = t.block(s.Then, d)
		d.join(t.block(s.Else, els), t.opts.deep())
		return d
	case *il.While:
		return t.loop(s, d)
	case *il.Call:
		return t.call(s, d)
	default:
		panic(il.Unknown(s))
	}
}

// assign is E[to ↦ E(from)]; x := x changes nothing.
func (t *transfer) assign(d state, s il.Stmt, to, from il.Expr) {
	if to.Equal(from) {
		return
	}
	own, p := t.opts.own(d.E, from)
	since := &assignment{Stmt: s, Ownership: own.Ownership, Prefix: p, From: own.since}
	d.E.assign(to, entry{own.Ownership, since}, t.opts.KeepStale)
}

// access records a load or store, and with Options.PrefixReads the reads of its prefixes.
func (t *transfer) access(d state, s il.Stmt, kind il.AccessKind, path il.Expr) {
	t.snapshot(d, s, Access{Access: abstract.Access{At: s.Pos(), Kind: kind}}, path)
	t.readPrefixes(d, s, s.Pos(), path, len(path.Fields)-1)
}

// readPrefixes records, with Options.PrefixReads, that s reads the prefixes of a path with 1 to n
// fields at a position.
func (t *transfer) readPrefixes(d state, s il.Stmt, at il.Pos, path il.Expr, n int) {
	for i := 1; t.opts.PrefixReads && i <= n; i++ {
		a := Access{Access: abstract.Access{At: at, Kind: il.Read}, Prefix: true}
		t.snapshot(d, s, a, prefix(path, i))
	}
}

// snapshot records an access of s to a path, <path, kind, ℓ, t, o> with the ownership o of the
// accessed object. The access has its position and kind already.
func (t *transfer) snapshot(d state, s il.Stmt, a Access, path il.Expr) {
	guard := t.opts.guard(path)
	own, p := t.opts.own(d.E, guard)
	a.Path, a.Lock, a.Thread = abstract.ExprOf(path), d.L, d.T
	t.record(d, a, own.Ownership)
	if t.watch != nil {
		v := &visit{s, []lookedUp{{entry: own, expr: guard, prefix: p}}}
		t.watch.saw(a, recording{visit: v, ownership: own.Ownership})
	}
}

// record joins an ownership to that of a snapshot in A.
func (t *transfer) record(d state, a Access, o Ownership) {
	if a.Kind == il.Read && t.opts.DropReads {
		return
	}
	old, ok := d.A[a]
	switch {
	case ok && o.below(old):
	case ok:
		d.A[a] = old.join(o)
	case len(d.A) >= t.opts.maxElements():
		t.full = true
	default:
		d.A[a] = o
	}
}

// loop returns an invariant of the loop that is above d: the state at its head, and so after it.
// Each iteration is joined to it. A lock count that changed becomes ⊤. (Storing something Unowned
// to π leaves π as owned as its prefix, which can be more than OwnedIf(N); so the rules are not
// monotone, and the invariant need not be the least.)
//
// Each visit starts with the invariant of the previous one. So nested loops cost the sum of their
// iterations, not the product.
func (t *transfer) loop(s *il.While, d state) state {
	head, visited := t.heads[s]
	if !visited {
		head = d
	}
	for grows := !visited || head.join(d, t.opts.deep()); grows; {
		once := t.block(s.Body, head.branch())
		before := head.L
		grows = head.join(once, t.opts.deep())
		if once.L != before || t.opts.AlwaysWiden {
			head.L = Top
		}
		grows = grows || head.L != before
	}
	t.heads[s] = head
	return head.branch()
}

// call applies the summary <ℓ', t', E', A'> of m in m(e1, ..., en) (Figure 5):
//
//	<ℓ + ℓ', t, E, A ∪ {<π[e/arg], k, ℓ + l, t, apply(E, o, e)> | <π, k, l, t'', o> ∈ A'}>
//
// The threads of a callee do not matter to its caller, by Figure 5(B), and its environment E' is
// discarded, by Figure 5(E).
func (t *transfer) call(c *il.Call, d state) state {
	for _, e := range c.Args {
		t.readPrefixes(d, c, e.At, e, len(e.Fields))
	}
	callee := t.core.Methods[c.Method]
	sum := t.sums[callee.Index]
	if len(sum.A) > 0 {
		theta := abstract.Substitution(callee, c)
		actuals := make([]entry, len(c.Args))
		for i, e := range c.Args {
			actuals[i], _ = t.opts.own(d.E, e)
		}
		for inner, o := range sum.A {
			if a, ok := applied(inner, theta, d); ok {
				t.record(d, a, o.instantiate(actuals))
			}
		}
		if t.watch != nil {
			t.watch.sawCall(t, c, d, callee, sum)
		}
	}
	d.L = plus(d.L, sum.L)
	return d
}

// applied returns a callee's snapshot in terms of its caller, false if the root of its path is a
// local of the callee.
func applied(a Access, theta map[string]abstract.Expr, d state) (Access, bool) {
	if _, ok := theta[a.Path.Root()]; !ok {
		return a, false
	}
	a.Path, a.Lock, a.Thread = a.Path.Subst(theta), plus(d.L, a.Lock), d.T
	return a, true
}
