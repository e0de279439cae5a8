package dpor

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestExamples explores each pair of units of the examples, with one iteration of loops, from small
// states and from the file's own. It expects one execution for each class, and all races.
func TestExamples(t *testing.T) {
	const maxClasses = 5000
	files, err := filepath.Glob("../../../examples/*.il")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d examples, error %v", len(files), err)
	}
	pairs, skipped := 0, []string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		core := iltest.Core(t, string(text))
		for _, p := range core.Pairs() {
			for _, in := range starts(core, p) {
				if !example(t, core, p, in, maxClasses) {
					skipped = append(skipped, filepath.Base(file))
					break
				}
				pairs++
			}
		}
	}
	skipped = slices.Compact(skipped)
	t.Logf("%d pairs and states; left out as too large: %q", pairs, skipped)
	if pairs < 200 || len(skipped) > 6 {
		t.Error("too many examples are left out")
	}
}

// starts returns initial states for an example: small ones, and the file's own if it fits these
// units.
func starts(core *il.Core, p il.Pair) []semantics.Init {
	r := rand.New(rand.NewPCG(1, 1))
	list := []semantics.Init{
		oneObject(core, p), randomInit(r, core, p, 2), randomInit(r, core, p, 3),
	}
	if core.Init == nil {
		return list
	}
	given := semantics.GivenInit(core.Init, core.Fields)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			if given.Stacks[i][x] == "" {
				return list
			}
		}
	}
	return append(list, given)
}

// example tests one pair and state. It returns false if there are too many classes.
func example(t *testing.T, core *il.Core, p il.Pair, in semantics.Init, maxClasses int64) bool {
	t.Helper()
	n, err := Classes(context.Background(), core, p, in, 1, 20_000)
	if errors.Is(err, ErrLimit) || err == nil && (!n.IsInt64() || n.Int64() > maxClasses) {
		return false
	}
	if err != nil {
		t.Fatalf("Classes: %v\n%s", err, core.Source.Text)
	}
	x := mustExplore(t, core, p, in, Options{Unroll: 1})
	if x.perClass(n) != 1 {
		t.Errorf("%d executions of %v classes\n%s", x.Executions, n, core.Source.Text)
	}
	races, _ := reference(t, core, p, in, semantics.Limits{Iterations: 1})
	if got := raceNames(x.Races); !slices.Equal(got, races) {
		t.Errorf("races %v, want %v\n%s", got, races, core.Source.Text)
	}
	return true
}
