package cli

import (
	"fmt"
	"runtime/debug"

	"wobbly/report"
	"wobbly/witness"
)

// versionCmd is `wobbly version`.
type versionCmd struct{}

// Run implements the command.
func (c *versionCmd) Run(a *app) error {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	_, err := fmt.Fprintf(a.out, "wobbly %s\nschemas: %s, %s, %s, %s\n", version,
		report.CheckSchema, report.SummarySchema, witness.Schema, report.ErrorsSchema)
	return err
}
