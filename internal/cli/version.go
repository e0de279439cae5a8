package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

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
	_, err := fmt.Fprintf(a.out, "wobbly %s\nschemas: %s\n", version, strings.Join([]string{
		report.CheckSchema, report.SummarySchema, witness.Schema, report.ErrorsSchema, report.ExploreSchema, report.CrosscheckSchema,
		report.TheoremListSchema, report.TheoremCheckSchema, report.TheoremFuzzSchema,
	}, ", "))
	return err
}
