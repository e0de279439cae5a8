package query

import (
	"wobbly/il"
	"wobbly/semantics"
)

// thread is whose variable a path's root is.
func (e *evaluator) thread(n *path) semantics.Tid {
	if n.root == rootThread {
		return n.of
	}
	return e.focus
}

// path is [[e]] of Definition 3.1, but a variable or cell without a value gives
// None.
func (e *evaluator) path(n *path) Value {
	v := e.rootOf(n, e.thread(n))
	for i := range n.fields {
		if v.Kind == None {
			return v
		}
		v = e.field(v.Object, n.fields[i])
	}
	if v.Kind == objectKind && !e.quiet {
		return e.s.object(v.Object)
	}
	return v
}

// rootOf is the object that a path begins at, for variables of thread i.
func (e *evaluator) rootOf(n *path, i semantics.Tid) Value {
	if n.root == rootObject {
		if !e.v.Config.H.Has(n.object) {
			return e.none("there is no object ", n.name)
		}
		return Value{Kind: objectKind, Object: n.object}
	}
	t := &e.v.Config.Threads[i]
	l := t.S.Top.At(n.name)
	switch {
	case l != semantics.Nil:
		return Value{Kind: objectKind, Object: l}
	case e.quiet:
		return none("")
	case !e.s.mentions(t.Point.Unit(), n.name):
		return e.none(i.String(), " is in ", t.Point.Unit().Name, ", which has no variable ", n.name)
	default:
		return e.none(i.String(), ".", n.name, " has no value yet")
	}
}

// field is what a field of an object holds.
func (e *evaluator) field(o semantics.Loc, f string) Value {
	l, ok := e.v.Config.H.At(semantics.Addr{Loc: o, Field: f})
	if !ok || l == semantics.Nil {
		return e.none(e.s.names.Of(o), ".", f, " holds no object")
	}
	return Value{Kind: objectKind, Object: l}
}

// cell is the address of a path with fields, for variables of thread i where none is
// named.
func (e *evaluator) cell(n *path, i semantics.Tid) (semantics.Addr, bool) {
	if n.root == rootThread {
		i = n.of
	}
	v := e.rootOf(n, i)
	last := len(n.fields) - 1
	for _, f := range n.fields[:last] {
		if v.Kind == None {
			break
		}
		v = e.field(v.Object, f)
	}
	return semantics.Addr{Loc: v.Object, Field: n.fields[last]}, v.Kind == objectKind
}

// measure is a quantity of the state.
func (e *evaluator) measure(n *measure) Value {
	k, i := e.v.Config, n.of
	switch n.what {
	case lockOwner:
		return threadValue(owner(k))
	case lockDepth:
		return numberOf(k.Threads[semantics.A].L.Max(k.Threads[semantics.B].L).Depth())
	case allSteps:
		return numberOf(e.v.Steps[semantics.A] + e.v.Steps[semantics.B])
	case switches:
		return numberOf(e.v.Switches)
	case lastMoved:
		return threadValue(e.v.mover())
	case objects:
		return numberOf(k.H.Size())
	case threadDepth:
		return numberOf(k.Threads[i].L.Depth())
	case threadLine:
		return numberOf(e.s.at(k, i).Line)
	case threadAt:
		return positionOf(e.s.at(k, i))
	case threadSteps:
		return numberOf(e.v.Steps[i])
	default:
		panic(il.Unknown(n.what))
	}
}

// owner is the thread that holds the lock.
func owner(k semantics.Config) Who {
	for _, i := range semantics.Tids {
		if k.Threads[i].L.Held() {
			return whoIs(i)
		}
	}
	return nobody
}

// mover is the thread that made the last step.
func (v *View) mover() Who {
	if !v.moved() {
		return nobody
	}
	return whoIs(v.Last)
}

// status is a condition of one thread.
func (e *evaluator) status(n *status) bool {
	k := e.v.Config
	p := k.Threads[n.of].Point
	switch n.what {
	case "ended":
		return p.Done()
	case "chooses":
		return len(p.Choices()) > 0
	}
	stuck := semantics.Enabled(k, n.of)
	switch n.what {
	case "waits":
		return stuck != nil && stuck.Reason.Waits()
	case "blocked":
		return stuck != nil && (stuck.Reason.Waits() || stuck.Reason.Faults())
	default:
		panic(il.Unknown(n.what))
	}
}

// does tells whether the thread's next step is such an access.
func (e *evaluator) does(n *does) bool {
	a, ok := semantics.NextAccess(e.v.Config, n.of)
	return ok && a.Kind == n.kind && e.accesses(n.cell, a, n.of)
}

// accesses tells whether an access that thread i is about to make is one of a cell;
// nil is any cell.
func (e *evaluator) accesses(cell *path, a semantics.Access, i semantics.Tid) bool {
	switch {
	case cell == nil:
		return true
	case cell.root == rootAny:
		return a.Cell.Field == cell.fields[0]
	default:
		at, ok := e.cell(cell, i)
		return ok && at == a.Cell
	}
}

// race is Definition 3.6, here, and of the cell or at the places that are asked
// for.
func (e *evaluator) race(n *race) bool {
	r, ok := semantics.Race(e.v.Config)
	switch {
	case !ok:
		return false
	case n.cell != nil:
		return e.accesses(n.cell, r[semantics.A], semantics.A) || e.accesses(n.cell, r[semantics.B], semantics.B)
	case n.at != nil:
		a, b := e.s.at(e.v.Config, semantics.A), e.s.at(e.v.Config, semantics.B)
		return n.isAt(a, b)
	default:
		return true
	}
}

// isAt tells whether these are the places of race at P Q, in either order.
func (n *race) isAt(a, b il.Position) bool {
	p, q := n.at[0].at, n.at[1].at
	return p == a && q == b || p == b && q == a
}

// changed tells whether a value is not what it was before the last step or choice.
func (e *evaluator) changed(n *changed) bool {
	if e.v.Before == nil {
		return false
	}
	was, is := e.was(n), e.value(n.x)
	if was.Kind == None || is.Kind == None {
		return was.Kind != is.Kind
	}
	return compare("!=", was, is) == True
}

// was is the value before the last step or choice, which there was.
func (e *evaluator) was(n *changed) Value {
	before := evaluator{s: e.s, v: e.v.Before, focus: e.focus, quiet: e.quiet}
	return before.value(n.x)
}

// reaches tells whether fields lead from an object to another one, or the two are
// one.
func (e *evaluator) reaches(n *reaches) bool {
	from, to := e.value(n.from), e.value(n.to)
	if from.Kind == None || to.Kind == None {
		return false
	}
	h := e.v.Config.H
	seen := map[semantics.Loc]bool{from.Object: true}
	for work := []semantics.Loc{from.Object}; len(work) > 0; work = work[1:] {
		if work[0] == to.Object {
			return true
		}
		for _, f := range h.Fields() {
			l, ok := h.At(semantics.Addr{Loc: work[0], Field: f})
			if ok && h.Has(l) && !seen[l] {
				seen[l] = true
				work = append(work, l)
			}
		}
	}
	return false
}
