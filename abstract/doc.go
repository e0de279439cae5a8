// Package abstract is the RacerDX analysis: the domain of Definition 4.2, the transfer functions
// and summaries of Figure 7, the reporting condition of Theorem 6.10, and Figure 8's exec with the
// abstraction alpha. It never looks at a state, a heap or an interleaving, and it never imports
// semantics: the theorem compares the two.
//
// The package follows the paper's sets literally, so that both can be read together. A summary can
// be exponential in the size of the program (a chain of methods, each calling the next twice with
// different fields), so the tool uses package compact, which computes the same sets with sharing;
// tests compare the two. Only this package supports literal readings of the paper (Reading),
// clauses that are switched off (Clause), recursive programs and named locks. Besides Figure 7
// there are three modes of this project, which report more and for which the theorem also holds
// (docs/theory.md): NoWB; Plus, whose reporting condition is in plus.go; and CommonSuffix, whose
// condition is in suffix.go.
//
// transfer.go has the rules of Figure 7 only. They are a value (rules.go), in which a mode
// (mode.go), a literal reading (reading.go) and a clause that is switched off (clause.go) replace
// functions. So no rule depends on these options.
//
// Deviations from the paper (G-numbers are those of docs/theory.md):
//
//  1. G18: Figure 7 prints [[C;c]]# = [[C]]# . [[c]]#; commands are applied in program order.
//     Reading G18 is the printed order.
//  2. G19: fml is applied after substitution too: what a callee does to an actual rooted at a local
//     of its caller is dropped. Reading G19 keeps it.
//  3. G3, G20: the lock level has no cap unless Options.Cap sets one.
//  4. G27: an access carries the position of its load or store; the paper's element is the command
//     and the lock level alone.
//  5. G26: WB is the one-directional form of Figure 7; Reading G26 is the two-directional form of
//     Lemma 5.13. Both give the same stable paths.
//  6. G24: a path is stable when no proper prefix of it is touched (section 6), not when it is
//     itself untouched (Definition 4.1).
//  7. G28, G29: exec of the empty trace returns its initial substitutions, and an access is
//     recorded at the level L' that the trace has reached. Reading G29 records it at the initial
//     level.
//  8. The reporting condition is L1 = 0 or L2 = 0 (Or); the printed L1 + L2 <= 1 is Sum.
//  9. A5: the summaries of a recursive program, which the paper leaves out, are a fixed point, if
//     there is one.
package abstract
