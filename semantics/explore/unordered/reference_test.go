package unordered

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// A watch is a state of the reference: a configuration, and the state of an access that was made.
type watch struct {
	k        semantics.Config
	made     bool
	thread   semantics.Tid
	site     il.Site
	cell     semantics.Addr
	released il.Level // the locks that the thread has released since
}

// key identifies a state. The object of the access counts as held by thread A.
func (w watch) key() string {
	if !w.made {
		return w.k.Key()
	}
	k := w.k
	k.Threads[0].S = tag(k.Threads[0].S, w.cell.Loc)
	return fmt.Sprint(k.Key(), w.thread, w.site, w.cell.Field, w.released)
}

// tag adds a variable that holds l to the last frame.
func tag(s *semantics.Stack, l semantics.Loc) *semantics.Stack {
	if s.Rest == nil {
		return &semantics.Stack{Top: s.Top.With("#", l)}
	}
	return &semantics.Stack{Top: s.Top, Rest: tag(s.Rest, l)}
}

// reference decides the same question as Search from an initial state, with package semantics,
// without reductions, and with loops.
func reference(t testing.TB, core *il.Core, p il.Pair, in semantics.Init,
	limit int) (pairs map[il.Sites]bool, complete bool) {
	t.Helper()
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	pairs = map[il.Sites]bool{}
	pending := []watch{{k: k}}
	seen := map[string]bool{}
	for len(pending) > 0 {
		w := pending[0]
		pending = pending[1:]
		key := w.key()
		if seen[key] {
			continue
		}
		seen[key] = true
		if len(seen) > limit {
			return pairs, false
		}
		pending = append(pending, w.next(pairs)...)
	}
	return pairs, true
}

// next returns the successors of a state and adds the pairs that its steps show.
func (w watch) next(pairs map[il.Sites]bool) (next []watch) {
	for _, i := range semantics.Tids {
		choices := w.k.Threads[i].Point.Choices()
		for _, c := range choices {
			v := w
			v.k, _ = semantics.Choose(w.k, i, c.Take)
			v.k.Threads[i].Chosen = nil
			next = append(next, v)
		}
		if len(choices) > 0 {
			return next
		}
	}
	for _, i := range semantics.Tids {
		v := w
		var stuck *semantics.Stuck
		if v.k, _, stuck = semantics.Next(w.k, i); stuck != nil {
			continue
		}
		c, _ := w.k.Threads[i].Point.Command()
		before, slot := w.k.Threads[i].L, il.SlotOf(c)
		if w.made && i == w.thread && before.Frees(c) {
			v.released = w.released.With(slot, 1)
		}
		if w.made && i != w.thread && before.Takes(c) && w.released.DepthOf(slot) > 0 {
			continue // ordered from now on
		}
		next = append(next, v)
		a, ok := semantics.NextAccess(w.k, i)
		if !ok {
			continue
		}
		site, _ := il.SiteOf(a.Command)
		switch {
		case !w.made:
			v.made, v.thread, v.site, v.cell = true, i, site, a.Cell
			next = append(next, v)
		case i != w.thread && a.Cell == w.cell &&
			(site.Kind == il.Write || w.site.Kind == il.Write):
			pair := il.Sites{w.site, site}
			if w.thread == semantics.B {
				pair[0], pair[1] = pair[1], pair[0]
			}
			pairs[pair] = true
		}
	}
	return next
}

// TestLoopsAgainstReference: with unbounded loops, the search finds what the reference finds.
func TestLoopsAgainstReference(t *testing.T) {
	var programs, loops, racy, cut int
	for seed := range uint64(quick.Cases(700)) {
		r := gen.Rand(1<<41 + seed)
		core := iltest.Checked(t, gen.Program(r, withLoops(6)))
		p := randomOf(r, core.Pairs())
		in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
		want, complete := reference(t, core, p, in, 1500)
		o := from(in)
		o.MaxStates = 5000
		res := mustSearch(t, core, p, o)
		got := sitesOf(res)
		if lost := minus(sorted(want), got); res.Complete && len(lost) > 0 {
			t.Fatalf("seed %d: lost %q, from %v\n%s", seed, texts(core, lost), in, core.Source.Text)
		}
		if !complete || !res.Complete {
			cut++
			continue
		}
		if !slices.Equal(got, sorted(want)) {
			t.Fatalf("seed %d: got %q, want %q, from %v\n%s", seed, texts(core, got),
				texts(core, sorted(want)), in, core.Source.Text)
		}
		programs++
		racy += min(1, len(got))
		if !few(t, core, p, explore.Unbounded, math.MaxInt64) {
			loops++
		}
	}
	t.Logf("%d programs, %d with loops, %d with pairs; %d were cut", programs, loops, racy, cut)
	if programs < quick.Cases(400) || loops < quick.Cases(250) || racy < quick.Cases(150) {
		t.Error("too few of the programs are interesting")
	}
}

// TestLocksAgainstReference: with several locks, some of them in loops, the search finds what the
// reference finds and, if there are few executions, what brute force finds.
func TestLocksAgainstReference(t *testing.T) {
	var programs, loops, racy, more, enumerated int
	for seed := range uint64(quick.Cases(6000)) {
		r := gen.Rand(3<<41 + seed)
		o := loopFree(4 + r.IntN(6))
		o.Lock, o.Threads, o.Depth, o.If = 0.35, 0.9, 3, 0.1
		if seed%3 == 0 {
			o.While = 0.15
		}
		names := [][]string{{"m", "n"}, {"", "m"}, {"", "m", "n"}}[r.IntN(3)]
		core := iltest.Core(t, gen.NameLocks(r, gen.Program(r, o), names...).Source.Text)
		p := randomOf(r, core.Pairs())
		in := semantics.RandomInit(r, core, p, 1+r.IntN(2))
		want, complete := reference(t, core, p, in, 4000)
		given := from(in)
		given.MaxStates = 10_000
		res := mustSearch(t, core, p, given)
		if !complete || !res.Complete {
			continue
		}
		got := sitesOf(res)
		if !slices.Equal(got, sorted(want)) {
			t.Fatalf("seed %d: got %q, want %q, from %v\n%s", seed, texts(core, got),
				texts(core, sorted(want)), in, core.Source.Text)
		}
		programs++
		if few(t, core, p, explore.Unbounded, 200) {
			enumerated++
			want := map[il.Sites]bool{}
			bruteForce(t, core, p, in, 0, want)
			if !slices.Equal(got, sorted(want)) {
				t.Fatalf("seed %d: got %q, brute force %q, from %v\n%s", seed, texts(core, got),
					texts(core, sorted(want)), in, core.Source.Text)
			}
		}
		if !few(t, core, p, explore.Unbounded, math.MaxInt64) {
			loops++
		}
		meet, _ := coEnabled(t, core, p, givenReduced(in))
		racy += min(1, len(got))
		more += min(1, len(minus(got, meet)))
		if lost := minus(got, sitesOf(mustSearch(t, core, p, Defaults()))); seed%4 == 0 &&
			len(lost) > 0 {
			t.Fatalf("seed %d: from all states %q is lost\n%s", seed, texts(core, lost),
				core.Source.Text)
		}
	}
	t.Logf("%d programs, %d with loops, %d enumerated; "+
		"%d with pairs, %d with more than Definition 3.6", programs, loops, enumerated, racy, more)
	if programs < quick.Cases(5000) || loops < quick.Cases(300) || enumerated < quick.Cases(2000) ||
		racy < quick.Cases(900) || more < quick.Cases(20) {
		t.Error("too few of the programs are interesting")
	}
}
