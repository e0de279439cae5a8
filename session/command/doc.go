// Package command has the table of the commands of a session: the name of each, its keys and words,
// its help, when it is refused, and its function. Screens, lines, the page, the help and the
// documentation all use the table; no other package defines commands of sessions.
//
//   - A Command is a row. Table returns all of them, in the order of the help; Find returns the
//     row with a name, and Parse the row for a line of text.
//   - Controls are a session with the state of its commands (seed, condition, watches) and the
//     functions that they need (analysis, repairs, files).
//   - An Answer is the result of a command as plain values, which the caller shows.
//
// A line is a word and its argument, or a schedule such as "A2 B", which is executed from the
// present state. The words "A" and "B" run a thread although they also have the form of a schedule;
// "a" and "b" are single steps. "A B" is a schedule.
//
// The package uses neither terminal nor files nor a clock.
package command
