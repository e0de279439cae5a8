package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	wcheck "wobbly/witness/check"
)

func coreOf(t testing.TB, text string) *il.Core {
	t.Helper()
	return iltest.Core(t, text)
}

// mustSearch fails the test on an error.
func mustSearch(t testing.TB, core *il.Core, p il.Pair, o Options) *Result {
	t.Helper()
	r, err := Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatalf("Search: %v\n%s", err, core.Source.Text)
	}
	return r
}

// sites names the racing pairs of r, sorted.
func sites(r *Result) []string {
	var out []string
	for _, race := range r.Races {
		out = append(out, pairName(race.Left.Stmt, race.Right.Stmt))
	}
	slices.Sort(out)
	return out
}

// pairName returns the positions and texts of two accesses.
func pairName(a, b il.Stmt) string {
	return fmt.Sprintf("%d %s / %d %s", a.Pos(), il.Text(a), b.Pos(), il.Text(b))
}

// checkWitnesses expects the checker to accept the witness of every race.
func checkWitnesses(t testing.TB, core *il.Core, r *Result) {
	t.Helper()
	c := wcheck.New(core)
	for _, race := range r.Races {
		w := race.Witness()
		if err := c.Check(w); err != nil {
			t.Fatalf("a witness is refused: %v\n%+v\n%s", err, w, core.Source.Text)
		}
		if race.Steps != len(w.Steps) {
			t.Fatalf("a race with Steps %d has a witness of %d steps", race.Steps, len(w.Steps))
		}
	}
}

// reference names the pairs that race according to the readable semantics.
func reference(t testing.TB, core *il.Core, p il.Pair, in semantics.Init,
	limits semantics.Limits) (names []string, cut bool) {
	t.Helper()
	found, cut, err := semantics.Races(core, p, in, limits)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		names = append(names, pairName(f.Race[0].Command.(il.Stmt), f.Race[1].Command.(il.Stmt)))
	}
	slices.Sort(names)
	return names, cut
}
