package ask

import (
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/witness"
)

// Schemas lists the versions of the documents that wobbly writes.
func Schemas() []string {
	return []string{
		report.CheckSchema, report.SummarySchema, witness.Schema, report.ErrorsSchema, report.ExploreSchema, report.CrosscheckSchema, report.RaceMobSchema, report.RDITSchema, report.PredictSchema, report.CompareSchema, report.AnalyzersSchema, report.WordsSchema,
		report.TheoremListSchema, report.TheoremCheckSchema, report.TheoremFuzzSchema,
		report.TheoremBreakSchema, report.TheoremEnumerateSchema,
		report.LessonListSchema, report.LessonCheckSchema, report.LessonLintSchema, lesson.RecordSchema, report.GradeSchema, report.FixSchema, report.HiveStatusSchema, witness.AbsenceSchema,
	}
}
