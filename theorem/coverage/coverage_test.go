package coverage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/theorem/coverage"
)

// TestCounts checks the counts of the rules of Figures 7 and 8 and of Theorem 6.10 on small
// programs. Those of Figures 5 and 6 depend on random choices.
func TestCounts(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{
			`m(a) { x := a.f }`,
			`Fig7-load 1, Fig7-wobbly refused: fml 1, Fig8-command 1,
			Theorem6.10 refused: two reads 1`,
		},
		{
			`m(a) { x := new(); a.f := x }`,
			`Fig7-new 1, Fig7-store 1, Fig7-wobbly refused: fml 2, Fig8-command 2, Theorem6.10 1`,
		},
		{
			`m(a) { x := new(); y := x.f }`,
			`Fig7-accs refused: fml 1, Fig7-load 1, Fig7-new 1, Fig7-wobbly refused: fml 3,
			Fig8-command 2`,
		},
		{
			`m(a) { lock(); x := new(); a.f := x; unlock() }`,
			`Fig7-lock 1, Fig7-new 1, Fig7-store 1, Fig7-unlock 1, Fig7-wobbly refused: fml 2,
			Fig8-command 4, Theorem6.10 refused: locks 1`,
		},
		{
			`m(a) { x := new(); lock(); a.f := x; unlock(); a.f := x }`,
			`Fig7-lock 1, Fig7-new 1, Fig7-store 2, Fig7-unlock 1, Fig7-wobbly refused: fml 3,
			Fig8-command 5, Theorem6.10 3, Theorem6.10 refused: locks 1`,
		},
	} {
		core := iltest.Core(t, tt.text)
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := coverage.Coverage{}
		got.Case(core, sets, gen.Rand(1))
		var rules []string
		for rule, n := range got {
			if strings.HasPrefix(rule, "Fig7") || strings.HasPrefix(rule, "Fig8") ||
				strings.HasPrefix(rule, "Theorem") {
				rules = append(rules, fmt.Sprint(rule, " ", n))
			}
		}
		slices.Sort(rules)
		want := strings.Join(strings.Fields(tt.want), " ")
		if got := strings.Join(rules, ", "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.text, got, want)
		}
	}
}

// TestUncovered: rules that were never used are uncovered, and Add adds counts.
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
