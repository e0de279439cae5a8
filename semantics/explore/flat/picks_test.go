package flat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics/explore/machine"
)

// TestPicks: a command is executed in the state in which its picks hold, and its picks do not
// depend on the outcomes before, even if states run out of symbols.
func TestPicks(t *testing.T) {
	p := picksHold{t: t}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		unit := "(arg1, arg2, arg3, arg4, arg5) { %s"
		// The call may need several values.
		calls := fmt.Sprintf("u := arg5; s(arg1.f%d, arg2); u.g := u; ", r.IntN(2))
		core := iltest.Core(t,
			fmt.Sprintf("m"+unit+"}\nn"+unit+"}\ns(x, y) { y.f0 := x; x.f1 := y }\n",
				calls+Accesses(r), Accesses(r)))
		g, err := machine.Compile(core, core.Pairs()[1], machine.Options{Unroll: -1})
		if err != nil {
			t.Fatal(err)
		}
		WithSymbols(2+int32(seed%4), func() {
			if f := All(g, 6, 1<<20, nil); f != nil {
				p.all(f)
			}
		})
	}
	t.Logf("%d outcomes, %d of them with symbols that were released, %d after such ones",
		p.outcomes, p.released, p.after)
	if p.outcomes < 10_000 || p.released < 500 || p.after < 100 {
		t.Error("too few of the outcomes are interesting")
	}
}

// picksHold counts outcomes of commands and checks that the picks of each hold.
type picksHold struct {
	t                         *testing.T
	outcomes, released, after int
}

// all visits the commands of all states that a search meets.
func (p *picksHold) all(f *Layout) {
	s := f.begin(p.t.Context(), limits{MaxStates: 1000})
	s.visitStates(func(b *bucket, state []uint64) {
		for thread, c := range b.at {
			p.command(f, &f.threads[thread].actions[c.ID], state)
		}
	})
}

// command checks all outcomes of a command in a state.
func (p *picksHold) command(f *Layout, a *action, state []uint64) {
	if a.kind != copies && a.kind != loads && a.kind != stores && a.kind != several {
		return
	}
	k, before := picker{f: f, limit: machine.AnyKnown}, false
	k.emit = func(from []uint64, _ operand, _ uint8) bool {
		p.outcomes++
		want := applied(f, k.picks, state)
		f.executeAll(a, slices.Clone(want), want)
		if !slices.Equal(from, want) {
			p.t.Fatalf("an outcome is %x, but its picks %v lead from %x to %x", from, k.picks,
				state, want)
		}
		if before {
			p.after++
		}
		if slices.ContainsFunc(k.picks, func(x pick) bool { return x.value == 0 }) {
			p.released++
			before = true
		}
		return false
	}
	k.execute(a, state)
}

// applied returns a state in which picks hold.
func applied(f *Layout, picks []pick, state []uint64) []uint64 {
	state = slices.Clone(state)
	for _, x := range picks {
		if x.was != 0 && x.value != 0 {
			f.lanes.replace(state, x.was, x.value)
		} else {
			x.at.put(state, x.value)
		}
	}
	return state
}

// TestSingleInLoops: a symbol in a cell of an object made in a loop is not single.
func TestSingleInLoops(t *testing.T) {
	core := iltest.Core(t,
		"{ while * { x := new(); y := arg1.f; x.f := y; z := x.f; z.g := z; z := z.g; "+
			"z.f := z } } || { z := arg1.g; z.g := z; z.f := z }")
	g, err := machine.Compile(core, core.Pairs()[0], machine.Options{Unroll: -1})
	if err != nil {
		t.Fatal(err)
	}
	f := All(g, 4, 1<<20, nil)
	cells := 0
	for _, at := range f.cells[f.firstPooled()*f.width:] {
		if at.mask == 0 {
			continue
		}
		cells++
		state := make([]uint64, f.words)
		at.put(state, f.lanes.symbol)
		if _, single := f.lanes.single(state, f.lanes.symbol); single {
			t.Errorf("the symbol at %v is single", at)
		}
	}
	if cells == 0 {
		t.Error("no object of a loop has a position")
	}
}
