package machine_test

import (
	"math/rand/v2"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// TestFootprints: commands whose footprints do not conflict commute.
func TestFootprints(t *testing.T) {
	commute, conflict := 0, 0
	for seed := range uint64(1000) {
		core := iltest.Core(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
		g, err := machine.Compile(core, p, machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		m := machine.In(g, &in)
		var codec canonical.Codec
		for i := range m.At {
			m.At[i] = g.Starts(i)[0]
		}
		for range 30 {
			if m.Enabled(0) && m.Enabled(1) {
				if m.Footprint(0, nil).Conflicts(m.Footprint(1, nil)) {
					conflict++
				} else {
					commute++
					if a, b := both(m, &codec, 0), both(m, &codec, 1); a != b {
						t.Fatalf("seed %d: %x if A is first, %x if B is\n%s", seed, a, b,
							core.Source.Text)
					}
				}
			}
			if i := r.IntN(2); m.Enabled(i) {
				m.Execute(i)
				next := m.Next(i)
				m.At[i] = next[r.IntN(len(next))]
			}
		}
	}
	if commute < 3000 || conflict < 300 {
		t.Errorf("%d pairs commute and %d conflict, want at least 3000 and 300", commute, conflict)
	}
}

// both executes the next commands of both threads, thread i's first, and returns the state after
// them.
func both(m *machine.Machine, k *canonical.Codec, i int) string {
	mark := m.Mark()
	defer m.Undo(mark)
	for _, j := range [2]int{i, 1 - i} {
		if !m.Enabled(j) {
			return "disabled"
		}
		m.Execute(j)
		m.At[j] = m.Next(j)[0]
	}
	return string(k.Encode(nil, m, 0))
}
