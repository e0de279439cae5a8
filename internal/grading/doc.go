// Package grading grades what students have handed in: solutions and records of lessons. It
// does not believe what a hand-in claims, but checks each solution again by package lesson. It
// reads no file and has no clock, and the same hand-ins get the same grades on any number of
// workers.
//
// A file that was handed in goes through these steps. Each can end with a Fault, whose Reason is
// counted in the document, so that nothing is lost without a word:
//
//  1. Unpack replaces a zip by its files, within limits (unzip.go).
//  2. OfPlatform and a Pattern find the student in a name that a learning platform or the teacher
//     has chosen, and place finds the lesson and the task (names.go).
//  3. Decode makes text of bytes in any usual encoding, and Tidy removes what word processors have
//     added (decode.go).
//  4. Class checks solutions and records, and gives points (class.go, work.go). Its document also
//     counts wrong answers (statistics.go), and lists groups of hand-ins that share rare traits,
//     without judging them (likeness.go).
//  5. A Roster, if there is one, says who has handed in, and who has not (roster.go).
//
// Searches are limited as in a lesson, and so is the work for one student: a program of more
// than 16 KB is not checked, nor is any solution after three that limits have left undecided.
// They count as not done.
package grading
