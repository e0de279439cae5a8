package explore

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
)

// takes turns choices into those of the readable semantics.
func takes(cs []choice) []semantics.Take {
	var out []semantics.Take
	for _, c := range cs {
		_, isIf := c.at.(*il.If)
		switch {
		case isIf && c.first:
			out = append(out, semantics.Then)
		case isIf:
			out = append(out, semantics.Else)
		case c.first:
			out = append(out, semantics.Loop)
		default:
			out = append(out, semantics.Exit)
		}
	}
	return out
}

// follow resolves choices of thread i.
func follow(t *testing.T, k semantics.Config, i int, cs []choice) semantics.Config {
	t.Helper()
	for _, take := range takes(cs) {
		next, stuck := semantics.Choose(k, semantics.Tid(i), take)
		if stuck != nil {
			t.Fatal(stuck)
		}
		k = next
	}
	return k
}

// same compares the heap, the live variables of the current frames, the lock
// levels, and what is enabled.
func same(t *testing.T, m *Machine, k semantics.Config) {
	t.Helper()
	if int(m.n) != k.H.Size() {
		t.Fatalf("%d objects, want %d", m.n, k.H.Size())
	}
	for a, v := range k.H.Cells() {
		if got := m.mem[m.cell(int32(a.Loc), m.g.fieldIndex(a.Field))]; got != int32(v) {
			t.Fatalf("%v holds %d, want %v", a, got, v)
		}
	}
	for i, c := range m.at {
		th := k.Threads[i]
		command, _ := k.Command(semantics.Tid(i))
		if m.g.command(c) != command || int(c.level) != th.L || (semantics.Enabled(k, semantics.Tid(i)) == nil) != m.Enabled(i) {
			t.Fatalf("thread %d: %v at level %d, enabled %v; want %v at %d", i, m.g.command(c), c.level, m.Enabled(i), command, th.L)
		}
		for x, s := range c.flow.slots {
			for _, r := range c.live {
				if r == c.base+s && m.mem[r] != int32(th.S.Top.At(x)) {
					t.Fatalf("%s holds %d, want %v", x, m.mem[r], th.S.Top.At(x))
				}
			}
		}
	}
}

// Step by step along random schedules, with steps undone now and then, the
// machine does what the readable semantics does.
func TestMachineAgainstSemantics(t *testing.T) {
	steps, undone := 0, 0
	for seed := range uint64(1000) {
		core := coreOf(t, gen.Text(seed, small()))
		p := pairOf(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := randomInit(r, core, p, 1+r.IntN(3))
		k, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Compile(core, p, Unbounded)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMachine(g, false)
		m.load(&in)
		for i := range m.at {
			start := g.threads[i].controls[0]
			m.at[i] = start.next[r.IntN(len(start.next))]
			k = follow(t, k, i, m.at[i].flow.choices(start.from, m.at[i].node))
		}
		type point struct {
			mark   Mark
			config semantics.Config
		}
		var past []point
		for range 60 {
			same(t, m, k)
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
			from := m.at[i]
			if need := m.Execute(i); need != Done {
				t.Fatalf("seed %d: %d", seed, need)
			}
			next := m.Next(i)
			m.Go(i, next[r.IntN(len(next))])
			after, _, stuck := semantics.Next(k, semantics.Tid(i))
			if stuck != nil {
				t.Fatal(stuck)
			}
			k = follow(t, after, i, m.at[i].flow.choices(from.from, m.at[i].node))
			steps++
		}
	}
	t.Logf("%d steps, undone %d times", steps, undone)
	if steps < 10_000 || undone < 1000 {
		t.Error("too few steps")
	}
}

// Commands whose footprints do not conflict commute.
func TestFootprints(t *testing.T) {
	commute, conflict := 0, 0
	for seed := range uint64(1000) {
		core := coreOf(t, gen.Text(seed, small()))
		p := pairOf(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := randomInit(r, core, p, 1+r.IntN(3))
		g, _ := Compile(core, p, Unbounded)
		m := NewMachine(g, false)
		m.load(&in)
		x := codec{}
		for i := range m.at {
			m.at[i] = g.Starts(i)[0]
		}
		for range 30 {
			if m.Enabled(0) && m.Enabled(1) {
				if m.Footprint(0, nil).Conflicts(m.Footprint(1, nil)) {
					conflict++
				} else {
					commute++
					if a, b := both(m, &x, 0), both(m, &x, 1); a != b {
						t.Fatalf("seed %d: the order matters\n%s", seed, core.Source.Text)
					}
				}
			}
			if i := r.IntN(2); m.Enabled(i) {
				m.Execute(i)
				next := m.Next(i)
				m.Go(i, next[r.IntN(len(next))])
			}
		}
	}
	if commute < 3000 || conflict < 300 {
		t.Errorf("%d pairs commute, %d conflict", commute, conflict)
	}
}

// both executes the next commands of both threads, thread i's first, and gives
// the state after that.
func both(m *Machine, k *codec, i int) string {
	mark := m.Mark()
	defer m.Undo(mark)
	for _, j := range [2]int{i, 1 - i} {
		if !m.Enabled(j) {
			return "disabled"
		}
		m.Execute(j)
		m.Go(j, m.Next(j)[0])
	}
	return string(k.encode(nil, m, 0))
}

func TestReplay(t *testing.T) {
	core := coreOf(t, "a(x) { lock(); y := x; x.f := y; unlock(); }")
	p := core.Pairs()[0]
	in := randomInit(rand.New(rand.NewPCG(1, 1)), core, p, 1)
	tests := []struct {
		schedule []Move
		want     string
	}{
		{[]Move{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {1, 0}}, ""},
		{[]Move{{0, 0}, {1, 0}}, "move 2: thread B waits for the lock"},
		{[]Move{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}, "move 5: thread A has ended"},
		{[]Move{{0, 1}}, "move 1: thread A has 1 ways to go on, and no number 1"},
		{[]Move{{2, 0}}, "move 1: there is no thread 2"},
	}
	for _, tt := range tests {
		m, err := Replay(core, p, in, [2]int{}, tt.schedule)
		if tt.want == "" && (err != nil || !m.Ended(0) || m.Control(1).level != 1) {
			t.Errorf("%v: %v", tt.schedule, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v: %v, want %s", tt.schedule, err, tt.want)
		}
	}
}

// The fast codec gives the bytes of the general one, with and without the help
// of the state before.
func TestFastCodec(t *testing.T) {
	patched, renumbered := 0, 0
	for seed := range uint64(1000) {
		core := coreOf(t, gen.Text(seed, small()))
		p := pairOf(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := randomInit(r, core, p, 1+r.IntN(3))
		g, _ := Compile(core, p, Unbounded)
		m := NewMachine(g, false)
		m.load(&in)
		for i := range m.at {
			m.at[i] = g.Starts(i)[0]
		}
		general, fast := codec{}, codec{small: true}
		state := general.encode(nil, m, 0)
		for range 30 {
			fast.decode(state, m)
			i := r.IntN(2)
			if !m.Enabled(i) {
				continue
			}
			m.Execute(i)
			next := m.Next(i)
			m.Go(i, next[r.IntN(len(next))])
			want, got := string(general.encode(nil, m, 0)), string(fast.encode(nil, m, 0))
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
