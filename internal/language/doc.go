// Package language answers what an editor asks about a program: what is wrong with
// it and how to mend that, where it races, what a name means and where else it
// stands, what can stand at a place. It is the one home of these answers for
// `wobbly lsp` and for the page; what they say is made by packages diag, findings
// and report, in the words of the commands.
//
// A Document is one version of a text. Each question is a pure function of it, and
// what several of them need is worked out once. A document is safe for concurrent
// use. The package knows no protocol, terminal or file; it compiles to WebAssembly.
//
// Places are byte offsets (il.Pos). Editors count lines and characters instead, and
// most of them UTF-16 units: Position and Offset convert.
package language
