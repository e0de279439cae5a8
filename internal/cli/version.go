package cli

import (
	"fmt"
	"strings"

	"wobbly/internal/service"
)

// versionCmd is `wobbly version`.
type versionCmd struct{}

// Run implements the command.
func (c *versionCmd) Run(a *app) error {
	_, err := fmt.Fprintf(a.out, "%s %s\ncommit: %s\nschemas: %s\n", a.program(), service.BuildVersion(), service.BuildCommit(), strings.Join(service.Schemas(), ", "))
	return err
}
