package tools

import (
	"fmt"
	"strings"

	"wobbly/internal/cli/console"
	"wobbly/internal/service"
)

// VersionCmd is `wobbly version`.
type VersionCmd struct{}

// Run implements the command.
func (c *VersionCmd) Run(a *console.App) error {
	_, err := fmt.Fprintf(a.Out, "%s %s\ncommit: %s\nschemas: %s\n", a.Program(), service.BuildVersion(), service.BuildCommit(), strings.Join(service.Schemas(), ", "))
	return err
}
