// Package predict has the questions that can be asked of a state before it is seen what comes:
// what the next step of a thread changes, who can go on behind it, whether the threads race then
// (Definition 3.6), whether a race can come from here at all, and what a variable holds when both
// threads have ended.
//
// Every question has its right answer from the semantics: from the one step that is asked about,
// or from a search of all states ahead. A question that no search can judge within its limits is
// not asked. What is asked where several questions fit is for whoever asks; nothing is drawn at
// random.
//
// It transcribes no figure, makes no move of a session, and keeps no score.
package predict
