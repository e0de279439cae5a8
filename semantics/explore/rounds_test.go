package explore

import (
	"context"
	"fmt"
	"testing"

	"wobbly/il/gen"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/flat"
	"wobbly/witness/check"
)

// newRounds begins rounds of a problem, which are begun anew as often as that leaves less to look
// at, behind a search of some states in the canonical layout.
func newRounds(p problem, states uint64) *rounds {
	p.o.Reduce, p.o.Prune = true, true
	r := &rounds{problem: p, known: flat.Known{}, anew: 1}
	general := p.breadthFirst(context.Background()).(*breadth)
	for general.states < states && general.Next(context.Background()) {
	}
	r.add(general.sofar()...)
	return r
}

// The twin of a race of a unit with itself is one, too.
func TestTwin(t *testing.T) {
	twins := 0
	for seed := range *allPrograms / 3 {
		options := drawn(seed)
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
				t.Fatalf("seed %d: %v\n%s", seed, err, core.Source.Text)
			}
			if w.Race.A.At != was.Race.B.At || w.Race.B.At != was.Race.A.At || twin.Left != r.Right || twin.Right != r.Left {
				t.Fatalf("seed %d: the twin of %+v is %+v", seed, was.Race, w.Race)
			}
			if r.Left != r.Right {
				twins++
			}
		}
	}
	if twins < int(*allPrograms)/15 {
		t.Errorf("only %d twins", twins)
	}
}

// However often a search is begun anew for what was not found, it finds the races that one
// search finds, as soon.
func TestRounds(t *testing.T) {
	compared, again, self, known := 0, 0, 0, 0
	for seed := range 2 * *allPrograms {
		options := drawn(seed)
		options.New = 0.15
		core := coreOf(t, gen.Text(seed, options))
		pair := exploretest.Pair(core, seed)
		if twice, ok := selfPair(core); ok && seed%2 == 0 {
			pair = twice
		}
		o := Defaults()
		o.MaxStates, o.MaxObjects = 20_000, 40
		p := compiled(t, core, pair, o)
		want := p.flatFromAll(context.Background())
		if want == nil || !want.Complete {
			continue
		}
		for _, states := range []uint64{0, 10, 200} {
			q := p
			q.o.Workers = 1 + int(seed%3)
			r := newRounds(q, states)
			before := len(r.known)
			got := r.search(context.Background())
			if got == nil {
				t.Fatalf("seed %d: no answer\n%s", seed, core.Source.Text)
			}
			sameAnswer(t, fmt.Sprintf("seed %d, known after %d states", seed, states), core, got, want)
			if len(r.known) > before {
				again++
				q.o.Workers = 1 + q.o.Workers%3
				if other := newRounds(q, states).search(context.Background()); other.States != got.States || !sameSeals(other, got) {
					t.Fatalf("seed %d: %d workers find something else\n%s", seed, q.o.Workers, core.Source.Text)
				}
			}
			if before > 0 && before < len(want.Races) {
				known++
			}
		}
		if compared++; pair.Left == pair.Right {
			self++
		}
	}
	t.Logf("%d programs, %d of them of one unit; %d searches begun anew, %d with races that were known", compared, self, again, known)
	if n := int(*allPrograms); compared < n || self < n/4 || again < n/4 || known < n/6 {
		t.Error("too few of the programs are interesting")
	}
}

// So each race of each initial state of few objects is found.
func TestRoundsAgainstBruteForce(t *testing.T) {
	programs, again, races := 0, 0, 0
	for seed := range *allPrograms / 3 {
		options := drawn(seed)
		options.Statements, options.Fields, options.New = 5, 1+int(seed%2), 0.15
		core := coreOf(t, gen.Text(seed, options))
		pair := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 200_000
		r := newRounds(compiled(t, core, pair, o), seed%3*5)
		before := len(r.known)
		got := r.search(context.Background())
		if got == nil || !got.Complete {
			continue
		}
		programs++
		foundByForce(t, seed, core, pair, got)
		races += len(got.Races)
		if len(r.known) > before {
			again++
		}
	}
	t.Logf("%d programs, %d begun anew, %d races", programs, again, races)
	if n := int(*allPrograms); programs < n/10 || again < n/100 || races < programs/2 {
		t.Error("too few of the programs are interesting")
	}
}
