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

// includes reports whether a mode reports all that another one reports, as package abstract
// declares.
func includes(m, other abstract.Mode) bool {
	return m == other ||
		slices.ContainsFunc(abstract.Modes[other].Within,
			func(w abstract.Within) bool { return includes(m, w.Mode) })
}

// modes compares "expect analysis" with the numbers that other analyses return: the modes of
// RacerDX, flow, and bounded with each number of context switches.
func (x example) modes(t *testing.T, core *il.Core, races []abstract.Report) {
	t.Helper()
	want := map[string]string{}
	for _, line := range x.expect["analysis"] {
		name, counts, _ := strings.Cut(line, " gives ")
		want[name] = counts
	}
	gives := func(name, got string) {
		if counts := want[name]; counts != "" && got != "" && got != counts {
			t.Errorf("%s gives %s, want %s", name, got, counts)
		}
		delete(want, name)
	}
	for _, m := range abstract.Modes[1:] {
		gives(m.Name, x.mode(t, core, m, races))
	}
	gives("flow", x.flow(t, core))
	for k := range bounded.MaxSwitches + 1 {
		name, counts := fmt.Sprint("bounded ", k), ""
		if k == 1 {
			name = "bounded"
		}
		if k == 1 || quick.All {
			counts = x.bounded(t, core, k)
		}
		gives(name, counts)
	}
	for name := range want {
		t.Errorf("there is no analysis %q", name)
	}
}

// mode counts what a mode of RacerDX reports. Each race has a witness and is true, and a mode that
// includes RacerDX reports what that reports.
func (x example) mode(t *testing.T, core *il.Core, m abstract.ModeInfo,
	races []abstract.Report) string {
	t.Helper()
	reported, err := x.analyse(t, core, abstract.Options{Mode: m.Mode}).Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	all := reported.ListRaces(math.MaxInt)
	x.confirm(t, core, all)
	x.reportsAreTrue(t, all)
	for _, r := range races {
		same := func(o abstract.Report) bool { return x.pair(o) == x.pair(r) }
		if includes(m.Mode, abstract.Figure7) && !slices.ContainsFunc(all, same) {
			t.Errorf("%s does not report %s", m.Name, x.pair(r))
		}
	}
	return fmt.Sprintf("races %s, filtered %s", reported.Races(), reported.Filtered())
}

// proved checks a report: err is that of its witness, and the pair of sites is a race.
func (x example) proved(t *testing.T, analysis, pair string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", pair, err)
	}
	if !slices.Contains(sites(x.truth["race"]), pair) {
		t.Errorf("%s reports %s, which is no race", analysis, pair)
	}
}

// flow counts the races of flow-sensitive RacerDX+, as pairs of sites.
func (x example) flow(t *testing.T, core *il.Core) string {
	t.Helper()
	r, err := flow.Analyze(core, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, c := reconstruct.New(core), witnesscheck.New(core)
	found := map[string]bool{}
	for _, p := range core.Pairs() {
		for _, y := range r.Reports(p) {
			s := x.sites(p, il.Sites{
				{At: y.Left.At, Kind: y.Left.Kind}, {At: y.Right.At, Kind: y.Right.Kind},
			})
			found[s] = true
			w, err := b.Flow(y, math.MaxInt)
			if err == nil {
				err = c.Check(w)
			}
			x.proved(t, "flow", s, err)
		}
		if r.Cut(p.Left)+r.Cut(p.Right) != "" {
			t.Logf("flow is cut: %s %s", r.Cut(p.Left), r.Cut(p.Right))
		}
	}
	return fmt.Sprintf("races %d", len(found))
}

// bounded counts the races of package bounded with a number of context switches.
func (x example) bounded(t *testing.T, core *il.Core, switches int) string {
	t.Helper()
	r, err := bounded.Analyze(core, bounded.Options{Switches: switches})
	if err != nil {
		t.Fatal(err)
	}
	b, c := reconstruct.New(core), witnesscheck.New(core)
	found := 0
	for _, p := range core.Pairs() {
		all, _ := r.Reports(t.Context(), p)
		for _, y := range all {
			found++
			x.proved(t, "bounded", x.sites(p, y.Sites), checkWitness(b, c, y, switches))
		}
	}
	return fmt.Sprintf("races %d", found)
}

// checkWitness returns nil if the witness of a report is accepted, and has no more context
// switches than allowed.
func checkWitness(b *reconstruct.Builder, c *witnesscheck.Checker, r bounded.Report,
	maxSwitches int) error {
	e, err := r.Execution()
	if err != nil {
		return err
	}
	if len(e.Turns) > maxSwitches+1 {
		return fmt.Errorf("%d turns", len(e.Turns))
	}
	w, err := b.Bounded(e, math.MaxInt)
	if err != nil {
		return err
	}
	return c.Check(w)
}
