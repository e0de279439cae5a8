// Package bounded finds races by executing: each unit by itself, from the states with
// two threads apart, with at most so many context switches before the race (Theorem 2k
// of docs/bounded.md, where the proofs are). What it reports is shown by an execution,
// so it is a race. Like all of abstract it knows nothing of package semantics: it
// executes in a form of its own.
//
// A thread begins with a name, a path from a formal to the object z that both know, or
// with several; all else that it can get at is its own (half.go). It has cells for what it has
// written, and reads all others as they were. When it is left, the other thread is
// given a graph (graph.go): what z reaches by then, under numbers that depend on the
// graph alone. Whatever else the first thread knows does not matter to the other one.
// So a unit is executed once from its beginning (summary.go), and the graphs that it
// leaves are given to whatever runs beside it. That goes on for all graphs at once, and
// tells them apart only when it reads a cell in which they differ (cases.go). What it
// does in a method is kept by what it enters the method with (frame.go), so a method
// is executed once for each. Most of these are small, so what it takes to find one is
// used again (memory.go).
//
// One thread stands before its access when the other comes to its own. Where the first
// one's path leads is asked only then, as the other one may have changed the cells on
// it (mark, in summary.go).
//
// With two switches a thread is left in the middle, with what only it knows, and goes
// on later with the graph that the other one leaves (resume.go). With three both are.
//
// Which limits there are is said in options.go. Each is named when it may have left
// something out.
package bounded
