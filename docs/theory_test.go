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

// TestTheoryPrograms analyzes the programs of theory.md that show what one analysis reports and
// another does not.
func TestTheoryPrograms(t *testing.T) {
	for _, s := range []struct {
		heading string
		// min is the minimum number of programs below the heading.
		min   int
		check func(t *testing.T, b block, core *il.Core)
	}{
		{"### The observation", 1, reportsMore(abstract.Figure7, abstract.Plus)},
		{"### Paths that meet", 1, reportsMore(abstract.Plus, abstract.CommonSuffix)},
		{"### Each premise is needed", 7, needsPremise(abstract.Plus)},
		{"#### Premises of Theorem 2m", 4, needsPremise(abstract.CommonSuffix)},
		{"## Along one trace", 1,
			func(t *testing.T, b block, core *il.Core) { reportsAll(t, b, core, flow.Options{}) }},
		{"### Theorem 2g", 1, func(t *testing.T, b block, core *il.Core) {
			reportsAll(t, b, core, flow.Options{Rely: true})
			flowMisses(t, b, core)
		}},
		{"### What is still missed", 3, flowMisses},
	} {
		n := 0
		for _, b := range blocksOf(t, "theory.md", s.heading) {
			if b.kind == "il" {
				n++
				s.check(t, b, b.checkLegal(t))
			}
		}
		if n < s.min {
			t.Errorf("theory.md, %s: %d programs, want at least %d", s.heading, n, s.min)
		}
	}
}

// blocksOf returns the code blocks between a heading and the next heading of any level.
func blocksOf(t *testing.T, file, heading string) []block {
	t.Helper()
	begin := sectionLine(t, file, heading)
	var all []block
	for _, b := range blocks(t, file) {
		if b.line > begin && b.line < nextHeading(t, file, begin) {
			all = append(all, b)
		}
	}
	return all
}

// nextHeading returns the line of the first heading after a line, or MaxInt if there is none.
func nextHeading(t *testing.T, file string, after int) int {
	t.Helper()
	for i, line := range strings.Split(read(t, file), "\n") {
		if i+1 > after && strings.HasPrefix(line, "#") {
			return i + 1
		}
	}
	return math.MaxInt
}

// reportsMore checks that one mode reports more races than another.
func reportsMore(less, more abstract.Mode) func(*testing.T, block, *il.Core) {
	return func(t *testing.T, b block, core *il.Core) {
		t.Helper()
		if n, m := races(t, core, less), races(t, core, more); m <= n {
			t.Errorf("%s: %s reports %d races and %s %d, want more", b, less.Title(), n,
				more.Title(), m)
		}
	}
}

// needsPremise checks that a mode reports nothing although there is a candidate pair, and that
// nothing races.
func needsPremise(m abstract.Mode) func(*testing.T, block, *il.Core) {
	return func(t *testing.T, b block, core *il.Core) {
		t.Helper()
		if n := races(t, core, m); n > 0 {
			t.Errorf("%s: %s reports %d races, want none", b, m.Title(), n)
		}
		if pairs(t, core, m) == 0 {
			t.Errorf("%s: there is no pair of accesses for %s, whatever the locks", b, m.Title())
		}
		for _, p := range core.Pairs() {
			if all := exactRaces(t, b, core, p); len(all) > 0 {
				t.Errorf("%s: the search finds %d races, want none", b, len(all))
			}
		}
	}
}

// reportsAll checks that flow-sensitive RacerDX+ reports exactly the races of a program, and that
// RacerDX+ with common suffixes reports fewer.
func reportsAll(t *testing.T, b block, core *il.Core, o flow.Options) {
	t.Helper()
	reported := 0
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
				t.Errorf("%s: flow reports %v, which is not a race", b, s)
			}
		}
		reported += len(found)
	}
	if n := races(t, core, abstract.CommonSuffix); n >= reported {
		t.Errorf("%s: %s reports %d races, want fewer than the %d of flow", b,
			abstract.CommonSuffix.Title(), n, reported)
	}
}

// flowMisses checks that flow-sensitive RacerDX+ reports only races, and misses at least one.
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
				t.Errorf("%s: flow reports %v, which is not a race", b, s)
			}
		}
	}
	if missed == 0 {
		t.Errorf("%s: flow reports every race, want one that it misses", b)
	}
}

// byFlow returns what flow-sensitive RacerDX+ reports for a pair of units.
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

// exactRaces returns what the exact search finds. It must be complete.
func exactRaces(t *testing.T, b block, core *il.Core, p il.Pair) map[il.Sites]bool {
	t.Helper()
	o := explore.Defaults()
	o.MaxStates, o.Reduce, o.Prune = 100_000, true, true
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Errorf("%s: the search reached a limit", b)
	}
	all := map[il.Sites]bool{}
	for _, x := range r.Races {
		all[p.Sites(il.Site{At: x.Left.At, Kind: x.Left.Kind},
			il.Site{At: x.Right.At, Kind: x.Right.Kind})] = true
	}
	return all
}

// sectionLine returns the line of a heading.
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

// reportsOf returns what a mode of the analysis reports.
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

// races counts the reports of a mode.
func races(t *testing.T, core *il.Core, m abstract.Mode) int {
	t.Helper()
	return len(reportsOf(t, core, m).ListRaces(math.MaxInt))
}

// pairs counts the candidate pairs of a mode, ignoring the lock condition.
func pairs(t *testing.T, core *il.Core, m abstract.Mode) int {
	t.Helper()
	s, err := abstract.AnalyzeSets(core,
		abstract.Options{Mode: m, Without: abstract.ClauseLockCondition})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return len(r.ListRaces(math.MaxInt)) + len(r.ListFiltered(math.MaxInt))
}
