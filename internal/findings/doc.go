// Package findings makes the documents of package report from what an analysis
// found: it reconstructs the witness of each race and has it checked, traces
// every wobbly prefix to the statement that put it into W, and answers why two
// accesses are, or are not, reported, in each mode of the analysis. For package explore it does the same:
// the witness of each race that a search found is checked, and where there is
// none, the pairs of accesses that cannot race are listed (absence.go). The
// state graph (graph.go) is drawn by the readable semantics. It reads no file
// and prints nothing.
//
// A race is called confirmed only here, and only when package witness/check
// accepted a witness that ends at the reported accesses.
package findings
