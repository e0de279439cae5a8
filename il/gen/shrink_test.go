package gen

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// has returns a predicate that requires a statement of each of the given kinds.
func has(kinds ...il.Stmt) func(*il.Program) bool {
	return func(p *il.Program) bool {
		found := make([]bool, len(kinds))
		for _, u := range unitsOf(p) {
			il.Walk(u.block, func(s il.Stmt) {
				for i, k := range kinds {
					found[i] = found[i] || kindName(s) == kindName(k)
				}
			})
		}
		return !slices.Contains(found, false)
	}
}

// kindName returns the type of a statement.
func kindName(s il.Stmt) string { return strings.TrimPrefix(il.Unknown(s), "wobbly: no case for ") }

// storeTwoCallsDeep requires a store two calls below a public method.
func storeTwoCallsDeep(p *il.Program) bool {
	methods := map[string]unit{}
	for _, u := range unitsOf(p) {
		if !u.thread {
			methods[u.method.Name] = u
		}
	}
	var deep func(u unit, calls int) bool
	deep = func(u unit, calls int) bool {
		found := false
		il.Walk(u.block, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Store:
				found = found || calls == 0
			case *il.Call:
				found = found || calls > 0 && deep(methods[s.Method], calls-1)
			}
		})
		return found
	}
	for _, u := range unitsOf(p) {
		if (u.thread || !u.method.Private) && deep(u, 2) {
			return true
		}
	}
	return false
}

// TestShrinkReachesAMinimum: from every program that satisfies a predicate, the shrinker reaches a
// program with few statements. If texts are given, it reaches one of them.
func TestShrinkReachesAMinimum(t *testing.T) {
	measured := func(holds func(Stats) bool) func(*il.Program) bool {
		return func(p *il.Program) bool { return holds(Measure(p)) }
	}
	tests := []struct {
		name  string
		fails func(*il.Program) bool
		size  int      // in statements
		want  []string // one of these, if any is given
	}{
		{"anything", func(*il.Program) bool { return true }, 0, []string{"m() {}\n", "{} || {}\n"}},
		{"threads", measured(func(s Stats) bool { return s.Threads == 2 }), 0,
			[]string{"{} || {}\n"}},
		{"private method", measured(func(s Stats) bool { return s.Private > 0 }), 0, nil},
		{"loop", has(&il.While{}), 1, []string{
			"m() {\n  while * {}\n}\n", "{\n  while * {}\n} || {}\n", "{} || {\n  while * {}\n}\n",
		}},
		{"load", has(&il.Load{}), 1, []string{
			"m(a) {\n  x := a.f;\n}\n", "{\n  x := arg1.f;\n} || {}\n",
			"{} || {\n  x := arg1.f;\n}\n",
		}},
		{"call", has(&il.Call{}), 1, nil},
		{"move", has(&il.Move{}), 1, nil},
		{"path of three", measured(func(s Stats) bool { return s.LongestPath >= 3 }), 1, nil},
		{"two fields", measured(func(s Stats) bool { return s.Fields >= 2 }), 2, nil},
		{"nesting", measured(func(s Stats) bool { return s.Depth >= 2 }), 2, nil},
		{"unlock and store", has(&il.Unlock{}, &il.Store{}), 3, nil},
		{"three loads", measured(func(s Stats) bool { return s.Loads >= 3 }), 3, nil},
		{"prefix arguments", measured(func(s Stats) bool { return s.PrefixArgs > 0 }), 1, nil},
		{"store two calls deep", storeTwoCallsDeep, 4, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, p := range programsThat(tt.fails, 12) {
				small := Shrink(p, tt.fails)
				mustBeLegal(t, small)
				mustBePlaced(t, small)
				if !tt.fails(small) {
					t.Fatalf("the predicate does not hold for the result:\n%s", small.Source.Text)
				}
				if n := Measure(small).Statements; n > tt.size {
					t.Errorf("the result has %d statements, want at most %d:\n%s", n, tt.size,
						small.Source.Text)
				}
				if tt.want != nil && !slices.Contains(tt.want, small.Source.Text) {
					t.Errorf("the result is\n%s\nwant one of %q", small.Source.Text, tt.want)
				}
			}
		})
	}
}

// programsThat returns the first n programs of the wide mix that satisfy a predicate.
func programsThat(holds func(*il.Program) bool, n int) []*il.Program {
	var list []*il.Program
	for seed := uint64(0); len(list) < n; seed++ {
		if p := Program(Rand(seed), wide()); holds(p) {
			list = append(list, p)
		}
	}
	return list
}

// mustBePlaced compares the positions of p with a fresh placement and the text.
func mustBePlaced(t *testing.T, p *il.Program) {
	t.Helper()
	again := il.Positioned(viewOf(p).rewrite(rewriting{}))
	if diff := sameTree(again, p); diff != "" {
		t.Fatalf("positions are not those of the text:\n%s", diff)
	}
	if again.Source.Text != p.Source.Text {
		t.Fatalf("the text is not that of the tree:\n%s", p.Source.Text)
	}
}

func TestShrinkIsDeterministicAndKeepsItsInput(t *testing.T) {
	fails := has(&il.Store{}, &il.Load{}, &il.Unlock{})
	for _, p := range programsThat(fails, 10) {
		before := il.Positioned(viewOf(p).rewrite(rewriting{}))
		a, b := Shrink(p, fails), Shrink(p, fails)
		if a.Source.Text != b.Source.Text {
			t.Errorf("Shrink returns\n%s\nand then\n%s", a.Source.Text, b.Source.Text)
		}
		if diff := sameTree(before, p); diff != "" {
			t.Errorf("Shrink changes its argument:\n%s", diff)
		}
	}
}

// TestShrinkReturnsACopy: if the predicate does not hold or the program is illegal, the result is a
// copy.
func TestShrinkReturnsACopy(t *testing.T) {
	p := Program(Rand(1), Default())
	if got := Shrink(p, func(*il.Program) bool { return false }); got.Source.Text != p.Source.Text {
		t.Errorf("a program for which the predicate does not hold shrinks to\n%s", got.Source.Text)
	}
	illegal := il.Positioned(&il.Program{Decls: []il.Decl{&il.Method{
		Name: "m", Body: &il.Block{Stmts: []il.Stmt{&il.Unlock{}, &il.Skip{}}},
	}}})
	always := func(*il.Program) bool { return true }
	if got := Shrink(illegal, always); got.Source.Text != illegal.Source.Text {
		t.Errorf("an illegal program shrinks to\n%s", got.Source.Text)
	}
}

// TestShrinkRenames checks that names become regular if the predicate allows it.
func TestShrinkRenames(t *testing.T) {
	p := mustParse(t, "get(buffer) {\n  t := buffer.next;\n  skip;\n}\n")
	got := Shrink(p, has(&il.Load{}))
	if want := "m(a) {\n  x := a.f;\n}\n"; got.Source.Text != want {
		t.Errorf("the program shrinks to\n%s\nwant\n%s", got.Source.Text, want)
	}
	got = Shrink(p,
		func(p *il.Program) bool { return strings.Contains(p.Source.Text, "t := buffer.next") })
	if want := "m(buffer) {\n  t := buffer.next;\n}\n"; got.Source.Text != want {
		t.Errorf("a program that must have t := buffer.next shrinks to\n%s\nwant\n%s",
			got.Source.Text, want)
	}
}

// TestShrinkWithInit: a program keeps its init block if the predicate needs it.
func TestShrinkWithInit(t *testing.T) {
	p := il.Positioned(&il.Program{Decls: []il.Decl{
		&il.Method{Name: "get", Formals: []il.Formal{{Name: "buffer"}},
			Body: &il.Block{Stmts: []il.Stmt{
				&il.Load{Dst: "t", Src: il.Path("buffer", "next")},
				&il.Skip{},
			}}},
		&il.Init{
			Cells:    []il.Cell{{Object: "o1", Field: "next", Value: "o2"}},
			Bindings: []il.Binding{{Variable: "buffer", Value: "o1"}},
		},
	}})
	hasInit := func(p *il.Program) bool {
		_, ok := p.Decls[len(p.Decls)-1].(*il.Init)
		return ok
	}
	got := Shrink(p, func(p *il.Program) bool { return hasInit(p) && has(&il.Load{})(p) })
	mustBeLegal(t, got)
	want := `get(buffer) {
  t := buffer.next;
}

init {
  o1.next = o2;
  A.buffer = o1;
}
`
	if got.Source.Text != want {
		t.Errorf("the program shrinks to\n%s\nwant\n%s", got.Source.Text, want)
	}
	if got := Shrink(p, func(*il.Program) bool { return true }); got.Source.Text != "m() {}\n" {
		t.Errorf("if nothing is required, the program shrinks to\n%s\nwant m() {}", got.Source.Text)
	}
}

// TestShrinkLarge: a program of hundreds of statements is shrunk.
func TestShrinkLarge(t *testing.T) {
	o := wide()
	o.Statements, o.Methods, o.Threads, o.Private = 150, 4, 0, 0
	fails := has(&il.While{}, &il.Move{}, &il.Unlock{})
	for seed := uint64(0); ; seed++ {
		p := Program(Rand(seed), o)
		if Measure(p).Statements < 300 || !fails(p) {
			continue
		}
		small := Shrink(p, fails)
		mustBeLegal(t, small)
		if n := Measure(small).Statements; n > 4 {
			t.Errorf("a program of %d statements shrinks to %d, want at most 4:\n%s",
				Measure(p).Statements, n, small.Source.Text)
		}
		return
	}
}
