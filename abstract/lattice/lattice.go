// Package lattice defines abstract domains: a set with an order, a least element and least upper
// bounds. The domains are values without state. One test checks the laws for all of them.
//
// RacerDX+ along single traces (abstract/flow) has no domain in this sense: it joins nothing, and
// explores a finite graph of values instead.
package lattice

// Lattice is a join semilattice with a least element. For all x, y and z:
//
//	⊥ ⊑ x                               least element
//	x ⊑ x                               reflexive
//	x ⊑ y ∧ y ⊑ z ⇒ x ⊑ z               transitive
//	x ⊑ y ∧ y ⊑ x ⇔ x = y               antisymmetric
//	x ⊑ x ⊔ y ∧ y ⊑ x ⊔ y               upper bound
//	x ⊑ z ∧ y ⊑ z ⇒ x ⊔ y ⊑ z           least upper bound
//
// From these follow that ⊔ is idempotent, commutative and associative, that ⊥ is neutral, and x ⊑ y
// ⇔ x ⊔ y = y.
type Lattice[E any] interface {
	Bottom() E         // ⊥
	Join(x, y E) E     // x ⊔ y; neither is changed
	Leq(x, y E) bool   // x ⊑ y
	Equal(x, y E) bool // x = y
}
