// Package lesson is the engine of lessons: it reads lesson files, checks what a student
// hands in, and plays a lesson with a student. It uses no terminal, no files and no
// clock. The shipped lessons are in package lesson/course.
//
// # Tasks
//
// A lesson is a list of tasks of five kinds (Kind):
//
//   - play: a schedule. The student is the scheduler; a goal must hold in the last state
//     or of all states visited.
//   - heap: an initial state in which a goal holds.
//   - program: a changed program that meets goals and constraints on the change (Constraint).
//   - analysis: W, L and A of methods and the pairs that RacerDX reports, filled in by hand
//     and compared with abstract.AnalyzeSets.
//   - witness: an initial state and a schedule that package witness/check accepts as a
//     witness of one race.
//
// Goals are written in the language of package session/query, like watches and breakpoints.
// An exact search answers goals about all schedules; if a limit cuts the search, the goal is
// undecided.
//
// # Questions
//
// A task may ask the student to predict something. While a question is open, a Game refuses
// to step, to check and to show a solution, because these would give the answer away. The
// right answers are revealed once the task is done. Lint compares them with computed answers
// where it can.
//
// # Records
//
// A Record is a student's work. A grader trusts nothing in it and checks every solution again.
// Tasks and questions are identified by digests of what an answer to them depends on (Task.Digest),
// so that a record survives edits of prose; otherwise Record.FitTo lists exactly what has changed.
//
// # Files
//
// docs/teaching.md describes the format, for teachers. Parse reports errors of form with their
// positions; Lint plays the lesson: every solution must win, and every wrong move must lose
// and get its own answer.
//
// The format is that of txtar archives: a head, and then "-- NAME --" before each file. Package
// txtar does not fit, though: the marks of keys are between files too, errors need the line of
// each file, and the last line of a file may lack its end.
//
// There are deliberately no scores, no names of students, and nothing that needs a clock.
package lesson
