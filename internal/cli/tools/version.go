package tools

import (
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
)

// VersionCmd is `wobbly version`.
type VersionCmd struct{}

func (c *VersionCmd) Run(a *console.App) error {
	_, err := fmt.Fprintf(a.Out, "%s %s\ncommit: %s\nschemas: %s\n", a.Program(), ask.Version, ask.BuildCommit(), strings.Join(ask.Schemas(), ", "))
	return err
}
