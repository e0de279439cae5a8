package effect

import (
	"fmt"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestWords executes a program with every command, and checks the descriptions of Will, Did and
// Brief.
func TestWords(t *testing.T) {
	core := iltest.Core(t, `
m(b) {
  lock();
  lock();
  x := b;
  x := new();
  b.f := x;
  b.f := x;
  y := b.f.f;
  unlock();
  unlock();
  h(b, x);
}
private h(p, q) {
}
`)
	in := semantics.Init{
		Objects: []string{"top"}, Cells: [][3]string{{"top", "f", "top"}},
		Stacks: [2]map[string]string{{"b": "top"}, {"b": "top"}},
	}
	k, err := semantics.NewConfig(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	n := NewNames(in)
	for _, want := range [][3]string{
		{"take the lock", "takes the lock: depth 0 -> 1", "depth 0->1"},
		{"take the lock again", "takes the lock again: depth 1 -> 2", "depth 1->2"},
		{"copy b into x", "copies b into x: x = top", "x=top"},
		{"make an object and put it into x", "makes the object o2: x = o2, no longer top",
			"makes o2, x=o2"},
		{"write o2 into top.f (b.f)", "writes o2 into top.f (b.f), which held top",
			"writes top.f=o2"},
		{"write o2 into top.f (b.f)", "writes o2 into top.f (b.f), which held it already",
			"writes top.f=o2"},
		{"read o2.f (b.f.f) into y", "reads o2.f (b.f.f) into y: y = o2", "reads o2.f, y=o2"},
		{"unlock once and keep the lock", "unlocks once and keeps the lock: depth 2 -> 1",
			"depth 2->1"},
		{"give the lock back", "gives the lock back: depth 1 -> 0", "depth 1->0"},
		{"enter h(b, x)", "enters h(p = top, q = o2)", "enters h(p=top, q=o2)"},
		{"leave h", "leaves h and is back in m", "leaves h"},
	} {
		c, _ := k.Command(semantics.A)
		will := n.Will(k, semantics.A)
		next, _, stuck := semantics.Next(k, semantics.A)
		if stuck != nil {
			t.Fatalf("A's step is stuck: %v", stuck)
		}
		e := Of(k, next, semantics.A)
		if got := [3]string{will, n.Did(c, e), n.Brief(e)}; got != want {
			t.Errorf("Will, Did and Brief of %s = %q, want %q", il.CommandText(c), got, want)
		}
		k = next
	}
	if e := Of(k, k, semantics.A); !e.None() || n.Brief(e) != "" {
		t.Errorf("the effects at the end are %+v, want none", e)
	}
}

// TestWordsOfSugar checks that descriptions have the values of variables that lowering introduces,
// but not their names.
func TestWordsOfSugar(t *testing.T) {
	core := iltest.Core(t, "m(b) {\n  b.f := b;\n  b.f := b.f;\n  b.f := new();\n}\n")
	in := semantics.Init{
		Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
		Stacks: [2]map[string]string{{"b": "o1"}, {"b": "o1"}},
	}
	k, err := semantics.NewConfig(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	n := NewNames(in)
	for _, want := range [][3]string{
		{"evaluate b", "evaluates b, which is o1", "value o1"},
		{"write o1 into o1.f (b.f)", "writes o1 into o1.f (b.f), which held it already",
			"writes o1.f=o1"},
		{"read o1.f (b.f)", "reads o1.f (b.f), which holds o1", "reads o1.f=o1"},
		{"write o1 into o1.f (b.f)", "writes o1 into o1.f (b.f), which held it already",
			"writes o1.f=o1"},
		{"make an object", "makes the object o2", "makes o2"},
		{"write o2 into o1.f (b.f)", "writes o2 into o1.f (b.f), which held o1", "writes o1.f=o2"},
	} {
		c, _ := k.Command(semantics.A)
		will := n.Will(k, semantics.A)
		next, _, stuck := semantics.Next(k, semantics.A)
		if stuck != nil {
			t.Fatalf("A's step is stuck: %v", stuck)
		}
		e := Of(k, next, semantics.A)
		if got := [3]string{will, n.Did(c, e), n.InSource(e)}; got != want {
			t.Errorf("Will, Did and InSource of %s = %q, want %q", il.CommandText(c), got, want)
		}
		k = next
	}
}

// TestCells checks that a load reads the cells on its path, a store those on its path except the
// last, and a call those of its arguments, that only loads and stores have an access, and that only
// a store changes a cell.
func TestCells(t *testing.T) {
	core := iltest.Core(t, `
m(b) {
  x := b.f.g;
  b.f := x;
  b.f.g := x;
  h(b.f, b);
}
private h(p, q) {
}
`)
	in := semantics.Init{
		Objects: []string{"o1", "o2"},
		Cells: [][3]string{
			{"o1", "f", "o2"}, {"o1", "g", "o1"}, {"o2", "f", "o2"}, {"o2", "g", "o1"},
		},
		Stacks: [2]map[string]string{{"b": "o1"}, {"b": "o1"}},
	}
	k, err := semantics.NewConfig(core, core.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	cell := func(l semantics.Loc, field string) semantics.Addr {
		return semantics.Addr{Loc: l, Field: field}
	}
	type touched struct {
		reads  []semantics.Addr
		access semantics.Addr
		wrote  bool
	}
	for _, want := range []touched{
		{reads: []semantics.Addr{cell(1, "f"), cell(2, "g")}, access: cell(2, "g")},
		{access: cell(1, "f"), wrote: true},
		// b.f is b now.
		{reads: []semantics.Addr{cell(1, "f")}, access: cell(1, "g"), wrote: true},
		{reads: []semantics.Addr{cell(1, "f")}},
	} {
		next, _, stuck := semantics.Next(k, semantics.A)
		if stuck != nil {
			t.Fatalf("A's step is stuck: %v", stuck)
		}
		e := Of(k, next, semantics.A)
		got := touched{reads: e.Reads, wrote: e.Wrote}
		if e.Access != nil {
			got.access = *e.Access
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the effects of the step are %+v, want %+v", got, want)
		}
		if (e.Cell != nil) != want.wrote || want.wrote && e.Cell.Cell != want.access {
			t.Errorf("the step changes %v, want the access of %+v", e.Cell, want)
		}
		k = next
	}
}
