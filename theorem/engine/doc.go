// Package engine checks statements: it knows none.
//
//   - statement.go, case.go: a lemma or theorem as a value, with hypotheses that
//     are predicates by name, and a program on which it is checked.
//   - fuzz.go, tally.go, enumerate.go: checking on random programs and on all small
//     ones, and what that came to.
//   - switch.go, breaking.go, demo.go: what happens if something is switched off.
//   - saved.go: refutations as files.
//
// Statements draw what they quantify over (states, traces, commands) from the
// seed of their case, so everything here can be repeated. No answer is a proof:
// a bound is named, and what was left undecided because of one is counted.
package engine
