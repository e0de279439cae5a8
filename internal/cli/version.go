package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"wobbly/lesson"
	"wobbly/report"
	"wobbly/witness"
)

// versionCmd is `wobbly version`.
type versionCmd struct{}

// Run implements the command.
func (c *versionCmd) Run(a *app) error {
	_, err := fmt.Fprintf(a.out, "%s %s\nschemas: %s\n", a.program().name, buildVersion(), strings.Join([]string{
		report.CheckSchema, report.SummarySchema, witness.Schema, report.ErrorsSchema, report.ExploreSchema, report.CrosscheckSchema, report.RaceMobSchema, report.RDITSchema, report.CompareSchema, report.AnalyzersSchema,
		report.TheoremListSchema, report.TheoremCheckSchema, report.TheoremFuzzSchema,
		report.TheoremBreakSchema, report.TheoremEnumerateSchema,
		report.LessonListSchema, report.LessonCheckSchema, report.LessonLintSchema, lesson.RecordSchema, report.GradeSchema, report.FixSchema,
	}, ", "))
	return err
}

// buildVersion is the version that this binary was built as.
func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
