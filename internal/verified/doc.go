// Package verified asks the functions that are extracted from proof/ for a second opinion: the
// analyses, and the checkers of witnesses and of certificates of absence, which are proved sound
// (check_sound, check_compressed_sound, certificate_sound). It writes programs, witnesses and
// certificates in the notation of proof/main.ml and reads the answers. It starts no process: the
// caller supplies both ends of the conversation.
//
// The extracted functions know numbers only. The texts of a witness are translated here, and a
// witness that cannot be translated is refused here: the schema, digest or seal of another file; a
// name or a position that does not exist; a command other than the one at its position; a wrong
// list of formals. The extracted functions judge everything else: legality, the initial state,
// choices, arguments, Figures 5 and 6, the lengths of runs, the quotient, the race or deadlock. A
// mistake in this package can make them judge another witness or program than the one in the file.
// The package is therefore small and shares nothing with witness/check, so that a disagreement
// shows.
//
// The analyses are asked about one pair of units at a time. Their sets are lists without sharing,
// so exponential summaries take exponential time; flow executes a callee anew at each call. The
// caller passes how long the names of flow are: as long as those that package abstract/flow has
// followed.
package verified
