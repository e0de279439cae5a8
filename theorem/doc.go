// Package theorem is where the two sides meet: it relates the concrete
// semantics and the analysis, neither of which knows the other. It lists the
// statements and the switches of the packages below, in one order:
//
//   - section5, section6, positives: those of the paper as docs/theory.md settles
//     them, and of RacerDX+; laws: a few of this project's own; systems: what is
//     claimed of the analyzers of other papers.
//   - switches: what happens if an assumption, a reading or a clause of the analysis is switched
//     off; package world decides races where an assumption does not hold.
//   - engine: checking statements, on random programs and on all small ones;
//     coverage: which rules that uses.
//   - truth, draw, compound, notation: what statements are made of.
//
// Each package gives its statements as a list; nothing is registered.
package theorem
