package docs_test

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/semantics/explore"
)

// TestPlusPrograms runs the programs of plus.md: of the first RacerDX+ reports
// more than RacerDX; those that show the need for a premise have a pair that it
// leaves out, and no execution of them races.
func TestPlusPrograms(t *testing.T) {
	const least = 7
	section := sectionLine(t, "plus.md", "## Each premise is needed")
	shown, needed := 0, 0
	for _, b := range blocks(t, "plus.md") {
		if b.kind != "il" {
			continue
		}
		core := b.legal(t)
		if b.line < section {
			shown++
			if dx, plus := races(t, core, abstract.Figure7), races(t, core, abstract.Plus); plus <= dx {
				t.Errorf("%s: RacerDX reports %d races, RacerDX+ %d", b, dx, plus)
			}
			continue
		}
		needed++
		if n := races(t, core, abstract.Plus); n > 0 {
			t.Errorf("%s: RacerDX+ reports %d races", b, n)
		}
		if pairs(t, core) == 0 {
			t.Errorf("%s: no two accesses have the same fields, with a write among them", b)
		}
		for _, p := range core.Pairs() {
			o := explore.Defaults()
			o.MaxStates, o.Reduce, o.Prune = 100_000, true, true
			r, err := explore.Search(context.Background(), core, p, o)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Races) > 0 || !r.Complete {
				t.Errorf("%s: %d races, search complete %v", b, len(r.Races), r.Complete)
			}
		}
	}
	if shown == 0 || needed < least {
		t.Errorf("plus.md has %d programs before the section and %d in it", shown, needed)
	}
}

// sectionLine is the line of a heading.
func sectionLine(t *testing.T, file, heading string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(text), heading+"\n")
	if !ok {
		t.Fatalf("%s has no %q", file, heading)
	}
	return 1 + strings.Count(before, "\n")
}

// reportsOf is what a mode of the analysis reports on a program.
func reportsOf(t *testing.T, core *il.Core, m abstract.Mode) abstract.Reported {
	t.Helper()
	a, err := compact.Run(core, abstract.Options{Mode: m})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// races counts what a mode reports.
func races(t *testing.T, core *il.Core, m abstract.Mode) int {
	t.Helper()
	return len(reportsOf(t, core, m).ListRaces(math.MaxInt))
}

// pairs counts the pairs of accesses of the units of each program with the same
// fields and a write among them, whatever the locks.
func pairs(t *testing.T, core *il.Core) int {
	t.Helper()
	s, err := abstract.AnalyzeSets(core, abstract.Options{Mode: abstract.Plus, Without: abstract.ClauseLockCondition})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return len(r.ListRaces(math.MaxInt)) + len(r.ListFiltered(math.MaxInt))
}
