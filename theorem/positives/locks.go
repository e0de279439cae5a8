package positives

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/semantics/explore"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// Locks lists the statements about several locks: Lemma S, Theorem 1L and Theorem D of
// docs/theory.md. They are checked on the cases that Named returns.
func Locks() []*engine.Statement {
	return []*engine.Statement{lemmaS(), theorem1L(), theoremD()}
}

// Named returns a case whose program names locks: c, or else a random variant of its program with
// names for its locks and often two more regions around each body. It returns nil if the program
// has no locks even then, or is recursive.
func Named(c *engine.Case) *engine.Case {
	type key struct{}
	return engine.Once(c, key{}, func() *engine.Case {
		if len(c.Core.Locks) > 0 {
			return c
		}
		p, errs := parse.File(il.NewSource("", il.Format(c.Core.Program)))
		if len(errs) > 0 || c.Core.Recursive {
			return nil
		}
		r := c.RandFor("locks")
		if r.IntN(4) > 0 {
			for _, d := range p.Decls {
				if m, ok := d.(*il.Method); ok {
					m.Body = nestedIn(m.Body)
				}
				if p, ok := d.(*il.Parallel); ok {
					p.Blocks = [2]*il.Block{nestedIn(p.Blocks[0]), nestedIn(p.Blocks[1])}
				}
			}
		}
		names := [][]string{{"", "m"}, {"m", "n"}, {"l", "m", "n"}}[r.IntN(3)]
		core, _ := check.Program(gen.NameLocks(r, p, names...), check.Options{})
		if core == nil || len(core.Locks) == 0 {
			return nil
		}
		return engine.NewCase(core, c.Seed)
	})
}

func nestedIn(b *il.Block) *il.Block {
	for range 2 {
		b = &il.Block{At: b.At, End: b.End, Stmts: []il.Stmt{&il.Synchronized{At: b.At, Body: b}}}
	}
	return b
}

// endpoint is an instance in which each thread has reached a position.
type endpoint interface {
	engine.Instance
	// locks returns the locks that each thread holds there, and its acquisition history.
	locks() (levels [2]il.Level, histories [2]il.History)
}

// The two parts of "compatible".
var (
	disjoint = engine.On("disjoint", "No lock is held by both: H1 ∩ H2 = ∅.",
		func(x endpoint) bool {
			levels, _ := x.locks()
			return !levels[0].Excludes(levels[1])
		})
	histories = engine.On("histories",
		"No two uses cross: there are no l1 ∈ H1 and l2 ∈ H2 with l2 ∈ AH1(l1) and l1 ∈ AH2(l2). "+
			"Without it, compatible means disjoint.",
		func(x endpoint) bool {
			_, histories := x.locks()
			return !histories[0].Crosses(histories[1])
		}).
		Because("Lemma S: each thread took a lock that the other still holds.")
)

// crossing is a program whose threads take two locks in different orders.
const crossing = `{
  synchronized (l) { synchronized (m) {} }
} || {
  synchronized (m) { synchronized (l) {} }
}`

// lemmaS returns the statement about when two traces have a schedule.
func lemmaS() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true,
		Name:       "lemmaS", Title: "Compatible traces have a schedule",
		Cite: "Lemma S (docs/theory.md), after Kahlon, Ivančić, Gupta (CAV 2005)",
		Words: "Suppose two traces release locks in the opposite order of taking them, no lock " +
			"is held at both ends, and their acquisition histories do not cross. Then some " +
			"interleaving that respects the locks executes both. Only what a thread does " +
			"with locks matters.",
		Symbols: "τ1 ∈ [[C1]], τ2 ∈ [[C2]] nested, H1 ∩ H2 = ∅, ∄l1 ∈ H1, l2 ∈ H2. l2 ∈ AH1(l1) " +
			"∧ l1 ∈ AH2(l2) ⟹ ∃τ∥ ∈ τ1 ∥ τ2",
		Hypotheses: []engine.Hypothesis{
			disjoint.Because("Lemma S: at the ends both would hold the lock.").
				Shown("{ synchronized (m) {} } || { synchronized (m) {} }\n"),
			histories.Shown(crossing),
			engine.On("nested", "The lock taken last is released first.",
				func(x lockTraces) bool { return x.nested }).
				Because("Lemma S: a lock is still held at the first final acquisition.").
				Shown(crossing),
			engine.Unneeded(engine.On("not-reentrant",
				"No lock is taken twice. Not needed: taking it again changes nothing.",
				func(x lockTraces) bool { return !x.reentrant })),
		},
		Floor: 0.3,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			n := Named(c)
			if n == nil {
				return nil
			}
			r := c.Rand()
			for _, p := range n.Core.Pairs() {
				for range 4 {
					x := lockTraces{core: n.Core, nested: true}
					for i, u := range [2]*il.Unit{p.Left, p.Right} {
						x.traces[i] = lockTrace(n.Core, u, r)
					}
					y := x
					for i := range x.traces {
						x.end(i, r.IntN(len(x.traces[i])+1))
						y.traces[i], y.nested = handOver(y.traces[i], r), false
						y.end(i, r.IntN(len(y.traces[i])+1))
					}
					if !visit(x) || !visit(y) {
						return nil
					}
				}
			}
			return nil
		},
	}
}

// lockTraces are two traces reduced to lock() and unlock().
type lockTraces struct {
	core      *il.Core
	traces    [2][]il.Stmt
	levels    [2]il.Level   // the locks held at the ends
	histories [2]il.History // the acquisition histories at the ends
	nested    bool          // whether both release locks in the opposite order of taking them
	reentrant bool          // whether a thread takes a lock that it holds
}

// end truncates trace i after n elements.
func (x *lockTraces) end(i, n int) {
	x.traces[i] = x.traces[i][:n]
	for _, s := range x.traces[i] {
		x.reentrant = x.reentrant || il.Acquires(s) && !x.levels[i].Takes(s)
		x.histories[i] = x.histories[i].After(x.levels[i], s)
		x.levels[i] = x.levels[i].After(s)
	}
}

func (x lockTraces) locks() ([2]il.Level, [2]il.History) { return x.levels, x.histories }

// Conclusion follows all interleavings at once, since only the lengths of the two prefixes matter.
func (x lockTraces) Conclusion() error {
	// reached[j] reports whether some interleaving executes the first i elements of the first trace
	// and j of the second.
	reached := make([]bool, len(x.traces[1])+1)
	reached[0] = true
	var left il.Level
	for i := 0; ; i++ {
		var right il.Level
		for j := range reached {
			if j > 0 {
				right = right.After(x.traces[1][j-1])
				reached[j] = reached[j] || reached[j-1]
			}
			reached[j] = reached[j] && !left.Excludes(right)
		}
		if i == len(x.traces[0]) {
			break
		}
		left = left.After(x.traces[0][i])
	}
	if !reached[len(x.traces[1])] {
		return errors.New("no interleaving of the two traces respects the locks")
	}
	return nil
}

func (x lockTraces) String() string {
	side := func(i int) string {
		var all []string
		for _, s := range x.traces[i] {
			all = append(all, il.Text(s))
		}
		return fmt.Sprintf("%c: %s, holding %s", "AB"[i], strings.Join(all, "; "),
			holding(x.core, x.levels[i]))
	}
	return side(0) + "; " + side(1)
}

// lockTrace draws the lock operations of some path through a method.
func lockTrace(core *il.Core, u *il.Unit, r *rand.Rand) (all []il.Stmt) {
	const maxLoop = 100 // the number of operations after which loops end
	var walk func(b *il.Block)
	walk = func(b *il.Block) {
		for _, s := range b.List() {
			if il.Acquires(s) || il.Releases(s) {
				all = append(all, s)
			}
			if call, ok := s.(*il.Call); ok {
				walk(core.Methods[call.Method].Body)
			}
			switch inner := il.Blocks(s); len(inner) {
			case 1: // a loop
				for len(all) < maxLoop && r.IntN(2) == 0 {
					walk(inner[0])
				}
			case 2:
				walk(inner[r.IntN(2)])
			}
		}
	}
	walk(u.Body)
	return all
}

// handOver swaps two releases, if possible, so that the lock acquired first is released first.
func handOver(all []il.Stmt, r *rand.Rand) []il.Stmt {
	var swaps [][2]int
	for j, s := range all {
		if !il.Releases(s) {
			continue
		}
		for i := j - 1; i >= 0 && il.Releases(all[i]); i-- {
			if il.SlotOf(all[i]) != il.SlotOf(s) {
				swaps = append(swaps, [2]int{i, j})
			}
		}
	}
	if len(swaps) == 0 {
		return all
	}
	swapped := slices.Clone(all)
	swap := swaps[r.IntN(len(swaps))]
	i, j := swap[0], swap[1]
	swapped[i], swapped[j] = all[j], all[i]
	return swapped
}

// theorem1L returns Theorem 1 with "compatible" as the lock condition.
func theorem1L() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true,
		Name:       "theorem1L", Title: "True positives with several locks",
		Cite: "Theorem 1L (docs/theory.md)",
		Words: "If two accesses have the same fields and stable paths, one is a write, no lock " +
			"is held at both, and some histories of paths to them do not cross, then the " +
			"program races there. " + Sampled,
		Symbols: "as theorem1, with (H1, AH1), (H2, AH2) compatible instead of L1 = 0 ∨ L2 = 0",
		Hypotheses: []engine.Hypothesis{
			sameFields, oneWrite, stableLeft, stableRight,
			disjoint.Because("Lemma S: at the ends both would hold the lock.").
				Shown(`{
  synchronized (m) { y := new(); arg1.f := y }
} || {
  synchronized (m) { x := arg1.f }
}`),
			histories.Shown(`{
  synchronized (l) {
    synchronized (m) {}
    arg1.f := new();
  }
} || {
  synchronized (m) {
    synchronized (l) {}
    x := arg1.f;
  }
}`),
		},
		Floor: 0.01,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			n := Named(c)
			if n == nil {
				return nil
			}
			p, ok, err := Probed(n)
			if !ok {
				return err
			}
			pairs, err := pairsIn(n, p)
			if err != nil {
				return err
			}
			visited := 0
			for x := range pairs {
				if visited == maxPairs {
					return errMorePairs
				}
				visited++
				if !visit(lockedPair{x}) {
					break
				}
			}
			return nil
		},
	}
}

type lockedPair struct{ *Pair }

func (x lockedPair) Conclusion() error { return truth.Found(x.In, x.Units, x.sites()) }

func (x lockedPair) locks() ([2]il.Level, [2]il.History) {
	return [2]il.Level{x.Left.Lock, x.Right.Lock}, [2]il.History{x.Left.History, x.Right.History}
}

// theoremD returns the statement about when two threads can deadlock.
func theoremD() *engine.Statement {
	return &engine.Statement{
		NamedLocks: true,
		Name:       "theoremD", Title: "Deadlock is exact",
		Cite: "Theorem D (docs/theory.md), after Brotherston et al. (ASE 2021)",
		Words: "Two threads deadlock at two lock()s if and only if each takes a lock that the " +
			"other one holds, no lock is held by both, and some histories of paths that lead " +
			"there do not cross. " + Sampled,
		Symbols: "l1 ∉ H1, l2 ∉ H2, l1 ∈ H2, l2 ∈ H1, (H1, AH1), (H2, AH2) compatible ⟺ C1 ∥ C2 " +
			"reaches a configuration in which both wait",
		Hypotheses: []engine.Hypothesis{
			engine.On("waits",
				"Each thread takes a lock that the other one holds: l1 ∈ H2 and l2 ∈ H1.",
				func(x waiting) bool { return x.waits() }).
				Because("Definition: a thread whose lock is free does not wait.").
				Shown("{ synchronized (l) { synchronized (m) {} } } || { synchronized (n) {} }\n"),
			disjoint.Because("Lemma S: at the ends both would hold the gate.").
				Shown(`{
  synchronized (g) { synchronized (l) { synchronized (m) {} } }
} || {
  synchronized (g) { synchronized (m) { synchronized (l) {} } }
}`),
			histories.Shown(`{
  synchronized (l) {
    synchronized (m) {}
    synchronized (m) {}
  }
} || {
  synchronized (m) {
    synchronized (l) {}
    synchronized (l) {}
  }
}`),
		},
		Floor: 0.005,
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			n := Named(c)
			if n == nil {
				return nil
			}
			p, ok, err := Probed(n)
			if !ok {
				return err
			}
			sets, err := n.Sets()
			if err != nil {
				return err
			}
			for _, a := range sets.Summary(p.Left).C.Sorted(abstract.Critical.Compare) {
				for _, b := range sets.Summary(p.Right).C.Sorted(abstract.Critical.Compare) {
					if !visit(predicted{n, p, a, b}) {
						return nil
					}
				}
			}
			found, cut := truth.Deadlocks(n, p)
			for i := range found {
				if !visit(observed{n, p, sets, &found[i]}) {
					return nil
				}
			}
			return cut
		},
	}
}

// waiting is an instance in which both threads are before a lock().
type waiting interface {
	endpoint
	// waits reports whether each thread takes a lock that the other holds.
	waits() bool
}

// predicted is two critical elements, which deadlock if the premises hold.
type predicted struct {
	c           *engine.Case
	pair        il.Pair
	left, right abstract.Critical
}

func (x predicted) locks() ([2]il.Level, [2]il.History) {
	return [2]il.Level{x.left.Lock, x.right.Lock}, [2]il.History{x.left.History, x.right.History}
}

func (x predicted) waits() bool {
	return x.right.Lock.DepthOf(x.left.Slot) > 0 && x.left.Lock.DepthOf(x.right.Slot) > 0
}

func (x predicted) Conclusion() error {
	found, cut := truth.Deadlocks(x.c, x.pair)
	for i := range found {
		if found[i].Left.At == x.left.At && found[i].Right.At == x.right.At {
			return nil
		}
	}
	if cut != nil {
		return cut
	}
	return errors.New("the search of all executions reaches no deadlock there")
}

func (x predicted) String() string {
	side := func(u *il.Unit, a abstract.Critical) string {
		return fmt.Sprintf("%s before the lock() at %s, holding %s", u.Name,
			x.c.Core.Source.At(a.At), holding(x.c.Core, a.Lock))
	}
	return side(x.pair.Left, x.left) + ", and " + side(x.pair.Right, x.right)
}

func holding(core *il.Core, l il.Level) string {
	if !l.Held() {
		return "nothing"
	}
	return core.LevelText(l)
}

// observed is a deadlock found by the exact search. It is the other direction of Theorem D, which
// has no premises, so it meets all hypotheses: it waits, and its levels and histories are empty.
type observed struct {
	c     *engine.Case
	pair  il.Pair
	sets  *abstract.Sets
	found *explore.Race
}

func (x observed) locks() (levels [2]il.Level, histories [2]il.History) { return }

func (x observed) waits() bool { return true }

func (x observed) Conclusion() error {
	want := [2]il.Pos{x.found.Left.At, x.found.Right.At}
	for _, d := range x.sets.Deadlocks(x.pair) {
		if got := [2]il.Pos{d.Left.At, d.Right.At}; got == want ||
			x.pair.Left == x.pair.Right && got == [2]il.Pos{want[1], want[0]} {
			return nil
		}
	}
	return errors.New("no two critical elements there meet the premises")
}

func (x observed) String() string {
	return fmt.Sprintf("the deadlock at %s and %s", x.c.Core.Source.At(x.found.Left.At),
		x.c.Core.Source.At(x.found.Right.At))
}
