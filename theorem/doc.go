// Package theorem is where the two sides meet: it relates the concrete
// semantics and the analysis, neither of which knows the other.
//
//   - statement.go, case.go: a lemma or theorem as a value, with hypotheses that
//     are predicates by name, and a program on which it is checked.
//   - soundness.go, completeness.go, stability.go, positives.go, plus.go, meet.go,
//     flow.go, ours.go: the statements, those of the paper as docs/paper.md settles
//     them, of RacerDX+, and a few of this project's own. Each says what the printed
//     form is where it differs.
//   - systems.go, racerd.go, chord.go, unordered.go, rdit.go, racemob.go: what is
//     claimed of the analyzers of other papers; probe.go, which program of a case
//     exact searches look at.
//   - fuzz.go, enumerate.go, cover.go: checking them on random programs and on
//     all small ones, and which rules that uses.
//   - switch.go, breaking.go, mix.go, demo.go: what happens if an assumption, a
//     reading or a clause of the analysis is switched off. Package world decides
//     races where an assumption does not hold.
//   - saved.go: refutations as files.
//
// Statements draw what they quantify over (states, traces, commands) from the
// seed of their case, so everything here can be repeated. No answer is a proof:
// a bound is named, and what was left undecided because of one is counted.
package theorem
