// Package predict has the questions that a student can be asked about what comes next, with
// their answers: what the next step of a thread changes, which threads can go on after it,
// whether the threads race then (Definition 3.6), whether a race can come at all, and what a
// variable holds when both threads have ended.
//
// The semantics gives the right answers: the one step that a question is about, or a search
// of all states ahead. A question that no search can judge within its limits is not asked.
// If several questions fit, the caller chooses; nothing is drawn at random.
//
// The package makes no move of a session, and keeps no score.
package predict
