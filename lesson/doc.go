// Package lesson is the engine of lessons: it reads lesson files, checks what a student
// hands in, and plays a lesson with a student. It uses no terminal, no files and no
// clock. The shipped lessons are in package lesson/course.
//
// # Tasks
//
// A lesson is a list of tasks, of five kinds (Kind):
//
//   - play: a schedule. The student is the scheduler; a goal has to hold in the state
//     that the schedule leads to, or of all states visited.
//   - heap: an initial state in which a goal holds.
//   - program: a changed program, for which goals hold and whose changes stay within
//     what the task allows (Constraint).
//   - analysis: W, L and A of units and the pairs that RacerDX reports, filled in by hand
//     and compared with abstract.AnalyzeSets.
//   - witness: an initial state and a schedule that package witness/check accepts as a
//     witness of one race.
//
// Goals are written in the language of package session/query, as watches and breakpoints
// are. Goals about all schedules are answered by its exact search. If a limit cut the
// search, the goal is undecided.
//
// # Questions
//
// A task may ask the student to predict something. Its questions come before anything
// that returns the answer away: while one is open, a Game refuses to step, to check and to
// show a solution. The right answers are revealed once the task is done. Lint compares
// those that can be computed with what the machine computes.
//
// # Records
//
// What a student has done is a Record. Nothing in it is believed: a grader checks every
// solution again. Tasks and questions are identified by digests of what an answer to them
// depends on (Task.Digest), so that a record outlives edits of prose, and a student is
// told exactly what has changed otherwise (Record.FitTo).
//
// # Files
//
// docs/teaching.md describes the format, for teachers. Parse reports what is wrong with
// the form of a file, each error with its position; Lint plays the lesson: every solution
// must win, every wrong move must lose and get its own answer.
//
// The frame is that of txtar archives: a head, and then "-- NAME --" before each file. It is read
// here (split) and not by package txtar, which would save no line: the marks of keys stand between
// files too, so that lines have to be classified before; errors need the line of each file, which
// an archive does not have; and the last line of a file may lack its end.
//
// There are deliberately no scores, no names of students, and nothing that needs a clock.
package lesson
