package explore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

func TestInterleavingsByHand(t *testing.T) {
	four := "x := new(); x := new(); x := new(); x := new();"
	section := "lock(); x := new(); unlock();"
	tests := []struct {
		a, b   string
		unroll int
		want   string
	}{
		{"", "", Unbounded, "1"},
		{four, four, Unbounded, "70"}, // C(8, 4)
		{four, "", Unbounded, "1"},
		{section, section, Unbounded, "2"}, // one after the other
		// C(7, 3): accesses do not need the lock
		{section, four, Unbounded, "35"},
		// the other section in one of three places
		{section + section, section, Unbounded, "3"},
		{"lock();" + section + "unlock();", section, 0, "2"},  // reentrant
		{"if * {} else {}", four, Unbounded, "1"},             // no steps
		{"if * { x := new(); } else { }", "", Unbounded, "2"}, // () and (new)
		{"while * { x := new(); }", "", 3, "4"},               // 0 to 3 iterations
		{"while * { }", four, Unbounded, "1"},                 // no command inside
		{"while * { x := new(); }", "", Unbounded, "infinite"},
		{"while * { if * { x := new(); } else { } }", "", 2, "3"},
		{"while * { while * { x := new(); } }", "", 2, "5"}, // 0 to 4 commands, in several ways
	}
	for _, tt := range tests {
		core := coreOf(t, "{ "+tt.a+" } || { "+tt.b+" }")
		n, err := Interleavings(core, core.Pairs()[0], tt.unroll)
		got := "infinite"
		if n != nil {
			got = n.String()
		}
		if err != nil || got != tt.want {
			t.Errorf("{ %s } || { %s }, unroll %d: %s (%v), want %s", tt.a, tt.b, tt.unroll, got,
				err, tt.want)
		}
	}
}

// TestInterleavingsAgainstSemantics: the count equals the number of different sequences that the
// readable semantics enumerates.
func TestInterleavingsAgainstSemantics(t *testing.T) {
	compared, largest := 0, 0
	for seed := range uint64(quick.Cases(800)) {
		o := exploretest.Small()
		o.Statements = 4
		core := coreOf(t, gen.Text(seed, o))
		p := exploretest.Pair(core, seed)
		unroll := int(seed % 3)
		k, err := semantics.NewConfig(core, p,
			semantics.RandomInit(rand.New(rand.NewPCG(seed, 1)), core, p, 1))
		if err != nil {
			t.Fatal(err)
		}
		different := map[string]bool{}
		const maxRuns = 6_000
		n := 0
		for run := range semantics.Interleavings(k, semantics.Bound(unroll)) {
			var key strings.Builder
			for _, m := range run.Moves {
				fmt.Fprintf(&key, "%v %d %T, ", m.Thread, m.Command.Pos(), m.Command)
			}
			different[key.String()] = true
			n++
			if n == maxRuns {
				break
			}
		}
		if n == maxRuns {
			continue
		}
		got, err := Interleavings(core, p, unroll)
		if err != nil || got.Int64() != int64(len(different)) {
			t.Fatalf("seed %d: Interleavings = %v, %v, want %d\n%s", seed, got, err,
				len(different), core.Source.Text)
		}
		compared, largest = compared+1, max(largest, len(different))
	}
	t.Logf("%d programs, up to %d interleavings", compared, largest)
	if compared < quick.Cases(600) || largest < quick.Cases(3000) {
		t.Error("too few of the programs are interesting")
	}
}

// TestInterleavingsOfHugePrograms: call chains that double with each method have too many control
// states: that is an error, not a number.
func TestInterleavingsOfHugePrograms(t *testing.T) {
	core := coreOf(t, gen.DoublingChain(30))
	if n, err := Interleavings(core, core.Pairs()[0], Unbounded); !errors.Is(err, ErrCount) {
		t.Errorf("Interleavings of doubling calls = %v, %v, want %v", n, err, ErrCount)
	}
	core = coreOf(t,
		"{"+strings.Repeat("while * { ", 30)+"x := new();"+strings.Repeat(" }", 30)+"} || { }")
	if n, err := Interleavings(core, core.Pairs()[0], 3); !errors.Is(err, ErrUnroll) {
		t.Errorf("Interleavings of nested loops = %v, %v, want %v", n, err, ErrUnroll)
	}
	core = coreOf(t, gen.Flat(400))
	n, err := Interleavings(core, core.Pairs()[0], Unbounded)
	if err != nil || len(n.String()) < 200 {
		t.Errorf("Interleavings of long methods = %v, %v, want 200 digits or more", n, err)
	}
}

// doubling returns n methods, each of which calls the one before in two ways.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("private m0(b) { x := b.f; b.f := x }\n")
	for i := range n {
		fmt.Fprintf(&b, "private m%d(b, c) { if * { m%d(b.f%s) } else { m%d(c.g%s) } }\n", i+1, i,
			second(i, ", c"), i, second(i, ", b"))
	}
	fmt.Fprintf(&b, "m(b, c) { m%d(b, c) }\n", n)
	return b.String()
}

// second returns a second argument for all methods except the first.
func second(i int, text string) string {
	if i == 0 {
		return ""
	}
	return text
}

// TestCountEarly: too many pairs of control states are noticed before all control states of one
// thread are made.
func TestCountEarly(t *testing.T) {
	core := coreOf(t, doubling(30))
	p := core.Pairs()[0]
	if _, err := Interleavings(core, p, Unbounded); !errors.Is(err, ErrCount) {
		t.Fatalf("Interleavings: error %v, want %v", err, ErrCount)
	}
	g, err := machine.Compile(core, p, machine.Options{Unroll: Unbounded})
	if err != nil {
		t.Fatal(err)
	}
	d, err := modesOf(g, false)
	if a, b := len(d[0].sets), len(d[1].sets); err == nil || a*b <= maxPairs || a*b > 2*maxPairs {
		t.Errorf("modesOf makes %d and %d modes (%v), want between %d and %d pairs of modes", a, b,
			err, maxPairs, 2*maxPairs)
	}
}

// TestRowsForgotten: each row of the table is forgotten once no later mode leads to it.
func TestRowsForgotten(t *testing.T) {
	free := &machine.Control{Free: true}
	straight := []mode{
		{ends: true}, {moves: []move{{free, 0}}}, {moves: []move{{free, 1}}},
		{moves: []move{{free, 1}, {free, 2}}},
	}
	const want = "[[] [0] [] [1 2]]"
	if got := fmt.Sprint(lastUses(straight)); got != want {
		t.Errorf("lastUses = %s, want %s", got, want)
	}
	// A thread has a path of two steps and one of three: C(4, 2), twice C(5, 2), and C(6, 3).
	if n, want := paths(straight, straight).Int64(), int64(6+2*10+20); n != want {
		t.Errorf("paths = %d, want %d", n, want)
	}
}
