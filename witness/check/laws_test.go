package check_test

import (
	"math/rand"
	"reflect"
	"testing"

	"wobbly/abstract"
	"wobbly/internal/iltest"
	"wobbly/internal/law"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// TestMutatedWitness: a witness of a report with one change is refused, or is still a witness: the
// semantics, which shares no code with the checker, reaches the race that it claims.
func TestMutatedWitness(t *testing.T) {
	const changes, steps = 12, 1000
	l := law.Law{Runs: 800, Floors: law.Floors{"refused": 0.5, "still true": 0.15}}
	l.Check(t, func(x *law.Case) {
		sets, err := abstract.AnalyzeSets(x.Core, abstract.Options{})
		if err != nil {
			x.Fatal(err)
		}
		reported, err := sets.Reports(nil)
		if err != nil {
			x.Fatal(err)
		}
		races := reported.ListRaces(1 << 20)
		if len(races) == 0 {
			return
		}
		race := races[x.Rand.IntN(len(races))]
		good, err := reconstruct.New(x.Core).Witness(race, steps)
		if err != nil {
			x.Fatal(err)
		}
		random := rand.New(rand.NewSource(x.Rand.Int64()))
		all := iltest.Corruptions(good, random)
		for range changes {
			c := all[random.Intn(len(all))]
			w := iltest.Clone(x, good)
			c.Apply(w)
			if reflect.DeepEqual(w, good) {
				continue
			}
			w.Seal = ""
			if check.New(x.Core).Check(w) != nil {
				x.Label("refused")
				continue
			}
			if _, err := execution.FromWitness(x.Core, w, 1<<20); err != nil {
				x.Fatalf("%v: with %s the checker accepts the witness, and the semantics refuses "+
					"it: %v", race, c.Name, err)
			}
			x.Label("still true")
		}
	})
}

// TestDeadlock: a witness of a deadlock is accepted; with one change it is refused.
func TestDeadlock(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { lock(p); lock(q); unlock(q); unlock(p) } "+
			"n(a) { lock(q); lock(p); unlock(p); unlock(q) }")
	o := explore.Defaults()
	r, err := explore.Search(t.Context(), core, core.Pairs()[1], o)
	if err != nil || len(r.Deadlocks) != 1 {
		t.Fatalf("the search finds %d deadlocks (%v), want 1", len(r.Deadlocks), err)
	}
	good := r.Deadlocks[0].Witness()
	for name, x := range map[string]struct {
		change func(w *witness.Witness)
		want   string // the kind of the refusal; empty for none
	}{
		"a race as well": {func(w *witness.Witness) { w.Race.B.At = w.Deadlock.B.At },
			check.Form.String()},
		"a step less": {func(w *witness.Witness) { w.Steps = w.Steps[:1] },
			check.Command.String()},
		"another lock": {func(w *witness.Witness) { w.Deadlock.A.At = "1:8" },
			check.Command.String()},
		"not a lock": {func(w *witness.Witness) { w.Deadlock.B.At = "1:26" },
			check.Command.String()},
		"nothing changed": {func(*witness.Witness) {}, ""},
	} {
		w := iltest.Clone(t, good)
		x.change(w)
		w.Seal = ""
		got := ""
		if err := check.New(core).Check(w); err != nil {
			got = err.(*check.Refusal).Kind.String()
		}
		if got != x.want {
			t.Errorf("%s: the kind of the refusal is %q, want %q", name, got, x.want)
		}
	}
}
