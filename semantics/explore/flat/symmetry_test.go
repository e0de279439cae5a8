package flat

import (
	"slices"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// TestImages: of each state that a search without images meets, the state or its image is kept; and
// the image of an image is the state.
func TestImages(t *testing.T) {
	var states, images, programs, omitted int
	for seed := range uint64(500) {
		options := exploretest.Small()
		options.Threads, options.Copy, options.New = 0, 0.15, 0.2
		if seed%3 == 0 {
			options.While = 0.2
		}
		core := iltest.Core(t, gen.Text(seed, options))
		pair := core.Pairs()[0]
		if pair.Left != pair.Right {
			continue
		}
		g, err := machine.Compile(core, pair, machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		f := All(g, 6, 1<<20, nil)
		if f == nil {
			continue
		}
		if f.symmetry == nil {
			t.Fatalf("seed %d: the threads of a unit with itself cannot be exchanged", seed)
		}
		// Only images are left out: without Options.Reduce, both threads move.
		half := f.begin(t.Context(), limits{MaxStates: 1500})
		all := f.begin(t.Context(), limits{MaxStates: 3000})
		half.symmetry = f.symmetry
		kept, met := statesOf(half), statesOf(all)
		if !half.Ended || !all.Ended {
			continue // a limit was met
		}
		programs++
		n := newNumbering(f)
		for at, list := range met {
			for _, state := range list {
				states++
				image := make([]uint64, f.words)
				f.symmetry.image(state, image)
				mask := make([]uint64, f.words)
				exchanged := f.exchanged(all.controls(at))
				f.counting(exchanged, mask)
				n.number(image, mask)
				back := make([]uint64, f.words)
				f.symmetry.image(image, back)
				f.counting(all.controls(at), mask)
				n.number(back, mask)
				again := slices.Clone(state)
				n.number(again, mask)
				if !f.kept(state) && !slices.Equal(back, again) {
					t.Fatalf("seed %d: the image of the image of %x is %x\n%s", seed, state, back,
						core.Source.Text)
				}
				to := pair32(f, exchanged)
				if !has(kept[at], state) && !has(kept[to], image) && !f.kept(state) {
					t.Fatalf("seed %d: neither %x nor its image %x is met\n%s", seed, state, image,
						core.Source.Text)
				}
				if to != at {
					images++
				}
			}
		}
		if half.States > all.States || !sameSites(half.found(), all.found()) {
			t.Fatalf("seed %d: %d states and races at %v, want at most %d and %v\n%s", seed,
				half.States, half.found(), all.States, all.found(), core.Source.Text)
		}
		omitted += all.States - half.States
	}
	t.Logf("%d programs, %d states, %d with other control states than their images; %d left out",
		programs, states, images, omitted)
	if programs < 200 || images < 10_000 || omitted < states/4 {
		t.Error("too few of the programs are interesting")
	}
}

// statesOf returns the states that a search meets, by pair.
func statesOf(s search) map[pair][][]uint64 {
	out := map[pair][][]uint64{}
	s.visitStates(func(b *bucket, state []uint64) { out[b.pair] = append(out[b.pair], state) })
	return out
}

// pair32 returns the number of a pair of control states.
func pair32(f *Layout, at [2]*machine.Control) pair {
	return pair(at[0].ID)*pair(len(f.g.Controls(1))) + pair(at[1].ID)
}

func has(states [][]uint64, state []uint64) bool {
	return slices.ContainsFunc(states, func(s []uint64) bool { return slices.Equal(s, state) })
}

func sameSites(a, b []machine.Sites) bool {
	order := func(p, q machine.Sites) int { return slices.Compare(p[:], q[:]) }
	a, b = slices.Clone(a), slices.Clone(b)
	slices.SortFunc(a, order)
	slices.SortFunc(b, order)
	return slices.Equal(a, b)
}

// TestMirrored: only threads of the same unit can be exchanged, even if two units differ only in
// their arguments of calls.
func TestMirrored(t *testing.T) {
	core := iltest.Core(t,
		"m(a, b) { s(a) }\nn(a, b) { s(b) }\ns(x) { x.f := x; y := x.f; y.g := y }\n")
	for _, pair := range core.Pairs() {
		g, err := machine.Compile(core, pair, machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		f, same := All(g, 4, 1<<20, nil), pair.Left == pair.Right
		if (f.symmetry != nil) != same {
			t.Errorf("%s, %s: has a symmetry: %t, want %t", pair.Left.Name, pair.Right.Name,
				f.symmetry != nil, same)
		}
		for _, reduce := range []bool{false, true} {
			s := f.NewSpace(t.Context(), driver.NewGoal(nil, nil), Options{Reduce: reduce})
			if (s.symmetry != nil) != (same && reduce) {
				t.Errorf("%s, %s, reduced %t: leaves out images: %t, want %t", pair.Left.Name,
					pair.Right.Name, reduce, s.symmetry != nil, same && reduce)
			}
		}
	}
}
