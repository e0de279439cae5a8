package chord_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestContainsRacerDX: every stage keeps RacerDX's reports, even without the clause for prefix
// arguments, because they are races and no stage loses a race.
func TestContainsRacerDX(t *testing.T) {
	o := gen.Default()
	o.Statements, o.Store, o.Sugar, o.LocalRoot = 6, 0.75, 0.15, 0.03
	n, reports := 0, 0
	iltest.Random(t, quick.Cases(20_000), o, func(core *il.Core) {
		n++
		dx := abstract.Options{}
		if n%2 == 0 {
			dx.Without = abstract.ClausePrefixArguments
		}
		sums, err := abstract.Summaries(core, dx)
		if err != nil {
			t.Fatal(err)
		}
		a, err := chord.New(core, chord.Options{K: n % 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range core.Pairs() {
			reports += contains(t, a, pair, abstract.Reports(pair, sums, dx))
		}
	})
	if reports < quick.Cases(40_000) {
		t.Errorf("vacuous: %d reports, want at least %d", reports, quick.Cases(40_000))
	}
	t.Log(reports, "reports")
}

// contains checks that the last stage keeps the races of RacerDX, and counts them.
func contains(
	t *testing.T, a *chord.Analysis, pair il.Pair, reports []abstract.Report,
) (races int) {
	t.Helper()
	r, err := a.Pair(pair)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range reports {
		if !x.Race {
			continue
		}
		races++
		s := il.Sites{{At: x.Left.At, Kind: x.Left.Kind}, {At: x.Right.At, Kind: x.Right.Kind}}
		if last, ok := r.Last(s); !ok || last != chord.Unlocked {
			t.Errorf("%s of %s || %s ends at %s, want unlocked",
				x, pair.Left.Name, pair.Right.Name, last)
		}
	}
	return races
}

// TestRefinement: a larger k and the paper's harness keep no more pairs, and a stage that keeps all
// pairs keeps no fewer. Each of them makes a difference.
func TestRefinement(t *testing.T) {
	keep := func(s ...chord.Stage) chord.Options {
		return chord.Options{K: 1, Keep: chord.StagesOf(s...)}
	}
	steps := []struct{ less, more chord.Options }{
		{chord.Options{K: 1}, chord.Options{}},
		{chord.Options{K: 2}, chord.Options{K: 1}},
		{chord.Options{Harness: chord.Variables}, chord.Options{}},
		{chord.Options{K: 2, Harness: chord.Variables}, chord.Options{K: 2}},
		{chord.Options{K: 1}, keep(chord.Reachable)},
		{chord.Options{K: 1}, keep(chord.Aliasing)},
		{chord.Options{K: 1}, keep(chord.Escaping)},
		{chord.Options{K: 1}, keep(chord.Unlocked)},
		{keep(chord.Aliasing), keep(chord.Aliasing, chord.Escaping)},
		{keep(chord.Aliasing, chord.Escaping),
			keep(chord.Reachable, chord.Aliasing, chord.Escaping)},
	}
	gained := make([]uint64, len(steps))
	iltest.Random(t, 1000, callsAndLocals(), func(core *il.Core) {
		pairs := core.Pairs()
		if len(pairs) == 0 {
			return
		}
		pair := pairs[len(pairs)/2]
		for i, step := range steps {
			less := analyzedPair(t, core, step.less, pair)
			more := analyzedPair(t, core, step.more, pair)
			gained[i] += more.Count(chord.Unlocked) - less.Count(chord.Unlocked)
			for s := range less.Pairs() {
				if last, _ := more.Last(s); last != chord.Unlocked {
					t.Errorf("%v: with %+v it remains, with %+v not\n%s",
						s, step.less, step.more, core.Source.Text)
				}
			}
		}
	})
	for i, n := range gained {
		if n < 3 {
			t.Errorf("%+v instead of %+v gains %d pairs, want at least 3",
				steps[i].more, steps[i].less, n)
		}
	}
	t.Log(gained)
	everything := keep(chord.Reachable, chord.Aliasing, chord.Escaping, chord.Unlocked)
	iltest.Random(t, 200, callsAndLocals(), func(core *il.Core) {
		if len(core.Pairs()) == 0 {
			return
		}
		if r := analyzed(t, core, everything); r.Count(chord.Unlocked) != r.Count(chord.Original) {
			t.Errorf("with all stages keeping all, %d of %d pairs are left, want all\n%s",
				r.Count(chord.Unlocked), r.Count(chord.Original), core.Source.Text)
		}
	})
}

// TestExamples: each pair that remains has an example, and no other pair does.
func TestExamples(t *testing.T) {
	n, examples := 0, 0
	iltest.Random(t, 800, callsAndLocals(), func(core *il.Core) {
		n++
		if len(core.Pairs()) == 0 {
			return
		}
		r := analyzed(t, core, chord.Options{K: n % 3})
		for s, last := range r.All() {
			x, ok := r.Example(s)
			if ok != (last == chord.Unlocked) {
				t.Fatalf("%v ends at %s; it has an example: %v, %+v", s, last, ok, x)
			}
			if !ok {
				continue
			}
			examples++
			if fault := refute(r, s, x); fault != "" {
				t.Errorf("a wrong example: %s: %s\n%s", fault, x.Text(core), core.Source.Text)
			}
		}
	})
	if examples < 50 {
		t.Errorf("vacuous: %d examples, want at least 50", examples)
	}
}

// refute follows the chain and the call paths of the example of a pair of sites, and returns what
// is wrong with it, or "".
func refute(r *chord.Result, s il.Sites, e chord.Example) string {
	if e.Object == nil || len(e.Chain) == 0 != e.Object.Initial() ||
		len(e.Chain) > 0 && !e.Chain[0].Object.Initial() {
		return "the object is not reached from the harness"
	}
	if e.Paths[0].Level.Excludes(e.Paths[1].Level) {
		return "both hold the lock"
	}
	for side, root := range []*il.Unit{r.Program().Left, r.Program().Right} {
		p, a := e.Paths[side], r.Access(s[side])
		level, at := a.Level, p.Root
		for _, c := range p.Calls {
			call := callAt(at, c)
			if call == nil {
				return "no such call"
			}
			level = level.Plus(r.Analysis.LevelAt(call))
			at = c.Callee
		}
		if p.Root != root || at != a.Unit || level != p.Level {
			return "the path does not lead to the access"
		}
	}
	return ""
}

// callAt returns the call in u that a step of a call path names, or nil.
func callAt(u *il.Unit, c chord.Call) (found *il.Call) {
	il.Walk(u.Body, func(s il.Stmt) {
		if call, ok := s.(*il.Call); ok && call.At == c.At && call.Method == c.Callee.Name {
			found = call
		}
	})
	return found
}

// answers returns all that an analysis says of a file.
func answers(t testing.TB, a *chord.Analysis, core *il.Core) string {
	t.Helper()
	var b strings.Builder
	for _, pair := range core.Pairs() {
		r, err := a.Pair(pair)
		if err != nil {
			t.Errorf("Pair of %s and %s: %v", pair.Left.Name, pair.Right.Name, err)
			return ""
		}
		for s, last := range r.All() {
			fmt.Fprintln(&b, s, last)
			if x, ok := r.Example(s); ok {
				fmt.Fprintln(&b, x.Text(core))
			}
		}
	}
	return b.String()
}

// TestDeterminism: the answer is always the same, even for goroutines that share an analysis.
func TestDeterminism(t *testing.T) {
	iltest.Random(t, 50, callsAndLocals(), func(core *il.Core) {
		a, err := chord.New(core, chord.Options{K: 2})
		if err != nil {
			t.Fatal(err)
		}
		want := answers(t, a, core)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if got := answers(t, a, core); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
		wg.Wait()
	})
}
