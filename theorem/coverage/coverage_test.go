package coverage_test

import (
	"maps"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/theorem/coverage"
)

// TestCounts checks which rules the analysis of small programs uses.
func TestCounts(t *testing.T) {
	for text, want := range map[string]coverage.Coverage{
		`m(a) { x := a.f }`: {"Fig7-load": 1, "Fig8-command": 1,
			"Fig7-wobbly refused: fml": 1, "Theorem6.10 refused: two reads": 1},
		`m(a) { x := new(); a.f := x }`: {"Fig7-new": 1, "Fig7-store": 1,
			"Fig8-command": 2, "Fig7-wobbly refused: fml": 2, "Theorem6.10": 1},
		`m(a) { x := new(); y := x.f }`: {"Fig7-new": 1, "Fig7-load": 1,
			"Fig8-command": 2, "Fig7-wobbly refused: fml": 3, "Fig7-accs refused: fml": 1},
		`m(a) { lock(); x := new(); a.f := x; unlock() }`: {"Fig7-lock": 1, "Fig7-new": 1,
			"Fig7-store": 1, "Fig7-unlock": 1, "Fig8-command": 4, "Fig7-wobbly refused: fml": 2,
			"Theorem6.10 refused: locks": 1},
		`m(a) { x := new(); lock(); a.f := x; unlock(); a.f := x }`: {"Fig7-lock": 1, "Fig7-new": 1,
			"Fig7-store": 2, "Fig7-unlock": 1, "Fig8-command": 5,
			"Fig7-wobbly refused: fml": 3, "Theorem6.10 refused: locks": 1, "Theorem6.10": 3},
	} {
		core := iltest.Core(t, text)
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := coverage.Coverage{}
		got.Case(core, sets, gen.Rand(1))
		maps.DeleteFunc(got, func(rule string, _ uint64) bool {
			return strings.HasPrefix(rule, "Fig5") || strings.HasPrefix(rule, "Fig6") ||
				strings.HasPrefix(rule, "Def")
		})
		if !maps.Equal(got, want) {
			t.Errorf("%s:\ngot  %v\nwant %v", text, got, want)
		}
	}
}

// TestUncovered: rules that were never used are listed, and a sum has the rules of both.
func TestUncovered(t *testing.T) {
	c := coverage.Coverage{}
	if got := len(c.Uncovered()); got != len(coverage.Rules()) {
		t.Errorf("%d rules are uncovered by nothing, want all %d", got, len(coverage.Rules()))
	}
	c.Add(coverage.Coverage{"Fig7-copy": 2})
	c.Add(coverage.Coverage{"Fig7-copy": 3})
	if c["Fig7-copy"] != 5 || len(c.Uncovered()) != len(coverage.Rules())-1 {
		t.Errorf("the sum %v leaves %d of %d rules uncovered, want 5 uses of one rule", c,
			len(c.Uncovered()), len(coverage.Rules()))
	}
}
