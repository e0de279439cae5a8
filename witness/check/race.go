package check

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/witness"
)

// race checks that the configuration races (Definition 3.6) at the two accesses and on the cell
// that the witness claims.
func (r *replay) race(claim *witness.Race) *Refusal {
	sides := [2]*witness.Access{&claim.A, &claim.B}
	var chains [2]chain
	for i, side := range sides {
		var no *Refusal
		if chains[i], no = r.access(i, side); no != nil {
			return no.in(letters[i], side.At)
		}
	}
	switch {
	case claim.A.Kind != "write" && claim.B.Kind != "write": // one is a store
		return refuse(Reads, "both accesses are reads, and reads do not race")
	case !chains[0].equal(chains[1]): // the addresses are equal
		return refuse(Cell, "A's %s is of %s, but B's %s is of %s",
			claim.A.Kind, r.chainName(chains[0]), claim.B.Kind, r.chainName(chains[1]))
	case r.cell(chains[0]) != claim.Cell: // as the witness claims
		return refuse(Cell, "both accesses are of %s, not of %s as the witness says",
			r.chainName(chains[0]), plain(claim.Cell[0])+"."+plain(claim.Cell[1]))
	case !apart(r.locks[0], r.locks[1]): // both may move: Figure 6
		return refuse(Lock, "both threads hold the lock")
	}
	return nil
}

// deadlock checks that each thread is about to take a lock that the other one holds.
func (r *replay) deadlock(w *witness.Witness) *Refusal {
	if w.Race.A.At != "" || w.Race.B.At != "" || w.Race.Cell != [2]string{} {
		return refuse(Form, "the witness has both a race and a deadlock")
	}
	for i, side := range [2]*witness.Waiting{&w.Deadlock.A, &w.Deadlock.B} {
		if no := r.waits(i, side); no != nil {
			return no.in(letters[i], side.At)
		}
	}
	return nil
}

// waits checks that thread i is about to execute the lock() at a.At, and cannot because the other
// thread holds the lock.
func (r *replay) waits(i int, a *witness.Waiting) *Refusal {
	f := r.top(i)
	lockAt := func(n int) *il.Lock {
		s, _ := f.code.nodes[n].stmt.(*il.Lock)
		return s
	}
	says := func() string { return "waits for a lock" }
	n, no := r.reach(i, a.At, a.Choices, says, func(n int) bool { return lockAt(n) != nil })
	if no != nil {
		return no
	}
	slot := lockAt(n).Slot
	switch {
	case r.locks[i].DepthOf(slot) > 0:
		return refuse(Lock, "%s holds this lock already and does not wait for it", letters[i])
	case r.locks[1-i].DepthOf(slot) < 1:
		return refuse(Lock, "%s does not hold the lock for which %s waits", letters[1-i],
			letters[i])
	}
	return nil
}

// access checks that thread i is about to execute the claimed access, and returns the chain to its
// cell in the current heap.
func (r *replay) access(i int, a *witness.Access) (to chain, no *Refusal) {
	if a.Kind != il.Read.String() && a.Kind != il.Write.String() {
		return to, refuse(Form, "the kind of an access is %q or %q, not %s", il.Read, il.Write,
			quote(a.Kind))
	}
	f := r.top(i)
	says := func() string { return "is about to " + a.Kind }
	n, no := r.reach(i, a.At, a.Choices, says, func(n int) bool {
		return kindOf(f.code.nodes[n].stmt) == a.Kind
	})
	if no != nil {
		return to, no
	}
	access := f.code.nodes[n].stmt
	path := pathOf(access)
	if r.open {
		to, no = r.openPath(&f.vars, path)
	} else {
		to.from, _, no = address(r.heap, &f.vars, path)
		to.fields = path.Fields[len(path.Fields)-1:]
	}
	if no != nil {
		return to, no.of(il.Text(access))
	}
	_, known := r.heap.name(to.from)
	switch {
	case known:
		return to, nil
	case r.open:
		return to, refuse(Quotient, "%s begins at an unnamed object, "+
			"and a compressed witness does not tell these objects apart", path)
	default:
		return to, refuse(Quotient, "%s is a cell of an object off the backbone, "+
			"and a compressed witness does not tell these objects apart", path)
	}
}

// chain leads from the last object on a path that the heap knows to the path's cell. The last of
// the fields is that of the cell.
type chain struct {
	from   value
	fields []string
}

func (c chain) equal(o chain) bool { return c.from == o.from && slices.Equal(c.fields, o.fields) }

// cell returns the cell of a chain as Race.Cell has it.
func (r *replay) cell(c chain) [2]string {
	object, _ := r.heap.name(c.from)
	if r.open {
		object = witness.Undetermined
	}
	return [2]string{object, c.fields[len(c.fields)-1]}
}

// chainName formats a chain as o.f.g. If it has more than eight fields, it leaves out some.
func (r *replay) chainName(c chain) string {
	const maxFields = 8
	name, _ := r.heap.name(c.from)
	fields := c.fields
	if len(fields) > maxFields {
		fields = append(slices.Clone(fields[:maxFields-1]), "...", fields[len(fields)-1])
	}
	return plain(name) + "." + strings.Join(fields, ".")
}

// pathOf returns the path of a load or store, and an empty one for any other statement.
func pathOf(s il.Stmt) il.Expr {
	switch s := s.(type) {
	case *il.Load:
		return s.Src
	case *il.Store:
		return s.Dst
	default:
		return il.Expr{}
	}
}

// kindOf returns "read" for a load, "write" for a store, and "" for any other statement.
func kindOf(s il.Stmt) string {
	switch s.(type) {
	case *il.Load:
		return il.Read.String()
	case *il.Store:
		return il.Write.String()
	default:
		return ""
	}
}
