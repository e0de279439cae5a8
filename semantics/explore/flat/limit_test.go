package flat

import (
	"context"
	"math/rand/v2"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// TestLimit: a limit on states is met exactly, and the search has not ended. It stops while it
// makes a level; or, if each step to the level leads to a new state and there are exactly as many
// as the limit allows, before it visits the level. Until then it agrees with a search without a
// limit.
func TestLimit(t *testing.T) {
	levels := 0
	for seed := range uint64(40) {
		core := iltest.Core(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		in := semantics.RandomInit(rand.New(rand.NewPCG(seed, 2)), core, p, 3)
		f := layoutOf(t, core, p, machine.Options{}, &in)
		if f == nil {
			continue
		}
		free := f.begin(context.Background(), limits{})
		initial := free.States     // the limit leaves out none of these
		tallies := map[int]tally{} // those before each level, by how many states there are then
		for more := true; more; more = free.Next() {
			tallies[free.States] = free.tally()
		}
		for limit := initial; limit <= min(free.States, 400); limit++ {
			for _, workers := range []int{1, 2} {
				got := f.finished(limits{Options: Options{Workers: workers}, MaxStates: limit})
				if got.Cuts != driver.CutStates || got.Ended || got.States != limit {
					t.Fatalf("seed %d, limit %d: %+v\n%s", seed, limit, got.tally(),
						core.Source.Text)
				}
				want, whole := tallies[limit]
				if !whole || got.Counts().Depth < want.counts.Depth {
					continue
				}
				levels++
				if got.tally() != want {
					t.Fatalf("seed %d, limit %d: %+v, want %+v\n%s", seed, limit,
						got.tally(), want, core.Source.Text)
				}
			}
		}
	}
	if levels < 60 {
		t.Errorf("%d searches stop between two levels, want at least 60", levels)
	}
}
