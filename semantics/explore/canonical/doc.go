// Package canonical is the canonical layout of states: one sequence of bytes for all configurations
// that have the same future. Every program has it, from a given initial state and from all.
//
//   - codec.go: a machine as bytes, and back; pack.go: values in few bits
//   - store.go, shard.go, index.go: the states met, exact or as fingerprints
//   - expand.go: the races and the successors of a state
//   - space.go: the states as a layout of package driver, in two orders: breadth.go, depth.go;
//     path.go: how a state was reached
//
// # States
//
// Two configurations are one state if they agree up to the names of objects, objects that no thread
// can reach, and locals that are written before they are read again. Such configurations race at
// the same sites and have the same future: commands do not look at names, reach objects only from
// registers, and a register that is not read has no influence. Lock levels are part of the control
// states. So a loop whose reachable heap is bounded has finitely many states.
//
// For example, after x := new(); a.f := x of A and from the same initial object o1 in a and b
//
//	A: a = o1  x = o7    B: b = o1      o1: f = o7, g = o1     o7: f = o7, g = o7
//
// the bytes are the control states of both threads, the registers 1 2 and 1, and the cells 2 1 and,
// since all cells of the second object hold that object, 0. If A does not read x again, the
// registers are 1 and 1.
//
// In a lazy machine, an initial object that nothing reaches may still become the value of an open
// address. It is kept while an address that is reached is open and something about the object is
// known. If nothing is known, it is dropped: picking it is the same as picking a new one. If no
// address is open, initial objects are like all others. If aliases are bounded, a state has the
// number of known objects that were picked, and at the bound nothing unreachable is kept.
//
// # Expansion
//
// States are decoded into a machine, in which each enabled thread executes its command. If the
// command reads an address without a value, it is executed again with each value that the address
// may have: every initial object, and a new one. So the number of successors grows with every
// address like the number of partitions of a set. The expansion of a state with many successors is
// interrupted: they are inserted, the limits are checked, and the expansion resumes where the picks
// say.
//
// # Cost
//
// An exact state takes its bytes, 6 more for their length and the state before, and 6.4 to 12.8 for
// the index. The bytes of a state can be read back, and states are compared byte by byte.
// docs/evaluation.md has measurements.
//
// # Deviations
//
//  1. Initial objects that are kept although nothing reaches them are in the order of their
//     discovery. States that differ only in this order are different states.
//  2. With fingerprints a state is its hash. The bound on the probability of a mistake assumes that
//     hashes are as good as random.
package canonical
