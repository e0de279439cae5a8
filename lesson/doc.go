// Package lesson is the engine of lessons: it reads lesson files, checks by
// machine what a student hands in, and plays a lesson with a student. It has no
// terminal, no files and no clock. The fourteen lessons themselves are the texts
// of package lessons.
//
// # Tasks
//
// A lesson is a row of tasks, of five kinds (Kind):
//
//   - play: a schedule. The student is the scheduler, and a goal has to hold of
//     the state that the schedule leads to, or of all states visited.
//   - heap: an initial state, from which a goal holds.
//   - program: a program, of which goals hold and whose changes stay within
//     what the task allows (Constraint).
//   - analysis: W, L and A of units and the pairs that RacerDX reports, filled
//     in by hand and compared with abstract.AnalyzeSets.
//   - witness: an initial state and a schedule that package witness/check
//     accepts as a witness of one race.
//
// Goals are written in the language of package session/query, the one of watches
// and breakpoints. Those that speak of all schedules are answered by its exact
// search; where a bound cut the search, the answer is neither yes nor no.
//
// # Questions
//
// A task may ask the student to predict something. Questions come before
// anything that gives the answer away: while one is open, a Game lets nobody
// step, check or give a solution. The right answers are told once the task is
// done. Those that the machine can compute are held against it by Lint.
//
// # Files
//
// docs/lessons.md describes the format, for teachers. Parse reports what is
// wrong with a file, each fault with its position; Lint plays it: every solution
// wins, every wrong move does not and is answered.
//
// The frame is that of txtar archives, a head and then "-- NAME --" before each file.
// Package txtar does not read it, for three reasons: it tells no lines, and each fault
// has one; it takes any head, where this one is entries with their own grammar; and
// the marks of a key stand between files as well as in the head. What it would do is
// the function split.
//
// Left out: scores, names of students, and anything that needs a clock.
package lesson
