// Package report has the results of commands as documents, and one writer for each format: text for
// people, JSON for programs, and the short form for editors and grep.
//
// A document, such as Check, Summary, Exploration, Crosscheck or Pair, is made by a driver and is
// independent of its formats. A writer is a pure function from a document to an io.Writer: it reads
// no file, no environment and no clock, and the same document gives the same bytes. Documents that
// can be large are sequences, so that a witness is written and forgotten before the next one is
// made.
//
// Colour says nothing that the words do not say. Text keeps to 80 columns where the names of the
// program allow. Commands to copy and records of one line are kept whole.
package report
