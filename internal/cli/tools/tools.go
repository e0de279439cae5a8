// Package tools implements the commands fmt, replay, export, lsp and version, which serve editors,
// other tools and scripts.
package tools

import (
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
)

// Commands are the commands of this package.
var Commands = []console.Command{
	{Name: "fmt", Help: "Format programs.", Grammar: console.Of[fmtCmd]},
	{Name: "replay", Help: "Check executions that show races (witnesses) independently.",
		Grammar: console.Of[replayCmd]},
	{Name: "export", Help: "Write a program for Spin or for ThreadSanitizer.",
		Grammar: console.Of[exportCmd]},
	{Name: "lsp", Help: "Serve an editor (Language Server Protocol).", Grammar: console.Of[lspCmd]},
	{Name: "version", Help: "Print the version.", Grammar: console.Of[VersionCmd]},
}

// VersionCmd is the command version. It has no flags.
type VersionCmd struct{}

func (c *VersionCmd) Run(a *console.App) error {
	_, err := fmt.Fprintf(a.Out, "%s %s\ncommit: %s\nschemas: %s\n", a.Program(), ask.Version,
		ask.BuildCommit(), strings.Join(ask.Schemas(), ", "))
	return err
}
