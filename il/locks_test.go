package il_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
)

// TestLockTexts checks how levels are written with and without named locks.
func TestLockTexts(t *testing.T) {
	one, named := &il.Core{}, &il.Core{Locks: []string{"first", "second"}}
	type texts struct {
		Text, Written string
		Names         []string
	}
	for _, tt := range []struct {
		core *il.Core
		held map[string]int
		want texts
	}{
		{one, nil, texts{"", "0", nil}},
		{one, map[string]int{"": 1}, texts{"x1", "1", nil}},
		{one, map[string]int{"": 2}, texts{"x2", "2", nil}},
		{named, nil, texts{"", "none", []string{}}},
		{named, map[string]int{"first": 1, "second": 2},
			texts{"first, second x2", "first, second x2", []string{"first", "second"}}},
		{named, map[string]int{"": 1, "second": 1},
			texts{"unnamed, second", "unnamed, second", []string{"", "second"}}},
		{named, map[string]int{"": 3}, texts{"unnamed x3", "unnamed x3", []string{""}}},
	} {
		l := tt.core.LevelWith(tt.held)
		got := texts{tt.core.LevelText(l), tt.core.Written(l), tt.core.HeldNames(l)}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v of the locks %q (-want +got):\n%s", tt.held, tt.core.Locks, diff)
		}
	}
}

// TestOneLock checks that OneLock refuses exactly the programs with named locks.
func TestOneLock(t *testing.T) {
	if err := (&il.Core{}).OneLock("RacerD"); err != nil {
		t.Errorf("OneLock without named locks = %v, want no error", err)
	}
	const want = "RacerD knows only the unnamed lock, and this program names locks"
	err := (&il.Core{Locks: []string{"first"}}).OneLock("RacerD")
	if err == nil || err.Error() != want {
		t.Errorf("OneLock with a named lock = %v, want %q", err, want)
	}
}

// TestLocksTaken checks that the unnamed lock is listed if the program takes it or names none.
func TestLocksTaken(t *testing.T) {
	m := il.LockRef{Lock: "m", Slot: 1, Among: true}
	for _, tt := range []struct {
		slots []int
		locks []string
		want  []il.LockRef
	}{
		{nil, nil, []il.LockRef{{}}},
		{[]int{0}, nil, []il.LockRef{{}}},
		{[]int{1}, []string{"m"}, []il.LockRef{m}},
		{[]int{0, 1}, []string{"m"}, []il.LockRef{{Among: true}, m}},
	} {
		u := &il.Unit{Body: block()}
		for _, slot := range tt.slots {
			u.Body.Stmts = append(u.Body.Stmts, &il.Lock{LockRef: il.LockRef{Slot: slot}})
		}
		core := &il.Core{Units: []*il.Unit{u}, Order: []*il.Unit{u}, Locks: tt.locks}
		if got := core.LocksTaken(); !slices.Equal(got, tt.want) {
			t.Errorf("LocksTaken with slots %v of %q = %+v, want %+v", tt.slots, tt.locks, got,
				tt.want)
		}
	}
}

// TestSites checks that the sites of a pair of one unit with itself are sorted, and that those of
// other pairs keep their sides.
func TestSites(t *testing.T) {
	m, n := &il.Unit{Name: "m"}, &il.Unit{Name: "n"}
	same, other := il.Pair{Left: m, Right: m}, il.Pair{Left: m, Right: n}
	early, write, late := il.Site{At: 3}, il.Site{At: 3, Kind: il.Write}, il.Site{At: 4}
	for _, tt := range []struct {
		pair        il.Pair
		left, right il.Site
		want        il.Sites
	}{
		{same, late, early, il.Sites{early, late}},
		{same, write, early, il.Sites{early, write}},
		{same, early, early, il.Sites{early, early}},
		{other, late, early, il.Sites{late, early}},
	} {
		if got := tt.pair.Sites(tt.left, tt.right); got != tt.want {
			t.Errorf("Sites(%v, %v) = %v, want %v", tt.left, tt.right, got, tt.want)
		}
	}
}

// TestCompareSites checks that sites are ordered by the left site, then by the right one.
func TestCompareSites(t *testing.T) {
	early, write, late := il.Site{At: 3}, il.Site{At: 3, Kind: il.Write}, il.Site{At: 4}
	sorted := []il.Sites{{early, early}, {early, write}, {early, late}, {write, early}}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := a.Compare(b); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%v.Compare(%v) = %d, want the order of %v", a, b, got, sorted)
			}
		}
	}
}

// TestPairsOf checks that PairsOf returns the given pair, or all pairs without one.
func TestPairsOf(t *testing.T) {
	m, n := &il.Unit{Name: "m"}, &il.Unit{Name: "n"}
	core := &il.Core{Units: []*il.Unit{m}}
	only := il.Pair{Left: m, Right: n}
	if got := core.PairsOf(&only); !slices.Equal(got, []il.Pair{only}) {
		t.Errorf("PairsOf(%v) = %v, want that pair", only, got)
	}
	if got, want := core.PairsOf(nil), core.Pairs(); !slices.Equal(got, want) {
		t.Errorf("PairsOf(nil) = %v, want all pairs, %v", got, want)
	}
}

// A renaming doubles names and moves positions by 100.
type renaming struct{}

func (renaming) Pos(p il.Pos) il.Pos         { return p + 100 }
func (renaming) Variable(name string) string { return name + name }
func (renaming) Method(name string) string   { return name + name }
func (renaming) Expr(e il.Expr) il.Expr      { return il.Path(e.Root+e.Root, e.Fields...) }
func (renaming) Block(b *il.Block) *il.Block { return b }

// TestRebuild checks that Rebuild maps each part of each statement.
func TestRebuild(t *testing.T) {
	inner := block(&il.Skip{At: 1})
	for _, tt := range []struct{ s, want il.Stmt }{
		{&il.Skip{At: 1}, &il.Skip{At: 101}},
		{&il.Copy{At: 1, Dst: "a", Src: "b", SrcAt: 2},
			&il.Copy{At: 101, Dst: "aa", Src: "bb", SrcAt: 102}},
		{&il.Load{At: 1, Dst: "a", Src: il.Path("b", "f")},
			&il.Load{At: 101, Dst: "aa", Src: il.Path("bb", "f")}},
		{&il.Store{At: 1, Dst: il.Path("b", "f"), Src: "a", SrcAt: 2},
			&il.Store{At: 101, Dst: il.Path("bb", "f"), Src: "aa", SrcAt: 102}},
		{&il.New{At: 1, Dst: "a"}, &il.New{At: 101, Dst: "aa"}},
		{&il.Lock{At: 1}, &il.Lock{At: 101}},
		{&il.Lock{At: 1, LockRef: il.LockRef{Lock: "m", Slot: 1, LockAt: 2}},
			&il.Lock{At: 101, LockRef: il.LockRef{Lock: "m", Slot: 1, LockAt: 102}}},
		{&il.Unlock{At: 1, LockRef: il.LockRef{Lock: "m", Slot: 1, LockAt: 2}},
			&il.Unlock{At: 101, LockRef: il.LockRef{Lock: "m", Slot: 1, LockAt: 102}}},
		{&il.If{At: 1, Then: inner, Else: inner}, &il.If{At: 101, Then: inner, Else: inner}},
		{&il.While{At: 1, Body: inner}, &il.While{At: 101, Body: inner}},
		{&il.Call{At: 1, Method: "k", Args: []il.Expr{il.Path("a"), il.Path("b", "f")}},
			&il.Call{At: 101, Method: "kk", Args: []il.Expr{il.Path("aa"), il.Path("bb", "f")}}},
		{&il.Move{At: 1, Dst: il.Path("a", "f"), Src: il.Path("b")},
			&il.Move{At: 101, Dst: il.Path("aa", "f"), Src: il.Path("bb")}},
		{&il.NewAt{At: 1, Dst: il.Path("a", "f")}, &il.NewAt{At: 101, Dst: il.Path("aa", "f")}},
		{&il.Synchronized{At: 1, Body: inner}, &il.Synchronized{At: 101, Body: inner}},
	} {
		if diff := cmp.Diff(tt.want, il.Rebuild(tt.s, renaming{})); diff != "" {
			t.Errorf("%T (-want +got):\n%s", tt.s, diff)
		}
	}
}
