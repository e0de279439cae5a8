// Package tools has the commands for other tools, and those about wobbly itself.
package tools

import (
	"wobbly/internal/cli/console"
)

// Commands are for other tools, and about wobbly itself.
var Commands = []console.Command{
	{Name: "fmt", Help: "Format programs, or print them lowered.", Grammar: console.Of[fmtCmd]},
	{Name: "replay", Help: "Check witnesses against a program, and nothing else.", Grammar: console.Of[replayCmd]},
	{Name: "export", Help: "Write a program for another tool: Spin, or a C compiler with ThreadSanitizer.", Grammar: console.Of[exportCmd]},
	{Name: "lsp", Help: "Serve an editor: errors, races, hover, completion, names, by the Language Server Protocol.", Grammar: console.Of[lspCmd]},
	{Name: "version", Help: "Print the version.", Grammar: console.Of[VersionCmd]},
}
