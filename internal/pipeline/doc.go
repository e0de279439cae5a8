// Package pipeline is the one path of a program from its text to a document: load
// (parse and check), the units that are asked for, the analyzer, its reports, what is
// found about them, the document of package report. What comes behind it is a writer.
//
// It reads no file and prints nothing; each stage is entered once, and none knows
// which analyzer it works for. Where the time is up (the context ends) reports that are
// judged are kept as they are; it gives up what else is not lazy, and the error is
// ErrInterrupted.
package pipeline
