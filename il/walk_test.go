package il_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"

	"wobbly/il"
)

// AllStmts has every type with the marker method, so that the tests below
// that range over it miss none.
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

// foreign is a statement that the sum does not list.
type foreign struct{ il.Stmt }

// Every function over statements has a case for each kind, and says which it
// lacks.
func TestEverySwitchIsExhaustive(t *testing.T) {
	functions := map[string]func(il.Stmt){
		"EachVar":   func(s il.Stmt) { il.EachVar(s, func(string, il.Pos) {}) },
		"EachField": func(s il.Stmt) { il.EachField(s, func(string) {}) },
		"Lower":     func(s il.Stmt) { il.Lower(block(s), nil) },
	}
	for name, f := range functions {
		for _, s := range il.AllStmts {
			if y, ok := s.(*il.Synchronized); ok && y.Body == nil {
				s = &il.Synchronized{Body: block()}
			}
			f(s)
		}
		if got, want := panicOf(func() { f(foreign{}) }), "wobbly: no case for il_test.foreign"; got != want {
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
		&il.If{At: 2, Then: block(&il.Skip{At: 3}), Else: block(&il.While{At: 4, Body: block(&il.Skip{At: 5})})},
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

func TestEachVarAndEachField(t *testing.T) {
	at := func(e il.Expr, p il.Pos) il.Expr { e.At = p; return e }
	tests := []struct {
		stmt   il.Stmt
		vars   string
		fields string
	}{
		{&il.Skip{}, "", ""},
		{&il.Lock{}, "", ""},
		{&il.Unlock{}, "", ""},
		{&il.Copy{At: 1, Dst: "x", Src: "y", SrcAt: 2}, "x@1 y@2 ", ""},
		{&il.Load{At: 1, Dst: "x", Src: at(il.Path("y", "f", "g"), 2)}, "x@1 y@2 ", "f g "},
		{&il.Store{At: 1, Dst: at(il.Path("x", "f"), 1), Src: "y", SrcAt: 2}, "x@1 y@2 ", "f "},
		{&il.New{At: 1, Dst: "x"}, "x@1 ", ""},
		{&il.Call{At: 1, Method: "m", Args: []il.Expr{at(il.Var("x"), 2), at(il.Path("y", "f"), 3)}}, "x@2 y@3 ", "f "},
		{&il.Move{At: 1, Dst: at(il.Path("x", "f"), 1), Src: at(il.Path("y", "g"), 2)}, "x@1 y@2 ", "f g "},
		{&il.NewAt{At: 1, Dst: at(il.Path("x", "f"), 1)}, "x@1 ", "f "},
		{&il.If{Then: block(&il.New{Dst: "x"})}, "", ""},
		{&il.While{Body: block(&il.New{Dst: "x"})}, "", ""},
		{&il.Synchronized{Body: block(&il.NewAt{Dst: il.Path("x", "f")})}, "", ""},
	}
	for _, tt := range tests {
		vars, fields := "", ""
		il.EachVar(tt.stmt, func(name string, at il.Pos) { vars += fmt.Sprintf("%s@%d ", name, at) })
		il.EachField(tt.stmt, func(f string) { fields += f + " " })
		if vars != tt.vars || fields != tt.fields {
			t.Errorf("%T: vars %q fields %q, want %q %q", tt.stmt, vars, fields, tt.vars, tt.fields)
		}
	}
	if len(tests) != len(il.AllStmts) {
		t.Errorf("%d kinds of statement in the table, want %d", len(tests), len(il.AllStmts))
	}
}

// block makes a block of statements.
func block(stmts ...il.Stmt) *il.Block { return &il.Block{Stmts: stmts} }
