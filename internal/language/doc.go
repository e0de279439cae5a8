// Package language answers the questions of an editor about a program: its errors and their fixes,
// its races, the meaning and the uses of a name, calls, completions. `wobbly lsp` and the page both
// get their answers here. The texts come from packages diag, findings and report, so that editors
// and commands use the same words.
//
// A Document is one version of a text. Each answer is a pure function of it, and everything that
// several answers need is computed once. Documents may be used concurrently. The package is
// independent of protocols, terminals and files, and compiles to WebAssembly.
//
// Positions are byte offsets (il.Pos). Editors count lines and characters instead, most of them in
// UTF-16: Position and Offset convert.
package language
