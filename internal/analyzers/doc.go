// Package analyzers lists the analyzers that answer "which pairs of accesses race?" for a program
// C1 || C2: the analyses below package abstract, the detectors below package dynamic, and the exact
// searches that judge them. Each is a value, and drivers iterate over the list.
//
// Their answers are comparable because all of them are pairs of sites. An analysis is about
// paths, a detector about cells, an execution about both; a site is a position with read or
// write. A report may add details of its analyzer: paths and lock levels, in which several
// reports of one pair of sites can differ, and how the threads reach the accesses (End).
//
// Inclusions lists the proved inclusions between the reports of two analyzers: the lattice of
// docs/theory.md. Package compare checks it on every answer.
package analyzers
