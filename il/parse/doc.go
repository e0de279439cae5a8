// Package parse reads IL programs: from the text to the trees of package il,
// with coded, positioned diagnostics for all that is wrong with the syntax. It
// transcribes the grammar of Figure 4 in the concrete form of the language's
// surface syntax; what a program means, and whether it is legal (assumptions
// A1 to A6), is left to package check.
//
// # One grammar, two parsers
//
// The definition of the language is the participle grammar in grammar.go.
// Grammar prints it, and participle makes a parser of it that the tests use as
// the oracle. File swaps one of its productions, decl: a reader parses the
// declarations of a batch (cut.go) by recursive descent over a scanner of its
// own, on as many goroutines as there are processors, and participle frames the
// file, over a lexer whose tokens are these batches. The engine
// of the page (GOOS=js) reads the file production without participle. Tests and
// fuzzing hold both to the same verdict and to the same trees, positions and
// comments included.
//
// Measured on 100,000 statements in 10,000 methods, on one core of a machine
// that was busy with other work: participle alone 0.05 million statements a
// second and 12,300 bytes of allocation a statement; decl swapped, one token a
// declaration, 1.2 million and 199 bytes; decl swapped, one token a batch of 64
// KiB, as it is now, 3 to 4 million and 108 bytes. What remains is the trees.
//
// # What it assumes
//
// A file is UTF-8 text, perhaps with a byte order mark; inside of comments any
// bytes may stand. It has at most 2^31-1 bytes and nests blocks at most 10,000
// deep; more is a diagnostic. Whatever the bytes are, File returns. The names
// in the trees are substrings of the text and the field lists of equal paths
// may be shared, so trees keep the text alive and must not be changed in place.
//
// # Errors
//
// A statement gives at most one diagnostic, and reading goes on behind it: at
// the next ";", the next line, or the closing brace of its block; blocks on the
// way are read for their own errors. Where braces do not match, a method head
// at the left margin begins a new declaration.
//
// Deviations from the paper:
//
//  1. The leading skip of every C is implicit, and ";" separates statements or
//     is left out at a line's end, before "}" and behind "}".
//  2. Beyond Figure 4 the sugar of package il is read; il.Lower removes it.
//  3. private methods, init blocks and the parallel composition as a
//     declaration are the project's, not the paper's.
//  4. push and pop are ordinary names here; package check refuses them (G5:
//     they are commands of the semantics only).
package parse
