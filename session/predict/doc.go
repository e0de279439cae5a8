// Package predict makes quiz questions about the steps ahead, with their answers: what the next
// step of a thread changes, which threads can go on after it, whether the threads race then
// (Definition 3.6), whether a race is reachable, and what a variable holds when both have ended.
//
// The right answer comes from executing the step, or from a search of all states ahead. A question
// that a search cannot decide within its limits is not asked. If several questions fit, the caller
// chooses. The package makes no move of a session, and keeps no score.
package predict
