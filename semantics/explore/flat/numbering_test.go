package flat

import (
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

// A symbol is single if only one position has it, a register or a cell of an initial object.
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
		s := f.begin(t.Context(), limits{MaxStates: 1000})
		for more := true; more; more = s.Next() {
			for _, b := range s.active {
				for i := b.frontier.begin; i < b.frontier.end; i++ {
					state := slices.Clone(b.frontier.records.at(i, f.words))
					for _, at := range slices.Concat(f.registers, f.cells) {
						if at.mask != 0 && r.IntN(4) == 0 {
							at.put(state, f.lanes.symbol+uint8(r.IntN(int(f.symbols))))
						}
					}
					f.countSingle(t, state, &counts)
				}
			}
		}
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
			t.Fatalf("%x: %d is in %v, and single: %v, %v", state, v, holds, at, single)
		}
		counts[min(2, len(holds))]++
		if len(holds) == 1 && !plain {
			counts[3]++
		}
	}
}

// countKept checks that a state that is said to keep its objects after a change does, and counts
// how often it is.
func (l *Layout) countKept(t *testing.T, r *rand.Rand, n numbering, state,
	mask []uint64) (keep int) {
	t.Helper()
	for range 8 {
		other := l.changed(r, state)
		got := slices.Clone(other)
		if !l.lanes.retained(state, got) || !l.lanes.reorder(state, got) {
			continue
		}
		keep++
		want := slices.Clone(other)
		n.number(want, mask)
		if !slices.Equal(got, want) || n.flags != retains {
			t.Fatalf("%x reordered is %x after %x, and is %x", other, got, state, want)
		}
	}
	return keep
}

// States that a search meets have canonical numbers, and get them back after a renaming. States
// that are said to keep their numbers after a change do.
func TestNumbering(t *testing.T) {
	states, kept, keep, wide, changed, stay, ordered, closed, pooled := 0, 0, 0, 0, 0, 0, 0, 0, 0
	r, others := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(5, 6))
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
		f := All(g, 4+int32(seed%3)*8, 1<<20, nil)
		if f == nil {
			continue
		}
		s, n := f.begin(t.Context(), limits{MaxStates: 3000}), newNumbering(f)
		for more := true; more; more = s.Next() {
			for _, b := range s.active {
				for i := b.frontier.begin; i < b.frontier.end; i++ {
					state := b.frontier.records.at(i, f.words)
					states++
					again := slices.Clone(state)
					n.number(again, b.mask)
					if !slices.Equal(again, state) {
						t.Fatalf("seed %d: %x is numbered anew: %x\n%s", seed, state, again,
							core.Source.Text)
					}
					if f.kept(state) { // their order is that in which they were met
						kept++
						keep += f.countKept(t, others, n, state, b.mask)
						continue
					}
					other := f.changed(r, state)
					open := f.anyOpen(other, b.mask)
					if !open {
						closed++
					}
					want := f.knownOf(other, open)
					again = slices.Clone(other)
					n.number(again, b.mask)
					if f.knownOf(again, true) != want {
						t.Fatalf("seed %d: of %x, %x is left\n%s", seed, other, again,
							core.Source.Text)
					}
					for range 8 {
						reordered := slices.Clone(other)
						if f.lanes.reorder(state, reordered) {
							stay++
							if !slices.Equal(again, reordered) {
								t.Fatalf("seed %d: %x reordered is %x after %x, and is %x\n%s",
									seed, other, reordered, state, again, core.Source.Text)
							}
							if !slices.Equal(reordered, other) {
								ordered++
							}
						}
						other = f.changed(r, state)
						again = slices.Clone(other)
						n.number(again, b.mask)
					}
					if reached := f.reached(state); f.pool > 0 &&
						slices.Contains(reached[f.firstPooled():], true) {
						pooled++
					}
					is := f.renaming(r)
					other = f.renamed(state, &is)
					if !slices.Equal(other, state) {
						changed++
					}
					n.number(other, b.mask)
					if !slices.Equal(other, state) {
						t.Fatalf("seed %d: other names give %x, want %x\n%s", seed, other, state,
							core.Source.Text)
					}
				}
			}
		}
		if f.bits() > 4 {
			wide++
		}
	}
	t.Logf("%d states, %d of them keep objects, and %d after a change; %d under other names; "+
		"%d keep their objects, %d of them with other symbols; %d have nothing open; "+
		"%d have objects of loops; %d layouts of wide values",
		states, kept, keep, changed, stay, ordered, closed, pooled, wide)
	if states < 10_000 || kept < 100 || keep < 500 || changed < 2000 || stay < 2000 ||
		ordered < 1000 || closed < 20 || pooled < 200 || wide < 20 {
		t.Error("too few of the states are interesting")
	}
}
