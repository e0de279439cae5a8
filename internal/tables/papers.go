package main

import (
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/slice"
)

type paperTable struct {
	name  string
	head  []string
	row   func(f *figures) []string // the cells after the name of the program
	count func(ctx context.Context, core *il.Core, o analyzers.Options) *figures
}

func paperTables() []paperTable {
	return []paperTable{
		{
			// Table 1(b) of POPL 2019: what RacerDX loses of RacerD's reports.
			name: "reports", count: comparisonFigures,
			head: []string{
				"program", "statements", "D reps", "DX reps", "reps ±%", "D #π", "DX #π", "#π ±%",
				"lost: real", "false", "undecided",
			},
			row: func(f *figures) []string {
				return append([]string{
					cell(f.Statements), cell(f.Reports[0]), cell(f.Reports[1]), change(f.Reports[0], f.Reports[1]),
					cell(f.Paths[0]), cell(f.Paths[1]), change(f.Paths[0], f.Paths[1]),
				}, f.Lost.cells()[1:]...)
			},
		},
		{
			// Table 1 of OOPSLA 2018: RacerD's alarms and Chord's. The overlap is the share of
			// the lines of Chord's alarms that an alarm of RacerD names too.
			name: "alarms", count: comparisonFigures,
			head: []string{
				"program", "statements", "Chord", "real", "false", "undecided",
				"RacerD", "real", "false", "undecided", "overlap",
			},
			row: func(f *figures) []string {
				return slices.Concat([]string{cell(f.Statements)}, f.Chord.cells(), f.RacerD.cells(),
					[]string{portion(f.CommonLines, f.ChordLines)})
			},
		},
		{
			// Figure 11 of PLDI 2006: what each stage of Chord leaves.
			name: "stages", count: comparisonFigures,
			head: slices.Concat([]string{"program", "statements"}, stageNames(), []string{"harmful", "false", "undecided"}),
			row: func(f *figures) []string {
				return slices.Concat([]string{cell(f.Statements)}, slice.Map(f.Stages[:], cell), f.Chord.cells()[1:])
			},
		},
		{
			// Tables 1 and 2 of SOSP 2013: RaceMob's candidates by verdict, and their cost.
			name: "verdicts", count: raceMobFigures,
			head: []string{
				"program", "statements", "candidates", "true race", "by HB only", "likely FP: ordered", "timeout",
				"unknown", "runs", "steps", "monitored", "runs steered", "in vain",
			},
			row: func(f *figures) []string {
				m := f.Mob
				return []string{
					cell(f.Statements), cell(m.Candidates), cell(m.CoEnabled), cell(m.UnorderedOnly), cell(m.Ordered),
					cell(m.Timeout), cell(m.Unknown), cell(m.Runs), cell(m.Steps), portion(m.Monitored, m.Steps),
					portion(m.Steered, m.Runs), portion(m.TimedOut, m.Runs),
				}
			},
		},
	}
}

func paperTableNames() []string {
	return slice.Map(paperTables(), func(t paperTable) string { return t.name })
}

func findPaperTable(name string) (*paperTable, bool) {
	all := paperTables()
	i := slices.IndexFunc(all, func(t paperTable) bool { return t.name == name })
	if i < 0 {
		return nil, false
	}
	return &all[i], true
}

// cells are the sum, and the real, false and undecided ones.
func (j judged) cells() []string {
	return slice.Map([]uint64{j.all(), j.Real, j.False, j.Unknown}, cell)
}

func cell(n uint64) string { return fmt.Sprint(n) }

// change is the change from one number to another, "-23 %".
func change(from, to uint64) string {
	if from == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.0f %%", 100*(float64(to)-float64(from))/float64(from))
}

// portion is a part of a whole, "61 %".
func portion(part, whole uint64) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}
