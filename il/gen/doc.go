// Package gen makes IL programs: random ones that are legal by construction,
// families of growing size, and smaller versions of a program that still fail
// a test.
//
//   - Program and Text draw a random program; Options has one knob per feature
//     of the language and per hypothesis of the theorem, and a knob at 0
//     removes its feature. Measure counts what a program holds.
//   - Shrink is greedy delta debugging: it looks for the smallest legal program
//     for which a predicate still holds. Gen is the same pair, generator and
//     shrinker, for the library gopter.
//   - Large, DoublingChain, DoublingFields, DoublingRaces, DeepChain, Nest,
//     LongPath and Flat are texts for benchmarks and for limits.
//   - Place prints a tree and sets the position of every node to where the text
//     holds it. Every program of this package has gone through it, so that
//     parsing the text gives the same tree, positions included.
//
// It transcribes no figure. What it takes from the paper are the grammar of
// Figure 4 and the parts of assumptions A2, A3 and A5 that make a program
// legal (docs/paper.md): balanced locks in every block, definite assignment, an
// acyclic call graph with matching arities. The generator needs no check,
// because it keeps the invariants while it draws; the shrinker asks legal, a
// yes-or-no version of package check. Package check is not imported, so that its
// tests and those of package parse can draw programs from here, and so that
// each of the two can be tested against the other.
//
// The same arguments give the same program on every platform. There is no
// promise that a seed gives the same program in another version.
//
// What it leaves out: comments, init blocks, and programs that are not legal.
//
// Deviations from the paper:
//
//  1. The locals of a thread block C_i are assigned before they are used, as in
//     a method; the paper's initial stack defines all of them.
//  2. Programs hold the surface sugar of package il unless Options.Sugar and
//     Options.Sync are 0, and are not in argument normal form (Definition 5.12)
//     before il.Lower.
package gen
