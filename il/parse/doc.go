// Package parse reads IL programs: from a text to the trees of package il, with a coded diagnostic
// at its place for everything that is wrong with the syntax. It transcribes the grammar of Figure 4
// in the concrete syntax of docs/language.md. What a program means, and whether it is legal
// (assumptions A1 to A6), is left to package check.
//
// # From a text to trees
//
//	text      // two threads                 private m(b) { x := b.f; }   { m(a) } || { skip; }
//	cutter    [// two threads    private m(b) { x := b.f; }]  [   { m(a) } || { skip; }]
//	scanner   private name ( name ) { name := name . name ; }   ...
//	trees     Method{m, [b], [Load]}                       Parallel{[Call], [Skip]}
//
// The cutter (cut.go) follows braces and comments only. It cuts the text into pieces of one
// declaration each, which are parsed one by one. The scanner (scanner.go) is the only lexer: it
// makes tokens of a piece and collects the comments. parser.declaration (parse.go) chooses who
// parses them:
//
//   - Participle reads first, if the text has at most 1 MB. Its grammar (grammar.go) defines the
//     language and prints the EBNF of the documentation. It parses the declarations; their bodies,
//     almost all of a program, are a custom production, by hand.
//   - If participle fails, the hand-written reader (reader.go, decl.go, stmt.go) parses the piece
//     again, explains its errors (errors*.go) and recovers from them (recover.go).
//   - A larger text is read by hand at once, in parts on all processors: it was generated.
//   - So is every text in the engine of the page, to which participle would add 168 kB.
//
// The method that reads a block is the same in all cases: only where its tokens come from differs.
// So a form of statement is written down twice, in the grammar and in the reader. The parser that
// participle makes of the whole grammar is the oracle: fuzzing and random programs, legal and
// damaged, compare the verdicts and the trees, positions and comments included.
//
// Incremental (incremental.go) parses one version of a text after another. The pieces of the last
// version are its keys: the method in a piece that is there again is not parsed again. If it is at
// another place, its tree is copied with other positions (move.go).
//
// # Cost
//
// On one core a statement takes 0.2 to 0.3 microseconds and 109 bytes by hand, five times as much
// time with participle for the declarations, mostly for tokens in its form and for heads of
// methods, and seventy times as much with participle alone. An edit in a text of 1 MB takes half
// the time of reading all of it by hand, a ninth of what participle takes.
//
// # Assumptions
//
// A file is UTF-8 text, perhaps with a byte order mark; comments may hold any bytes. It has at most
// 2^31-1 bytes and nests blocks at most 10,000 deep; beyond that there is a diagnostic. File
// returns, whatever the bytes are, with a single diagnostic if they are not a text. The names in
// the trees are substrings of the text, and equal paths may share their field lists, so trees keep
// the text alive and must not be changed.
//
// # Errors
//
// A statement has at most one diagnostic, even if it is a statement of Java, C, Go or Python, which
// errors_foreign.go reads to its end to offer what IL has instead (package diag has the words).
// testdata/beginners.txt has the diagnostics of 250 such programs. The reader continues at the next
// ";", on the next line, or at the closing brace of the block; it reads blocks on the way for their
// own errors. Where braces do not match, a method head at the left margin begins a new declaration.
//
// # Deviations from the paper
//
//  1. The leading skip of every C is implicit, and ";" is optional at a line's end and beside "}".
//  2. Beyond Figure 4, it reads the sugar of package il, which il.Lower removes.
//  3. Private methods, init blocks and the parallel composition as a declaration are the project's.
//  4. push and pop are ordinary names here; package check refuses them (G5).
package parse
