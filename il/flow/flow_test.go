package flow_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/flow"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/law"
)

// graph returns the flow graph of thread A of a text.
func graph(t *testing.T, text string, o flow.Options) *flow.Graph {
	t.Helper()
	g, err := flow.New(iltest.Core(t, text).Threads[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// name describes the statement of a node; it is "end" at the end.
func name(g *flow.Graph, n int32) string {
	switch s := g.Nodes[n].Stmt.(type) {
	case nil:
		return "end"
	case *il.If:
		return "if"
	case *il.While:
		return "while"
	default:
		return il.Text(s)
	}
}

// list describes some nodes.
func list(g *flow.Graph, nodes []int32) string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, name(g, n))
	}
	return strings.Join(texts, ", ")
}

// edges lists the edges of a graph from its entry on.
func edges(g *flow.Graph) string {
	var lines []string
	seen := map[int32]bool{}
	for queue := []int32{g.Entry}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if seen[n] || n == flow.End {
			continue
		}
		seen[n] = true
		line := name(g, n) + " ->"
		for _, to := range g.Successors(n) {
			if to != flow.None {
				line += " " + name(g, to)
				queue = append(queue, to)
			}
		}
		if g.Nodes[n].Cut {
			line += " (cut)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestGraph(t *testing.T) {
	const text = `{
  x := arg1;
  if * { y := x; } else { skip; lock(); unlock(); }
  while * { x.f := x; skip; }
  z := x; y := z;
} || { skip; }`
	tests := []struct {
		name string
		o    flow.Options
		want string
	}{
		{"no options", flow.Options{},
			"x := arg1 -> if; if -> y := x lock(); y := x -> while; lock() -> unlock(); " +
				"while -> x.f := x z := x; unlock() -> while; " +
				"x.f := x -> while; z := x -> y := z; y := z -> end"},
		{"no round", flow.Options{Bounded: true},
			"x := arg1 -> if; if -> y := x lock(); y := x -> while; lock() -> unlock(); " +
				"while -> z := x (cut); unlock() -> while; z := x -> y := z; y := z -> end"},
		{"one round", flow.Options{Bounded: true, Rounds: 1},
			"x := arg1 -> if; if -> y := x lock(); y := x -> while; lock() -> unlock(); " +
				"while -> x.f := x z := x; unlock() -> while; " +
				"x.f := x -> while; z := x -> y := z; while -> z := x (cut); y := z -> end"},
		{"first branches", flow.Options{FirstBranch: true},
			"x := arg1 -> y := x; y := x -> z := x; z := x -> y := z; y := z -> end"},
		{"skips", flow.Options{Skips: true, FirstBranch: true},
			"skip -> x := arg1; x := arg1 -> skip; skip -> y := x; y := x -> z := x; " +
				"z := x -> y := z; y := z -> end"},
		{"all skips", flow.Options{Skips: true},
			"skip -> x := arg1; x := arg1 -> if; if -> skip skip; skip -> y := x; skip -> skip; " +
				"y := x -> while; skip -> lock(); " +
				"while -> skip z := x; lock() -> unlock(); skip -> x.f := x; z := x -> y := z; " +
				"unlock() -> while; x.f := x -> skip; y := z -> end; skip -> while"},
	}
	for _, tt := range tests {
		g := graph(t, text, tt.o)
		if got := edges(g); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if got := strings.Join(g.Vars, " "); got != "arg1 x y z" || g.Slot("arg1") != 0 ||
			g.Slot("z") != 3 {
			t.Errorf("%s: Vars = %s with the slots %d of arg1 and %d of z, want arg1 x y z with 0 "+
				"and 3", tt.name, got, g.Slot("arg1"), g.Slot("z"))
		}
	}
}

func TestBoundsOnNodes(t *testing.T) {
	nested := iltest.Core(t,
		"{ while * { while * { while * { x := new(); } } } } || { skip; }").Threads[0]
	idle := iltest.Core(t, "{ while * { while * { skip; } } } || { skip; }").Threads[0]
	long := iltest.Core(t, "{ "+strings.Repeat("x := new(); ", 50)+"} || { skip; }").Threads[0]
	tests := []struct {
		unit  *il.Unit
		o     flow.Options
		nodes int // 0: too large
	}{
		{nested, flow.Options{Bounded: true, Rounds: 3}, 80},
		{nested, flow.Options{Bounded: true, Rounds: 3, MaxNodes: 80}, 80},
		{nested, flow.Options{Bounded: true, Rounds: 3, MaxNodes: 79}, 0},
		{nested, flow.Options{Bounded: true, Rounds: 1000, MaxNodes: 1000}, 0},
		{nested, flow.Options{Bounded: true, Rounds: 1, MaxNodes: 1}, 0},
		{nested, flow.Options{MaxNodes: 2}, 5},
		{idle, flow.Options{Bounded: true, Rounds: 1000, MaxNodes: 10}, 3},
		{long, flow.Options{Bounded: true, Rounds: 1, MaxNodes: 10}, 51},
	}
	for i, tt := range tests {
		g, err := flow.New(tt.unit, tt.o)
		switch {
		case tt.nodes == 0:
			if !errors.Is(err, flow.ErrTooLarge) {
				t.Errorf("graph %d: %v, want %v", i, err, flow.ErrTooLarge)
			}
		case err != nil:
			t.Errorf("graph %d: %v", i, err)
		case len(g.Nodes) != tt.nodes:
			t.Errorf("graph %d has %d nodes, want %d", i, len(g.Nodes), tt.nodes)
		}
	}
}

func TestResolved(t *testing.T) {
	tests := []struct {
		text      string
		want      string // Resolved of the entry
		decisions string // to each of them: t, e, l, x for then, else, loop, exit
		cuts      bool   // whether a bound of no iteration leaves something out
	}{
		{"{ x := new(); }", "x := new()", "", false},
		{"{ skip; }", "end", "", false},
		{"{ if * { x := new(); } else { y := new(); } }", "x := new(), y := new()", "t e", false},
		{"{ if * { if * { x := new(); } else { skip; } } else { y := new(); } z := new(); }",
			"y := new(), x := new(), z := new()", "e tt te", false},
		{"{ while * { x := new(); } y := new(); }", "x := new(), y := new()", "l x", true},
		{"{ while * { while * { x := new(); } } }", "end, x := new()", "x ll", true},
		{"{ while * { if * { skip; } else { skip; } } }", "end", "x", false},
		{"{ if * { while * { x := new(); } } else { skip; } lock(); unlock(); }",
			"lock(), x := new()", "e tl", true},
	}
	for _, tt := range tests {
		text := tt.text + " || { skip; }"
		g := graph(t, text, flow.Options{})
		nodes := g.Resolved(g.Entry)
		if got := list(g, nodes); got != tt.want {
			t.Errorf("Resolved of %s = %s, want %s", tt.text, got, tt.want)
		}
		var paths []string
		for _, n := range nodes {
			path := ""
			for _, d := range g.Decisions(g.Entry, n) {
				letters := map[bool]string{true: "t", false: "e"}
				if _, loop := d.At.(*il.While); loop {
					letters = map[bool]string{true: "l", false: "x"}
				}
				path += letters[d.First]
			}
			paths = append(paths, path)
		}
		if got := strings.Join(paths, " "); got != tt.decisions {
			t.Errorf("%s: the decisions are %q, want %q", tt.text, got, tt.decisions)
		}
		if g.Cuts(g.Entry) {
			t.Errorf("%s: Cuts = true without a bound", tt.text)
		}
		if g := graph(t, text, flow.Options{Bounded: true}); g.Cuts(g.Entry) != tt.cuts {
			t.Errorf("%s: Cuts = %t without an iteration, want %t", tt.text, !tt.cuts, tt.cuts)
		}
		if again := g.Resolved(g.Entry); !slices.Equal(again, nodes) {
			t.Errorf("%s: a second call of Resolved = %v, want %v", tt.text, again, nodes)
		}
	}
}

func TestLiveness(t *testing.T) {
	// The comments are what is live before the statement.
	g := graph(t, `{
  x := arg1;                  // arg1 arg2
  y := x.f;                   // x arg2
  if * {                      // x y arg2
    x := new();               // y arg2
  } else { skip; }
  while * {                   // x y arg2
    y.f := arg2;              // x y arg2
    y := x.g;                 // x arg2
  }
  z := new();                 // x
  x.f := x;                   // x
} || { skip; }`, flow.Options{})
	live := g.Liveness(il.Def)
	want := map[string]string{
		"x := arg1": "arg1 arg2", "y := x.f": "arg2 x", "if": "arg2 x y", "x := new()": "arg2 y",
		"while":       "arg2 x y",
		"y.f := arg2": "arg2 x y", "y := x.g": "arg2 x", "z := new()": "x",
		"x.f := x": "x", "end": "",
	}
	for n := range g.Nodes {
		at := name(g, int32(n))
		if got := variables(g, live[n]); got != want[at] {
			t.Errorf("before %s %q are live, want %q", at, got, want[at])
		}
	}
	if len(want) != len(g.Nodes) {
		t.Errorf("%d nodes, want %d", len(g.Nodes), len(want))
	}
	fewer := g.Liveness(func(il.Stmt) (string, bool) { return "", false })
	if got := variables(g, fewer[g.Entry]); got != "arg1 arg2 x y" {
		t.Errorf("if no assignment counts, %q are live at the entry, want arg1 arg2 x y", got)
	}
	for n, s := range g.AllLive() {
		if got := variables(g, s); got != strings.Join(g.Vars, " ") {
			t.Errorf("AllLive of node %d = %q, want %q", n, got, strings.Join(g.Vars, " "))
		}
	}
}

// variables lists the variables in a set.
func variables(g *flow.Graph, s flow.VarSet) string {
	var names []string
	s.Each(func(slot int32) { names = append(names, g.Vars[slot]) })
	for slot, x := range g.Vars {
		if s.Has(int32(slot)) != slices.Contains(names, x) {
			return "Each and Has disagree"
		}
	}
	return strings.Join(names, " ")
}

// TestManyVariables: a unit may have more variables than a word has bits.
func TestManyVariables(t *testing.T) {
	text := ""
	for i := range 70 {
		text += fmt.Sprintf("v%d := new(); ", i)
	}
	for i := range 70 {
		text += fmt.Sprintf("w := v%d; ", i)
	}
	g := graph(t, "{ "+text+"} || { skip; }", flow.Options{})
	live := g.Liveness(il.Def)
	for n := range g.Nodes {
		size := len(strings.Fields(variables(g, live[n])))
		want := min(n, 140-n) // nodes are numbered from the end
		if size != want {
			t.Fatalf("node %d (%s): %d are live, want %d", n, name(g, int32(n)), size, want)
		}
	}
}

// TestAgainstTraces: graphs of random programs agree with the traces of their trees: which commands
// follow each other, and which variables are read before they are assigned.
func TestAgainstTraces(t *testing.T) {
	const rounds, maxTraces = 2, 3000
	l := law.Law{Runs: 400, Gen: options(), Floors: law.Floors{"compared": 0.9, "a loop": 0.2}}
	l.Check(t, func(x *law.Case) {
		for _, u := range x.Core.Units {
			if traces := iltest.Traces(u.Body, rounds, maxTraces); traces != nil {
				compareTraces(x, u, traces)
				x.Label("compared")
				x.LabelIf(x.Core.HasLoop(u), "a loop")
			}
		}
	})
}

// options returns options for programs with many loops, branches, and locals that are assigned
// again.
func options() gen.Options {
	o := gen.WithoutSugar()
	o.Depth, o.If, o.While, o.Copy, o.New, o.Skip, o.Store = 3, 0.15, 0.15, 0.15, 0.1, 0.1, 0.5
	return o
}

// compareTraces compares the graph of a unit with the traces of its tree.
func compareTraces(t testing.TB, u *il.Unit, traces [][]il.Stmt) {
	t.Helper()
	text := il.Format(&il.Program{Decls: []il.Decl{&il.Method{Name: u.Name, Body: u.Body}}})
	follows, live := map[[2]il.Stmt]bool{}, map[il.Stmt]map[string]bool{nil: {}}
	for _, trace := range traces {
		matters := map[string]bool{}
		var next il.Stmt
		for _, s := range slices.Backward(trace) {
			follows[[2]il.Stmt{s, next}] = true
			if x, ok := il.Def(s); ok {
				delete(matters, x)
			}
			for _, x := range il.Uses(s) {
				matters[x] = true
			}
			if live[s] == nil {
				live[s] = map[string]bool{}
			}
			maps.Copy(live[s], matters)
			next = s
		}
		follows[[2]il.Stmt{nil, next}] = true
	}
	g, err := flow.New(u, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[[2]il.Stmt]bool{}
	sets := g.Liveness(il.Def)
	enter := func(from il.Stmt, at int32) {
		for _, n := range g.Resolved(at) {
			got[[2]il.Stmt{from, g.Nodes[n].Stmt}] = true
		}
	}
	enter(nil, g.Entry)
	for n := range g.Nodes {
		s := g.Nodes[n].Stmt
		if il.IsChoice(s) {
			continue
		}
		if s != nil {
			enter(s, g.Nodes[n].Next)
		}
		want := slices.Sorted(maps.Keys(live[s]))
		found := strings.Fields(variables(g, sets[n]))
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("before %s %v are live, want %v, in\n%s", name(g, int32(n)), found, want, text)
		}
	}
	if !maps.Equal(got, follows) {
		t.Errorf("the graph has %d pairs of successive commands, want the %d of the traces, in\n%s",
			len(got), len(follows), text)
	}
}

// TestCosts: a branch is cheaper if it has fewer steps. A branch that takes a forbidden lock is
// never cheaper.
func TestCosts(t *testing.T) {
	for _, tt := range []struct {
		text      string
		locks     il.LockSet
		steps     string
		then      bool
		forbidden bool
	}{
		{"if * { x := a; } else { x := a; }", il.AnyLock, "1", true, false},
		{"if * { x := a; y := a; } else { x := a; }", il.AnyLock, "1", false, false},
		{"if * { lock(); } else { x := a; y := a; unlock(); }", il.AnyLock, "1", true, false},
		{"if * { lock(); } else { x := a; y := a; unlock(); }", 0, "3", false, false},
		{"if * { x := a; y := a; unlock(); } else { lock(); }", 0, "3", true, false},
		{"if * { lock(); x := a; } else { lock(); }", 0, "1", false, true},
	} {
		core := iltest.Tolerated(t, "m(a) { "+tt.text+" }", check.A2)
		s := core.Units[0].Body.Stmts[0]
		c := flow.NewCostsWithin(core, tt.locks)
		if got := c.Of(s).String(); got != tt.steps || c.First(s) != tt.then ||
			c.Blocked(s) != tt.forbidden {
			t.Errorf("%s: Of, First and Blocked = %s, %t and %t, want %s, %t and %t", tt.text, got,
				c.First(s), c.Blocked(s), tt.steps, tt.then, tt.forbidden)
		}
	}
}
