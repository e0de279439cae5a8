// Package gen generates IL programs: random ones that are legal by construction, neighbours of a
// program, families of growing size, and smaller versions of a program that still fail a test.
//
//   - Program and Text return a random program; Options has one parameter per feature of the
//     language and per hypothesis of the theorem, and a parameter of 0 removes its feature.
//     Default, WithoutSugar and Tiny are mixes with a RacerDX report in more than 60% of the
//     programs. Idioms are sequences of statements that are common in real programs, such as
//     results returned in boxes. Generators are named mixes. Degenerate programs lack what most
//     programs have, such as public methods. Measure counts the parts of a program.
//   - Mutate returns a random legal program near a given one. Violate returns one that violates
//     exactly one of the assumptions A2, A3 and A5.
//   - Shrink is greedy delta debugging. It looks for the smallest legal program for which a
//     predicate still holds: fewest statements, then fewest names, then the simplest statements.
//     ShrinkWithin also tolerates the violation of assumptions. Smaller offers the same edits to
//     testers that shrink by themselves.
//   - Large, DoublingChain, DoublingFields, DoublingRaces, DeepChain, Nest, LongPath and Flat
//     return texts for benchmarks and for tests of limits.
//
// From the paper it takes the grammar of Figure 4 and the parts of assumptions A2, A3 and A5 that
// make a program legal (docs/theory.md): balanced locks in every block, definite assignment, an
// acyclic call graph with matching arities. The generator needs no check, because it maintains the
// invariants; mutation and the shrinker use legal, a yes-or-no version of package check. It imports
// only the names of the assumptions from that package, so that each of the two can be tested
// against the other. legal.go is independent by design: lock levels, definite assignment and the
// call graph are its own, not those of il.Core and il/flow.
//
// The same arguments give the same program on every platform. The generators of single statements
// keep the programs of their seeds from version to version, because published figures depend on
// them; a test checks that. With other options, a later version may generate other programs.
//
// It leaves out comments, init blocks (Mutate and Shrink keep or drop the one of their program),
// and programs that are illegal for reasons other than A2, A3 and A5.
//
// Deviations from the paper:
//
//  1. The locals of a thread block C_i are assigned before they are used, as in a method; the
//     paper's initial stack defines all of them.
//  2. Programs contain the surface sugar of package il unless Options.Sugar and Options.Sync are 0,
//     and are not in argument normal form (Definition 5.12) before il.Lower.
package gen
