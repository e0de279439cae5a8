package examples_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/bounded"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/internal/quick"
	witnesscheck "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// includes reports whether package abstract declares that m reports everything that other reports.
func includes(m, other abstract.Mode) bool {
	return m == other ||
		slices.ContainsFunc(abstract.Modes[other].Within,
			func(w abstract.Within) bool { return includes(m, w.Mode) })
}

// checkModes compares "expect analysis" with the numbers of races of other analyses: the modes of
// RacerDX, flow, and bounded with each number of context switches. The races are those of RacerDX.
func (x example) checkModes(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	want := map[string]string{}
	for _, line := range x.expect["analysis"] {
		name, counts, _ := strings.Cut(line, " gives ")
		want[name] = counts
	}
	compare := func(name, got string) {
		if counts := want[name]; counts != "" && got != "" && got != counts {
			t.Errorf("%s gives %s, want %s", name, got, counts)
		}
		delete(want, name)
	}
	for _, m := range abstract.Modes[1:] {
		compare(m.Name, x.runMode(t, core, m, races))
	}
	compare("flow", x.runFlow(t, core))
	for k := range bounded.MaxSwitches + 1 {
		name, counts := fmt.Sprint("bounded ", k), ""
		if k == 1 {
			name = "bounded"
		}
		if k == 1 || quick.All {
			counts = x.runBounded(t, core, k)
		}
		compare(name, counts)
	}
	for name := range want {
		t.Errorf("there is no analysis %q", name)
	}
}

// runMode counts the reports of a mode of RacerDX. It checks that each race has a witness and is
// true, and that a mode which includes RacerDX reports the races of RacerDX.
func (x example) runMode(t *testing.T, core *il.Core, m abstract.ModeInfo,
	races []abstract.Report) string {
	t.Helper()
	reported, err := x.analyze(t, core, abstract.Options{Mode: m.Mode}).Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := reported.ListRaces(math.MaxInt)
	x.checkWitnesses(t, core, all)
	x.checkReportsAreTrue(t, all)
	for _, r := range races {
		same := func(o abstract.Report) bool { return x.pair(core, o) == x.pair(core, r) }
		if includes(m.Mode, abstract.Figure7) && !slices.ContainsFunc(all, same) {
			t.Errorf("%s does not report %s", m.Name, x.pair(core, r))
		}
	}
	return fmt.Sprintf("races %s, filtered %s", reported.Races(), reported.Filtered())
}

// checkReport checks that the pair of sites that an analysis reports is a race, and that err, the
// error of its witness, is nil.
func (x example) checkReport(t *testing.T, analysis, pair string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: the witness of %s: %v", analysis, pair, err)
	}
	if !slices.Contains(withoutReasons(x.truth["race"]), pair) {
		t.Errorf("%s reports %s, which is not a race", analysis, pair)
	}
}

// runFlow counts the races of flow-sensitive RacerDX+, as pairs of sites.
func (x example) runFlow(t *testing.T, core *il.Core) string {
	t.Helper()
	r, err := flow.Analyze(core, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	builder, checker := reconstruct.New(core), witnesscheck.New(core)
	found := map[string]bool{}
	for _, p := range core.Pairs() {
		for _, race := range r.Reports(p) {
			s := x.sites(p, il.Sites{
				{At: race.Left.At, Kind: race.Left.Kind},
				{At: race.Right.At, Kind: race.Right.Kind},
			})
			found[s] = true
			w, err := builder.Flow(race, math.MaxInt)
			if err == nil {
				err = checker.Check(w)
			}
			x.checkReport(t, "flow", s, err)
		}
		if r.Cut(p.Left)+r.Cut(p.Right) != "" {
			t.Logf("flow reached a limit: %s %s", r.Cut(p.Left), r.Cut(p.Right))
		}
	}
	return fmt.Sprintf("races %d", len(found))
}

// runBounded counts the races that package bounded reports with a number of context switches.
func (x example) runBounded(t *testing.T, core *il.Core, switches int) string {
	t.Helper()
	r, err := bounded.Analyze(core, bounded.Options{Switches: switches})
	if err != nil {
		t.Fatal(err)
	}
	builder, checker := reconstruct.New(core), witnesscheck.New(core)
	found := 0
	for _, p := range core.Pairs() {
		all, _ := r.Reports(t.Context(), p)
		for _, race := range all {
			found++
			x.checkReport(t, "bounded", x.sites(p, race.Sites),
				checkWitness(builder, checker, race, switches))
		}
	}
	return fmt.Sprintf("races %d", found)
}

// checkWitness returns nil if the checker accepts the witness of a report, and the witness has at
// most maxSwitches context switches.
func checkWitness(b *reconstruct.Builder, c *witnesscheck.Checker, r bounded.Report,
	maxSwitches int) error {
	e, err := r.Execution()
	if err != nil {
		return err
	}
	if len(e.Turns) > maxSwitches+1 {
		return fmt.Errorf("%d context switches, want at most %d", len(e.Turns)-1, maxSwitches)
	}
	w, err := b.Bounded(e, math.MaxInt)
	if err != nil {
		return err
	}
	return c.Check(w)
}
