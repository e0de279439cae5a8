package il_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
)

// TestLockTexts: how levels are written with and without named locks.
func TestLockTexts(t *testing.T) {
	one, named := &il.Core{}, &il.Core{Locks: []string{"first", "second"}}
	for _, tt := range []struct {
		core          *il.Core
		held          map[string]int
		text, written string
		names         []string
	}{
		{one, nil, "", "0", nil}, {one, map[string]int{"": 1}, "x1", "1", nil},
		{one, map[string]int{"": 2}, "x2", "2", nil},
		{named, nil, "", "none", []string{}},
		{named, map[string]int{"first": 1, "second": 2}, "first, second x2", "first, second x2",
			[]string{"first", "second"}},
		{named, map[string]int{"": 1, "second": 1}, "unnamed, second", "unnamed, second",
			[]string{"", "second"}},
		{named, map[string]int{"": 3}, "unnamed x3", "unnamed x3", []string{""}},
	} {
		l := tt.core.LevelWith(tt.held)
		if text, written, names := tt.core.LevelText(l), tt.core.Written(l),
			tt.core.HeldNames(l); text != tt.text || written != tt.written ||
			!slices.Equal(names, tt.names) || (names == nil) != (tt.names == nil) {
			t.Errorf("%v of %v: %q, %q, %q", tt.held, tt.core.Locks, text, written, names)
		}
	}
	if one.OneLock("x") != nil {
		t.Error("OneLock refuses a program without named locks")
	}
	const want = "RacerD knows only the unnamed lock, and this program names locks"
	if err := named.OneLock("RacerD"); err == nil || err.Error() != want {
		t.Errorf("OneLock = %v, want %s", err, want)
	}
}

// TestLocksTaken lists the unnamed lock if the program takes it, or names none.
func TestLocksTaken(t *testing.T) {
	taking := func(slots ...int) *il.Core {
		u := &il.Unit{Body: block()}
		for _, slot := range slots {
			u.Body.Stmts = append(u.Body.Stmts, &il.Lock{LockRef: il.LockRef{Slot: slot}})
		}
		return &il.Core{Units: []*il.Unit{u}, Order: []*il.Unit{u}}
	}
	for _, tt := range []struct {
		core  *il.Core
		locks []string
		want  []il.LockRef
	}{
		{taking(), nil, []il.LockRef{{}}}, {taking(0), nil, []il.LockRef{{}}},
		{taking(1), []string{"m"}, []il.LockRef{{Lock: "m", Slot: 1, Among: true}}},
		{taking(0, 1), []string{"m"},
			[]il.LockRef{{Among: true}, {Lock: "m", Slot: 1, Among: true}}},
	} {
		tt.core.Locks = tt.locks
		if got := tt.core.LocksTaken(); !slices.Equal(got, tt.want) {
			t.Errorf("LocksTaken = %+v, want %+v", got, tt.want)
		}
	}
}

// TestSites: the sites of a pair of one unit with itself are sorted, others keep their sides.
func TestSites(t *testing.T) {
	m, n := &il.Unit{Name: "m"}, &il.Unit{Name: "n"}
	early, write, late := il.Site{At: 3}, il.Site{At: 3, Kind: il.Write}, il.Site{At: 4}
	for _, tt := range []struct {
		pair        il.Pair
		left, right il.Site
		want        il.Sites
	}{
		{il.Pair{Left: m, Right: m}, late, early, il.Sites{early, late}},
		{il.Pair{Left: m, Right: m}, write, early, il.Sites{early, write}},
		{il.Pair{Left: m, Right: m}, early, early, il.Sites{early, early}},
		{il.Pair{Left: m, Right: n}, late, early, il.Sites{late, early}},
	} {
		if got := tt.pair.Sites(tt.left, tt.right); got != tt.want {
			t.Errorf("Sites = %v, want %v", got, tt.want)
		}
	}
	a, b := il.Sites{early, late}, il.Sites{early, early}
	if a.Compare(b) <= 0 || b.Compare(a) >= 0 || a.Compare(a) != 0 || write.Compare(early) <= 0 {
		t.Error("Compare does not order by the left site, then by the right one")
	}
	core := &il.Core{Units: []*il.Unit{m}}
	only := il.Pair{Left: m, Right: n}
	if got := core.PairsOf(&only); !slices.Equal(got, []il.Pair{only}) {
		t.Errorf("PairsOf = %v, want the given pair", got)
	}
	if got, want := core.PairsOf(nil), core.Pairs(); !slices.Equal(got, want) {
		t.Errorf("PairsOf = %v, want all pairs, %v", got, want)
	}
}

// renaming doubles names and moves positions by 100.
type renaming struct{}

func (renaming) Pos(p il.Pos) il.Pos         { return p + 100 }
func (renaming) Variable(name string) string { return name + name }
func (renaming) Method(name string) string   { return name + name }
func (renaming) Expr(e il.Expr) il.Expr      { return il.Path(e.Root+e.Root, e.Fields...) }
func (renaming) Block(b *il.Block) *il.Block { return b }

// TestRebuild copies each part of each statement.
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
