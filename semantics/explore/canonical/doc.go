// Package canonical is the canonical layout of states: one sequence of bytes for
// all configurations that have the same future, and the store of those that a
// search has met.
//
//   - numbers.go: objects by the order in which they are met
//   - codec.go, small.go: a machine as bytes, and back; pack.go: values in few bits
//   - hash.go, index.go, shard.go, store.go: the states met, exact or as fingerprints
//
// # States
//
// Two configurations are one state if they agree up to the names of objects,
// objects that no thread can reach, and locals that are not read again before they
// are written. Such configurations race at the same sites and have the same
// future: commands do not look at names, reach objects only from registers, and a
// register that is not read has no influence. The levels of the lock are part of
// the control states. So a loop whose reachable heap is bounded has finitely many
// states.
//
// In a lazy machine an initial object that nothing reaches may still be what an
// open address holds. It is kept while an address that is reached is open and
// something is known of it. If nothing is known, it is dropped: picking it is
// picking a new one. Where no address is open, initial objects are like all others.
//
// # What a state takes
//
// Exactly kept, a state takes its bytes, 6 for their length and the state before, and 6.4 to
// 12.8 of the index. Nothing is lost by that: the bytes of a state can be read back, and states
// are compared byte by byte. docs/PERFORMANCE.md has what that comes to.
//
// # Deviations
//
//  1. Among initial objects that are kept although nothing reaches them, the
//     order is that of their discovery. States that differ in this order only
//     are told apart.
//  2. With fingerprints a state is its hash. Missed takes hashes to be as good
//     as random.
package canonical
