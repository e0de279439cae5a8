package explore

import (
	"context"
	"fmt"
	"testing"

	"wobbly/il/gen"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
	"wobbly/witness/check"
)

// newRestarter returns a search that starts over whenever that leaves less to search, after a
// canonical search of some states.
func newRestarter(p problem, states int) *restarter {
	p.o.Reduce, p.o.Prune = true, true
	s := p.canonical(context.Background())
	for s.States < states && s.Next() {
	}
	return p.restarter(1, s.twins()...)
}

// TestTwin: the mirror image of a race of a unit with itself is a race.
func TestTwin(t *testing.T) {
	twins := 0
	for seed := range *allPrograms / 3 {
		options := generator(seed)
		options.New = 0.15
		core := coreOf(t, gen.Text(seed, options))
		pair, ok := selfPair(core)
		if !ok {
			continue
		}
		o := Defaults()
		o.MaxStates = 5000
		c := check.New(core)
		for _, r := range mustSearch(t, core, pair, o).Races {
			twin := r.twin()
			w, was := twin.Witness(), r.Witness()
			if err := c.Check(w); err != nil {
				t.Fatalf("seed %d: the witness of a twin: %v\n%s", seed, err, core.Source.Text)
			}
			if w.Race.A.At != was.Race.B.At || w.Race.B.At != was.Race.A.At ||
				twin.Left != r.Right || twin.Right != r.Left {
				t.Fatalf("seed %d: the twin of %+v is %+v", seed, was.Race, w.Race)
			}
			if r.Left != r.Right {
				twins++
			}
		}
	}
	if twins < int(*allPrograms)/15 {
		t.Errorf("%d twins, want at least %d", twins, *allPrograms/15)
	}
}

// TestRestarts: however often a search starts over for the remaining races, it finds the same races
// as one search, at the same distance.
func TestRestarts(t *testing.T) {
	programs := max(*allPrograms, 150) // fewer have too few races that are known before
	var compared, again, self, known int
	for seed := range 2 * programs {
		options := generator(seed)
		options.New = 0.15
		core := coreOf(t, gen.Text(seed, options))
		pair := exploretest.Pair(core, seed)
		if twice, ok := selfPair(core); ok && seed%2 == 0 {
			pair = twice
		}
		o := Defaults()
		o.MaxStates, o.MaxObjects = 20_000, 40
		p := compiled(t, core, pair, o)
		want := flatFromAll(p)
		if want == nil || !want.Complete {
			continue
		}
		for _, states := range []int{0, 10, 200} {
			q := p
			q.o.Workers = 1 + int(seed%3)
			r := newRestarter(q, states)
			before := len(r.known)
			got := r.run(context.Background())
			if got == nil {
				t.Fatalf("seed %d: no flat layout suffices\n%s", seed, core.Source.Text)
			}
			checkSameAnswer(t, fmt.Sprintf("seed %d, known after %d states", seed, states),
				core, got, want)
			if len(r.known) > before {
				again++
				q.o.Workers = 1 + q.o.Workers%3
				other := newRestarter(q, states).run(context.Background())
				if other.States != got.States || !sameSeals(other, got) {
					t.Fatalf("seed %d: %d states with %d workers, want %d and the same "+
						"witnesses\n%s", seed, other.States, q.o.Workers, got.States,
						core.Source.Text)
				}
			}
			if before > 0 && before < len(want.Races) {
				known++
			}
		}
		compared++
		if pair.Left == pair.Right {
			self++
		}
	}
	t.Logf("%d programs, %d of them of one unit; %d searches started over, "+
		"%d with races that were known", compared, self, again, known)
	if n := int(programs); compared < n || self < n/4 || again < n/4 || known < n/6 {
		t.Error("too few of the programs are interesting")
	}
}

// TestRestartsAgainstBruteForce: a search that starts over finds each race of each small initial
// state.
func TestRestartsAgainstBruteForce(t *testing.T) {
	var programs, again, races int
	for seed := range *allPrograms / 3 {
		options := generator(seed)
		options.Statements, options.Fields, options.New = 5, 1+int(seed%2), 0.15
		core := coreOf(t, gen.Text(seed, options))
		pair := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 200_000
		r := newRestarter(compiled(t, core, pair, o), int(seed%3*5))
		before := len(r.known)
		got := r.run(context.Background())
		if got == nil || !got.Complete {
			continue
		}
		programs++
		checkByForce(t, seed, core, pair, got)
		races += len(got.Races)
		if len(r.known) > before {
			again++
		}
	}
	t.Logf("%d programs, %d started over, %d races", programs, again, races)
	if n := int(*allPrograms); programs < n/10 || again < n/100 || races < programs/2 {
		t.Error("too few of the programs are interesting")
	}
}

// TestAdd: a pair that was found again is not added.
func TestAdd(t *testing.T) {
	r := &restarter{known: flat.Known{}}
	one, two := found{sites: machine.Sites{1, 2}}, found{sites: machine.Sites{2, 1}}
	r.add([]found{one, two, one})
	r.add([]found{two})
	if len(r.found) != 2 || r.found[0].sites != one.sites || r.found[1].sites != two.sites {
		t.Errorf("found %v, want two pairs", r.found)
	}
}
