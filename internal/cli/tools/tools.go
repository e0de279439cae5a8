// Package tools has the commands for other tools, and those about wobbly itself.
package tools

import (
	"wobbly/internal/cli/console"
)

// Commands are for other tools, and about wobbly itself.
var Commands = []console.Command{
	{Name: "fmt", Help: "Format programs.", Grammar: console.Of[fmtCmd]},
	{Name: "replay", Help: "Check the witnesses of races with an independent checker.", Grammar: console.Of[replayCmd]},
	{Name: "export", Help: "Write a program for Spin or for ThreadSanitizer.", Grammar: console.Of[exportCmd]},
	{Name: "lsp", Help: "Serve an editor (Language Server Protocol).", Grammar: console.Of[lspCmd]},
	{Name: "version", Help: "Print the version.", Grammar: console.Of[VersionCmd]},
}
