package repair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
)

// TestUntangle compares the two proposals for the first deadlock of a program; order is empty if
// there is no other order.
func TestUntangle(t *testing.T) {
	for _, x := range []struct{ name, text, order, gate string }{
		{
			"unlock", `l(b) { lock(m); lock(n); skip; unlock(n); unlock(m); }
r(b) { lock(n); lock(m); unlock(m); unlock(n); }
`,
			`l(b) { lock(n); lock(m); skip; unlock(m); unlock(n); }
r(b) { lock(n); lock(m); unlock(m); unlock(n); }
`,
			`l(b) { synchronized (gate) { lock(m); lock(n); skip; unlock(n); unlock(m); } }
r(b) { synchronized (gate) { lock(n); lock(m); unlock(m); unlock(n); } }
`,
		},
		{
			"the unnamed lock",
			`l(b) {
  synchronized {
    synchronized (n) {}
  }
}
r(b) { synchronized (n) { x := b.f; synchronized { } } }
`,
			`l(b) {
  synchronized (n) {
    synchronized {}
  }
}
r(b) { synchronized (n) { x := b.f; synchronized { } } }
`,
			`l(b) {
  synchronized (gate) {
    synchronized {
      synchronized (n) {}
    }
  }
}
r(b) { synchronized (gate) { synchronized (n) { x := b.f; synchronized { } } } }
`,
		},
		{
			"in a callee",
			`l(b) { lock(gate); k(b); unlock(gate); }
private k(b) { lock(n); unlock(n); }
r(b) { lock(n); x := b.f; lock(gate); unlock(gate); unlock(n); }
`,
			"", `l(b) { synchronized (gate2) { lock(gate); k(b); unlock(gate); } }
private k(b) { lock(n); unlock(n); }
` +
				"r(b) { synchronized (gate2) { lock(n); x := b.f; lock(gate); unlock(gate); " +
				"unlock(n); } }\n",
		},
	} {
		p := read(t, x.text)
		d := deadlocksOf(t, p)[0]
		got, err := p.Untangle(context.Background(), d, Defaults())
		if err != nil {
			t.Fatal(err)
		}
		all := map[Kind]string{}
		for _, q := range got.Proposals {
			all[q.Kind] = q.Text
		}
		if all[KindOrder] != x.order || all[KindGate] != x.gate {
			t.Errorf("%s: Untangle proposes\n%s\nand\n%s\nwant\n%s\nand\n%s", x.name,
				all[KindOrder], all[KindGate], x.order, x.gate)
		}
	}
}

// TestGateOfManyNames: if the program has as many names as it may have, the gate is the unnamed
// lock.
func TestGateOfManyNames(t *testing.T) {
	for names, want := range map[int]string{
		il.MaxLocks - 1: "take one more lock, gate, in l and r before both",
		il.MaxLocks:     "take one more lock, the unnamed one, in l and r before both",
	} {
		text := `l(b) { lock(m); lock(n); unlock(n); unlock(m); }
r(b) { lock(n); lock(m); unlock(m); unlock(n); }
private k(b) {`
		for i := range names - 2 {
			text += fmt.Sprintf(" synchronized (k%d) {}", i)
		}
		p := read(t, text+" }\n")
		got, err := p.Untangle(context.Background(), deadlocksOf(t, p)[0], Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(got.Proposals); n != 2 || got.Proposals[1].Title != want {
			t.Errorf("%d names: %+v, want 2 proposals, of which the last says: %s", names,
				got.Proposals, want)
		}
	}
}

// TestUntangleRandom: each proposal leaves fewer deadlocks by the exact search, and most deadlocks
// have a proposal.
func TestUntangleRandom(t *testing.T) {
	deadlocks, repaired, orders := 0, 0, 0
	for seed := range uint64(quick.Cases(2000)) {
		o := gen.Default()
		o.Lock, o.Sync, o.Statements, o.Threads, o.Depth = 0.4, 0.3, 10, 0.9, 3
		text := gen.NameLocks(rand.New(rand.NewPCG(seed, 2)), gen.Program(gen.Rand(seed), o), "",
			"m", "n").Source.Text
		p := read(t, text)
		for _, d := range deadlocksOf(t, p) {
			deadlocks++
			got, err := p.Untangle(context.Background(), d, Defaults())
			if err != nil {
				t.Fatalf("seed %d: Untangle: %v", seed, err)
			}
			before, err := p.search(context.Background(), d.Pair, Defaults())
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range got.Proposals {
				if q.Kind == KindOrder {
					orders++
				}
				after, err := read(t, q.Text).search(context.Background(), q.Pair(), Defaults())
				if err != nil || len(after.Deadlocks) >= len(before.Deadlocks) {
					t.Fatalf("seed %d: %d deadlocks after %s, before %d\n%s\n%s", seed,
						len(after.Deadlocks), q.Title, len(before.Deadlocks), text, q.Text)
				}
			}
			if len(got.Proposals) > 0 {
				repaired++
			}
		}
	}
	t.Logf("%d deadlocks, %d repaired, %d by another order", deadlocks, repaired, orders)
	if repaired < deadlocks*8/10 || orders == 0 || deadlocks < quick.Cases(100) {
		t.Errorf("want at least %d deadlocks, eight of ten repaired, and another order",
			quick.Cases(100))
	}
}

// deadlocksOf lists the deadlocks of all pairs of units, by Theorem D.
func deadlocksOf(t *testing.T, p *Program) (all []Deadlock) {
	t.Helper()
	sets, err := abstract.AnalyzeSets(p.Core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range p.Core.Pairs() {
		for _, d := range sets.Deadlocks(pair) {
			all = append(all, Deadlock{Pair: pair, At: [2]il.Pos{d.Left.At, d.Right.At}})
		}
	}
	return all
}
