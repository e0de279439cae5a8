// Package schedule defines three texts for a schedule of two threads: the short form that people
// type, the link that is sent to others, and the trace file. Package session executes schedules.
//
// # Schedules
//
// A schedule is a sequence of moves. A move is a step of a thread, or the choice of a thread at an
// if or while, which is not a step. The short form writes them as tokens that read from left to
// right:
//
//	token = ("A" | "B") { "+" | "-" } [ number ]
//
// The thread first resolves its choices, + for then and for another iteration of a loop, - for
// else and for leaving the loop. Then it makes the given number of steps, by default one. So A2
// is two steps of A; A+ resolves a choice and makes a step; B+-3 resolves two choices and makes
// three steps. Choices without a step right after them end in 0: A+0.
//
//	A2 B A+ B-0
//
// String returns the canonical form: the longest tokens, one blank between them, no number for a
// single step. Two schedules are equal exactly if their canonical forms are. Parse also accepts
// small letters, commas, any white space, or nothing at all between tokens, and tokens that could
// be joined.
//
// # Links
//
// A Link has everything that is needed to reach the same state again, in one line of printable
// ASCII without spaces:
//
//	wobbly:1:burble.il(meps,reps):9f3a52c1:one:A2,B,A+:k7
//
// Its fields are the version of the form, the file and the two units, the first digits of the
// program's digest, the initial state, the schedule, and two check characters. These detect every
// change of one character before them, and every swap of two characters that are less than 1020
// characters apart. They miss other damage in one of 1021 cases. Names are escaped as in URLs.
//
// # Trace files
//
// A Trace is a text to store and to compare: header lines, and then one line for each move with its
// effect. Blank lines are skipped, and so are lines that begin with #.
//
//	trace   1
//	program burble.il
//	digest  9f3a52c1...
//	pair    meps reps
//	heap    one
//	bound   none
//	tool    wobbly 1.0.0
//
//	A 24:3 lock()  depth 0->1
//	B 31:3 fortyTwo := new()  makes o2, fortyTwo=o2
//
// A line has the thread, the position, the command and, after two blanks, its effect. A choice has
// the word of the branch: A 5:3 if * then. Package session defines the form of initial states.
package schedule
