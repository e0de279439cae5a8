// Package il is the idealized language IL of the paper: the syntax trees of Figure 4, source
// positions, the surface sugar and its lowering, and the printer. Everything else in wobbly speaks
// about these trees; il itself imports nothing of the project.
//
// The paper writes a program as C1 || C2 over a method table. A file without a parallel composition
// stands for a class: the programs are all unordered pairs of its non-private methods, each with
// itself too.
//
// Deviations from the paper:
//
//  1. A block is a list of statements; the leading skip of the paper's "skip; C" is implicit.
//  2. push and pop are not statements. They are runtime commands and appear only in traces (package
//     semantics) and witnesses.
//  3. Statements richer than Figure 4 (Move, NewAt, Synchronized, an else-less If, and inside
//     methods a Store of a formal) are sugar; Lower removes them before any analysis.
package il
