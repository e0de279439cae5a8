package racerd

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
)

// Ownership is an ownership value o ∈ O: Unowned, or OwnedIf(N) for a set N of formals of the unit,
// by index. The order is OwnedIf(N) ⊑ OwnedIf(M) if N ⊆ M, and Unowned is above all others. Values
// compare with ==; the zero value is Unowned.
//
// OwnedIf(N) stands for the objects that only this thread can reach, provided that no other thread
// could reach the objects that the formals in N held when the unit began. Unowned stands for all
// objects.
type Ownership struct {
	conditional bool
	formals     string // N as bits, the lowest first; the last byte is not 0
}

// Unowned is the greatest value, and Owned = OwnedIf(∅) the least.
var (
	Unowned = Ownership{}
	Owned   = Ownership{conditional: true}
)

// Ownerships is the lattice O of ownership values.
type Ownerships struct{}

func (Ownerships) Bottom() Ownership { return Owned }

func (Ownerships) Join(o, p Ownership) Ownership { return o.join(p) }

func (Ownerships) Leq(o, p Ownership) bool { return o.below(p) }

func (Ownerships) Equal(o, p Ownership) bool { return o == p }

func OwnedIf(formals ...int) Ownership {
	o := Owned
	for _, i := range formals {
		bits := make([]byte, i/8+1)
		bits[i/8] = 1 << (i % 8)
		o.formals = union(o.formals, string(bits))
	}
	return o
}

// list returns N of OwnedIf(N), ascending; nil for Unowned.
func (o Ownership) list() []int {
	var all []int
	for i := range 8 * len(o.formals) {
		if o.depends(i) {
			all = append(all, i)
		}
	}
	return all
}

// depends reports whether o is OwnedIf(N) with i in N.
func (o Ownership) depends(i int) bool {
	return i/8 < len(o.formals) && o.formals[i/8]>>(i%8)&1 != 0
}

// below reports whether o ⊑ p.
func (o Ownership) below(p Ownership) bool {
	return p == Unowned || o.conditional && subset(o.formals, p.formals)
}

// join returns the least upper bound ⊔: the union of conditions, or Unowned.
func (o Ownership) join(p Ownership) Ownership {
	if o == Unowned || p == Unowned {
		return Unowned
	}
	return Ownership{true, union(o.formals, p.formals)}
}

// instantiate is apply(E, o, e1 ... en) of Figure 5(D): the value that o, of a callee, has in a
// caller whose arguments have the given values.
func (o Ownership) instantiate(actuals []entry) Ownership {
	if o == Unowned {
		return Unowned
	}
	all := Owned
	for i, a := range actuals {
		if o.depends(i) {
			all = all.join(a.Ownership)
		}
	}
	return all
}

func (o Ownership) String() string {
	switch o {
	case Unowned:
		return "Unowned"
	case Owned:
		return "Owned"
	default:
		formals := strings.ReplaceAll(fmt.Sprint(o.list()), " ", ", ")
		return "OwnedIf({" + strings.Trim(formals, "[]") + "})"
	}
}

// in returns the value as a text with the names of formals.
func (o Ownership) in(formals []string) string {
	if o == Unowned || o == Owned {
		return o.String()
	}
	names := slice.Map(o.list(), func(i int) string { return formals[i] })
	return "OwnedIf(" + strings.Join(names, ", ") + ")"
}

// subset reports whether a ⊆ b, as bits.
func subset(a, b string) bool {
	if len(a) > len(b) {
		return false
	}
	for i := range len(a) {
		if a[i]&^b[i] != 0 {
			return false
		}
	}
	return true
}

// union returns a ∪ b. It allocates nothing if the result is a or b, the usual case.
func union(a, b string) string {
	switch {
	case subset(a, b):
		return b
	case subset(b, a):
		return a
	case len(a) < len(b):
		a, b = b, a
	}
	bits := []byte(a)
	for i := range len(b) {
		bits[i] |= b[i]
	}
	return string(bits)
}
