// Package predict makes quiz questions about later states, with their answers: what the next step
// of a thread changes, which threads can take a step after it, whether the threads race then
// (Definition 3.6), whether a race is reachable, and what a variable holds when both have ended.
//
// The right answer comes from executing the step, or from a search of all later states. A question
// that a search cannot decide within its limits is not asked. If several questions fit, the caller
// chooses one. The package never moves a session, and keeps no score.
package predict
