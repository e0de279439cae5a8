package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/report"
)

// tabled returns what the program prints.
func tabled(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(context.Background(), args, strings.NewReader(in), &out)
	return out.String(), err
}

const twoRaces = "m(a) { a.f := new(); // author: race\n}\nn(a) { x := a.f; // author: no race\n}\n"

func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "two.il")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestPaperTables(t *testing.T) {
	file := written(t, twoRaces)
	for _, p := range paperTables() {
		got, err := tabled(t, "", "-table", p.name, file)
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if err != nil || len(lines) != 3 || !strings.HasPrefix(lines[2], "| two | 3 |") {
			t.Errorf("%s: %v\n%s", p.name, err, got)
			continue
		}
		for _, l := range lines[1:] {
			if columns := len(p.head) + 1; strings.Count(l, "|") != columns {
				t.Errorf("%s: want %d columns: %s", p.name, len(p.head), l)
			}
		}
	}
	got, err := tabled(t, "", "-table", "stages", "-random", "20", "-generators", "small,dense", "-seed", "3")
	if err != nil || strings.Count(got, "\n") != 5 || !strings.Contains(got, "| all |") {
		t.Errorf("%v\n%s", err, got)
	}
	if got, err := tabled(t, "", "-table", "alarms", "-max-states", "1", file); err != nil || !strings.HasSuffix(got, "A search was cut in 1 program.\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestMarked(t *testing.T) {
	got, err := tabled(t, "", "-marked", "-analyzers", "racerdx,oracle", written(t, twoRaces))
	for _, want := range []string{
		"| racerdx | 1 | 0 | 0 | 1 |",
		"| two | 1+1 | 1+1 | 1+1 |",
		"- two: marked as no race, but one from all initial states: line 3.",
	} {
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%v: want %q in\n%s", err, want, got)
		}
	}
	got, err = tabled(t, "", "-marked", "-analyzers", "racerdx", written(t, "m(a) { a.f := new(); // author: race\n}\n"))
	if err != nil || !strings.Contains(got, "On 1 program more") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestDocuments(t *testing.T) {
	races := uint64(7)
	total := func(name string, checked uint64) report.CompareTotal {
		return report.CompareTotal{
			Programs: 3, Real: &races, Random: &report.CompareRun{Drawing: name},
			Analyzers: []report.CompareScore{
				{Analyzer: "racerdx", Truth: "Definition 3.6", Own: true, Recall: "0.5", Precision: "1"},
				{Analyzer: "racerd", Truth: "Definition 3.6", Own: true, Recall: "0.7", Precision: "0.9", FalsePositives: 4},
				{Analyzer: "racerd", Truth: "happens-before", Recall: "0.8"},
			},
			Included: []report.CompareIncluded{{Sub: "racerdx", Super: "racerd", Pairs: 1, Reports: checked}},
		}
	}
	compared := document(t, report.CompareSchema, report.Compare{Drawings: []report.CompareTotal{total("small", 5), total("dense", 6)}})
	got, err := tabled(t, compared)
	want := `| generator | programs | pairs | left out | candidates | races (3.6) | unordered |
|---|---|---|---|---|---|---|
| small | 3 | 0 | 0 | 0 | 7 | - |
| dense | 3 | 0 | 0 | 0 | 7 | - |

| analyzer | judged by | small | dense |
|---|---|---|---|
| racerdx | Definition 3.6 | 0.5 | 0.5 |
| racerd | Definition 3.6 | 0.7, 4 false (0.9) | 0.7, 4 false (0.9) |

| inclusion | reports checked | violations |
|---|---|---|
| racerdx ⊆ racerd | 11 | 0 |
`
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
	cell := report.RDITCell{RDITCount: report.RDITCount{Reported: 9, False: 2, Missed: 1}}
	rdit := document(t, report.RDITSchema, report.RDIT{
		Variants: []report.RDITVariant{{Name: "hb-naive"}},
		Rows:     []report.RDITRow{{Share: 0.5, Races: 10, Unseen: 3, Variants: []report.RDITCell{cell}}},
	})
	if got, err := tabled(t, rdit); err != nil || !strings.HasSuffix(got, "| 0.5 | 10 | 3 | 9, 2 false, 1 missed |\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// document encodes d with its schema, as wobbly does.
func document(t *testing.T, schema string, d any) string {
	t.Helper()
	body, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return `{"schema":"` + schema + `",` + string(body[1:])
}

func TestRefusals(t *testing.T) {
	illegal := written(t, "m(a) { lock(); }")
	for _, args := range [][]string{
		{"-table", "stage"}, {"-table", "stages", "nosuch.il"}, {"-table", "stages", illegal},
		{"-marked", written(t, "m() {}")}, {"-marked", "-analyzers", "racer"}, {"-random", "3"}, {"x.il"},
		{"-table", "stages", "-random", "1", "-generators", "smal"},
	} {
		if got, err := tabled(t, "", args...); err == nil {
			t.Errorf("%v: accepted\n%s", args, got)
		}
	}
	for _, in := range []string{"", "{", `{"schema":"wobbly/check/1"}`, `{"schema":"wobbly/compare/1"}`} {
		if got, err := tabled(t, in); err == nil {
			t.Errorf("%q: accepted\n%s", in, got)
		}
	}
}
