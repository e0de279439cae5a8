package engine

import (
	"testing"

	"wobbly/internal/ask"
)

// TestGraph: the graph has the states of a small program, with the fewest steps to each. A large
// program is refused because of the limit.
func TestGraph(t *testing.T) {
	h := New(Options{})
	var g graphView
	fields := map[string]any{"program": exampleText(t, "dodo.il")}
	if p := put(t, h, "graph", fields, &g); p != nil || len(g.Nodes) < 4 || !g.Nodes[0].Initial {
		t.Fatalf("graph: %+v, %+v; want 4 nodes or more, the first initial", p, g)
	}
	for _, e := range g.Edges {
		if to, from := g.Nodes[e.To].Depth, g.Nodes[e.From].Depth; to > from+1 || to < 0 {
			t.Errorf("state %d is at depth %d, its predecessor at %d", e.To, to, from)
		}
	}
	places := map[[2]int]bool{}
	for i, n := range g.Nodes {
		if places[[2]int{n.X, n.Y}] || n.X < nodeWidth/2 || n.X > g.Width-nodeWidth/2 ||
			n.Y > g.Height-nodeHeight/2 {
			t.Errorf("state %d is drawn at %d, %d, outside of %d x %d", i, n.X, n.Y, g.Width,
				g.Height)
		}
		places[[2]int{n.X, n.Y}] = true
	}
	const branching = "m(a) { if * { x := a.f; } else { a.f := a; } while * { skip; } }"
	must(t, h, "graph", map[string]any{"program": branching, "pair": "m,m"}, &g)
	for i, n := range g.Nodes {
		v := opened(t, h,
			map[string]any{
				"program": branching, "pair": g.Pair, "heap": g.Heap, "schedule": n.Schedule,
			})
		if v.Steps != n.Depth || (v.Race != nil) != (n.Race != "") || v.Ended != n.End ||
			v.Lock.Text[:1] != n.Lock[:1] {
			t.Errorf("the schedule %q of state %d leads to %s, want %+v", n.Schedule, i, v.Headline,
				n)
		}
		put(t, h, "session.close", map[string]any{"session": v.Session}, nil)
	}
	if p := put(t, h, "graph", map[string]any{"program": wide, "pair": "n,n"}, nil); p == nil ||
		p.Code != "limit" || p.Exit != ask.ExitInconclusive {
		t.Errorf("graph of a wide program: %+v, want a limit", p)
	}
}
