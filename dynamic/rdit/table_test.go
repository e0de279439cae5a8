package rdit

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// small returns a table that is made in a moment.
func small() TableOptions {
	o := DefaultTable()
	o.Programs, o.Runs = 400, 3
	return o
}

// TestTable: all rows have the same executions, and each variant behaves as the theorems promise.
func TestTable(t *testing.T) {
	rows := Table(small())
	if again := Table(small()); !reflect.DeepEqual(rows, again) {
		t.Errorf("Table = %+v, and with the same seed %+v", rows, again)
	}
	other := small()
	other.Seed = 2
	if reflect.DeepEqual(rows, Table(other)) {
		t.Error("Table gives the same with another seed")
	}
	naive, published := 0, 0
	for i, r := range rows {
		first := rows[0]
		if r.Executions != 1200 || r.Programs != 400 || r.Races != first.Races ||
			r.Methods != first.Methods || r.Cut != first.Cut {
			t.Errorf("row %g is about other executions: %+v", r.Share, r)
		}
		if i > 0 && (r.Missing < rows[i-1].Missing || r.Unseen < rows[i-1].Unseen) {
			t.Errorf("row %g: %d methods missing, %d races unseen, fewer than in the row before",
				r.Share, r.Missing, r.Unseen)
		}
		for _, v := range Variants() {
			c := r.Total(v)
			if v.Sound && (c.Sites.False > 0 || c.Accesses.False > 0 || c.Runs > 0) {
				t.Errorf("row %g: %s has false reports", r.Share, v.Name)
			}
			if v.Name == Naive.Name && c.Sites.Missed+c.Accesses.Missed > 0 {
				t.Errorf("row %g: %s misses something", r.Share, v.Name)
			}
			if c.Sites.True()+c.Sites.Missed != r.Races-r.Unseen ||
				c.Sites.Reported < c.Sites.False || c.Sites.Missed < 0 {
				t.Errorf("row %g: %s has %+v, want true and missed sites to be %d", r.Share, v.Name,
					c, r.Races-r.Unseen)
			}
		}
		naive += r.Total(Naive).Runs
		published += r.Total(Published).Runs
	}
	for _, c := range rows[0].Totals {
		if c.Sites != (Count{Reported: rows[0].Races}) ||
			rows[0].Missing+rows[0].Unseen+rows[0].Calls > 0 {
			t.Errorf("without missing methods, %s has %+v", c.Variant, c)
		}
	}
	if all := rows[len(rows)-1]; all.Missing != all.Methods || all.Unseen < all.Races/10 {
		t.Errorf("%d of %d methods are missing, %d of %d races unseen", all.Missing, all.Methods,
			all.Unseen, all.Races)
	}
	if naive < 50 || published < 25 {
		t.Errorf("%d and %d executions with false reports, want at least 50 and 25", naive,
			published)
	}
}

// TestTotals: the columns add up the reports.
func TestTotals(t *testing.T) {
	row := TableOptions{Shares: []float64{0}}.rows()[0]
	want := map[string]Count{}
	corpus(t, 500, func(tr *Trace) {
		row.add(tr, hb.Reports(tr.Execution))
		truth := sitesOf(Truth.Run(tr))
		for _, v := range Variants() {
			c := want[v.Name]
			reports := sitesOf(v.Run(tr))
			c.Reported += len(reports)
			for _, s := range reports {
				if !slices.Contains(truth, s) {
					c.False++
				}
			}
			for _, s := range truth {
				if !slices.Contains(reports, s) {
					c.Missed++
				}
			}
			want[v.Name] = c
		}
	})
	for _, c := range row.Totals {
		if c.Sites != want[c.Variant] {
			t.Errorf("%s: %+v, want %+v", c.Variant, c.Sites, want[c.Variant])
		}
		if c.Accesses.Reported < c.Sites.Reported || c.Accesses.False < c.Sites.False {
			t.Errorf("%s: fewer pairs of accesses than of sites: %+v", c.Variant, c)
		}
	}
	if want[Naive.Name].False < 20 {
		t.Errorf("%s has %d false reports, want at least 20", Naive.Name, want[Naive.Name].False)
	}
}

// sitesOf lists the sites of a result's reports.
func sitesOf(r *Result) []il.Sites {
	var all []il.Sites
	for _, report := range r.Reports() {
		all = append(all, report.Sites)
	}
	return all
}

// TestRowsOfAProgram: the rows of a program can be chosen by the share of missing methods, or by
// naming them.
func TestRowsOfAProgram(t *testing.T) {
	core := iltest.Core(t, withRecorded)
	o := small()
	rows := TableOf(t.Context(), core, core.Pairs(), o)
	if len(rows) != len(o.Shares) || rows[0].Executions != o.Runs {
		t.Fatalf("%d rows, %+v, want %d of %d executions", len(rows), rows, len(o.Shares), o.Runs)
	}
	if rows[5].Missing != 2 || rows[5].Races != rows[0].Races {
		t.Errorf("%d methods missing and %d races, want 2 and %d", rows[5].Missing, rows[5].Races,
			rows[0].Races)
	}
	o.Runs = 50
	row := rowOf(core, core.Pairs(), named(t, core, "m"), o)
	if !slices.Equal(row.Names, []string{"m"}) || row.Missing != 1 {
		t.Errorf("the methods %q are missing (%d), want m", row.Names, row.Missing)
	}
	if row.Executions != 50 || row.Races != 0 {
		t.Errorf("%d executions with %d races, want 50 and none", row.Executions, row.Races)
	}
	for _, v := range []Variant{Naive, Published} {
		c := row.Total(v)
		if c.Sites.False != c.Sites.Reported || c.Runs < 10 {
			t.Errorf("%s: %+v, want only false reports, in 10 runs or more", v.Name, c)
		}
	}
	if c := row.Total(Repaired); c != (Total{Variant: "rdit-full"}) {
		t.Errorf("%s: %+v, want no reports", Repaired.Name, c)
	}
	defer func() {
		if recover() == nil {
			t.Error("Total of an unknown variant does not panic")
		}
	}()
	row.Total(Variant{Name: "none"})
}

// TestCutsAreCounted: executions that a limit ended are counted.
func TestCutsAreCounted(t *testing.T) {
	o := small()
	o.Programs, o.Limits.Steps = 50, 3
	for _, r := range Table(o) {
		if r.Cut == 0 || r.Cut > r.Executions {
			t.Errorf("Table: %d of %d executions are cut, want some", r.Cut, r.Executions)
		}
	}
	core := iltest.Core(t, withRecorded)
	s := Survey(core, core.Pairs()[0], named(t, core, "m"),
		SurveyOptions{Runs: 7, Limits: o.Limits})
	if s.Cut != 7 || s.Runs != 7 {
		t.Errorf("Survey: %d of %d executions are cut, want 7 of 7", s.Cut, s.Runs)
	}
}

// rowOf returns the row of one program with given missing methods.
func rowOf(core *il.Core, pairs []il.Pair, m Missing, o TableOptions) Row {
	row := TableOptions{Shares: []float64{0}}.rows()[0]
	row.Names = m.Names()
	rows := []Row{row}
	r := rand.New(rand.NewPCG(o.Seed, 0))
	o.tabulate(context.Background(), pairs, []Missing{m}, rows,
		func(p il.Pair, _ int) *dynamic.Execution {
			return dynamic.DrawFrom(core, p, dynamic.Start(core, p, o.Given, r), r, o.Limits)
		})
	return rows[0]
}

// TestTableOfSurvey checks that a table of one program counts the races of the survey's executions.
func TestTableOfSurvey(t *testing.T) {
	core := iltest.Core(t, withRecorded)
	o := DefaultTable()
	o.Runs, o.Shares = 50, []float64{1}
	row := TableOf(t.Context(), core, core.Pairs(), o)[0]
	missing := Draw(core, rand.New(rand.NewPCG(o.Seed, 0))).Share(1)
	survey := SurveyOptions{Runs: o.Runs, Seed: o.Seed, Limits: o.Limits}
	for i, v := range Variants() {
		reported := 0
		for _, p := range core.Pairs() {
			for _, f := range Survey(core, p, missing, survey).Findings {
				reported += f.Verdicts[i].Runs
			}
		}
		if got := row.Total(v).Sites.Reported; got != reported {
			t.Errorf("%s: the table counts %d reports, the survey %d", v.Name, got, reported)
		}
	}
}
