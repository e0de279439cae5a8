package flat

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// layoutOf returns the flat layout of a program from in, or nil.
func layoutOf(t testing.TB, core *il.Core, p il.Pair, o machine.Options,
	in *semantics.Init) *Layout {
	t.Helper()
	g, err := machine.Compile(core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if in, err = g.Given(in); err != nil {
		t.Fatal(err)
	}
	return New(g, in, 1<<20)
}

// A search is a search in a flat layout, under way or finished.
type search struct {
	*driver.Search
	*Space
	goal *driver.Goal
}

// limits are the options of a search, and what it leaves out.
type limits struct {
	Options
	MaxStates int
	Prune     bool
}

func (l *Layout) begin(ctx context.Context, o limits) search {
	var candidates *machine.Candidates
	if o.Prune {
		candidates = l.g.Candidates()
	}
	goal := driver.NewGoal(candidates, l.known)
	space := l.NewSpace(ctx, goal, o.Options)
	s := driver.New(ctx, space, goal, driver.Options{MaxStates: o.MaxStates, Workers: o.Workers})
	return search{Search: s, Space: space, goal: goal}
}

// finished searches to the end, or to a limit.
func (l *Layout) finished(o limits) search {
	s := l.begin(context.Background(), o)
	s.Run()
	return s
}

// visitStates calls visit with a copy of each state that the search meets.
func (s search) visitStates(visit func(b *bucket, state []uint64)) {
	for more := true; more; more = s.Next() {
		for _, b := range s.active {
			for i := b.frontier.begin; i < b.frontier.end; i++ {
				visit(b, slices.Clone(b.frontier.records.at(i, s.f.words)))
			}
		}
	}
}

func (s search) found() (all []machine.Sites) {
	for _, h := range s.goal.Hits() {
		all = append(all, h.Sites)
	}
	return all
}

// tally has all counts except memory.
type tally struct {
	states int
	counts driver.Counts
}

func (s search) tally() tally {
	c := s.Counts()
	c.Memory, c.MaxMemory = 0, 0
	return tally{s.States, c}
}

// named writes a machine's state as the flat layout has it, using the layout only for which values
// count: control states, registers and cells, with the layout's numbers for objects.
func (l *Layout) named(m *machine.Machine, names []int32) string {
	var out []byte
	put := func(at operand, v int32) {
		if at.mask == 0 && at.known != uint8(v) {
			panic("a value is not the one that is known beforehand")
		}
		out = append(out, byte(v))
	}
	for i, c := range m.At {
		out = binary.LittleEndian.AppendUint32(out, uint32(c.ID))
		for k, r := range c.Live {
			put(l.threads[i].roots[c.ID][k], names[m.Value(r)-1])
		}
	}
	for cell, at := range l.cells {
		if !l.threads[0].effects[m.At[0].ID].future.counts.has(int32(cell)) &&
			!l.threads[1].effects[m.At[1].ID].future.counts.has(int32(cell)) {
			continue
		}
		o := slices.Index(names, int32(cell)/l.width)
		if o < 0 { // the object is not made yet, so the value does not matter
			put(at, int32(at.known))
			continue
		}
		put(at, names[m.Value(m.Cell(int32(o+1), int32(cell)%l.width))-1])
	}
	return string(out)
}

// walk counts the states, one for each name, by executing the program in a machine. It returns
// false if there are more than limit.
func (l *Layout) walk(g *machine.Program, given *semantics.Init, limit int) (states int, ok bool) {
	m := machine.In(g, given)
	names := make([]int32, l.given, l.objects)
	for o := range names {
		names[o] = int32(o)
	}
	seen := map[string]bool{}
	var visit func()
	visit = func() {
		name := l.named(m, names)
		if seen[name] || len(seen) > limit {
			return
		}
		seen[name] = true
		for i := range m.At {
			if !m.Enabled(i) {
				continue
			}
			mark, c := m.Mark(), m.At[i]
			if m.Execute(i) != machine.Done {
				panic("stuck")
			}
			if c.Op == machine.OpNew {
				names = append(names, l.made(i, c))
			}
			for _, next := range c.Next {
				m.At[i] = next
				visit()
			}
			if c.Op == machine.OpNew {
				names = names[:len(names)-1]
			}
			m.Undo(mark)
		}
	}
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			m.At = [2]*machine.Control{a, b}
			visit()
		}
	}
	return len(seen), len(seen) <= limit
}

// made returns the number of the object that the new() of c makes.
func (l *Layout) made(i int, c *machine.Control) int32 {
	return int32(l.threads[i].actions[c.ID].values[0].v)
}

// TestStates: a search has as many states as a walk that keeps states under their names, with and
// without the reduction, with any number of workers.
func TestStates(t *testing.T) {
	var walked, allocating, saved, full int
	for seed := range uint64(quick.Cases(2500)) {
		options := exploretest.Small()
		options.Copy, options.Locals = 0.15, 1+int(seed%4)
		core := iltest.Core(t, gen.Text(seed, options))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 2))
		in := semantics.RandomInit(r, core, p, 1+r.IntN(4))
		f := layoutOf(t, core, p, machine.Options{Unroll: []int{-1, -1, 1, 2}[seed%4]}, &in)
		if f == nil {
			continue
		}
		n, ok := f.walk(f.g, &in, 3000)
		if !ok {
			continue
		}
		walked++
		if f.objects > f.given {
			allocating++
		}
		want := f.finished(limits{})
		c := want.Counts()
		if n != want.States || !want.Ended || int(c.Looked) != want.States || c.Deadlocks != 0 {
			t.Fatalf("seed %d: %d states, want %d\n%s", seed, want.States, n, core.Source.Text)
		}
		for _, o := range []limits{
			{Options: Options{Workers: 3}}, {Options: Options{Fingerprint: true}},
			{Options: Options{Reduce: true}},
			{Options: Options{Workers: 2}, Prune: true},
		} {
			got := f.finished(o)
			if !slices.Equal(got.found(), want.found()) && !o.Reduce {
				t.Fatalf("seed %d, %+v: %v race, want %v\n%s", seed, o, got.found(), want.found(),
					core.Source.Text)
			}
			d := got.Counts()
			if !o.Reduce && !o.Prune &&
				(got.States != want.States || d.Transitions != c.Transitions || d.Ends != c.Ends) {
				t.Fatalf("seed %d, %+v: %+v, want %+v\n%s", seed, o, d, c, core.Source.Text)
			}
			if o.Reduce {
				saved, full = saved+want.States-got.States, full+want.States
			}
		}
	}
	t.Logf("%d walked, %d of them allocate; the reduction leaves out %d of %d", walked, allocating,
		saved, full)
	if walked < quick.Cases(1000) || allocating < quick.Cases(300) || saved < full/10 {
		t.Error("too few of the programs are interesting")
	}
}

// TestNames: the number of the object that a new() makes depends on its place in the text alone.
func TestNames(t *testing.T) {
	core := iltest.Core(t,
		`{ if * { x := new(); y := new() } else { x := new() }; z := new(); arg1.f := z }
		|| { x := new(); arg1.f := x } init { A.arg1 = o1; B.arg1 = o1 }`)
	f := layoutOf(t, core, core.Pairs()[0], machine.Options{Unroll: -1}, nil)
	var made []int32
	for i := range f.threads {
		for _, c := range f.g.Controls(i) {
			if c.Op == machine.OpNew {
				made = append(made, f.made(i, c))
			}
		}
	}
	slices.Sort(made)
	if f.objects != 5 || !slices.Equal(made, []int32{1, 1, 2, 3, 4}) {
		t.Errorf("%d objects, made %v, want 5, [1 1 2 3 4]", f.objects, made)
	}
}
