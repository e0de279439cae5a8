package docs_test

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/semantics/explore"
)

// TestPlusPrograms runs the programs of plus.md. Of the first RacerDX+ reports
// more than RacerDX, and of that for paths that meet mode Meet more than RacerDX+.
// Those that show the need for a premise have a pair that is left out, and no
// execution of them races. Of the last ones mode Flow misses a race.
func TestPlusPrograms(t *testing.T) {
	meet := sectionLine(t, "plus.md", "## Paths that meet")
	needPlus := sectionLine(t, "plus.md", "## Each premise is needed")
	needMeet := sectionLine(t, "plus.md", "### Of Theorem 2m")
	along := sectionLine(t, "plus.md", "## Along one trace")
	relied := sectionLine(t, "plus.md", "### Theorem 2g")
	missed := sectionLine(t, "plus.md", "## What is still missed")
	found := map[string]int{}
	for _, b := range blocks(t, "plus.md") {
		if b.kind != "il" {
			continue
		}
		core := b.legal(t)
		switch {
		case b.line < meet:
			found["plus reports more"]++
			more(t, b, core, abstract.Figure7, abstract.Plus)
		case b.line < needPlus:
			found["meet reports more"]++
			more(t, b, core, abstract.Plus, abstract.CommonSuffix)
		case b.line < needMeet:
			found["plus needs its premises"]++
			needed(t, b, core, abstract.Plus)
		case b.line > missed:
			found["flow misses"]++
			flowMisses(t, b, core)
		case b.line > relied:
			found["rely reports more"]++
			reportsAll(t, b, core, flow.Options{Rely: true})
			flowMisses(t, b, core)
		case b.line > along:
			found["flow reports more"]++
			reportsAll(t, b, core, flow.Options{})
		default:
			found["meet needs its premises"]++
			needed(t, b, core, abstract.CommonSuffix)
		}
	}
	if found["plus reports more"] < 1 || found["meet reports more"] < 1 || found["plus needs its premises"] < 7 || found["meet needs its premises"] < 4 || found["flow reports more"] < 1 || found["rely reports more"] < 1 || found["flow misses"] < 3 {
		t.Errorf("plus.md has too few programs: %v", found)
	}
}

// more checks that one mode reports more than another.
func more(t *testing.T, b block, core *il.Core, less, more abstract.Mode) {
	t.Helper()
	if n, m := races(t, core, less), races(t, core, more); m <= n {
		t.Errorf("%s: %s reports %d races, %s %d", b, less.Title(), n, more.Title(), m)
	}
}

// reportsAll checks that a form of flow-sensitive RacerDX+ reports every race of a
// program, and for paths that meet RacerDX+ does not.
func reportsAll(t *testing.T, b block, core *il.Core, o flow.Options) {
	t.Helper()
	real, reported := 0, 0
	for _, p := range core.Pairs() {
		found := byFlow(t, core, p, o)
		all := exactRaces(t, b, core, p)
		for s := range all {
			if !found[s] {
				t.Errorf("%s: flow does not report %v", b, s)
			}
		}
		for s := range found {
			if !all[s] {
				t.Errorf("%s: flow reports %v, which is no race", b, s)
			}
		}
		real += len(all)
		reported += len(found)
	}
	if n := races(t, core, abstract.CommonSuffix); n >= reported {
		t.Errorf("%s: meet reports %d, flow %d, and %d are real", b, n, reported, real)
	}
}

// flowMisses checks that flow-sensitive RacerDX+ reports nothing false of a program,
// and leaves out a race.
func flowMisses(t *testing.T, b block, core *il.Core) {
	t.Helper()
	missed := 0
	for _, p := range core.Pairs() {
		found, all := byFlow(t, core, p, flow.Options{}), exactRaces(t, b, core, p)
		for s := range all {
			if !found[s] {
				missed++
			}
		}
		for s := range found {
			if !all[s] {
				t.Errorf("%s: flow reports %v, which is no race", b, s)
			}
		}
	}
	if missed == 0 {
		t.Errorf("%s: flow reports all that races", b)
	}
}

// byFlow is what a form of flow-sensitive RacerDX+ reports of a pair of units.
func byFlow(t *testing.T, core *il.Core, p il.Pair, o flow.Options) map[il.Sites]bool {
	t.Helper()
	f, err := flow.Analyze(core, o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[il.Sites]bool{}
	for _, r := range f.Reports(p) {
		found[p.Sites(r.Left.Site, r.Right.Site)] = true
	}
	return found
}

// exactRaces is what the exact search finds, which must be complete.
func exactRaces(t *testing.T, b block, core *il.Core, p il.Pair) map[il.Sites]bool {
	t.Helper()
	o := explore.Defaults()
	o.MaxStates, o.Reduce, o.Prune = 100_000, true, true
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Errorf("%s: the search is cut", b)
	}
	all := map[il.Sites]bool{}
	for _, x := range r.Races {
		all[p.Sites(il.Site{At: x.Left.At, Kind: x.Left.Kind}, il.Site{At: x.Right.At, Kind: x.Right.Kind})] = true
	}
	return all
}

// needed checks that a mode reports nothing of a program, though a pair is there,
// and that nothing races.
func needed(t *testing.T, b block, core *il.Core, m abstract.Mode) {
	t.Helper()
	if n := races(t, core, m); n > 0 {
		t.Errorf("%s: %s reports %d races", b, m.Title(), n)
	}
	if pairs(t, core, m) == 0 {
		t.Errorf("%s: there is no pair of accesses for %s, whatever the locks", b, m.Title())
	}
	for _, p := range core.Pairs() {
		if all := exactRaces(t, b, core, p); len(all) > 0 {
			t.Errorf("%s: %d races", b, len(all))
		}
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

// pairs counts the candidate pairs of a mode, whatever the locks.
func pairs(t *testing.T, core *il.Core, m abstract.Mode) int {
	t.Helper()
	s, err := abstract.AnalyzeSets(core, abstract.Options{Mode: m, Without: abstract.ClauseLockCondition})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return len(r.ListRaces(math.MaxInt)) + len(r.ListFiltered(math.MaxInt))
}
