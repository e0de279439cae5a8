package machine

import (
	"wobbly/il"
	"wobbly/il/flow"
)

// Effects are the possible effects of commands: the fields whose cells they read (also on the way
// to an access and in arguments) and write, the loads and stores among them, and the locks that
// they take. The sets may be too large but never too small.
type Effects struct {
	Reads, Writes uint64 // bit f%64 stands for field f
	Sites         uint64 // the loads and stores, as bits of Program.Bit
	Locks         uint16 // a bit for each slot
}

func (e Effects) union(b Effects) Effects {
	return Effects{
		Reads: e.Reads | b.Reads, Writes: e.Writes | b.Writes,
		Sites: e.Sites | b.Sites, Locks: e.Locks | b.Locks,
	}
}

// Conflicts reports whether e may write what b may read or write, or the reverse.
func (e Effects) Conflicts(b Effects) bool {
	return e.Writes&(b.Reads|b.Writes) != 0 || b.Writes&e.Reads != 0
}

// Fields returns the set of some fields, as in Effects.
func (p *Program) Fields(names []string) (set uint64) {
	for _, f := range names {
		set |= 1 << (p.FieldIndex(f) % 64)
	}
	return set
}

// after is what a thread may do in a unit from a node on, including calls.
type after struct {
	future    Effects // the effects of all commands to the end
	untilLock Effects // the effects of those before the next lock() or the end
	lockless  bool    // whether the end can be reached without a lock()
}

// or joins the effects of two branches.
func (a after) or(b after) after {
	return after{
		future: a.future.union(b.future), untilLock: a.untilLock.union(b.untilLock),
		lockless: a.lockless || b.lockless,
	}
}

// from computes the effects of node n and its successors from those of the successors.
func (u *unit) from(n int32, g *Program) after {
	if n == flow.End {
		return after{lockless: true}
	}
	var a after
	for _, to := range u.Successors(n) {
		if to != flow.None {
			a = a.or(u.after[to])
		}
	}
	stmt := u.Nodes[n].Stmt
	own := g.effects(stmt)
	a.future = a.future.union(own)
	if own.Locks != 0 {
		return after{future: a.future}
	}
	if call, ok := stmt.(*il.Call); ok {
		callee := g.callee(call)
		body := callee.after[callee.Entry]
		if !body.lockless {
			a.untilLock, a.lockless = Effects{}, false
		}
		a.future, a.untilLock = a.future.union(body.future), a.untilLock.union(body.untilLock)
	}
	a.untilLock = a.untilLock.union(own)
	return a
}

// effects returns the effects of one command on cells; for a call, of its push.
func (p *Program) effects(s il.Stmt) Effects {
	e := Effects{}
	if il.Acquires(s) {
		e.Locks = 1 << il.SlotOf(s)
	}
	if a, ok := il.AccessOf(s); ok {
		e.Sites = 1 << p.bits[s]
		if a.Kind == il.Write {
			e.Reads, e.Writes = p.Fields(a.Base().Fields), p.Fields([]string{a.Field()})
			return e
		}
	}
	il.EachExpr(s, func(x il.Expr) { e.Reads |= p.Fields(x.Fields) })
	return e
}
