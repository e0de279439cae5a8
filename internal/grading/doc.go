// Package grading grades what students have handed in: solutions and records of
// lessons. What a hand-in claims is not believed; each solution in it is checked again,
// as package lesson checks it. The package reads no file and has no clock, and the same
// hand-ins give the same grades on any number of workers.
//
//   - Class grades hand-ins (class.go, work.go), with points, and says what was
//     answered wrongly how often (statistics.go).
//   - Alike finds pairs of hand-ins that have something in common that the tasks do not
//     give and that few others have (likeness.go). It shows it and judges nothing.
//   - ReadRoster reads who is in the course (roster.go).
//
// A search is bounded as in a lesson, and so is all that one student's work may cost:
// a program of more than 16 KB is not looked at, and what comes behind three solutions
// that bounds have left undecided is not either. It is not decided then, and counts as
// not done.
package grading
