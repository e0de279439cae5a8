package cli

import (
	"fmt"
	"strings"

	"wobbly/internal/ask"
)

// versionCmd is `wobbly version`.
type versionCmd struct{}

// Run implements the command.
func (c *versionCmd) Run(a *app) error {
	_, err := fmt.Fprintf(a.out, "%s %s\ncommit: %s\nschemas: %s\n", a.program().name, ask.BuildVersion(), ask.BuildCommit(), strings.Join(ask.Schemas(), ", "))
	return err
}
