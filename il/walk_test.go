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
		t.Errorf("AllStmts has %v, want the declared %v", listed, declared)
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
		got := panicOf(func() { f(foreign{}) })
		if want := "wobbly: no case for il_test.foreign"; got != want {
			t.Errorf("%s of a foreign statement panics with %q, want %q", name, got, want)
		}
	}
}

// panicOf returns the text with which f panics, "<nil>" if it does not.
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
	il.Walk(nil, func(s il.Stmt) { t.Errorf("Walk of the absent block visits %v", s) })
}

func TestVariablesAndFields(t *testing.T) {
	at := func(e il.Expr, p il.Pos) il.Expr { e.At = p; return e }
	tests := []struct {
		stmt   il.Stmt
		def    string // "" if it assigns no variable
		uses   string
		vars   string // with their positions
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
			t.Errorf("%T: Def = %q, %t and Uses = %q, want %q and %q", tt.stmt, def, ok, uses,
				tt.def, tt.uses)
		}
	}
	if len(tests) != len(il.AllStmts) {
		t.Errorf("the table has %d kinds of statement, want %d", len(tests), len(il.AllStmts))
	}
	if x, ok := il.Def(nil); ok || il.Uses(nil) != nil {
		t.Errorf("Def(nil) = %q, %t and Uses(nil) = %q, want none", x, ok, il.Uses(nil))
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
			t.Errorf("Blocks(%T) = %v, want %v", s, got, want)
		}
		_, loop := s.(*il.While)
		if choice := loop || len(want) == 2; il.IsChoice(s) != choice {
			t.Errorf("IsChoice(%T) = %t, want %t", s, !choice, choice)
		}
	}
	if got := il.Blocks(&il.If{Then: a}); !slices.Equal(got, []*il.Block{a, nil}) {
		t.Errorf("Blocks of an if without else = %v, want its branch and nil", got)
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
	if il.Any(b, func(il.Stmt) bool { return false }) {
		t.Error("Any with a property that no statement has = true")
	}
	if il.Any(nil, func(il.Stmt) bool { return true }) {
		t.Error("Any of the absent block = true")
	}
}

func TestHasSteps(t *testing.T) {
	idle := block(&il.Skip{}, &il.If{Then: block(&il.Skip{})}, &il.While{Body: block()})
	if il.HasSteps(idle) || il.HasSteps(nil) {
		t.Error("HasSteps of choices and skips = true")
	}
	for _, s := range il.AllStmts {
		if _, skip := s.(*il.Skip); skip || il.IsChoice(s) {
			continue
		}
		if !il.HasSteps(block(&il.While{Body: block(&il.If{Then: block(), Else: block(s)})})) {
			t.Errorf("HasSteps with a %T inside = false", s)
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
		t.Error("Map copies a block in which nothing changes")
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
		t.Errorf("Map returns\n%s\nwant\n%s", textOf(got), textOf(want))
	}
	if then := got.Stmts[1].(*il.If).Then.Stmts[0]; then != inside || got.Stmts[2] != b.Stmts[2] {
		t.Error("Map copies statements that do not change")
	}
	if after := textOf(b); after != before {
		t.Errorf("Map changes its argument to\n%s\nfrom\n%s", after, before)
	}
	if at := got.Stmts[1].Pos(); at != 2 {
		t.Errorf("the position of the new if is %d, want 2", at)
	}
	if il.Map(nil, nil) != nil {
		t.Error("Map of the absent block is a block")
	}
}

// block makes a block of statements.
func block(stmts ...il.Stmt) *il.Block { return &il.Block{Stmts: stmts} }

// textOf returns the text of a method with a block.
func textOf(b *il.Block) string {
	return il.Format(&il.Program{Decls: []il.Decl{&il.Method{Name: "m", Body: b}}})
}
