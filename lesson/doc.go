// Package lesson is the engine of lessons: it parses lessons, checks what a student hands in, and
// plays a lesson with a student. It uses neither terminal nor files nor a clock. The shipped
// lessons are in package lesson/course.
//
// # Tasks
//
// A lesson is a list of tasks of five kinds (Kind):
//
//   - play: schedules. The student is the scheduler; goals are about the last state or about all
//     visited states.
//   - heap: an initial state in which a goal holds.
//   - program: a changed program that meets goals and constraints on the change (Constraint).
//   - analysis: W, L and A of methods and the pairs that RacerDX reports, filled in by hand
//     and compared with abstract.AnalyzeSets.
//   - witness: an initial state and a schedule that package witness/check accepts as a
//     witness of one race.
//
// Goals are in the language of package session/query, like watches and breakpoints. An exact search
// answers goals about all schedules; if the search reaches a limit, the goal is undecided.
//
// A move is the text of an attempt in a lesson's file: the solution of a task, or a wrong move, to
// which the lesson has an answer of its own.
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
// The key of a lesson is its solutions and right answers, in lines that marks enclose. A master is
// a lesson with its key, and its exam edition one without.
//
// The format is that of txtar archives: a head, and then "-- NAME --" before each file. Package
// txtar does not fit, though: the marks of keys are between files too, errors need the line of
// each file, and the last line of a file may lack its end.
//
// Records deliberately have no scores, no names of students, and no times.
package lesson
