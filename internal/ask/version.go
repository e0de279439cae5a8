package ask

import (
	"runtime/debug"

	"wobbly/lesson"
	"wobbly/report"
	"wobbly/witness"
)

// Version is the version of wobbly, as CHANGELOG.md and CITATION.cff have it. Documents name it, so
// that their bytes do not depend on the build.
const Version = "0.1.0"

// BuildModule returns the version that Go has given to this build: a tag, a pseudo-version of a
// commit with +dirty if files had changed, or (devel).
func BuildModule() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// BuildCommit returns the commit that this binary was built from, and whether files had changed.
func BuildCommit() string {
	commit, changed := "not known", ""
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return commit
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", with changes"
		}
	}
	return commit + changed
}

// Schemas lists the versions of the documents that wobbly writes.
func Schemas() []string {
	return []string{
		report.CheckSchema, report.SummarySchema, witness.Schema, report.ErrorsSchema,
		report.ExploreSchema, report.CrosscheckSchema, report.RaceMobSchema, report.RDITSchema,
		report.PredictSchema, report.CompareSchema, report.AnalyzersSchema, report.WordsSchema,
		report.TheoremListSchema, report.TheoremCheckSchema, report.TheoremFuzzSchema,
		report.TheoremBreakSchema, report.TheoremEnumerateSchema,
		report.LessonListSchema, report.LessonCheckSchema, report.LessonLintSchema,
		lesson.RecordSchema, report.GradeSchema, report.FixSchema, report.HiveStatusSchema,
		witness.AbsenceSchema,
	}
}
