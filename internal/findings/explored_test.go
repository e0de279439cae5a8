package findings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// explored searches the first pair of a text from all initial states.
func explored(t *testing.T, text string) (report.Explored, *explore.Result) {
	t.Helper()
	core := iltest.Core(t, text)
	o := explore.Defaults()
	r, err := explore.Search(context.Background(), core, core.Pairs()[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return NewExplorer(core, never).Explored(core.Pairs()[0], o, r, Schedules{}), r
}

// never is a run that nobody interrupts.
func never() bool { return false }

// TestRefusedWitness: a witness that the checker refuses is reported as refused, and the race is
// not called confirmed.
func TestRefusedWitness(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; }")
	p := core.Pairs()[0]
	o := explore.Defaults()
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil || len(r.Races) != 1 {
		t.Fatalf("Search = %+v, %v; want one race", r, err)
	}
	good := NewExplorer(core, never).Explored(p, o, r, Schedules{})
	if x := slices.Collect(good.Races)[0]; x.Reason != "" || x.Verdict != report.Confirmed {
		t.Errorf("the race with a good witness = %+v, want it confirmed", x)
	}
	w := r.Races[0].Witness()
	w.Steps = w.Steps[1:]
	w.Seal = w.Sum()
	r.Races[0].Witness = func() *witness.Witness { return w }
	bad := NewExplorer(core, never).Explored(p, o, r, Schedules{})
	if x := slices.Collect(bad.Races)[0]; x.Reason == "" || x.Verdict != report.Refuted {
		t.Errorf("the race with a bad witness = %+v, want it refuted", x)
	}
}

// TestSides: calls and lock levels of a race are those of its witness.
func TestSides(t *testing.T) {
	x, _ := explored(t,
		`m(a) {
  lock();
  n(a);
  unlock();
  y := a.f;
}
private n(b) {
  b.f := new();
}
`)
	races := slices.Collect(x.Races)
	if len(races) != 1 || x.Found != 1 {
		t.Fatalf("a race of two threads that can be exchanged is not one race: %+v", races)
	}
	l, r := races[0].Race.Left, races[0].Race.Right
	for _, x := range []struct {
		side report.Side
		want string
	}{{l, "5:3 a.f, lock 0, calls []"}, {r, "8:3 b.f, lock 1, calls [3:3]"}} {
		s := x.side
		if got := fmt.Sprintf("%s %s, lock %d, calls %v", s.At, s.Path, s.Lock,
			s.Calls); got != x.want {
			t.Errorf("the side is %s, want %s", got, x.want)
		}
	}
}

// TestAbsence: each pair of a program without races has a reason.
func TestAbsence(t *testing.T) {
	for _, c := range []struct {
		text                        string
		accesses, conflicts, locked int
	}{
		{"m(a) { x := a.f; y := a.g; }", 2, 0, 0},
		{"m(a) { lock(); x := a.f; a.f := x; unlock(); }", 2, 2, 2},
		{"m(a) { lock(); n(a); unlock(); } private n(b) { x := new(); b.f := x; }", 1, 1, 1},
		{"m() { x := new(); x.f := x; lock(); x.f := x; unlock(); }", 2, 3, 1},
		{"{ x := arg1.f; } || { y := new(); y.f := y; }", 2, 1, 0},
	} {
		x, _ := explored(t, c.text)
		a := x.Absence
		if x.Found > 0 || a.Accesses != c.accesses || a.Conflicts != c.conflicts ||
			a.Locked != c.locked || len(a.Rows) != c.conflicts || !a.Complete {
			t.Errorf("%s: %d races and the absence %+v, want no race and %d accesses, "+
				"%d conflicts, %d locked", c.text, x.Found, a, c.accesses, c.conflicts, c.locked)
		}
	}
}

// TestFurther: every reason for a cut has a sentence that claims no proof and names the flag
// that raises the limit, if any.
func TestFurther(t *testing.T) {
	o := explore.Defaults()
	o.MaxStates, o.Unroll, o.Aliases = 7, 2, 2
	for cut, flag := range map[explore.Cut]string{
		explore.CutInterrupt: "", explore.CutTimeout: "--timeout",
		explore.CutStates: "--max-states 70", explore.CutStateSize: "--unroll",
		explore.CutSwitches: "--switches", explore.CutUnroll: "--unroll 3",
		explore.CutAliases: "--aliases 3", explore.CutSampling: "--runs", "another": "Another.",
	} {
		if s := further(cut, o, true); !strings.Contains(s, flag) ||
			!strings.HasSuffix(s, "Finding nothing more proves nothing.") {
			t.Errorf("further(%s) = %s, want %s and that finding nothing more proves nothing", cut,
				s, flag)
		}
	}
	for aliases, goes := range map[int]bool{
		explore.MaxAliases - 1: true, explore.MaxAliases: false,
	} {
		o.Aliases = aliases
		if s := further(explore.CutAliases, o, true); strings.Contains(s, "goes further") != goes {
			t.Errorf("further at %d aliases = %q, want a flag that goes further: %v", aliases, s,
				goes)
		}
	}
	if s := further(explore.NotCut, o, true); s != "" {
		t.Errorf("further of a complete search = %q, want nothing", s)
	}
}

// TestGraph: the graph has the states of a program with a choice, a race and an end.
func TestGraph(t *testing.T) {
	core := iltest.Core(t,
		"{ if * { x := arg1.f; } } || { lock(); arg1.f := new(); unlock(); } init { A.arg1 = o1; "+
			"B.arg1 = o1; }")
	p := core.Pairs()[0]
	g, err := Graph(core, p, semantics.FileInit(core, p), 100)
	if err != nil {
		t.Fatal(err)
	}
	initial, races, ends, locked := 0, 0, 0, 0
	for _, n := range g.Nodes {
		for what, holds := range map[*int]bool{
			&initial: n.Initial, &races: n.Race == "o1.f", &ends: n.End, &locked: n.Lock == "B 1",
		} {
			if holds {
				*what++
			}
		}
	}
	if initial != 2 || races != 1 || ends == 0 || locked == 0 || len(g.Edges) < len(g.Nodes)-2 {
		t.Errorf("%d initial, %d racing, %d end and %d locked nodes, want 2, 1, some and some: %+v",
			initial, races, ends, locked, g)
	}
	var dot bytes.Buffer
	if err := report.Dot(&dot, g); err != nil || !strings.HasPrefix(dot.String(), "digraph ") ||
		strings.Count(dot.String(), "octagon") != 1 {
		t.Errorf("Dot: %v, want one octagon in\n%s", err, dot.String())
	}
	var large TooLarge
	if _, err := Graph(core, p, semantics.FileInit(core, p), 3); !errors.As(err, &large) {
		t.Errorf("Graph above its limit: %v, want TooLarge", err)
	}
}

// TestGraphOfDeadlock: the state in which both threads wait is marked.
func TestGraphOfDeadlock(t *testing.T) {
	core := iltest.Core(t,
		"{ lock(k); lock(l); unlock(l); unlock(k); } || { lock(l); lock(k); x := arg1.f; "+
			"unlock(k); unlock(l); }"+
			" init { B.arg1 = o1; }")
	p := core.Pairs()[0]
	g, err := Graph(core, p, semantics.FileInit(core, p), 100)
	if err != nil {
		t.Fatal(err)
	}
	var dot bytes.Buffer
	if err := report.Dot(&dot, g); err != nil ||
		strings.Count(dot.String(), `lock A k; B l\ldeadlock\l", shape=octagon`) != 1 {
		t.Errorf("Dot: %v, want one deadlock of A and B in\n%s", err, dot.String())
	}
}

// TestStateless: the number of classes is printed, and so is a contradiction with the search.
func TestStateless(t *testing.T) {
	core := iltest.Core(t,
		"{ x := arg1.f; } || { y := new(); arg1.f := y; } init { A.arg1 = o1; B.arg1 = o1; }")
	p := core.Pairs()[0]
	in := semantics.FileInit(core, p)
	o := explore.Defaults()
	o.Init, o.Start = explore.Given, &in
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	var n Schedules
	if err := NewExplorer(core, never).Stateless(context.Background(), p, o, r, &n); err != nil ||
		n.Classes != "2" || n.Executions != "2" {
		t.Errorf("Stateless = %+v, %v; want 2 classes and 2 executions", n, err)
	}
	r.Races = nil
	var d Disagreement
	if err := NewExplorer(core, never).Stateless(context.Background(), p, o, r, &n); !errors.As(err,
		&d) {
		t.Errorf("no disagreement: %v", err)
	}
}

// TestUnbound: what an init block leaves out, and loops, are reported.
func TestUnbound(t *testing.T) {
	core := iltest.Core(t,
		"get(b) { x := b.f; } set(b, v) { while * { get(b); } } init { A.b = o1; B.b = o1; "+
			"B.v = o1; }")
	got := []string{}
	for _, p := range core.Pairs() {
		got = append(got, Unbound(core, p))
	}
	if !slices.Equal(got, []string{"", "", "A.v"}) {
		t.Errorf("Unbound of each pair = %q, want %q", got, []string{"", "", "A.v"})
	}
	if in := semantics.FileInit(core, core.Pairs()[0]); len(in.Stacks[1]) != 1 ||
		in.Stacks[1]["b"] != "o1" {
		t.Errorf("FileInit = %+v, want B.b = o1 only", in)
	}
	if core.HasLoop(core.Pairs()[0].Left, core.Pairs()[0].Right) ||
		!core.HasLoop(core.Pairs()[1].Left, core.Pairs()[1].Right) {
		t.Error("set has a loop, and get has none")
	}
	if u := core.Reachable(core.Units[1]); len(u) != 2 || u[0].Name != "set" ||
		u[1] != core.Units[0] {
		t.Errorf("Reachable = %v, want set and its caller", u)
	}
	if n := len(core.Reachable()); n != 0 {
		t.Errorf("%d units are reached from none", n)
	}
}

// TestInterruptedList: after an interrupt, few witnesses are built, and the others are counted. An
// interrupted search keeps what it found.
func TestInterruptedList(t *testing.T) {
	var a, b strings.Builder
	const n = 60
	for range n {
		a.WriteString("  arg1.f := arg1\n")
		b.WriteString("  x := arg1.f\n")
	}
	core := iltest.Core(t, "{\n"+a.String()+"} || {\n"+b.String()+"}\n")
	p := core.Pairs()[0]
	o := explore.Defaults()
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil || len(r.Races) != n*n {
		t.Fatalf("Search = %d races, %v; want %d", len(r.Races), err, n*n)
	}
	made := 0
	for i := range r.Races {
		w := r.Races[i].Witness
		r.Races[i].Witness = func() *witness.Witness { made++; return w() }
	}
	listed := func(stop func() bool) int {
		made = 0
		x := NewExplorer(core, stop).Explored(p, o, r, Schedules{})
		if x.Found != n*n || made != 0 {
			t.Errorf("%d races and %d witnesses before any is read, want %d and 0", x.Found, made,
				n*n)
		}
		return len(slices.Collect(x.Races))
	}
	if k := listed(never); k != n*n || made != n*n {
		t.Errorf("%d races are listed, with %d witnesses, want %d of both", k, made, n*n)
	}
	if k := listed(func() bool { return true }); k < 100 || k > stepsKept/stepsEach || made != k {
		t.Errorf("%d races are listed after an interrupt, with %d witnesses, want 100 to %d",
			k, made, stepsKept/stepsEach)
	}
	if k := listed(func() bool { return made >= 2000 }); k != 2000 {
		t.Errorf("%d races are listed until an interrupt after 2000", k)
	}
	r.Races = r.Races[:50]
	if k := len(slices.Collect(NewExplorer(core, func() bool {
		return true
	}).Explored(p, o, r, Schedules{}).Races)); k != 50 {
		t.Errorf("%d of 50 races are listed after an interrupt", k)
	}
}
