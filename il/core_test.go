package il_test

import (
	"slices"
	"testing"

	"wobbly/il"
)

func TestFormalNames(t *testing.T) {
	tests := []struct {
		name  string
		index int // 0: no formal
	}{
		{"arg1", 1}, {"arg2", 2}, {"arg10", 10}, {"arg999999999", 999999999},
		{"arg", 0}, {"arg0", 0}, {"arg01", 0}, {"arg1x", 0}, {"arg-1", 0}, {"arg+1", 0},
		{"Arg1", 0}, {"xarg1", 0},
		{"", 0}, {"1", 0}, {"arg1000000000", 0}, {"arg99999999999999999999", 0}, {"arg١", 0},
	}
	for _, tt := range tests {
		i, ok := il.FormalIndex(tt.name)
		if i != tt.index || ok != (tt.index > 0) || il.IsFormalName(tt.name) != ok {
			t.Errorf("FormalIndex(%q) = %d, %v, want %d", tt.name, i, ok, tt.index)
		}
	}
}

func TestFormalsOf(t *testing.T) {
	tests := []struct {
		name  string
		block *il.Block
		want  []string
	}{
		{"no block", nil, nil},
		{"locals only", block(&il.New{Dst: "x"}), nil},
		{"by number, not by spelling", block(
			&il.Load{Dst: "arg10", Src: il.Path("arg2", "f")},
			&il.Copy{Dst: "arg1", Src: "arg10"}), []string{"arg1", "arg2", "arg10"}},
		{"gaps stay",
			block(&il.Call{Method: "m", Args: []il.Expr{il.Var("arg7"), il.Path("arg3", "arg1")}}),
			[]string{"arg3", "arg7"}},
		{"inside blocks and sugar", block(
			&il.If{
				Then: block(&il.NewAt{Dst: il.Path("arg4", "f")}),
				Else: block(&il.Move{Dst: il.Path("arg3", "f"), Src: il.Path("arg2", "f")}),
			},
			&il.While{Body: block(&il.Synchronized{Body: block(&il.Store{
				Dst: il.Path("x", "f"), Src: "arg1",
			})})}),
			[]string{"arg1", "arg2", "arg3", "arg4"}},
		{"similar names", block(&il.Copy{Dst: "arg0", Src: "arg01"}), nil},
	}
	for _, tt := range tests {
		if got := il.FormalsOf(tt.block); !slices.Equal(got, tt.want) {
			t.Errorf("%s: FormalsOf = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFormal(t *testing.T) {
	method := &il.Unit{Formals: []string{"b", "arg1"}}
	thread := &il.Unit{Thread: true, Formals: []string{"arg1", "arg3"}}
	tests := []struct {
		unit *il.Unit
		name string
		want int
	}{
		{method, "b", 0}, {method, "arg1", 1}, {method, "x", -1}, {method, "arg2", -1},
		{method, "", -1},
		{thread, "arg1", 0}, {thread, "arg3", 1}, {thread, "arg2", -1}, {thread, "b", -1},
	}
	for _, tt := range tests {
		if got := tt.unit.Formal(tt.name); got != tt.want {
			t.Errorf("Formal(%q) of %v = %d, want %d", tt.name, tt.unit.Formals, got, tt.want)
		}
	}
}

func TestVariables(t *testing.T) {
	u := &il.Unit{Formals: []string{"b", "a"}, Body: block(
		&il.Load{Dst: "y", Src: il.Path("a", "f")},
		&il.While{Body: block(&il.Copy{Dst: "x", Src: "y"},
			&il.Call{Args: []il.Expr{il.Var("z")}})},
	)}
	if got, want := u.Variables(), []string{"b", "a", "y", "x", "z"}; !slices.Equal(got, want) {
		t.Errorf("Variables = %v, want %v", got, want)
	}
	if len(u.Formals) != 2 {
		t.Errorf("Variables changes the formals to %v", u.Formals)
	}
}

func TestBodies(t *testing.T) {
	m, a, b := block(), block(), block()
	p := &il.Program{Decls: []il.Decl{
		&il.Init{}, &il.Method{Body: m}, &il.Parallel{Blocks: [2]*il.Block{a, b}},
	}}
	if got := p.Bodies(); !slices.Equal(got, []*il.Block{m, a, b}) {
		t.Errorf("Bodies = %v, want those of m, A and B", got)
	}
}

func TestPairs(t *testing.T) {
	method := func(name string) *il.Unit { return &il.Unit{Name: name} }
	private := func(name string) *il.Unit { return &il.Unit{Name: name, Private: true} }
	a, b := &il.Unit{Name: "A", Thread: true}, &il.Unit{Name: "B", Thread: true}
	tests := []struct {
		name string
		core il.Core
		want []string
	}{
		{"no unit", il.Core{}, nil},
		{"one method pairs with itself", il.Core{Units: []*il.Unit{method("m")}}, []string{"m,m"}},
		{"unordered pairs", il.Core{Units: []*il.Unit{method("m"), method("n"), method("k")}},
			[]string{"m,m", "m,n", "m,k", "n,n", "n,k", "k,k"}},
		{"private methods are only called",
			il.Core{Units: []*il.Unit{method("m"), private("p"), method("n")}},
			[]string{"m,m", "m,n", "n,n"}},
		{"all private", il.Core{Units: []*il.Unit{private("p")}}, nil},
		{"a parallel composition is the one program",
			il.Core{Units: []*il.Unit{method("m"), a, b}, Threads: [2]*il.Unit{a, b}},
			[]string{"A,B"}},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range tt.core.Pairs() {
			got = append(got, p.Left.Name+","+p.Right.Name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: Pairs = %v, want %v", tt.name, got, tt.want)
		}
		for _, u := range tt.core.Units {
			occurs := slices.ContainsFunc(tt.core.Pairs(),
				func(p il.Pair) bool { return p.Left == u || p.Right == u })
			if tt.core.IsUnitOfPairs(u) != occurs {
				t.Errorf("%s: IsUnitOfPairs(%s) = %t, want %t", tt.name, u.Name, !occurs, occurs)
			}
		}
	}
}

func TestAccessKindString(t *testing.T) {
	if il.Read.String() != "read" || il.Write.String() != "write" {
		t.Errorf("the kinds are %q and %q, want read and write", il.Read, il.Write)
	}
}

// TestLevelText: if there are no named locks, the unnamed lock is shown as a depth; otherwise it is
// named.
func TestLevelText(t *testing.T) {
	held := il.LevelOf(2)
	for want, core := range map[string]*il.Core{"x2": {}, "unnamed x2": {Locks: []string{"m"}}} {
		if got := core.LevelText(held); got != want {
			t.Errorf("LevelText = %q, want %q", got, want)
		}
	}
	core := &il.Core{Locks: []string{"m", "n"}}
	if got := core.LevelText(held.With(2, 1)); got != "unnamed x2, n" {
		t.Errorf("LevelText = %q, want the unnamed lock twice, and n", got)
	}
}
