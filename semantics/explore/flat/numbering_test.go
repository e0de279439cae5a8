package flat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// renaming returns random new names for initial values and objects made on cycles.
func (l *Layout) renaming(r *rand.Rand) (is [maxObjects]uint8) {
	for v := range is {
		is[v] = uint8(v)
	}
	objects, symbols := is[1:l.initial+1], is[l.initial+1:l.initial+l.symbols+1]
	pooled := is[l.firstPooled():l.values()]
	r.Shuffle(len(pooled), func(i, k int) { pooled[i], pooled[k] = pooled[k], pooled[i] })
	r.Shuffle(len(objects), func(i, k int) { objects[i], objects[k] = objects[k], objects[i] })
	r.Shuffle(len(symbols), func(i, k int) { symbols[i], symbols[k] = symbols[k], symbols[i] })
	return is
}

// renamed returns a state with new names for its values.
func (l *Layout) renamed(state []uint64, is *[maxObjects]uint8) []uint64 {
	out := make([]uint64, l.words)
	for _, at := range l.registers {
		at.put(out, is[at.get(state)])
	}
	for cell, at := range l.cells {
		if at.mask != 0 {
			o := int32(cell) / l.width
			l.cells[int32(is[o])*l.width+int32(cell)%l.width].put(out, is[at.get(state)])
		}
	}
	return out
}

// reached returns the objects and symbols of a state that something leads to.
func (l *Layout) reached(state []uint64) (reached [maxObjects]bool) {
	for again := true; again; {
		again = false
		meet := func(at operand) {
			if v := at.get(state); at.mask != 0 && v != 0 && !reached[v] {
				reached[v], again = true, true
			}
		}
		for _, at := range l.registers {
			meet(at)
		}
		for cell, at := range l.cells {
			if o := int32(cell) / l.width; o > l.initial && o < l.firstPooled() || reached[o] {
				meet(at)
			}
		}
	}
	return reached
}

// kept reports whether something is known about an initial object that nothing leads to.
func (l *Layout) kept(state []uint64) bool {
	reached := l.reached(state)
	for o := int32(1); o <= l.initial; o++ {
		if !reached[o] && l.lanes.known(state, int(o)) {
			return true
		}
	}
	return false
}

// anyOpen reports whether something may still become any initial object.
func (l *Layout) anyOpen(state, mask []uint64) bool {
	reached := l.reached(state)
	for v := range uint8(l.symbols) {
		if reached[uint8(l.initial)+1+v] {
			return true
		}
	}
	none := func(at operand) bool { return at.mask != 0 && at.get(mask) != 0 && at.get(state) == 0 }
	for o := range l.values() {
		if reached[o] && slices.ContainsFunc(l.cells[o*l.width:(o+1)*l.width], none) {
			return true
		}
	}
	return slices.ContainsFunc(l.registers, none)
}

// knownOf counts the initial objects about which something is known, of all or only of those
// reached.
func (l *Layout) knownOf(state []uint64, all bool) (n int) {
	reached := l.reached(state)
	for o := int32(1); o <= l.initial; o++ {
		if l.lanes.known(state, int(o)) && (all || reached[o]) {
			n++
		}
	}
	return n
}

// changed returns a state with another value, or none, at some of the positions that have one.
func (l *Layout) changed(r *rand.Rand, state []uint64) []uint64 {
	out := slices.Clone(state)
	for _, at := range slices.Concat(l.registers, l.cells) {
		if at.mask != 0 && at.get(state) != 0 && r.IntN(6) == 0 {
			from := l.registers[r.IntN(len(l.registers))]
			at.put(out, []uint8{
				0, from.get(state), 1 + uint8(r.IntN(int(l.initial+l.symbols))),
			}[r.IntN(3)])
		}
	}
	return out
}

// TestSingle: a symbol is single if only one position has it, a register or a cell of an initial
// object.
func TestSingle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	counts := [4]int{}
	for seed := range uint64(400) {
		options := exploretest.Small()
		options.Locals, options.New, options.Copy = 3, 0.4, 0.1
		options.While = float64(seed%3) * 0.15
		core := iltest.Core(t, gen.Text(seed, options))
		g, err := machine.Compile(core, exploretest.Pair(core, seed), machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		f := All(g, 4+int32(seed%2)*8, 1<<20, nil)
		f.begin(t.Context(), limits{MaxStates: 1000}).visitStates(func(_ *bucket, state []uint64) {
			for _, at := range slices.Concat(f.registers, f.cells) {
				if at.mask != 0 && r.IntN(4) == 0 {
					at.put(state, f.lanes.symbol+uint8(r.IntN(int(f.symbols))))
				}
			}
			f.countSingle(t, state, &counts)
		})
	}
	t.Logf("symbols in no, one and several positions, and in one of an object that was made: %v",
		counts)
	if counts[1] < 1000 || counts[2] < 200 || counts[3] < 20 {
		t.Error("too few of the states are interesting")
	}
}

// countSingle checks which symbols of a state are single, and counts them by the number of their
// positions. The last count is of those in one position of an object that was made.
func (l *Layout) countSingle(t *testing.T, state []uint64, counts *[4]int) {
	t.Helper()
	for v := l.lanes.symbol; v < l.lanes.fixed[0]; v++ {
		var holds []operand
		plain := false
		for _, at := range l.registers {
			if at.mask != 0 && at.get(state) == v {
				holds, plain = append(holds, at), true
			}
		}
		for cell, at := range l.cells {
			if at.mask != 0 && at.get(state) == v {
				holds, plain = append(holds, at), int32(cell)/l.width <= l.initial
			}
		}
		at, single := l.lanes.single(state, v)
		if want := len(holds) == 1 && plain; single != want || single && at != holds[0] {
			t.Fatalf("single(%x, %d) = %v, %t, want %t; it is in %v", state, v, at, single, want,
				holds)
		}
		counts[min(2, len(holds))]++
		if len(holds) == 1 && !plain {
			counts[3]++
		}
	}
}

// numberingCheck checks the numbering of states, and counts those of several kinds.
type numberingCheck struct {
	t         *testing.T
	r, others *rand.Rand
	f         *Layout
	n         numbering
	program   string // the seed and text, for messages

	states, kept, keep, changed, stay, ordered, closed, pooled int
}

// numbered returns a state with new numbers.
func (c *numberingCheck) numbered(state, mask []uint64) []uint64 {
	state = slices.Clone(state)
	c.n.number(state, mask)
	return state
}

// state checks a state that a search has met.
func (c *numberingCheck) state(state, mask []uint64) {
	c.states++
	if again := c.numbered(state, mask); !slices.Equal(again, state) {
		c.t.Fatalf("%x is numbered anew: %x\n%s", state, again, c.program)
	}
	if c.f.kept(state) { // the order of such objects is that in which they were met
		c.kept++
		for range 8 {
			c.retained(state, mask)
		}
		return
	}
	other := c.f.changed(c.r, state)
	c.dropped(other, mask)
	for range 8 {
		c.reordered(state, other, mask)
		other = c.f.changed(c.r, state)
	}
	reached := c.f.reached(state)
	if c.f.pool > 0 && slices.Contains(reached[c.f.firstPooled():], true) {
		c.pooled++
	}
	is := c.f.renaming(c.r)
	renamed := c.f.renamed(state, &is)
	if !slices.Equal(renamed, state) {
		c.changed++
	}
	if back := c.numbered(renamed, mask); !slices.Equal(back, state) {
		c.t.Fatalf("other names give %x, want %x\n%s", back, state, c.program)
	}
}

// retained checks that a state that is said to keep its objects after a change does.
func (c *numberingCheck) retained(state, mask []uint64) {
	other := c.f.changed(c.others, state)
	got := slices.Clone(other)
	if !c.f.lanes.retained(state, got) || !c.f.lanes.reorder(state, got) {
		return
	}
	c.keep++
	if want := c.numbered(other, mask); !slices.Equal(got, want) || c.n.flags != retains {
		c.t.Fatalf("%x reordered is %x after %x, want %x\n%s", other, got, state, want, c.program)
	}
}

// dropped checks that a state loses just the objects that nothing can lead to any more.
func (c *numberingCheck) dropped(state, mask []uint64) {
	open := c.f.anyOpen(state, mask)
	if !open {
		c.closed++
	}
	again := c.numbered(state, mask)
	if c.f.knownOf(again, true) != c.f.knownOf(state, open) {
		c.t.Fatalf("%x is numbered as %x, which keeps other objects\n%s", state, again, c.program)
	}
}

// reordered checks that a state that is said to keep its numbers after a change does.
func (c *numberingCheck) reordered(before, state, mask []uint64) {
	got := slices.Clone(state)
	if !c.f.lanes.reorder(before, got) {
		return
	}
	c.stay++
	if want := c.numbered(state, mask); !slices.Equal(got, want) {
		c.t.Fatalf("%x reordered is %x after %x, want %x\n%s", state, got, before, want, c.program)
	}
	if !slices.Equal(got, state) {
		c.ordered++
	}
}

// TestNumbering: states that a search meets have canonical numbers, and get them back after a
// renaming. States that are said to keep their numbers after a change do.
func TestNumbering(t *testing.T) {
	c := numberingCheck{
		t: t, r: rand.New(rand.NewPCG(1, 2)), others: rand.New(rand.NewPCG(5, 6)),
	}
	wide := 0
	for seed := range uint64(600) {
		options := exploretest.Small()
		options.Copy, options.Locals, options.Fields = 0.15, 1+int(seed%4), 1+int(seed/4%3)
		if seed%3 == 0 {
			options.While, options.New = 0.25, 0.25
		}
		core := iltest.Core(t, gen.Text(seed, options))
		g, err := machine.Compile(core, exploretest.Pair(core, seed), machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		if c.f = All(g, 4+int32(seed%3)*8, 1<<20, nil); c.f == nil {
			continue
		}
		c.n, c.program = newNumbering(c.f), fmt.Sprintf("seed %d\n%s", seed, core.Source.Text)
		s := c.f.begin(t.Context(), limits{MaxStates: 3000})
		s.visitStates(func(b *bucket, state []uint64) { c.state(state, b.mask) })
		if c.f.bits() > 4 {
			wide++
		}
	}
	t.Logf("%d states, %d of them keep objects, and %d after a change; %d under other names; "+
		"%d keep their objects, %d of them with other symbols; %d have nothing open; "+
		"%d have objects of loops; %d layouts of wide values", c.states, c.kept, c.keep, c.changed,
		c.stay, c.ordered, c.closed, c.pooled, wide)
	if c.states < 10_000 || c.kept < 100 || c.keep < 500 || c.changed < 2000 || c.stay < 2000 ||
		c.ordered < 1000 || c.closed < 20 || c.pooled < 200 || wide < 20 {
		t.Error("too few of the states are interesting")
	}
}
