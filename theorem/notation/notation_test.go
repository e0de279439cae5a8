package notation_test

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/theorem/notation"
)

const text = `m(a, b) {
  synchronized { a.f := b; }
  x := a.f;
  if * { while * { x := b; } } else { skip; }
}`

// TestEqual: Equal returns nil for equal states, and otherwise lists the elements and levels that
// only one side has.
func TestEqual(t *testing.T) {
	core := iltest.Core(t, text)
	state := func(level int, w []abstract.Expr, a ...abstract.Access) abstract.D {
		d := abstract.Bottom()
		d.L = il.LevelOf(level)
		for _, e := range w {
			d.W.Add(e)
		}
		for _, x := range a {
			d.A.Add(x)
		}
		return d
	}
	read := abstract.Access{Path: "a.f", Kind: il.Read, At: il.NoPos}
	for _, x := range []struct {
		name string
		l, r abstract.D
		want string
	}{
		{"equal", state(1, []abstract.Expr{"a"}, read), state(1, []abstract.Expr{"a"}, read), ""},
		{"levels", state(1, nil), state(2, nil), "left has L = 1, right has L = 2"},
		{"wobbly", state(0, []abstract.Expr{"b", "a"}), state(0, nil),
			"only left has a in W, b in W"},
		{"accesses", state(0, nil), state(0, nil, read), "only right has read a.f under 0 in A"},
		{
			"all", state(0, []abstract.Expr{"a"}), state(1, []abstract.Expr{"b"}, read),
			"only left has a in W; only right has b in W, read a.f under 0 in A; " +
				"left has L = 0, right has L = 1",
		},
	} {
		err := notation.Equal(core.Source, notation.Term("left", x.l), notation.Term("right", x.r))
		if got := message(err); got != x.want {
			t.Errorf("%s: Equal = %q, want %q", x.name, got, x.want)
		}
	}
}

// message returns the text of an error, "" for nil.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestTexts: each value is written in the paper's notation, with its parts in a fixed order.
func TestTexts(t *testing.T) {
	core := iltest.Core(t, text)
	u := core.Units[0]
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := core.Pairs()[0]
	in := semantics.Init{
		Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
		Stacks: [2]map[string]string{{"b": "o1", "a": "o1"}, {"a": "o1", "b": "o1"}},
	}
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	var trace []il.Command
	for c := range semantics.SyntacticTraces(core, u, 0) {
		trace = c.Commands
		break
	}
	result, err := sets.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	report := result.ListRaces(1)
	if len(report) != 1 {
		t.Fatalf("%d reports, want 1", len(report))
	}
	sites := il.Sites{
		{At: report[0].Left.At, Kind: report[0].Left.Kind},
		{At: report[0].Right.At, Kind: report[0].Right.Kind},
	}
	for _, x := range []struct{ name, got, want string }{
		{"D", notation.D(core.Source, sets.Summary(u)),
			"⟨{a.f, b}, 0, {write a.f at 2:18 under 1, read a.f at 3:3 under 0}⟩"},
		{
			"block", notation.Block(u.Body),
			"{ lock(); t'1 := b; a.f := t'1; unlock(); x := a.f; if * { while * { x := b } } " +
				"else { skip } }",
		},
		{"empty block", notation.Block(&il.Block{}), "{ }"},
		{"trace", notation.Trace(trace), "[lock(), t'1 := b, a.f := t'1, unlock(), x := a.f]"},
		{"no trace", notation.Trace(nil), "[]"},
		{"traces", notation.Traces([][]il.Command{nil, nil}), "{[], []}"},
		{"no cap", notation.Cap(0), ""},
		{"cap", notation.Cap(1), ", L-hat = 1"},
		{"init", notation.Init(in), "{o1.f = o1, A.a = o1, A.b = o1, B.a = o1, B.b = o1}"},
		{"state", notation.State(k.State(semantics.A)), "{a = o1, b = o1, o1.f = o1}"},
		{"sites", notation.Sites(core, p, sites),
			"the write at 2:18 from m and the read at 3:3 from m"},
		{
			"report", notation.Report(core, report[0]),
			"write at 2:18 in m, as a.f at lock level 1  with  read at 3:3 in m, as a.f at " +
				"lock level 0",
		},
	} {
		if x.got != x.want {
			t.Errorf("%s: got %q, want %q", x.name, x.got, x.want)
		}
	}
}
