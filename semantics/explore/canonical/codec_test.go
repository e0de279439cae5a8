package canonical

import (
	"math/rand/v2"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// TestPatch: patching the previous state gives the same bytes as encoding the next one.
func TestPatch(t *testing.T) {
	patched, renumbered := 0, 0
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
		for i := range m.At {
			m.At[i] = g.Starts(i)[0]
		}
		counts, packed := seed%2 == 0, seed%4 < 2
		general := Codec{Switches: counts, Packed: packed}
		fast := Codec{Switches: counts, Packed: packed, Patch: true}
		switches := int32(0)
		state := general.Encode(nil, m, switches)
		for range 30 {
			if got := fast.Decode(state, m); got != switches {
				t.Fatalf("seed %d: Decode = %d switches, want %d", seed, got, switches)
			}
			i := r.IntN(2)
			if !m.Enabled(i) {
				continue
			}
			m.Execute(i)
			next := m.Next(i)
			m.At[i] = next[r.IntN(len(next))]
			if counts {
				switches = []int32{0, 1, 7, 254, 255, 300, 1 << 20}[r.IntN(7)]
			}
			want := string(general.Encode(nil, m, switches))
			if got := string(fast.Encode(nil, m, switches)); got != want {
				t.Fatalf("seed %d: the fast codec encodes %x, want %x\n%s", seed, got, want,
					core.Source.Text)
			}
			if fast.patch(m) {
				patched++
			} else {
				renumbered++
			}
			state = []byte(want)
		}
	}
	if patched < 3000 || renumbered < 1000 {
		t.Errorf("%d states are patched and %d renumbered, want at least 3000 and 1000", patched,
			renumbered)
	}
}
