package il_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// TestAllStmtsIsComplete: AllStmts has every type with the marker method, so the tests below cover
// all statements.
func TestAllStmtsIsComplete(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "syntax.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared, listed []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "isStmt" {
			declared = append(declared, f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	for _, s := range il.AllStmts {
		listed = append(listed, reflect.TypeOf(s).Elem().Name())
	}
	slices.Sort(declared)
	slices.Sort(listed)
	if !slices.Equal(declared, listed) {
		t.Errorf("declared %v\nlisted   %v", declared, listed)
	}
}

// foreign is a statement that AllStmts does not have.
type foreign struct{ il.Stmt }

// TestEverySwitchIsExhaustive: every function over statements handles each kind, and panics with
// the name of any other.
func TestEverySwitchIsExhaustive(t *testing.T) {
	functions := map[string]func(il.Stmt){
		"Def":      func(s il.Stmt) { il.Def(s) },
		"EachExpr": func(s il.Stmt) { il.EachExpr(s, func(il.Expr) {}) },
		"Lower":    func(s il.Stmt) { il.Lower(block(s), nil) },
	}
	for name, f := range functions {
		for _, s := range il.AllStmts {
			if y, ok := s.(*il.Synchronized); ok && y.Body == nil {
				s = &il.Synchronized{Body: block()}
			}
			f(s)
		}
		if got, want := panicOf(func() {
			f(foreign{})
		}), "wobbly: no case for il_test.foreign"; got != want {
			t.Errorf("%s of a foreign statement: %q, want %q", name, got, want)
		}
	}
}

func panicOf(f func()) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestWalkVisitsInTextOrder(t *testing.T) {
	b := block(
		&il.Skip{At: 1},
		&il.If{
			At: 2, Then: block(&il.Skip{At: 3}),
			Else: block(&il.While{At: 4, Body: block(&il.Skip{At: 5})}),
		},
		&il.If{At: 6, Then: block()},
		&il.Synchronized{At: 7, Body: block(&il.Skip{At: 8})},
		&il.Call{At: 9},
	)
	var got []il.Pos
	il.Walk(b, func(s il.Stmt) { got = append(got, s.Pos()) })
	if want := []il.Pos{1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("visited %v, want %v", got, want)
	}
	il.Walk(nil, func(il.Stmt) { t.Error("the absent block has a statement") })
}

func TestVariablesAndFields(t *testing.T) {
	at := func(e il.Expr, p il.Pos) il.Expr { e.At = p; return e }
	tests := []struct {
		stmt   il.Stmt
		def    string
		uses   string
		vars   string
		fields string
	}{
		{&il.Skip{}, "", "", "", ""},
		{&il.Lock{}, "", "", "", ""},
		{&il.Unlock{}, "", "", "", ""},
		{&il.Copy{At: 1, Dst: "x", Src: "y", SrcAt: 2}, "x", "y", "x@1 y@2 ", ""},
		{&il.Load{At: 1, Dst: "x", Src: at(il.Path("y", "f", "g"), 2)}, "x", "y",
			"x@1 y@2 ", "f g "},
		{&il.Store{At: 1, Dst: at(il.Path("x", "f"), 1), Src: "y", SrcAt: 2}, "", "x y",
			"x@1 y@2 ", "f "},
		{&il.New{At: 1, Dst: "x"}, "x", "", "x@1 ", ""},
		{&il.Call{
			At: 1, Method: "m", Args: []il.Expr{at(il.Var("x"), 2), at(il.Path("y", "f"), 3)},
		}, "", "x y", "x@2 y@3 ", "f "},
		{&il.Move{At: 1, Dst: at(il.Path("x", "f"), 1), Src: at(il.Path("y", "g"), 2)}, "", "x y",
			"x@1 y@2 ", "f g "},
		{&il.NewAt{At: 1, Dst: at(il.Path("x", "f"), 1)}, "", "x", "x@1 ", "f "},
		{&il.If{Then: block(&il.New{Dst: "x"})}, "", "", "", ""},
		{&il.While{Body: block(&il.New{Dst: "x"})}, "", "", "", ""},
		{&il.Synchronized{Body: block(&il.NewAt{Dst: il.Path("x", "f")})}, "", "", "", ""},
	}
	for _, tt := range tests {
		vars, fields := "", ""
		il.EachVar(tt.stmt,
			func(name string, at il.Pos) { vars += fmt.Sprintf("%s@%d ", name, at) })
		il.EachField(tt.stmt, func(f string) { fields += f + " " })
		if vars != tt.vars || fields != tt.fields {
			t.Errorf("%T: vars %q fields %q, want %q %q", tt.stmt, vars, fields, tt.vars, tt.fields)
		}
		def, ok := il.Def(tt.stmt)
		uses := strings.Join(il.Uses(tt.stmt), " ")
		if def != tt.def || ok != (tt.def != "") || uses != tt.uses {
			t.Errorf("%T: assigns %q, %v and reads %q, want %q and %q", tt.stmt, def, ok, uses,
				tt.def, tt.uses)
		}
	}
	if len(tests) != len(il.AllStmts) {
		t.Errorf("%d kinds of statement in the table, want %d", len(tests), len(il.AllStmts))
	}
	if _, ok := il.Def(nil); ok || il.Uses(nil) != nil {
		t.Error("the absent statement names a variable")
	}
}

func TestBlocks(t *testing.T) {
	a, b := block(), block()
	for _, s := range il.AllStmts {
		var want []*il.Block
		switch s.(type) {
		case *il.If:
			s, want = &il.If{Then: a, Else: b}, []*il.Block{a, b}
		case *il.While:
			s, want = &il.While{Body: a}, []*il.Block{a}
		case *il.Synchronized:
			s, want = &il.Synchronized{Body: a}, []*il.Block{a}
		}
		if got := il.Blocks(s); !slices.Equal(got, want) {
			t.Errorf("%T has the blocks %v, want %v", s, got, want)
		}
		if choice := len(want) == 2 || reflect.TypeOf(s) == reflect.TypeFor[*il.While](); il.IsChoice(s) != choice {
			t.Errorf("%T: IsChoice = %v", s, !choice)
		}
	}
	if got := il.Blocks(&il.If{Then: a}); len(got) != 2 || got[0] != a || got[1] != nil {
		t.Errorf("an if without else has the blocks %v", got)
	}
}

func TestAnyStopsAtTheFirst(t *testing.T) {
	b := block(&il.Skip{At: 1},
		&il.If{At: 2, Then: block(&il.Skip{At: 3}), Else: block(&il.New{At: 4})}, &il.New{At: 5})
	var seen []il.Pos
	found := il.Any(b, func(s il.Stmt) bool {
		seen = append(seen, s.Pos())
		_, is := s.(*il.New)
		return is
	})
	if want := []il.Pos{1, 2, 3, 4}; !found || !slices.Equal(seen, want) {
		t.Errorf("found %v after %v, want true after %v", found, seen, want)
	}
	if il.Any(b, func(il.Stmt) bool { return false }) ||
		il.Any(nil, func(il.Stmt) bool { return true }) {
		t.Error("something was found where nothing is")
	}
}

func TestTakesSteps(t *testing.T) {
	idle := block(&il.Skip{}, &il.If{Then: block(&il.Skip{})}, &il.While{Body: block()})
	if il.HasSteps(idle) || il.HasSteps(nil) {
		t.Error("choices and skips take a step")
	}
	for _, s := range il.AllStmts {
		if _, skip := s.(*il.Skip); skip || il.IsChoice(s) {
			continue
		}
		if !il.HasSteps(block(&il.While{Body: block(&il.If{Then: block(), Else: block(s)})})) {
			t.Errorf("%T takes no step", s)
		}
	}
}

// TestMap: Map visits every statement in text order, inner ones first, and shares what does not
// change.
func TestMap(t *testing.T) {
	inside, loop := &il.Skip{At: 3}, block(&il.Skip{At: 5})
	b := block(
		&il.Skip{At: 1},
		&il.If{
			At: 2, Then: block(inside), Else: block(&il.Lock{At: 4}, &il.Skip{}, &il.Unlock{At: 5}),
		},
		&il.While{At: 6, Body: loop},
		&il.Synchronized{At: 8, Body: block(&il.New{At: 7, Dst: "y"})},
		&il.While{At: 10, Body: block(&il.Lock{At: 9}, &il.Skip{})},
	)
	before := textOf(b)
	var order []il.Pos
	same := func(s il.Stmt) ([]il.Stmt, bool) { order = append(order, s.Pos()); return nil, false }
	if il.Map(b, same) != b {
		t.Error("a block in which nothing changes is not shared")
	}
	if want := []il.Pos{1, 3, 4, 0, 5, 2, 5, 6, 7, 8, 9, 0, 10}; !slices.Equal(order, want) {
		t.Errorf("visited %v, want %v", order, want)
	}
	got := il.Map(b, func(s il.Stmt) ([]il.Stmt, bool) {
		switch s := s.(type) {
		case *il.Lock:
			return []il.Stmt{s, &il.New{Dst: "x"}}, true
		case *il.Unlock:
			return nil, true
		case *il.Synchronized:
			return append([]il.Stmt{&il.Lock{}}, s.Body.Stmts...), true
		default:
			return nil, false
		}
	})
	want := block(
		&il.Skip{},
		&il.If{Then: block(&il.Skip{}), Else: block(&il.Lock{}, &il.New{Dst: "x"}, &il.Skip{})},
		&il.While{Body: block(&il.Skip{})},
		&il.Lock{}, &il.New{Dst: "y"},
		&il.While{Body: block(&il.Lock{}, &il.New{Dst: "x"}, &il.Skip{})},
	)
	if textOf(got) != textOf(want) {
		t.Errorf("got %s\nwant %s", textOf(got), textOf(want))
	}
	if then := got.Stmts[1].(*il.If).Then.Stmts[0]; then != inside || got.Stmts[2] != b.Stmts[2] {
		t.Error("what does not change is copied")
	}
	if textOf(b) != before {
		t.Errorf("the block was changed: %s", textOf(b))
	}
	if at := got.Stmts[1].Pos(); at != 2 {
		t.Errorf("the new if stands at %d, want 2", at)
	}
	if il.Map(nil, nil) != nil {
		t.Error("the absent block becomes one")
	}
}

// block makes a block of statements.
func block(stmts ...il.Stmt) *il.Block { return &il.Block{Stmts: stmts} }

// textOf prints the statements of a block.
func textOf(b *il.Block) string { return il.Text(&il.Synchronized{Body: b}) }
