package examples_test

import (
	"context"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// marks are the author's verdicts in comments at the ends of lines:
//
//	b.f := x; // author: race
//	y := b.g; // author: no race
//
// Comment lines that begin with "// differs: " say why the exact search disagrees.
type marks struct {
	Lines   map[int]bool // whether the author says that a line races, for each marked line
	Differs string
}

const (
	markRace   = "// author: race"
	markNoRace = "// author: no race"
)

// marksOf reads the marks of a program.
func marksOf(src *il.Source) marks {
	m := marks{Lines: map[int]bool{}}
	for i, line := range strings.Split(src.Text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if why, ok := strings.CutPrefix(line, "// differs: "); ok {
			m.Differs = strings.TrimSpace(m.Differs + " " + why)
		}
		if race := strings.HasSuffix(line, markRace); race || strings.HasSuffix(line, markNoRace) {
			m.Lines[i+1] = race
		}
	}
	return m
}

// givenState is the name, among analyzers, of the exact search from a file's initial state.
const givenState = "given"

// A markedFile is a program with marked lines, and the lines that each analyzer reports.
type markedFile struct {
	File         string
	Race, NoRace []int  // the lines marked as races, and those marked as not
	Differs      string // why the exact search disagrees, as the file explains it
	Answers      []markedAnswer
	Defects      []string
}

// A markedAnswer lists the lines of the races that an analyzer reports, marked or not.
type markedAnswer struct {
	Analyzer string
	Lines    []int
	Cut      bool // whether a limit was reached, so that there may be more
}

// markedLines returns the marked lines of a program, and those that each analyzer reports. If the
// file has an initial state, the exact search from that state is one more analyzer.
func markedLines(ctx context.Context, core *il.Core, o compare.Options) markedFile {
	m := marksOf(core.Source)
	f := markedFile{File: core.Source.Name, Differs: m.Differs}
	for line, race := range m.Lines {
		if race {
			f.Race = append(f.Race, line)
		} else {
			f.NoRace = append(f.NoRace, line)
		}
	}
	slices.Sort(f.Race)
	slices.Sort(f.NoRace)
	pairs := compare.EachPair(ctx, core, nil, o)
	for i, a := range o.Analyzers {
		f.Answers = append(f.Answers, reportedLines(core, pairs, i, a.Name))
	}
	for i := range pairs {
		f.Defects = append(f.Defects, pairs[i].Defects(core)...)
	}
	if a, ok := answerFromGiven(ctx, core, o); ok {
		f.Answers = append(f.Answers, a)
	}
	return f
}

// reportedLines returns the lines that the analyzer in a column of pairs reports.
func reportedLines(core *il.Core, pairs []compare.Pair, column int, name string) markedAnswer {
	a := markedAnswer{Analyzer: name}
	for i := range pairs {
		how := pairs[i].Answers[column]
		a.Cut = a.Cut || how.Cut != "" || how.Failed != ""
		for k := range pairs[i].Rows {
			if r := &pairs[i].Rows[k]; r.Has(column) {
				a.Lines = append(a.Lines, core.Source.Position(r.Sites[0].At).Line,
					core.Source.Position(r.Sites[1].At).Line)
			}
		}
	}
	slices.Sort(a.Lines)
	a.Lines = slices.Compact(a.Lines)
	return a
}

// answerFromGiven returns the answer of the exact search from the file's initial state, for the
// pairs of units that the state fits. It returns false if it fits none.
func answerFromGiven(ctx context.Context, core *il.Core, o compare.Options) (markedAnswer, bool) {
	search, _ := analyzers.Search(analyzers.Coenabled)
	if core.Init == nil || !slices.Contains(o.Analyzers, search) {
		return markedAnswer{}, false
	}
	var pairs []compare.Pair
	for _, p := range core.Pairs() {
		if findings.Unbound(core, p) != "" {
			continue
		}
		in := semantics.FileInit(core, p)
		only := compare.Options{Analyzers: []*analyzers.Analyzer{search}, Analysis: o.Analysis}
		only.Analysis.Search.Init, only.Analysis.Search.Start = explore.Given, &in
		pairs = append(pairs, compare.EachPair(ctx, core, &p, only)...)
	}
	return reportedLines(core, pairs, 0, givenState), len(pairs) > 0
}
