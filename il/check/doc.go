// Package check decides whether a program is legal IL and makes the il.Core of a legal one. It
// transcribes the conventions of Section 3.1 and those parts of assumptions A1 to A6 that a syntax
// tree can violate. The others hold by the grammar, which has no null (A1), only two threads (A2),
// no destruction (A4), no results (A5) and no conditions (A6).
//
// The rules, with the names used throughout the package:
//
//   - WF-call (calls.go, graph.go): every called method is declared once, and every call has the
//     right number of arguments; the call graph is acyclic (A5).
//   - WF-lock (locks.go): with bal(C) = (net, min) for the lock counter of a block, every
//     if-branch, loop body, synchronized body, method body and thread block has net = 0 and
//     min >= 0, counted from its own entry (A2).
//   - WF-init (assign.go): a variable other than a formal is assigned on every path to each of its
//     uses (A3).
//
// They are decided on the tree as written, in one walk over the statements, so that errors refer to
// the source; only a program without errors is lowered (il.Lower). The tree is never changed. Time
// is linear in the size of the program. Methods are independent of each other except for their
// calls, so several goroutines walk those of a large program (bodies.go).
//
// Warnings lists mistakes in a legal program.
//
// Violations of A2, A3 and A5 can be tolerated (Options.Tolerate), to show what these assumptions
// are for; Violated lists the ones that a program violates. ANF and StrongANF decide conditions of
// lemmas.
//
// Bodies that the parser has marked as Broken are not checked: missing parts would look like
// mistakes.
//
// Deviations from the paper:
//
//  1. WF-lock requires min >= 0 in addition to net = 0. A body unlock(); lock() has net = 0, but
//     Lemma 5.9 fails for it (G32).
//  2. WF-init holds for the blocks of C1 || C2 too. In the paper the initial stack of a thread
//     defines every variable; here it defines the formals.
//  3. Formals have declared names. A name of the shape argN is a formal in a thread block, and
//     inside a method an error unless declared.
//  4. Argument normal form (Definition 5.12) is not a condition but a result: il.Lower establishes
//     it inside methods, unless Options.NoANF is set.
package check
