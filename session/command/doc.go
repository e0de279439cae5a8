// Package command is the table of what a user can do with a session: the name of each
// command, its keys and words, what it does, why it cannot be done at the moment, and its
// function. Screens read their keys from the table and lines their words; so do the help,
// the documentation, and the page. No other package gives a command of sessions a meaning.
//
//   - A Command is a row. Table returns all of them, in the order of the help; Find returns
//     the row of a name, Parse the row of a line.
//   - Controls are a session with the state of its commands (seed, condition, watches) and
//     what comes from outside (analysis, repairs, files).
//   - An Answer is what a command did, as plain values. The caller shows it.
//
// A line is a word and its argument, or a schedule such as "A2 B", whose moves are made from
// the present state. The words "A" and "B" run a thread although they also have the form of
// a schedule; "a" and "b" are a step. "A B" is a schedule.
//
// The package has no terminal, no files and no clock.
package command
