package canonical

import (
	"math/rand/v2"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// The codec of small machines gives the bytes of the general one, with and without the help
// of the state before.
func TestSmall(t *testing.T) {
	patched, renumbered := 0, 0
	for seed := range uint64(1000) {
		core := iltest.Core(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := exploretest.Init(r, core, p, 1+r.IntN(3))
		g, _ := machine.Compile(core, p, machine.Options{Unroll: -1})
		m := machine.In(g, &in)
		for i := range m.At {
			m.At[i] = g.Starts(i)[0]
		}
		general, fast := Codec{}, Codec{Small: true}
		state := general.Encode(nil, m, 0)
		for range 30 {
			fast.Decode(state, m)
			i := r.IntN(2)
			if !m.Enabled(i) {
				continue
			}
			m.Execute(i)
			next := m.Next(i)
			m.At[i] = next[r.IntN(len(next))]
			want, got := string(general.Encode(nil, m, 0)), string(fast.Encode(nil, m, 0))
			if got != want || string(fast.renumber(nil, m)) != want {
				t.Fatalf("seed %d: %x, want %x\n%s", seed, got, want, core.Source.Text)
			}
			if _, ok := fast.patch(nil, m); ok {
				patched++
			} else {
				renumbered++
			}
			state = []byte(want)
		}
	}
	t.Logf("%d patched, %d renumbered", patched, renumbered)
	if patched < 3000 || renumbered < 1000 {
		t.Error("too few of a kind")
	}
}
