package check

import (
	"wobbly/il"
	"wobbly/witness"
)

// race checks that the configuration races (Definition 3.6) at the
// two accesses and on the cell that the witness claims.
func (r *replay) race(claim *witness.Race) *Refusal {
	sides := [2]*witness.Access{&claim.A, &claim.B}
	var cells [2][2]string
	for i, side := range sides {
		var no *Refusal
		if cells[i], no = r.access(i, side); no != nil {
			return no.in(letters[i], side.At)
		}
	}
	switch {
	case claim.A.Kind != "write" && claim.B.Kind != "write": // one is a store
		return refuse(Reads, "both accesses are reads, and reads do not race")
	case cells[0] != cells[1]: // the addresses are equal
		return refuse(Cell, "A's %s is of %s, but B's %s is of %s", claim.A.Kind, cellName(cells[0]), claim.B.Kind, cellName(cells[1]))
	case cells[0] != claim.Cell: // and the witness knows them
		return refuse(Cell, "both accesses are of %s, not of %s as the witness says", cellName(cells[0]), cellName(claim.Cell))
	case r.locks[0] != 0 && r.locks[1] != 0: // both may go: Figure 6
		return refuse(Lock, "both threads hold the lock")
	}
	return nil
}

// access checks that thread i is about to execute the claimed access, and gives
// its address in the present heap.
func (r *replay) access(i int, a *witness.Access) (at [2]string, no *Refusal) {
	if a.Kind != il.Read.String() && a.Kind != il.Write.String() {
		return at, refuse(Form, "the kind of an access is %q or %q, not %s", il.Read, il.Write, quote(a.Kind))
	}
	f := r.top(i)
	n, no := r.reach(i, a.At, a.Choices, "is about to "+a.Kind, func(n int) bool {
		return kindOf(f.code.nodes[n].stmt) == a.Kind
	})
	if no != nil {
		return at, no
	}
	var path il.Expr
	switch access := f.code.nodes[n].stmt.(type) {
	case *il.Load:
		path = access.Src
	case *il.Store:
		path = access.Dst
	}
	base, field, no := address(r.heap, f.vars, path)
	if no != nil {
		return at, no.of(il.Text(f.code.nodes[n].stmt))
	}
	at, known := r.heap.cell(base, field)
	if !known {
		return at, refuse(Quotient, "%s is a cell of an object off the backbone, and a compressed witness does not tell these objects apart", path)
	}
	return at, nil
}

// kindOf is "read" for a load, "write" for a store, and empty for all else.
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

// cellName prints a cell as o.f.
func cellName(c [2]string) string { return plain(c[0]) + "." + plain(c[1]) }
