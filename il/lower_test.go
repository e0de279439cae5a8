package il_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"wobbly/il"
)

// expr returns an expression at a position.
func expr(at il.Pos, root string, fields ...string) il.Expr {
	return il.Expr{Root: root, Fields: fields, At: at}
}

func TestLowerSugar(t *testing.T) {
	formals := []string{"a", "b"}
	tests := []struct {
		name string
		from *il.Block
		want *il.Block
	}{
		{
			"path to path: a load, then a store",
			block(&il.Move{At: 1, Dst: expr(1, "x", "f"), Src: expr(5, "y", "g")}),
			block(
				&il.Load{At: 1, Dst: "t'1", Src: expr(5, "y", "g")},
				&il.Store{At: 1, Dst: expr(1, "x", "f"), Src: "t'1", SrcAt: 5}),
		},
		{
			"new object at a path",
			block(&il.NewAt{At: 1, Dst: expr(1, "x", "f")}),
			block(
				&il.New{At: 1, Dst: "t'1"},
				&il.Store{At: 1, Dst: expr(1, "x", "f"), Src: "t'1", SrcAt: 1}),
		},
		{
			"storing a formal: argument normal form",
			block(&il.Store{At: 1, Dst: expr(1, "x", "f"), Src: "b", SrcAt: 7}),
			block(
				&il.Copy{At: 1, Dst: "t'1", Src: "b", SrcAt: 7},
				&il.Store{At: 1, Dst: expr(1, "x", "f"), Src: "t'1", SrcAt: 7}),
		},
		{
			"synchronized: unlock at the closing brace",
			block(&il.Synchronized{
				At: 1, Body: &il.Block{End: 30, Stmts: []il.Stmt{&il.Skip{At: 16}}},
			}),
			block(&il.Lock{At: 1}, &il.Skip{At: 16}, &il.Unlock{At: 30}),
		},
		{
			"an empty synchronized still locks",
			block(&il.Synchronized{At: 1, Body: &il.Block{End: 5}}),
			block(&il.Lock{At: 1}, &il.Unlock{At: 5}),
		},
		{
			"nested sugar between other statements, numbered in text order",
			block(
				&il.Skip{At: 1},
				&il.Synchronized{At: 2, Body: &il.Block{End: 9, Stmts: []il.Stmt{
					&il.NewAt{At: 3, Dst: expr(3, "x", "f")},
					&il.If{At: 4, Then: block(&il.NewAt{At: 5, Dst: expr(5, "y", "f")})},
				}}},
				&il.Skip{At: 10},
				&il.While{
					At: 11, Body: block(&il.Store{
						At: 12, Dst: expr(12, "x", "f"), Src: "a", SrcAt: 13,
					}),
				}),
			block(
				&il.Skip{At: 1},
				&il.Lock{At: 2},
				&il.New{At: 3, Dst: "t'1"},
				&il.Store{At: 3, Dst: expr(3, "x", "f"), Src: "t'1", SrcAt: 3},
				&il.If{At: 4, Then: block(
					&il.New{At: 5, Dst: "t'2"},
					&il.Store{At: 5, Dst: expr(5, "y", "f"), Src: "t'2", SrcAt: 5})},
				&il.Unlock{At: 9},
				&il.Skip{At: 10},
				&il.While{At: 11, Body: block(
					&il.Copy{At: 12, Dst: "t'3", Src: "a", SrcAt: 13},
					&il.Store{At: 12, Dst: expr(12, "x", "f"), Src: "t'3", SrcAt: 13})}),
		},
		{
			"blocks keep their braces",
			&il.Block{At: 3, End: 8, Stmts: []il.Stmt{&il.NewAt{At: 4, Dst: expr(4, "x", "f")}}},
			&il.Block{At: 3, End: 8, Stmts: []il.Stmt{
				&il.New{At: 4, Dst: "t'1"},
				&il.Store{At: 4, Dst: expr(4, "x", "f"), Src: "t'1", SrcAt: 4}}},
		},
		{"no block", nil, nil},
	}
	for _, tt := range tests {
		if got := il.Lower(tt.from, formals); !reflect.DeepEqual(got, withValues(tt.want)) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, dump(got), dump(tt.want))
		}
	}
}

// withValues sets the Value of each store of a fresh local: the statement before it, which assigned
// the local.
func withValues(b *il.Block) *il.Block {
	for i, s := range b.List() {
		if store, ok := s.(*il.Store); ok && il.IsTemporary(store.Src) {
			store.Value = b.Stmts[i-1]
		}
		for _, inside := range il.Blocks(s) {
			withValues(inside)
		}
	}
	return b
}

// TestSourceText: lowered statements are shown as in the source.
func TestSourceText(t *testing.T) {
	xf, yg := il.Path("x", "f"), il.Path("y", "g")
	b := il.Lower(block(
		&il.Store{Dst: xf, Src: "b"}, &il.Move{Dst: xf, Src: yg}, &il.NewAt{Dst: xf},
		&il.Store{Dst: xf, Src: "y"}, &il.Copy{Dst: "x", Src: "y"}, &il.Load{Dst: "x", Src: yg},
		&il.New{Dst: "x"}, &il.Lock{},
	), []string{"b"})
	want := []string{
		"b", "x.f := b", "y.g", "x.f := y.g", "new()", "x.f := new()",
		"x.f := y", "x := y", "x := y.g", "x := new()", "lock()",
	}
	for i, s := range b.List() {
		if got := il.SourceText(s); got != want[i] {
			t.Errorf("SourceText(%s) = %q, want %q", il.Text(s), got, want[i])
		}
	}
}

// TestLowerStoreDependsOnFormals: a store is lowered only if it stores a formal. Thread blocks have
// none.
func TestLowerStoreDependsOnFormals(t *testing.T) {
	b := block(&il.Store{Dst: il.Path("x", "f"), Src: "arg1"})
	for _, tt := range []struct {
		formals []string
		core    bool
	}{
		{nil, true},
		{[]string{"b"}, true},
		{[]string{"b", "arg1"}, false},
		{[]string{"x"}, true},
	} {
		if got := il.Lower(b, tt.formals) == b; got != tt.core {
			t.Errorf("Lower with the formals %v returns the same block: %t, want %t", tt.formals, got,
				tt.core)
		}
	}
}

// TestLowerManyFormals: a name is recognised as a formal no matter how many formals there are.
func TestLowerManyFormals(t *testing.T) {
	for n := range 40 {
		var formals []string
		for i := range n {
			formals = append(formals, fmt.Sprintf("a%d", i))
		}
		for i := range 40 {
			b := block(&il.Store{Dst: il.Path("x", "f"), Src: fmt.Sprintf("a%d", i)})
			if lowered := il.Lower(b, formals) != b; lowered != (i < n) {
				t.Errorf("with %d formals, a store of a%d is lowered: %t, want %t", n, i, lowered,
					i < n)
			}
		}
	}
}

// TestLowerManyTemporaries: fresh locals are numbered consecutively.
func TestLowerManyTemporaries(t *testing.T) {
	const n = 40
	from := block()
	for range n {
		from.Stmts = append(from.Stmts, &il.NewAt{Dst: il.Path("x", "f")})
	}
	lowered := il.Lower(from, nil).Stmts
	if len(lowered) != 2*n {
		t.Fatalf("Lower returns %d statements, want %d", len(lowered), 2*n)
	}
	for i := range n {
		want := fmt.Sprintf("t'%d", i+1)
		if s, ok := lowered[2*i].(*il.New); !ok || s.Dst != want {
			t.Errorf("statement %d is %s, want %s := new()", 2*i, il.Text(lowered[2*i]), want)
		}
	}
}

// TestLowerShares: blocks without sugar are shared with the source tree, which stays as it is.
func TestLowerShares(t *testing.T) {
	plain := block(&il.Skip{}, &il.If{Then: block(&il.New{Dst: "x"})}, &il.While{Body: block()})
	if il.Lower(plain, nil) != plain {
		t.Error("Lower copies a block without sugar")
	}
	then, els := block(&il.Skip{}), block(&il.NewAt{Dst: il.Path("x", "f")})
	branch, loop := &il.If{Then: then, Else: els}, &il.While{Body: plain}
	from := block(loop, branch)
	before := slices.Clone(from.Stmts)
	got := il.Lower(from, nil)
	if got == from || got.Stmts[0] != il.Stmt(loop) || got.Stmts[1] == il.Stmt(branch) {
		t.Errorf("Lower = %s, want only the if copied", dump(got))
	}
	lowered := got.Stmts[1].(*il.If)
	if lowered.Then != then || lowered.Else == els {
		t.Error("Lower copies the branch without sugar or shares the other one")
	}
	if !slices.Equal(from.Stmts, before) || branch.Else != els || len(els.Stmts) != 1 {
		t.Error("Lower changes the source tree")
	}
}

// dump prints a tree for a failure message.
func dump(b *il.Block) string {
	text := "{"
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.If:
			text += fmt.Sprintf(" if@%d %s else %s", s.At, dump(s.Then), dump(s.Else))
		case *il.While:
			text += fmt.Sprintf(" while@%d %s", s.At, dump(s.Body))
		case *il.Synchronized:
			text += fmt.Sprintf(" synchronized@%d %s", s.At, dump(s.Body))
		default:
			text += fmt.Sprintf(" %T%+v", s, reflect.ValueOf(s).Elem())
		}
	}
	return text + " }"
}
