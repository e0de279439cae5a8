package il_test

import (
	"slices"
	"testing"

	"wobbly/il"
)

// TestCountAccesses: CountAccesses counts the accesses in all blocks.
func TestCountAccesses(t *testing.T) {
	one := func(s ...il.Stmt) *il.Block { return &il.Block{Stmts: s} }
	load := &il.Load{Dst: "x", Src: il.Path("y", "f")}
	store := &il.Store{Dst: il.Path("a", "f"), Src: "b"}
	for _, c := range []struct {
		b    *il.Block
		want int // -1 if only the two functions are compared
	}{
		{nil, 0},
		{one(), 0},
		{one(il.AllStmts...), -1},
		{one(load, store, load), 3},
		{one(&il.If{Then: one(load, load), Else: one(store)},
			&il.While{Body: one(load, &il.If{Then: one(store)})},
			&il.Synchronized{Body: one(store)}), 6},
	} {
		n := 0
		for range il.Accesses(c.b) {
			n++
		}
		if c.want >= 0 && n != c.want {
			t.Errorf("%v has %d accesses, want %d", c.b, n, c.want)
		}
		if got := il.CountAccesses(c.b); got != n {
			t.Errorf("CountAccesses(%v) = %d, want %d", c.b, got, n)
		}
	}
}

func TestAccessOf(t *testing.T) {
	load := &il.Load{At: 3, Dst: "x", Src: il.Path("y", "f", "g")}
	store := &il.Store{At: 5, Dst: il.Path("a", "f"), Src: "b"}
	var nodes []il.Node
	for _, s := range il.AllStmts {
		nodes = append(nodes, s)
	}
	for _, c := range il.AllCommands {
		nodes = append(nodes, c)
	}
	for _, n := range nodes {
		change, frames := 0, 0
		switch n.(type) {
		case *il.Load, *il.Store:
			continue
		case *il.Lock:
			change = 1
		case *il.Unlock:
			change = -1
		case il.Push:
			frames = 1
		case il.Pop:
			frames = -1
		}
		if _, ok := il.AccessOf(n); ok {
			t.Errorf("AccessOf(%T) finds an access", n)
		}
		if _, ok := il.SiteOf(n); ok {
			t.Errorf("SiteOf(%T) finds a site", n)
		}
		var before il.Level
		if got := before.After(n).Depth(); got != change {
			t.Errorf("%T changes the lock level by %d, want %d", n, got, change)
		}
		if _, isNew := n.(*il.New); il.Allocates(n) != isNew {
			t.Errorf("Allocates(%T) = %t, want %t", n, !isNew, isNew)
		}
		if got := il.FrameChange(n); got != frames {
			t.Errorf("FrameChange(%T) = %d, want %d", n, got, frames)
		}
	}
	if _, ok := il.AccessOf(nil); ok {
		t.Error("AccessOf(nil) finds an access")
	}
	a, okA := il.AccessOf(load)
	b, okB := il.AccessOf(store)
	if !okA || a.Site != (il.Site{At: 3, Kind: il.Read}) || a.Path.String() != "y.f.g" ||
		a.Field() != "g" || a.Base().String() != "y.f" {
		t.Errorf("AccessOf the load = %v, %t, want a read of y.f.g at 3", a, okA)
	}
	if !okB || b.Site != (il.Site{At: 5, Kind: il.Write}) || b.Path.String() != "a.f" ||
		b.Field() != "f" || b.Base().String() != "a" {
		t.Errorf("AccessOf the store = %v, %t, want a write of a.f at 5", b, okB)
	}
	if site, ok := il.SiteOf(store); !ok || site != b.Site {
		t.Errorf("SiteOf the store = %v, %t, want %v", site, ok, b.Site)
	}
	if x := append(a.Base().Fields, "h"); x[1] != "h" || load.Src.Fields[1] != "g" {
		t.Errorf("appending to Base changes the path to %v", load.Src)
	}
}

func TestCommandText(t *testing.T) {
	call := &il.Call{Method: "m", Args: []il.Expr{il.Var("x"), il.Path("y", "f")}}
	for want, c := range map[string]il.Command{
		"push(x, y.f)": il.Push{Call: call}, "pop()": il.Pop{Call: call},
		"x := new()": &il.New{Dst: "x"}, "lock()": &il.Lock{},
	} {
		if got := il.CommandText(c); got != want {
			t.Errorf("CommandText(%T) = %s, want %s", c, got, want)
		}
	}
}

// TestAccessesOf: the accesses of a statement are those of its lowered form.
func TestAccessesOf(t *testing.T) {
	path, other := il.Path("x", "f"), il.Path("y", "g")
	for _, s := range il.AllStmts {
		switch s.(type) {
		case *il.Load:
			s = &il.Load{At: 1, Src: path}
		case *il.Store:
			s = &il.Store{At: 2, Dst: path}
		case *il.Move:
			s = &il.Move{At: 3, Dst: path, Src: other}
		case *il.NewAt:
			s = &il.NewAt{At: 4, Dst: path}
		case *il.Synchronized:
			s = &il.Synchronized{Body: block()}
		}
		var want []il.Access
		for _, a := range il.Accesses(il.Lower(block(s), nil)) {
			want = append(want, a)
		}
		same := func(a, b il.Access) bool { return a.Site == b.Site && a.Path.Equal(b.Path) }
		if got := il.AccessesOf(s); !slices.EqualFunc(got, want, same) {
			t.Errorf("%T accesses %v, want %v", s, got, want)
		}
	}
}

func TestConflicts(t *testing.T) {
	access := func(k il.AccessKind, fields ...string) il.Access {
		return il.Access{Site: il.Site{Kind: k}, Path: il.Path("x", fields...)}
	}
	tests := []struct {
		a, b il.Access
		want bool
	}{
		{access(il.Read, "f"), access(il.Read, "f"), false},
		{access(il.Read, "f"), access(il.Write, "f"), true},
		{access(il.Write, "f"), access(il.Read, "g", "f"), true},
		{access(il.Write, "f"), access(il.Write, "f"), true},
		{access(il.Write, "f"), access(il.Write, "g"), false},
		{access(il.Write, "f", "g"), access(il.Write, "f"), false},
	}
	for _, tt := range tests {
		if tt.a.Conflicts(tt.b) != tt.want || tt.b.Conflicts(tt.a) != tt.want {
			t.Errorf("Conflicts of a %v of %v and a %v of %v = %t and, in the other order, %t, "+
				"want %t", tt.a.Kind, tt.a.Path, tt.b.Kind, tt.b.Path, tt.a.Conflicts(tt.b),
				tt.b.Conflicts(tt.a), tt.want)
		}
	}
}

func TestAccesses(t *testing.T) {
	b := block(
		&il.Load{At: 1, Dst: "x", Src: il.Path("y", "f")},
		&il.If{
			At: 2, Then: block(&il.Store{At: 3, Dst: il.Path("y", "g"), Src: "x"}),
			Else: block(&il.Skip{}),
		},
		&il.Load{At: 1, Dst: "x", Src: il.Path("y", "h")},
	)
	var fields []string
	for s, a := range il.Accesses(b) {
		if want, _ := il.AccessOf(s); a.Site != want.Site {
			t.Errorf("the access of %v is %v, want %v", s, a, want)
		}
		fields = append(fields, a.Field())
	}
	if want := []string{"f", "g", "h"}; !slices.Equal(fields, want) {
		t.Errorf("visited %v, want %v", fields, want)
	}
	for _, a := range il.Accesses(b) {
		fields = append(fields, a.Field())
		if a.Kind == il.Write {
			break
		}
	}
	if len(fields) != 5 {
		t.Errorf("visited %v: not stopped at the store", fields)
	}
}

func TestStmtOf(t *testing.T) {
	call := &il.Call{}
	for _, c := range il.AllCommands {
		want, _ := c.(il.Stmt)
		switch c.(type) {
		case il.Push:
			c, want = il.Push{Call: call}, call
		case il.Pop:
			c, want = il.Pop{Call: call}, call
		}
		if got := il.StmtOf(c); got != want {
			t.Errorf("StmtOf(%T) = %v, want %v", c, got, want)
		}
	}
}
