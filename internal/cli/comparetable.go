package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/report"
)

// paperTable is a table in the shape of a paper's.
type paperTable struct {
	name, like string
	head       []string
	row        func(f *compare.Figures) []string
	count      compare.Counting
	notes      []string
}

// paperTables lists them.
func paperTables() []paperTable {
	cell := func(n uint64) string { return fmt.Sprint(n) }
	judged := func(j compare.Judged) []string {
		return []string{cell(j.All()), cell(j.Real), cell(j.False), cell(j.Unknown)}
	}
	return []paperTable{
		{
			"reports", "Table 1(b) of POPL 2019: what RacerDX loses of RacerD's reports",
			[]string{"program", "statements", "D reps", "DX reps", "reps ±%", "D #π", "DX #π", "#π ±%", "lost: real", "false", "undecided"},
			func(f *compare.Figures) []string {
				return slices.Concat([]string{
					cell(f.Statements), cell(f.Reports[0]), cell(f.Reports[1]), report.Change(f.Reports[0], f.Reports[1]),
					cell(f.Paths[0]), cell(f.Paths[1]), report.Change(f.Paths[0], f.Paths[1]),
				}, judged(f.Lost)[1:])
			},
			compare.FiguresOf,
			[]string{"Reports are of a pair of units, two paths and two lock levels, not deduplicated; π are the distinct paths in them. Lost reports are judged by the exact search."},
		},
		{
			"alarms", "Table 1 of OOPSLA 2018: RacerD's alarms beside Chord's",
			[]string{"program", "statements", "Chord", "real", "false", "undecided", "RacerD", "real", "false", "undecided", "overlap"},
			func(f *compare.Figures) []string {
				return slices.Concat([]string{cell(f.Statements)}, judged(f.Chord), judged(f.RacerD), []string{report.Portion(f.CommonLines, f.ChordLines)})
			},
			compare.FiguresOf,
			[]string{"An alarm is an unordered pair of accesses of the file. The overlap is the share of the lines of Chord's alarms that stand in one of RacerD's."},
		},
		{
			"stages", "Figure 11 of PLDI 2006: what Chord's stages leave",
			append(append([]string{"program", "statements"}, compare.Stages()...), "harmful", "false", "undecided"),
			func(f *compare.Figures) []string {
				row := []string{cell(f.Statements)}
				for _, n := range f.Stages {
					row = append(row, cell(n))
				}
				return append(row, judged(f.Chord)[1:]...)
			},
			compare.FiguresOf,
			[]string{"Unordered pairs of accesses of the program, each once, whatever pairs of units it is left in. Harmful is what races by Definition 3.6; IL has no benign races."},
		},
		{
			"verdicts", "Tables 1 and 2 of SOSP 2013: RaceMob's candidates by verdict, and what they cost",
			[]string{"program", "statements", "candidates", "true race", "by HB only", "likely FP: ordered", "timeout", "unknown", "runs", "steps", "monitored", "runs steered", "in vain"},
			func(f *compare.Figures) []string {
				m := f.Mob
				return []string{
					cell(f.Statements), cell(m.Candidates), cell(m.CoEnabled), cell(m.UnorderedOnly), cell(m.Ordered), cell(m.Timeout), cell(m.Unknown),
					cell(m.Runs), cell(m.Steps), report.Portion(m.Monitored, m.Steps), report.Portion(m.Steered, m.Runs), report.Portion(m.TimedOut, m.Runs),
				}
			},
			compare.RaceMobOf,
			[]string{"Candidates are what Chord leaves of each pair of units. A true race is one before which both threads stood (Definition 3.6), or one that only happens-before shows. " +
				"Monitored are the steps that a user's program has to tell of: accesses of its candidate, and lock() and unlock() behind the first of them. Steered are runs that held a thread back, in vain those in which the order that was wanted did not come about."},
		},
	}
}

// tableNames lists the tables by name.
func tableNames() (names []string) {
	for _, t := range paperTables() {
		names = append(names, t.name)
	}
	return names
}

// table prints a table of files, of the examples, or of random programs.
func (c *compareCmd) table(a *app, o analyzers.Options) error {
	t, err := c.paperTable()
	switch {
	case err != nil:
		return err
	case c.CSV || c.SVG.given || c.All || c.Pair != "" || c.Time || len(c.Analyzers) > 0:
		return usage("", "--table makes no sense with --csv, --svg, --all, --pair, --time and --analyzers")
	case c.Random == 0 && len(c.Files) == 0 && !c.Examples:
		return usage("See: wobbly help compare", "expected FILE..., --examples or --random N")
	}
	doc := &report.Figures{Table: t.name, Like: t.like, Head: t.head, Rows: [][]string{}, Notes: t.notes}
	total := &compare.Figures{}
	add := func(name string, f *compare.Figures) {
		doc.Rows = append(doc.Rows, append([]string{name}, t.row(f)...))
		total.Plus(f)
	}
	if c.Random > 0 {
		err = c.tableOfDrawings(a, o, t.count, add)
	} else {
		c.tableOfFiles(a, o, t.count, add)
	}
	if err != nil {
		return err
	}
	if len(doc.Rows) > 1 {
		doc.Rows = append(doc.Rows, append([]string{"all"}, t.row(total)...))
	}
	if doc.Interrupted = a.interrupted(); doc.Interrupted || c.Random == 0 && total.Cut > 0 {
		a.found(exitInconclusive)
	}
	switch {
	case c.JSON:
		return report.FiguresJSON(a.out, doc)
	case c.Markdown:
		return report.FiguresMarkdown(a.out, doc)
	default:
		return a.show(doc)
	}
}

// paperTable is the table of a name.
func (c *compareCmd) paperTable() (paperTable, error) {
	i := slices.Index(tableNames(), c.Table)
	if i < 0 {
		return paperTable{}, noSuch("table", c.Table, tableNames())
	}
	return paperTables()[i], nil
}

// tableOfFiles counts in files and in the examples, a row for each.
func (c *compareCmd) tableOfFiles(a *app, o analyzers.Options, count compare.Counting, add func(string, *compare.Figures)) {
	each := func(name string, core *il.Core) {
		defer a.watch("").steadily(func(since time.Duration) string { return fmt.Sprintf("%s: %s", name, since.Round(time.Second)) })()
		if f := count(a.ctx, core, o); !a.interrupted() {
			add(strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], ".il"), f)
		}
	}
	for _, name := range c.Files {
		core, err := a.load(name, c.Strict, c.JSON)
		if err != nil {
			a.fail(err)
			continue
		}
		if each(report.FileName(name), core); a.interrupted() {
			return
		}
	}
	if c.Examples {
		for _, x := range examples.All() {
			if core, err := shipped("examples/"+x.Name, x.Text); err == nil && !a.interrupted() {
				each(x.Name, core)
			}
		}
	}
}

// tableOfDrawings counts in random programs, a row for each drawing.
func (c *compareCmd) tableOfDrawings(a *app, o analyzers.Options, count compare.Counting, add func(string, *compare.Figures)) error {
	drawings, err := c.drawings()
	if err != nil {
		return err
	}
	for _, drawing := range drawings {
		w := a.lasting("", "the first programs")
		f, failures := compare.RandomFigures(a.ctx, c.drawOf(a, drawing, w, 0), count, o)
		w.Done()
		if len(failures) > 0 {
			return failure{exitInternal, strings.Join(failures[0].What, "; "), ""}
		}
		if a.interrupted() {
			break
		}
		add(drawing.Name, f)
	}
	return nil
}
