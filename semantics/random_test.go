package semantics

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// writer makes random legal programs: locks balanced in each block, variables
// given a value before they are read, calls only of methods written before.
type writer struct {
	*rand.Rand
	methods []*il.Unit
}

// program is a parallel program of up to two methods, small enough to
// enumerate all its interleavings most of the time.
func program(seed uint64) *il.Core {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range w.IntN(3) {
		formals := []string{"a", "b"}[:w.IntN(3)]
		m := method(fmt.Sprint("m", i), strings.Join(formals, " "))
		m.Body = w.block(formals, 1+w.IntN(3), 1)
		w.methods = append(w.methods, m)
	}
	formals := []string{"arg1", "arg2"}
	a, b := w.block(formals, 1+w.IntN(4), 3), w.block(formals, 1+w.IntN(3), 2)
	return parallel(a.Stmts, b.Stmts, w.methods...)
}

func pick[T any](w *writer, from []T) T { return from[w.IntN(len(from))] }

// block writes n statements that may read the given variables.
func (w *writer) block(vars []string, n, depth int) *il.Block {
	vars = slices.Clone(vars)
	var out []il.Stmt
	for range n {
		out = append(out, w.stmts(&vars, depth)...)
	}
	return block(out...)
}

// stmts writes one statement, or a critical section, and adds the variable it
// gives a value to.
func (w *writer) stmts(vars *[]string, depth int) []il.Stmt {
	x := pick(w, []string{"x", "y", "arg1", "a"})
	kind := w.IntN(12)
	if depth == 0 {
		kind = w.IntN(7)
	}
	if len(*vars) == 0 && kind < 6 {
		kind = 0
	}
	assigns := func(s il.Stmt) []il.Stmt {
		*vars = append(*vars, x)
		return stmts(s)
	}
	switch kind {
	case 0:
		return assigns(alloc(x))
	case 1:
		return assigns(cp(x, pick(w, *vars)))
	case 2, 3:
		return assigns(load(x, w.path(*vars)))
	case 4, 5:
		return stmts(store(w.path(*vars), pick(w, *vars)))
	case 6:
		return stmts(skip())
	case 7, 11:
		inner := w.block(*vars, 1+w.IntN(2), depth-1).Stmts
		return slices.Concat(stmts(lock()), inner, stmts(unlock()))
	case 8:
		return stmts(choice(w.block(*vars, 1, depth-1), w.block(*vars, w.IntN(2), depth-1)))
	case 9:
		return stmts(&il.While{Body: w.block(*vars, 1, depth-1)})
	default:
		return w.call(*vars)
	}
}

func (w *writer) path(vars []string) string {
	p := pick(w, vars)
	for range 1 + w.IntN(2) {
		p += "." + pick(w, []string{"f", "g"})
	}
	return p
}

func (w *writer) call(vars []string) []il.Stmt {
	if len(w.methods) == 0 || len(vars) == 0 {
		return stmts(skip())
	}
	m := pick(w, w.methods)
	var args []string
	for range m.Formals {
		if w.IntN(2) == 0 {
			args = append(args, pick(w, vars))
		} else {
			args = append(args, w.path(vars))
		}
	}
	return stmts(call(m.Name, args...))
}

// randomInit is a well-behaved initial state of one to three objects.
func randomInit(r *rand.Rand, core *il.Core) Init {
	in := SpecialInit(core, core.Pairs()[0], make([]string, r.IntN(3)), [2]string{})
	object := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	for i := range in.Cells {
		in.Cells[i][2] = object()
	}
	for i, u := range core.Threads {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = object()
		}
	}
	return in
}

// Lemma 5.3 in the corrected reading, the invariant min(L1, L2) = 0, and
// progress: no thread of a legal program is ever stuck but for the lock, and
// not both of them.
func TestReachableConfigurations(t *testing.T) {
	configs, waits, inCalls, nested := 0, 0, 0, 0
	for seed := range uint64(3000) {
		core := program(seed)
		k := mustConfig(t, core, core.Pairs()[0], randomInit(rand.New(rand.NewPCG(seed, 2)), core))
		s := Search{Start: k, Limits: Limits{Iterations: Unbounded, States: 300}}
		for r := range s.All() {
			configs++
			checkConfig(t, seed, r.Config)
			if r.Config.Threads[A].S.Rest != nil {
				inCalls++
			}
			if r.Config.Threads[A].L.Depth() > 1 {
				nested++
			}
			if why := Enabled(r.Config, B); why != nil && why.Reason == LockHeld {
				waits++
			}
		}
	}
	t.Logf("%d configurations: %d with A in a call, %d with A's lock nested, %d with B waiting", configs, inCalls, nested, waits)
	if inCalls < 10_000 || nested < 4000 || waits < 2000 {
		t.Error("too few of the configurations are interesting")
	}
}

func checkConfig(t *testing.T, seed uint64, k Config) {
	t.Helper()
	if err := WellBehaved(k); err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	if !k.mutualExclusion() {
		t.Errorf("seed %d: both threads hold the lock", seed)
	}
	moving := 0
	for _, i := range Tids {
		switch why := Enabled(k, i); {
		case why == nil:
			moving++
		case why.Reason != LockHeld && why.Reason != AtEnd:
			t.Errorf("seed %d: thread %s is stuck: %s", seed, i, why)
		}
	}
	if moving == 0 && !k.Done() {
		t.Errorf("seed %d: deadlock", seed)
	}
	if k.Done() && (k.Threads[A].L.Held() || k.Threads[A].S.Rest != nil) {
		t.Errorf("seed %d: ends with the lock held or in a call", seed)
	}
}

// Lemma 5.10: the syntactic traces of [[C]] are the same from all well-behaved
// states, there are some, and they are those that follow from the program.
func TestSyntacticTracesDoNotDependOnTheState(t *testing.T) {
	traces := 0
	for seed := range uint64(3000) {
		core := program(seed)
		u := core.Threads[A]
		var want [][]il.Command
		for tr := range SyntacticTraces(core, u, 2) {
			if want = append(want, tr.Commands); len(want) == 200 {
				break
			}
		}
		if len(want) == 0 {
			t.Fatalf("seed %d: no trace", seed)
		}
		for s := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, 3+s))
			st := mustConfig(t, core, core.Pairs()[0], randomInit(r, core)).State(A)
			n := 0
			for tr := range Traces(core, u, st, 2) {
				if tr.Stuck != nil || !slices.Equal(tr.Syntactic(), want[n]) {
					t.Fatalf("seed %d, trace %d: %s (%v), want %s", seed, n, words(tr.Syntactic()), tr.Stuck, words(want[n]))
				}
				if n++; n == len(want) {
					break
				}
			}
			if n != len(want) {
				t.Errorf("seed %d: %d traces, want %d", seed, n, len(want))
			}
			traces += n
		}
	}
	if traces < 20_000 {
		t.Errorf("only %d traces", traces)
	}
}

// interl is Figure 6 in the words of the paper: all interleavings of two given
// syntactic traces, executed command by command. It counts those that cannot
// go on, and collects the pairs of commands that race by Definition 3.6.
type interl struct {
	longest int
	races   map[[2]il.Command]bool
}

// run continues from k, whose points do not count: the traces say what comes.
func (m *interl) run(k Config, a, b []il.Command) {
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
		m.longest++
	}
}

func (m *interl) race(k Config, a, b il.Command) {
	path := func(c il.Command) (il.Expr, bool, bool) {
		switch c := c.(type) {
		case *il.Load:
			return c.Src, false, true
		case *il.Store:
			return c.Dst, true, true
		}
		return il.Expr{}, false, false
	}
	p, pw, pok := path(a)
	q, qw, qok := path(b)
	if !pok || !qok || !pw && !qw {
		return
	}
	x, xok := Address(p, k.Threads[A].S.Top, k.H)
	y, yok := Address(q, k.Threads[B].S.Top, k.H)
	if xok && yok && x == y {
		m.races[[2]il.Command{a, b}] = true
	}
}

// The search with merged states finds the races of Figure 6 taken literally,
// and Interleavings enumerates as many.
func TestAgainstFigure6(t *testing.T) {
	const most = 4000
	compared, racy, loops, cuts := 0, 0, 0, 0
	used := map[Rule]bool{}
	for seed := range uint64(800) {
		core := program(seed)
		k := mustConfig(t, core, core.Pairs()[0], randomInit(rand.New(rand.NewPCG(seed, 9)), core))
		n, cut := 0, false
		for in := range Interleavings(k, 1) {
			cut = cut || in.Cut
			for _, m := range in.Moves {
				for _, r := range m.Rules() {
					used[r] = true
				}
			}
			if !in.Last.Done() {
				t.Fatalf("seed %d: an interleaving ends early", seed)
			}
			if n++; n > most {
				break
			}
		}
		if n > most {
			continue
		}
		want := &interl{races: map[[2]il.Command]bool{}}
		for t1 := range SyntacticTraces(core, core.Threads[A], 1) {
			for t2 := range SyntacticTraces(core, core.Threads[B], 1) {
				want.run(Config{H: k.H, Threads: [2]Thread{{S: k.Threads[A].S}, {S: k.Threads[B].S}}}, t1.Commands, t2.Commands)
			}
		}
		compared++
		if n != want.longest {
			t.Errorf("seed %d: %d interleavings, Figure 6 has %d", seed, n, want.longest)
		}
		got := searched(k, Limits{Iterations: 1})
		if !maps.Equal(got, want.races) {
			t.Errorf("seed %d: races %v, Figure 6 has %v", seed, got, want.races)
		}
		if len(got) > 0 {
			racy++
		}
		if cut {
			loops++
			if unbounded := searched(k, Limits{Iterations: Unbounded, States: 2000}); !subset(got, unbounded) {
				cuts++
			}
		}
	}
	t.Logf("%d programs compared, %d race, %d have loops", compared, racy, loops)
	if compared < 600 || racy < 150 || loops < 200 {
		t.Error("too few of the programs are interesting")
	}
	for _, r := range Rules() {
		if !used[r] {
			t.Errorf("rule %s is never used", r)
		}
	}
	if cuts > 0 {
		t.Errorf("%d programs lose races when the bound on iterations is lifted", cuts)
	}
}

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

// In a legal program every access is enabled whenever the thread stands before
// it and the other one does too: Definition 3.6 need not speak of locks.
func TestRacingThreadsAreEnabled(t *testing.T) {
	races, locked := 0, 0
	for seed := range uint64(3000) {
		core := program(seed)
		k := mustConfig(t, core, core.Pairs()[0], randomInit(rand.New(rand.NewPCG(seed, 4)), core))
		s := Search{Start: k, Limits: Limits{Iterations: Unbounded, States: 300}}
		for r := range s.All() {
			race, ok := Race(r.Config)
			if !ok {
				continue
			}
			races++
			if r.Config.Threads[A].L.Held() || r.Config.Threads[B].L.Held() {
				locked++
			}
			for _, i := range Tids {
				if why := Enabled(r.Config, i); why != nil {
					t.Errorf("seed %d: %s races but is stuck: %s", seed, i, why)
				}
				if c, _ := r.Config.Command(i); c != race[i].Command {
					t.Errorf("seed %d: %s races with another command than its next", seed, i)
				}
			}
		}
	}
	t.Logf("%d racing configurations, %d with the lock held by one thread", races, locked)
	if races < 1500 || locked < 500 {
		t.Error("too few racing configurations")
	}
}
