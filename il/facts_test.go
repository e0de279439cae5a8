package il_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"wobbly/il"
)

// calls returns a core with one unit for each letter, in call order, and its calls.
func calls(order string, edges map[string]string) (*il.Core, map[string]*il.Unit) {
	c, units := &il.Core{Methods: map[string]*il.Unit{}}, map[string]*il.Unit{}
	for _, r := range order {
		name := string(r)
		u := &il.Unit{Index: len(c.Units), Name: name, Body: block()}
		for _, m := range edges[name] {
			u.Body.Stmts = append(u.Body.Stmts, &il.If{Then: block(&il.Call{Method: string(m)})})
		}
		c.Units, c.Order = append(c.Units, u), append(c.Order, u)
		c.Methods[name], units[name] = u, u
	}
	c.Seal()
	return c, units
}

// names returns the names of units, without separators.
func names(units []*il.Unit) (text string) {
	for _, u := range units {
		text += u.Name
	}
	return text
}

func TestReachable(t *testing.T) {
	c, units := calls("edcba", map[string]string{"a": "bcb", "b": "d", "c": "d"})
	tests := []struct{ from, want string }{
		{"a", "abcd"}, {"b", "bd"}, {"d", "d"}, {"e", "e"}, {"cb", "bcd"}, {"ea", "abcde"},
		{"aa", "abcd"}, {"", ""},
	}
	for _, tt := range tests {
		var from []*il.Unit
		for _, r := range tt.from {
			from = append(from, units[string(r)])
		}
		if got := names(c.Reachable(from...)); got != tt.want {
			t.Errorf("Reachable from %q = %q, want %q", tt.from, got, tt.want)
		}
		if names(from) != tt.from {
			t.Errorf("Reachable changes its argument %q to %q", tt.from, names(from))
		}
	}
	if got := names(c.Callees(units["a"])); got != "bc" {
		t.Errorf("Callees(a) = %q, want bc", got)
	}
	if got := len(c.Calls(units["a"])); got != 3 {
		t.Errorf("Calls(a) has %d calls, want 3", got)
	}
}

// TestEntryLevels: the entry level of a method is the lowest level of its calls, on any path from
// the unit.
func TestEntryLevels(t *testing.T) {
	b, c, d := &il.Unit{Name: "b"}, &il.Unit{Name: "c"}, &il.Unit{Name: "d"}
	call := func(method string) il.Stmt { return &il.Call{Method: method} }
	body := func(list ...il.Stmt) *il.Block { return &il.Block{Stmts: list} }
	a := &il.Unit{
		Name: "a", Body: body(&il.Lock{}, call("b"), &il.Lock{}, call("c"), call("b"), &il.Unlock{},
			&il.Unlock{}),
	}
	b.Body = body(&il.Lock{}, call("d"), &il.Unlock{}, call("c"))
	c.Body = body(call("d"))
	d.Body = body()
	core := &il.Core{
		Order: []*il.Unit{d, c, b, a}, Units: []*il.Unit{a, b, c, d},
		Methods: map[string]*il.Unit{"a": a, "b": b, "c": c, "d": d},
	}
	for from, want := range map[*il.Unit]string{a: "a0 b1 c1 d1", b: "b0 c0 d0", d: "d0"} {
		var got []string
		for u, level := range core.EntryLevels(from) {
			got = append(got, fmt.Sprint(u.Name, level))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("EntryLevels(%s) = %q, want %q", from.Name, got, want)
		}
	}
	for range core.EntryLevels(a) { // must not panic
		break
	}
}

// TestReachableOverACycle: the methods of a cycle of calls, and those that the cycle calls, are
// reached.
func TestReachableOverACycle(t *testing.T) {
	c, units := calls("bca", map[string]string{"a": "b", "b": "c", "c": "a"})
	for name, u := range units {
		if got := names(c.Reachable(u)); got != "acb" {
			t.Errorf("Reachable(%s) = %q, want acb", name, got)
		}
	}
}

func TestHasLoop(t *testing.T) {
	c, units := calls("dcba", map[string]string{"a": "b", "b": "c"})
	units["c"].Body.Stmts = append(units["c"].Body.Stmts,
		&il.If{Then: block(), Else: block(&il.While{Body: block()})})
	c.Seal()
	for name, want := range map[string]bool{"a": true, "b": true, "c": true, "d": false} {
		if c.HasLoop(units[name]) != want {
			t.Errorf("HasLoop(%s) = %t, want %t", name, !want, want)
		}
	}
	if !c.HasLoop(units["d"], units["a"]) {
		t.Error("HasLoop(d, a) = false, want true")
	}
	if c.HasLoop() {
		t.Error("HasLoop of no unit = true, want false")
	}
}

func TestLevelAt(t *testing.T) {
	stmts := []struct {
		stmt  il.Stmt
		depth int
	}{
		{&il.Skip{}, 0}, {&il.Lock{}, 0}, {&il.Skip{}, 1}, {&il.Lock{}, 1}, {&il.Skip{}, 2},
		{&il.Unlock{}, 2}, {&il.Unlock{}, 1}, {&il.Skip{}, 0},
		{&il.If{Then: block(&il.Lock{}, &il.Unlock{}), Else: block(&il.Lock{}, &il.Unlock{})}, 0},
		{&il.New{}, 0},
	}
	u := &il.Unit{Name: "m", Body: block()}
	for _, s := range stmts {
		u.Body.Stmts = append(u.Body.Stmts, s.stmt)
	}
	v := &il.Unit{Index: 1, Name: "n", Body: block(&il.Lock{}, &il.Unlock{}, &il.Skip{})}
	c := &il.Core{Units: []*il.Unit{u, v}, Order: []*il.Unit{v, u}}
	c.Seal()
	for i, s := range stmts {
		if got := c.LevelAt(s.stmt).Depth(); got != s.depth || c.UnitOf(s.stmt) != u {
			t.Errorf("statement %d is at level %d of %s, want %d of m", i, got,
				c.UnitOf(s.stmt).Name, s.depth)
		}
	}
	branch := u.Body.Stmts[8].(*il.If)
	for i, s := range []il.Stmt{
		branch.Then.Stmts[0], branch.Then.Stmts[1], branch.Else.Stmts[0], branch.Else.Stmts[1],
		v.Body.Stmts[1], v.Body.Stmts[2],
	} {
		if got, want := c.LevelAt(s).Depth(), []int{0, 1, 0, 1, 1, 0}[i]; got != want {
			t.Errorf("statement %d of an inner block is at level %d, want %d", i, got, want)
		}
	}
	if c.UnitOf(v.Body.Stmts[0]) != v {
		t.Error("UnitOf a statement of n is another unit")
	}
	got := panicOf(func() { c.LevelAt(&il.Skip{}) })
	if want := "il: the statement is not in the core"; got != want {
		t.Errorf("LevelAt of a foreign statement panics with %q, want %q", got, want)
	}
}

func TestAccessAt(t *testing.T) {
	load, store := &il.Load{At: 4, Src: il.Path("x", "f")}, &il.Store{At: 4, Dst: il.Path("x", "f")}
	c := &il.Core{Units: []*il.Unit{{Body: block(load)}, {Body: block(&il.If{Then: block(store)})}}}
	for _, s := range []il.Stmt{load, store} {
		site, _ := il.SiteOf(s)
		if got, ok := c.AccessAt(site); !ok || got != s {
			t.Errorf("AccessAt(%v) = %v, %t, want %v", site, got, ok, s)
		}
	}
	if got, ok := c.AccessAt(il.Site{At: 5}); ok {
		t.Errorf("AccessAt(5) = %v, want none", got)
	}
}

// TestSeal: the facts about a core follow its changes until it is sealed, and a copy does not
// inherit them.
func TestSeal(t *testing.T) {
	u := &il.Unit{Body: block()}
	c := &il.Core{Units: []*il.Unit{u}, Order: []*il.Unit{u}}
	addLoop := func(u *il.Unit) { u.Body = block(&il.While{Body: block()}) }
	if c.HasLoop(u) {
		t.Error("HasLoop of the empty unit = true")
	}
	addLoop(u)
	if !c.HasLoop(u) {
		t.Error("HasLoop = false after a change of a core that is not sealed")
	}
	c.Seal()
	v := &il.Unit{Body: block(&il.Call{Method: "m"})}
	copied := *c
	copied.Units = []*il.Unit{v, u}
	copied.Order = []*il.Unit{u, v}
	copied.Methods = map[string]*il.Unit{"m": u}
	if !c.HasLoop(u) {
		t.Error("HasLoop = false in the sealed core")
	}
	if !copied.HasLoop(v) || len(copied.Reachable(v)) != 2 {
		t.Error("the copy of a sealed core has the facts of the original")
	}
	u.Body = block()
	c.Seal()
	if c.HasLoop(u) {
		t.Error("HasLoop = true after the core was changed and sealed again")
	}
	addLoop(v)
	if !c.HasLoop(v) {
		t.Error("HasLoop = false for a unit outside the core that has a loop")
	}
}

// TestConcurrentFacts: the facts about a sealed core may be requested concurrently.
func TestConcurrentFacts(t *testing.T) {
	c, units := calls("cba", map[string]string{"a": "b", "b": "c"})
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := names(c.Reachable(units["a"])); got != "abc" {
				t.Errorf("Reachable(a) = %q, want abc", got)
			}
		})
	}
	wait.Wait()
	if got := names(c.Callees(units["c"])); got != "" {
		t.Errorf("Callees(c) = %q, want none", got)
	}
}

// TestFactsOfAForeignUnit: a unit that does not belong to the core is analyzed by itself, even if
// its index is just beyond those of the core.
func TestFactsOfAForeignUnit(t *testing.T) {
	c, units := calls("cb", map[string]string{"b": "c"})
	for index := range 4 {
		foreign := &il.Unit{
			Index: index, Name: "f", Body: block(&il.While{Body: block(&il.Call{Method: "b"})}),
		}
		if got := names(c.Reachable(foreign)); got != "fbc" && got != "bcf" {
			t.Errorf("index %d: Reachable = %q, want fbc or bcf", index, got)
		}
		if !c.HasLoop(foreign) || c.HasLoop(units["b"]) {
			t.Errorf("index %d: HasLoop of the foreign unit and of b = %t and %t, want true and false",
				index, c.HasLoop(foreign), c.HasLoop(units["b"]))
		}
		if n := len(c.Calls(foreign)); n != 1 {
			t.Errorf("index %d: %d calls, want 1", index, n)
		}
	}
}
