// Package ask answers the questions that every face of wobbly asks: the command line, the
// terminal, the page, the language server and the public API. A question says what is asked about
// a program (a pair of units, an analyzer or a search, limits, how long to wait); the answer is a
// finished document of package report, an error that names its exit code, or a session.
//
//	il.Source ── Load ──> il.Core ── Check, Analyze, Explore, Explain, Fix, ... ──> document
//
// Below it are the packages that judge: internal/findings makes the reports of RacerDX with their
// witnesses and explanations, internal/compare judges the reports of any other analyzer
// (internal/analyzers) by a truth. Nothing above it calls these, and nothing changes a document
// after it has been returned: what a face wants to see in it is part of the question.
//
// The package reads no file, has no clock and prints nothing except texts into a writer that it is
// given. When a context ends, what was judged by then is kept, and everything that cannot be cut
// into parts is given up with ErrInterrupted (await.go).
package ask
