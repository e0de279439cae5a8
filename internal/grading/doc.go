// Package grading grades what students have handed in: solutions and records of lessons. It
// does not believe a hand-in's claims, but checks each solution again by package lesson. It
// reads no file and has no clock, and the same hand-ins give the same grades on any number of
// workers.
//
//   - Class grades hand-ins, with points (class.go, work.go). Its document counts the wrong
//     answers (statistics.go) and lists pairs of hand-ins that share rare traits, without
//     judging them (likeness.go).
//   - ReadRoster reads the list of the people in the course (roster.go).
//
// Searches are limited as in a lesson, and so is the work for one student: a program of more
// than 16 KB is not checked, nor is any solution after three that limits have left undecided.
// They count as not done.
package grading
