package compare

import (
	"context"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/findings"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// Marks are a verdict that a program carries in comments at the ends of lines:
//
//	b.f := x; // author: race
//	y := b.g; // author: no race
//
// Comment lines that begin with "// differs: " say why the exact search disagrees.
type Marks struct {
	Lines   map[int]bool // whether the line is said to race
	Differs string
}

const (
	markRace   = "// author: race"
	markNoRace = "// author: no race"
)

// MarksOf reads the marks of a program.
func MarksOf(src *il.Source) Marks {
	m := Marks{Lines: map[int]bool{}}
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

// GivenState is the name of the exact search from the initial state of a file.
const GivenState = "given"

// A MarkedFile is a program with marked lines, and the lines that each analyzer reports.
type MarkedFile struct {
	File         string
	Race, NoRace []int  // the lines marked as races, and as none
	Differs      string // why the exact search disagrees, as the file explains it
	Answers      []MarkedAnswer
	Defects      []string
}

// A MarkedAnswer lists the lines of the races that an analyzer reports, marked or not.
type MarkedAnswer struct {
	Analyzer string
	Lines    []int
	Cut      bool // there may be more
}

// Marked asks the analyzers, and the exact search from the initial state of the file if there is
// one, which lines of a program race.
func Marked(ctx context.Context, core *il.Core, o Options) MarkedFile {
	m := MarksOf(core.Source)
	f := MarkedFile{File: core.Source.Name, Differs: m.Differs}
	for line, race := range m.Lines {
		if race {
			f.Race = append(f.Race, line)
		} else {
			f.NoRace = append(f.NoRace, line)
		}
	}
	slices.Sort(f.Race)
	slices.Sort(f.NoRace)
	pairs := EachPair(ctx, core, nil, o)
	for i, a := range o.Analyzers {
		f.Answers = append(f.Answers, linesOf(core, pairs, i, a.Name))
	}
	for i := range pairs {
		f.Defects = append(f.Defects, pairs[i].Defects(core)...)
	}
	if a, ok := givenAnswer(ctx, core, o); ok {
		f.Answers = append(f.Answers, a)
	}
	return f
}

// linesOf returns the lines that an analyzer reports in some pair of units.
func linesOf(core *il.Core, pairs []Pair, column int, name string) MarkedAnswer {
	a := MarkedAnswer{Analyzer: name}
	for i := range pairs {
		how := pairs[i].Answers[column]
		a.Cut = a.Cut || how.Cut != "" || how.Failed != ""
		for k := range pairs[i].Rows {
			if r := &pairs[i].Rows[k]; r.Has(column) {
				a.Lines = append(a.Lines, core.Source.Position(r.Sites[0].At).Line, core.Source.Position(r.Sites[1].At).Line)
			}
		}
	}
	slices.Sort(a.Lines)
	a.Lines = slices.Compact(a.Lines)
	return a
}

// givenAnswer returns the exact search from the file's initial state, of the pairs of units that it
// fits. It returns false if it fits none.
func givenAnswer(ctx context.Context, core *il.Core, o Options) (MarkedAnswer, bool) {
	search, _ := analyzers.Search(analyzers.Coenabled)
	if core.Init == nil || !slices.Contains(o.Analyzers, search) {
		return MarkedAnswer{}, false
	}
	var pairs []Pair
	for _, p := range core.Pairs() {
		if findings.Unbound(core, p) != "" {
			continue
		}
		in := semantics.FileInit(core, p)
		only := Options{Analyzers: []*analyzers.Analyzer{search}, Analysis: o.Analysis}
		only.Analysis.Search.Init, only.Analysis.Search.Start = explore.Given, &in
		pairs = append(pairs, EachPair(ctx, core, &p, only)...)
	}
	return linesOf(core, pairs, 0, GivenState), len(pairs) > 0
}
