// Package engine checks statements (lemmas and theorems as values) on programs. It contains no
// statement itself.
//
// # Input and output
//
// A Statement quantifies over instances: it visits those that one program gives rise to, and
// each instance meets or fails the named hypotheses and has a conclusion. A Case is a program
// with a seed from which a statement draws everything else (states, traces, commands), so every
// result can be repeated. Statement.Check gives an Outcome with one of four verdicts:
//
//	no instance meets all hypotheses                   NotMet
//	a limit left every such instance undecided         Bounded
//	all decided instances satisfy the conclusion       Holds
//	one instance falsifies it                          Refuted, with a counterexample
//
// No verdict is a proof. Every limit is named, and undecided instances are counted.
//
// # Four searches
//
// Fuzz (fuzz.go, tally.go) checks statements on random programs. Cases are numbered, and the seed
// of a case depends only on its number and the run's seed. The cases form rounds of 2048; a worker
// takes a batch at a time, and the tallies of batches are merged in the order of their numbers:
//
//	case      0        64       128               2048              4096
//	          |  batch  |  batch  |  ...            |  round 2        |
//	worker       1         2         1, 2, ...          ^ refuted here: the run ends at 4096
//
// Since a run ends only at the end of a round, its tally does not depend on the number of
// workers. An interrupted run resumes from a saved tally, and both together give the tally of an
// uninterrupted one. Failure.Shrink makes a refuting program smaller.
//
// Enumeration (enumerate.go) checks statements on all programs of a bounded size, so that "for
// every program of up to n statements" can be said. A shard has 64 parts; workers check 2048
// programs of a part at a time, and a cursor in each part makes the run resumable.
//
// Switch.Break (switch.go, breaking.go) drops an assumption, a clause of the analysis or a
// hypothesis and looks for a program that breaks a statement: random programs first, then all
// small ones. The counterexample is shrunk; demo.go writes it as an annotated program.
//
// A Saved refutation (demo.go) is a single program to check: its leading comment names the
// statement and the seed, so it can still be checked after generators have changed.
package engine
