// Package theorem relates the concrete semantics and the analysis, which are independent of each
// other. It lists the statements and the switches of the packages below:
//
//   - section5, section6, positives: statements of the paper in the form of docs/theory.md, and of
//     RacerDX+; laws: some of this project's own; systems: claims about the analyzers of other
//     papers.
//   - switches: what happens if an assumption, a reading or a clause of the analysis is switched
//     off; package world decides races if an assumption is violated.
//   - engine: checks statements on random programs and on all small ones; coverage: counts the
//     rules that these programs use.
//   - truth, draw, compound, notation: what the checks of statements have in common.
//
// Each package exports its statements as a list; nothing is registered.
package theorem
