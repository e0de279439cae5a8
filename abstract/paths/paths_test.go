package paths

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/iltest"
)

// TestQueue: states with fewer steps come first, and older ones among equals.
func TestQueue(t *testing.T) {
	var q Queue
	if !q.Empty() {
		t.Error("a new queue is not empty")
	}
	for state, steps := range []int{5, 3, 5, 0, 3, Far, 1, 3} {
		q.Put(steps, state)
	}
	var got []int
	for !q.Empty() {
		first := q.First()
		if next := q.Next(); next != first {
			t.Errorf("Next() = %d, want %d as First said", next, first)
		}
		got = append(got, first)
		if first == 6 {
			q.Put(2, 8) // while others wait
		}
	}
	if want := []int{3, 6, 8, 1, 4, 7, 0, 2, 5}; !slices.Equal(got, want) {
		t.Errorf("the queue gives %v, want %v", got, want)
	}
}

// TestQueueOfMany: in a long queue, the next state is always the first one by steps and age.
func TestQueueOfMany(t *testing.T) {
	var q Queue
	waiting := map[int]int{} // steps by state
	for state := range 400 {
		steps := state * 7919 % 31
		q.Put(steps, state)
		waiting[state] = steps
		for state%3 == 2 && len(waiting) > state/6 {
			next := q.Next()
			for other, steps := range waiting {
				if steps < waiting[next] || steps == waiting[next] && other < next {
					t.Fatalf("%d comes before %d, which has fewer steps or is older", next, other)
				}
			}
			delete(waiting, next)
		}
	}
}

// TestGraphs: each unit has its own graph, and a recursive program has none.
func TestGraphs(t *testing.T) {
	core := iltest.Core(t, "private m(p) { skip; } k(p) { m(p); if * { p.f := p; } }")
	graphs, err := Graphs(core)
	if err != nil || len(graphs) != 2 {
		t.Fatalf("%d graphs and the error %v, want 2 and none", len(graphs), err)
	}
	for _, u := range core.Units {
		if g := graphs[u.Index]; g.Unit != u {
			t.Errorf("%s has the graph of %s", u.Name, g.Unit.Name)
		}
	}
	core.Recursive = true
	if _, err := Graphs(core); err != ErrRecursive {
		t.Errorf("a recursive program has the error %v, want %v", err, ErrRecursive)
	}
}

// TestDeepestCalls: calls may be nested as deep as the limit, and no deeper.
func TestDeepestCalls(t *testing.T) {
	var deep strings.Builder
	deep.WriteString("private m0() { skip; }\n")
	for i := range maxDepth {
		fmt.Fprintf(&deep, "private m%d() { m%d(); }\n", i+1, i)
	}
	checkError(t, fmt.Sprintf("%sk(p) { m%d(); }", deep.String(), maxDepth-1), "")
	checkError(t, fmt.Sprintf("%sk(p) { m%d(); }", deep.String(), maxDepth),
		"k has too many calls below each other to be followed")
}

// TestLargestUnit: a unit may have as many variables and statements as the limit, and no more.
func TestLargestUnit(t *testing.T) {
	// 2^13 variables, p among them, and 2^14 nodes, the end among them: as many as may be
	var wide strings.Builder
	for i := range 1<<14 - 2 {
		fmt.Fprintf(&wide, "x%d := new(); ", i%(1<<13-1))
	}
	checkError(t, "k(p) { "+wide.String()+"p := new(); }", "")
	checkError(t, "k(p) { "+wide.String()+"p := new(); p := new(); }",
		"k has too many variables and statements to be followed")
}

// checkError checks the error of Graphs for a program; it is empty if there must be none.
func checkError(t *testing.T, text, want string) {
	t.Helper()
	got := ""
	if _, err := Graphs(iltest.Core(t, text)); err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("Graphs has the error %q, want %q", got, want)
	}
}

// A stepFrame is a frame given by its steps.
type stepFrame struct {
	steps []Step
	at    []il.Stmt // by state
	calls []Frame
	found []Found
}

func (f stepFrame) StepTo(state int32) Step  { return f.steps[state] }
func (f stepFrame) Stmt(state int32) il.Stmt { return f.at[state] }
func (f stepFrame) Callee(call int32) Frame  { return f.calls[call-1] }
func (f stepFrame) Found(index int32) Found  { return f.found[index] }

// TestTrace checks that a trace has the choices on the path, with those of completed calls in their
// places, and the open calls.
func TestTrace(t *testing.T) {
	core := iltest.Core(t,
		"private m(p) { while * { skip; } } "+
			"k(p) { if * { m(p); } else { skip; } p.f := p; while * { skip; } }")
	var choice, call, store il.Stmt
	var loops []il.Stmt // in text order: that of m, which is walked first, and that of k
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			switch s.(type) {
			case *il.If:
				choice = s
			case *il.Call:
				call = s
			case *il.Store:
				store = s
			case *il.While:
				loops = append(loops, s)
			}
		})
	}
	loop, again := loops[0], loops[1]
	below := stepFrame{
		steps: []Step{{From: -1}, {From: 0}, {From: 1, Second: true}},
		at:    []il.Stmt{loop, loop, nil},
		found: []Found{{State: 2}, {State: 1}},
	}
	f := stepFrame{
		steps: []Step{
			{From: -1}, {From: 0}, {From: 3}, {From: 1, Call: 1, Exit: 2}, {From: 2, Second: true},
		},
		at:    []il.Stmt{choice, call, again, store, nil},
		calls: []Frame{below},
	}
	first := flow.Decision{At: store, First: true}
	want := []flow.Decision{
		first, {At: choice, First: true}, {At: loop, First: true}, {At: loop}, {At: again},
	}
	if got := Decisions([]flow.Decision{first}, f, 4); !slices.Equal(got, want) {
		t.Errorf("Decisions = %v, want %v", got, want)
	}
	if got := Decisions(nil, f, 0); len(got) != 0 {
		t.Errorf("Decisions(nil, f, 0) = %v, want none", got)
	}
	for _, c := range []struct {
		to        Found
		decisions []flow.Decision
		calls     []*il.Call
	}{
		{Found{State: 4}, want[1:], nil},
		{Found{State: 1, Below: below}, want[1:4], []*il.Call{call.(*il.Call)}},
		{Found{State: 1, Below: below, Index: 1}, want[1:3], []*il.Call{call.(*il.Call)}},
	} {
		decisions, calls := Trace(f, c.to), Calls(f, c.to)
		if !slices.Equal(decisions, c.decisions) || !slices.Equal(calls, c.calls) {
			t.Errorf("%+v: the trace is %v in the calls %v, want %v in %v",
				c.to, decisions, calls, c.decisions, c.calls)
		}
	}
}
