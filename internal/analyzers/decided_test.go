package analyzers

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

var update = flag.Bool("update", false, "rewrite docs/data/decided.csv")

// decided counts pairs of accesses by what is known about them without an exact search.
type decided struct{ pairs, races, absent, open int }

// share returns the percentage of pairs that have a witness or a certificate.
func (d *decided) share() float64 {
	return 100 * float64(d.pairs-d.open) / float64(max(d.pairs, 1))
}

// add counts the pairs of accesses of a program: those that race by a witness of bounded-3, or of
// rely where bounded-3 was cut, and those that have a certificate of absence. No pair may be both.
func (d *decided) add(t *testing.T, core *il.Core) {
	t.Helper()
	start := func(name string) Run {
		a, _ := Find(name)
		run, err := a.Start(core, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	certified, witnessed, relying := start("absent"), start("bounded-3"), start("rely")
	for _, p := range core.Pairs() {
		answer, err := certified(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		proved, err := witnessed(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if proved.Cut != "" {
			more, err := relying(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			proved.Reports = append(proved.Reports, more.Reports...)
		}
		open, racing := map[il.Sites]bool{}, map[il.Sites]bool{}
		for _, r := range answer.Reports {
			open[r.Sites] = true
		}
		for s := range racemob.ConflictsOf(core, p).All() {
			d.pairs++
			if !open[s] {
				d.absent++
			}
		}
		for _, r := range proved.Reports {
			if !open[r.Sites] {
				t.Errorf("%s || %s: a race has a certificate of absence:\n%s", p.Left.Name,
					p.Right.Name, core.Source.Text)
			}
			racing[r.Sites] = true
		}
		d.races += len(racing)
		d.open += len(open) - len(racing)
	}
}

// TestDecided: on each generator at least 99.5 % of the pairs of accesses have a witness or a
// certificate. With the tag full, docs/data/decided.csv has the counts; -update writes it anew.
func TestDecided(t *testing.T) {
	programs := quick.Cases(250)
	table := "generator,programs,pairs,races,absent,open,decided\n"
	for _, d := range gen.Generators() {
		var n decided
		for seed := range uint64(programs) {
			n.add(t, iltest.Checked(t, d.Program(seed+1)))
		}
		table += fmt.Sprintf("%s,%d,%d,%d,%d,%d,%.2f\n", d.Name, programs, n.pairs, n.races,
			n.absent, n.open, n.share())
		const least, leastOfFew = 99.5, 95
		if n.share() < least && quick.All || n.share() < leastOfFew {
			t.Errorf("%s: %.2f %% of %d pairs are decided, want at least %g, or %d of few",
				d.Name, n.share(), n.pairs, least, leastOfFew)
		}
	}
	if !quick.All {
		return
	}
	const golden = "../../docs/data/decided.csv"
	if *update {
		if err := os.WriteFile(golden, []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != table {
		t.Errorf("%s differs (%v), want:\n%s", golden, err, table)
	}
}

// TestOutsideDecided: of the programs of other systems with one lock, every pair of accesses is
// decided. Context-bounded analysis, which has the witnesses, does not know locks with names.
func TestOutsideDecided(t *testing.T) {
	files, err := filepath.Glob("../../examples/outside/*/*.il")
	if err != nil || len(files) < 40 {
		t.Fatalf("examples/outside has %d programs, %v; want at least 40", len(files), err)
	}
	var n decided
	programs := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		core := iltest.Core(t, string(text))
		if len(core.Locks) > 0 {
			continue
		}
		open := n.open
		programs++
		n.add(t, core)
		if n.open > open {
			t.Errorf("%s: %d pairs are open", strings.TrimPrefix(file, "../../"), n.open-open)
		}
	}
	t.Logf("%d programs: %d pairs, %d races, %d absent", programs, n.pairs, n.races, n.absent)
}
