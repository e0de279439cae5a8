// Package findings turns what an analysis or a search found into what package report prints. It
// reconstructs the witness of each race that RacerDX reports and has it checked, traces every
// wobbly prefix to the statement that put it into W, and explains why two accesses are or are not
// reported, in each mode of the analysis. It also checks the witness of each race that an exact
// search found and, if there is none, lists the pairs of accesses that cannot race (absence.go).
// State graphs (graph.go) are computed by the readable semantics.
//
// A race is called confirmed only if package witness/check accepted a witness that ends at the
// reported accesses. For other analyzers package compare keeps the same rule.
package findings
