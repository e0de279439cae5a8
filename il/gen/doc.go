// Package gen makes IL programs: random ones that are legal by construction, neighbours of a
// program, families of growing size, and smaller versions of a program that still fail a test.
//
//   - Program and Text draw a random program; Options has one knob per feature
//     of the language and per hypothesis of the theorem, and a knob at 0
//     removes its feature. Default, WithoutSugar and Tiny are mixes of which
//     more than 60% of the programs have a RacerDX report. Idioms are sequences
//     of statements that programs are full of, such as results that come back in
//     boxes. Drawings are mixes with names. Degenerate programs lack what most
//     programs have, such as public methods. Measure counts what a program holds.
//   - Mutate draws a legal program near a given one. Violate draws one that
//     violates exactly one of the assumptions A2, A3 and A5.
//   - Shrink is greedy delta debugging: it looks for the smallest legal program
//     for which a predicate still holds: fewest statements, then fewest names,
//     then the simplest statements. ShrinkWithin also tolerates the violation of
//     assumptions. Smaller hands the same edits to testers that shrink by themselves.
//   - Large, DoublingChain, DoublingFields, DoublingRaces, DeepChain, Nest,
//     LongPath and Flat are texts for benchmarks and for limits.
//
// It transcribes no figure. What it takes from the paper are the grammar of Figure 4 and the parts
// of assumptions A2, A3 and A5 that make a program legal (docs/theory.md): balanced locks in every
// block, definite assignment, an acyclic call graph with matching arities. The generator needs no
// check, because it keeps the invariants while it draws; mutation and the shrinker ask legal, a
// yes-or-no version of package check. Of that package only the names of the assumptions are used,
// so that each of the two can be tested against the other. legal.go is independent by design: lock
// levels, definite assignment and the call graph are its own, not those of il.Core and il/flow.
//
// The same arguments give the same program on every platform. The drawings of statements one by one
// keep the programs of their seeds from version to version, since published figures are of them; a
// test holds them. There is no such promise for other options.
//
// What it leaves out: comments, init blocks (Mutate and Shrink keep or drop the one of their
// program), and programs that are not legal for other reasons than A2, A3 and A5.
//
// Deviations from the paper:
//
//  1. The locals of a thread block C_i are assigned before they are used, as in
//     a method; the paper's initial stack defines all of them.
//  2. Programs hold the surface sugar of package il unless Options.Sugar and
//     Options.Sync are 0, and are not in argument normal form (Definition 5.12)
//     before il.Lower.
package gen
