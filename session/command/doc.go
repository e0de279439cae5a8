// Package command is the table of what can be done with a session: the name of
// each command, its keys and words, what it does, why it cannot be done at the
// moment, and the function that does it. Screens read their keys from it, lines
// their words, and so do the help, the documentation, and whatever else may
// drive a session: nobody else gives a session's command a meaning.
//
// # Parts
//
//   - A Command is a row. Table is all of them, in the order in which help lists
//     them; Find is the row of a name, Parse the row that a line means.
//   - Controls are a session with what its commands keep beside it: the seed, the
//     condition, the watches, and what comes from outside (analysis, repairs,
//     files).
//   - An Answer is what a command did, as plain values. How it is shown is for
//     whoever asked.
//
// # Lines
//
// A line is a word and what stands behind it, or a schedule such as "A2 B",
// whose moves are made from the present state. One word of the table keeps its
// meaning although it has the form of a schedule: "A" runs thread A, and so does
// "B"; "a" and "b" are a step. "A B" is a schedule.
//
// The package has no terminal, no files and no clock.
package command
