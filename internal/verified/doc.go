// Package verified asks the functions that are extracted from the Coq text of
// proof/ for a second opinion: the analyses, and the two checkers of witnesses,
// which are proved sound (check_sound, check_compressed_sound). It writes programs
// and witnesses in the notation of proof/main.ml and reads the answers. It starts
// no process: who calls it gives the two ends of the conversation.
//
// # What the extracted functions see
//
// They know numbers only. So what is text in a witness is translated here, and
// what has no translation is refused here, with the words in which it fails: a
// schema, digest or seal of something else, a name or a position that is none, a
// command that is not the one at its position, a list that is no list of the
// formals. All else is theirs to judge: legality, the initial state, choices,
// arguments, Figures 5 and 6, the lengths of runs, the quotient, the race. A
// mistake made here can make them judge another witness or another program than
// the one of the file, so this package is small and shares nothing with
// witness/check: a disagreement has to show.
//
// The analyses are asked about one pair of units at a time. Their sets are lists
// without sharing, so a program whose summaries are exponential takes them
// exponential time; flow executes a callee at each of its calls anew. How long the
// names of flow are is said to it: as long as those that package abstract/flow has
// followed.
package verified
