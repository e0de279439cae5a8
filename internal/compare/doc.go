// Package compare asks several analyzers about the same programs and holds
// their answers against each other and against the truth.
//
// The rows are the candidates of a program C1 || C2: all pairs of accesses that
// its threads can come to by the call graph, with one field and a write among
// them. Everything that an analyzer reports is one of these; else it is a defect,
// and is said to be one. So there are true negatives to count: candidates that
// are neither reported nor real.
//
// A report is judged by the truth that its analyzer means: Definition 3.6, or
// unordered by happens-before in some execution. Where the search for a truth was
// cut, what it has not found is unknown, and so is what an analyzer that was cut has
// not reported; what is unknown is in no count of true or false. In random programs a pair of units that anything cut is left out
// wholly, and counted as left out.
//
// Inclusions that are proved (analyzers.Inclusions) are checked on every pair
// where both answers are complete. One that fails is a defect of a theorem or of
// wobbly.
package compare
