package machine

import (
	"math/rand/v2"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
)

// follow resolves choices of thread i.
func follow(t *testing.T, k semantics.Config, i int, cs []semantics.Choice) semantics.Config {
	t.Helper()
	for _, c := range cs {
		next, stuck := semantics.Choose(k, semantics.Tid(i), c.Take)
		if stuck != nil {
			t.Fatalf("choosing %v in thread %d: %v", c.Take, i, stuck)
		}
		k = next
	}
	return k
}

// checkSame compares the heap, the live variables of the current frames, the lock levels, and what
// is enabled.
func checkSame(t *testing.T, m *Machine, k semantics.Config) {
	t.Helper()
	if int(m.Objects()) != k.H.Size() {
		t.Fatalf("%d objects, want %d", m.Objects(), k.H.Size())
	}
	for a, v := range k.H.Cells() {
		if got := m.Value(m.Cell(int32(a.Loc), m.g.FieldIndex(a.Field))); got != int32(v) {
			t.Fatalf("%v holds %d, want %v", a, got, v)
		}
	}
	for i, c := range m.At {
		th := k.Threads[i]
		command, _ := k.Command(semantics.Tid(i))
		if m.g.Command(c) != command || c.Level != th.L ||
			(semantics.Enabled(k, semantics.Tid(i)) == nil) != m.Enabled(i) {
			t.Fatalf("thread %d: %v at level %d, enabled %v; want %v at %d", i, m.g.Command(c),
				c.Level, m.Enabled(i), command, th.L)
		}
		for _, x := range c.unit.Vars {
			for _, r := range c.Live {
				if r == c.unit.register(x, c.base) && m.Value(r) != int32(th.S.Top.At(x)) {
					t.Fatalf("%s holds %d, want %v", x, m.Value(r), th.S.Top.At(x))
				}
			}
		}
	}
}

// TestMachineAgainstSemantics: step by step along random schedules, with some steps undone, the
// machine agrees with the readable semantics.
func TestMachineAgainstSemantics(t *testing.T) {
	steps, undone := 0, 0
	for seed := range uint64(quick.Cases(1000)) {
		core := iltest.Core(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
		k, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Compile(core, p, Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		m := In(g, &in)
		for i := range m.At {
			start := g.Controls(i)[0]
			if m.At[i] != start {
				t.Fatalf("seed %d: thread %d does not begin before its unit", seed, i)
			}
			m.At[i] = start.Next[r.IntN(len(start.Next))]
			k = follow(t, k, i, g.Choices(start, m.At[i]))
		}
		type point struct {
			mark   Mark
			config semantics.Config
		}
		var past []point
		for range 60 {
			checkSame(t, m, k)
			if n := len(past); n > 0 && r.IntN(6) == 0 {
				back := past[r.IntN(n)]
				m.Undo(back.mark)
				k = back.config
				past = past[:0] // later marks are gone
				undone++
				continue
			}
			i := r.IntN(2)
			if !m.Enabled(i) {
				continue
			}
			past = append(past, point{m.Mark(), k})
			from := m.At[i]
			if need := m.Execute(i); need != Done {
				t.Fatalf("seed %d: Execute(%d) = %d, want %d", seed, i, need, Done)
			}
			next := m.Next(i)
			m.At[i] = next[r.IntN(len(next))]
			after, _, stuck := semantics.Next(k, semantics.Tid(i))
			if stuck != nil {
				t.Fatalf("seed %d: the semantics cannot step: %v", seed, stuck)
			}
			k = follow(t, after, i, g.Choices(from, m.At[i]))
			steps++
		}
	}
	if steps < quick.Cases(10_000) || undone < quick.Cases(1000) {
		t.Errorf("%d steps, undone %d times, want at least %d and %d", steps, undone,
			quick.Cases(10_000), quick.Cases(1000))
	}
}
