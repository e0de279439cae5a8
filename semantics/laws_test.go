package semantics

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/law"
)

// small returns options for programs, most of two threads, that are so small that all their
// reachable configurations can be visited.
func small() gen.Options {
	o := gen.Default()
	o.Threads, o.Methods, o.Statements, o.Formals, o.Fields = 0.8, 3, 5, 1, 1
	o.Lock, o.Sync, o.If, o.While, o.Call = 0.12, 0.06, 0.1, 0.1, 0.25
	o.Copy, o.New, o.Reassign, o.LocalRoot, o.Longer = 0.1, 0.02, 0.1, 0.1, 0.2
	return o
}

// starts begins a random pair of units of the program in a random well-behaved state of one or two
// objects. ok is false if the program has no pair.
func starts(x *law.Case) (k Config, p il.Pair, ok bool) {
	pairs := x.Core.Pairs()
	if len(pairs) == 0 {
		return Config{}, il.Pair{}, false
	}
	p = pairs[x.Rand.IntN(len(pairs))]
	return startOf(x, p), p, true
}

// startOf begins p in a random well-behaved state.
func startOf(x *law.Case, p il.Pair) Config {
	k, err := NewConfig(x.Core, p, randomInit(x.Rand, x.Core, p))
	if err != nil {
		x.Fatal(err)
	}
	return k
}

// randomInit returns a well-behaved initial state of one or two objects.
func randomInit(r *rand.Rand, core *il.Core, p il.Pair) Init {
	in := SpecialInit(core, p, make([]string, r.IntN(2)), [2]string{})
	object := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	for i := range in.Cells {
		in.Cells[i][2] = object()
	}
	for i, u := range []*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = object()
		}
	}
	return in
}

// reachable visits configurations that the program reaches, at most 300 of them.
func reachable(x *law.Case, visit func(Config)) {
	k, _, ok := starts(x)
	if !ok {
		return
	}
	s := Search{Start: k, Limits: Limits{Iterations: Unbounded, States: 300}}
	for r := range s.All() {
		visit(r.Config)
	}
}

// TestFigure5KeepsWellBehaved tests Lemma 5.3 in the corrected reading: every state that a program
// reaches from a well-behaved state is well-behaved.
func TestFigure5KeepsWellBehaved(t *testing.T) {
	l := law.Law{
		Runs: 1000, Gen: small(),
		Floors: law.Floors{"in a call": 0.3, "a new object": 0.4, "at the end": 0.9},
	}
	l.Check(t, func(x *law.Case) {
		objects := -1
		reachable(x, func(k Config) {
			if err := WellBehaved(k); err != nil {
				x.Fatal(err)
			}
			if objects < 0 {
				objects = k.H.Size()
			}
			x.LabelIf(k.Threads[A].S.Rest != nil, "in a call")
			x.LabelIf(k.H.Size() > objects, "a new object")
			x.LabelIf(k.Done(), "at the end")
		})
	})
}

// TestMutualExclusion: by Figure 6 at most one thread holds the lock.
func TestMutualExclusion(t *testing.T) {
	l := law.Law{
		Runs: 1000, Gen: small(),
		Floors: law.Floors{"locked": 0.4, "locked twice": 0.02, "the other one waits": 0.12},
	}
	l.Check(t, func(x *law.Case) {
		reachable(x, func(k Config) {
			if k.Threads[A].L.Held() && k.Threads[B].L.Held() {
				x.Fatalf("A holds the lock %d times, and B %d times", k.Threads[A].L,
					k.Threads[B].L)
			}
			for _, i := range Tids {
				why := Enabled(k, i)
				x.LabelIf(k.Threads[i].L.Held(), "locked")
				x.LabelIf(k.Threads[i].L.Depth() > 1, "locked twice")
				x.LabelIf(why != nil && why.Reason == LockHeld, "the other one waits")
			}
		})
	})
}

// TestProgress: a thread of a legal program is stuck only at a lock, and never both threads at
// once. At the end no lock is held and every call has returned.
func TestProgress(t *testing.T) {
	l := law.Law{Runs: 1000, Gen: small(), Floors: law.Floors{"one waits": 0.12, "at the end": 0.9}}
	l.Check(t, func(x *law.Case) {
		reachable(x, func(k Config) {
			moving := 0
			for _, i := range Tids {
				switch why := Enabled(k, i); {
				case why == nil:
					moving++
				case why.Reason == LockHeld:
					x.Label("one waits")
				case why.Reason != AtEnd:
					x.Fatalf("thread %s is stuck: %s", i, why)
				}
			}
			switch {
			case !k.Done() && moving == 0:
				x.Fatal("a deadlock")
			case k.Done():
				x.Label("at the end")
				for _, th := range k.Threads {
					if th.L.Held() || th.S.Rest != nil {
						x.Fatalf("a thread ends at level %d, in a call: %t", th.L, th.S.Rest != nil)
					}
				}
			}
		})
	})
}

// TestSyntacticTraces tests Lemma 5.10: a unit has the same syntactic traces from all well-behaved
// states. There is at least one, and they are those that follow from the text.
func TestSyntacticTraces(t *testing.T) {
	const maxTraces, states = 200, 3
	l := law.Law{Runs: 1000, Gen: small(), Floors: law.Floors{"several": 0.3, "calls": 0.2}}
	l.Check(t, func(x *law.Case) {
		_, p, ok := starts(x)
		if !ok {
			return
		}
		u := p.Left
		var want [][]il.Command
		for tr := range SyntacticTraces(x.Core, u, 2) {
			want = append(want, tr.Commands)
			if len(want) == maxTraces {
				break
			}
		}
		if len(want) == 0 {
			x.Fatalf("%s has no trace", u.Name)
		}
		for range states {
			n := 0
			for tr := range Traces(x.Core, u, startOf(x, p).State(A), 2) {
				if tr.Stuck != nil || !slices.Equal(tr.Syntactic(), want[n]) {
					x.Fatalf("trace %d of %s is %s (%v), want %s",
						n, u.Name, words(tr.Syntactic()), tr.Stuck, words(want[n]))
				}
				n++
				if n == len(want) {
					break
				}
			}
			if n != len(want) {
				x.Fatalf("%s has %d traces, want %d", u.Name, n, len(want))
			}
		}
		x.LabelIf(len(want) > 1, "several")
		isPush := func(c il.Command) bool { _, is := c.(il.Push); return is }
		x.LabelIf(slices.ContainsFunc(want[0], isPush), "calls")
	})
}

// figure6 is Figure 6 in the words of the paper: all interleavings of two given syntactic traces,
// executed command by command.
type figure6 struct {
	maximal int                    // how many interleavings cannot be extended
	races   map[[2]il.Command]bool // the pairs that race by Definition 3.6
}

// run continues from k, whose points do not count: the traces say what comes.
func (m *figure6) run(k Config, a, b []il.Command) {
	if len(a) > 0 && len(b) > 0 {
		m.race(k, a[0], b[0])
	}
	moved := false
	for i, cs := range [2][]il.Command{a, b} {
		if len(cs) == 0 {
			continue
		}
		after, stuck := Step(cs[0], k.State(Tid(i)))
		before, other := k.Threads[i].L, k.Threads[1-i].L
		if stuck != nil || other.Held() && (before.Held() || after.L.Held()) {
			continue
		}
		moved = true
		next := k
		next.H, next.Threads[i] = after.H, Thread{S: after.S, L: after.L}
		if i == 0 {
			m.run(next, a[1:], b)
		} else {
			m.run(next, a, b[1:])
		}
	}
	if !moved {
		m.maximal++
	}
}

// race records a and b if they race in k.
func (m *figure6) race(k Config, a, b il.Command) {
	path := func(c il.Command) (path il.Expr, store, ok bool) {
		switch c := c.(type) {
		case *il.Load:
			return c.Src, false, true
		case *il.Store:
			return c.Dst, true, true
		}
		return il.Expr{}, false, false
	}
	p, storeA, okA := path(a)
	q, storeB, okB := path(b)
	if !okA || !okB || !storeA && !storeB {
		return
	}
	x, okX := Address(p, k.Threads[A].S.Top, k.H)
	y, okY := Address(q, k.Threads[B].S.Top, k.H)
	if okX && okY && x == y {
		m.races[[2]il.Command{a, b}] = true
	}
}

// TestFigure6: the search with merged states finds the races of Figure 6 taken literally, and
// Interleavings enumerates all interleavings. A larger bound on iterations loses no race.
func TestFigure6(t *testing.T) {
	const maxInterleavings = 1000
	o := small()
	o.Statements = 4
	used := map[Rule]bool{}
	l := law.Law{
		Runs: 400, Gen: o,
		Floors: law.Floors{"compared": 0.7, "races": 0.12, "loops": 0.08},
	}
	l.Check(t, func(x *law.Case) {
		k, p, ok := starts(x)
		if !ok {
			return
		}
		n, cut := 0, false
		for in := range Interleavings(k, 1) {
			cut = cut || in.Cut
			for _, m := range in.Moves {
				for _, r := range m.Rules() {
					used[r] = true
				}
			}
			if !in.Last.Done() {
				x.Fatal("an interleaving ends early")
			}
			n++
			if n > maxInterleavings {
				return
			}
		}
		want := &figure6{races: map[[2]il.Command]bool{}}
		for t1 := range SyntacticTraces(x.Core, p.Left, 1) {
			for t2 := range SyntacticTraces(x.Core, p.Right, 1) {
				start := Config{
					H: k.H, Threads: [2]Thread{{S: k.Threads[A].S}, {S: k.Threads[B].S}},
				}
				want.run(start, t1.Commands, t2.Commands)
			}
		}
		if n != want.maximal {
			x.Fatalf("%d interleavings, Figure 6 has %d", n, want.maximal)
		}
		got := searched(k, Limits{Iterations: 1})
		if !maps.Equal(got, want.races) {
			x.Fatalf("races %v, Figure 6 has %v", got, want.races)
		}
		if cut && !subset(got, searched(k, Limits{Iterations: Unbounded, States: 2000})) {
			x.Fatalf("some of the races %v are missing without a bound on iterations", got)
		}
		x.Label("compared")
		x.LabelIf(len(got) > 0, "races")
		x.LabelIf(cut, "loops")
	})
	for _, r := range Rules() {
		if !used[r] {
			t.Errorf("rule %s is never used", r)
		}
	}
}

// searched returns the pairs of commands that a search finds to race.
func searched(k Config, limits Limits) map[[2]il.Command]bool {
	races := map[[2]il.Command]bool{}
	s := Search{Start: k, Limits: limits}
	for r := range s.All() {
		if race, ok := Race(r.Config); ok {
			races[[2]il.Command{race[A].Command, race[B].Command}] = true
		}
	}
	return races
}

func subset[K comparable](a, b map[K]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return true
}

// TestRacingThreadsAreEnabled: in a legal program, every access is enabled if both threads are
// about to access. So Definition 3.6 need not mention locks.
func TestRacingThreadsAreEnabled(t *testing.T) {
	l := law.Law{
		Runs: 1000, Gen: small(),
		Floors: law.Floors{"races": 0.3, "races under a lock": 0.06},
	}
	l.Check(t, func(x *law.Case) {
		reachable(x, func(k Config) {
			race, ok := Race(k)
			if !ok {
				return
			}
			x.Label("races")
			x.LabelIf(k.Threads[A].L.Held() || k.Threads[B].L.Held(), "races under a lock")
			for _, i := range Tids {
				if why := Enabled(k, i); why != nil {
					x.Fatalf("%s races but is stuck: %s", i, why)
				}
				if c, _ := k.Command(i); c != race[i].Command {
					x.Fatalf("%s races with another command than its next", i)
				}
			}
		})
	})
}
