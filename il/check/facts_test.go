package check_test

import (
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestFactsOfRandomPrograms: what a core says about its text agrees with the traces of its trees:
// in every trace, the lock depth of a command is what the commands before it leave open, and units
// are reached and loops entered as the definition says.
func TestFactsOfRandomPrograms(t *testing.T) {
	o := gen.Default()
	o.Lock, o.Sync, o.If, o.While, o.Call = 0.2, 0.1, 0.15, 0.1, 0.2
	locked, calls, loops := 0, 0, 0
	iltest.Random(t, 300, o, func(c *il.Core) {
		for _, u := range c.Units {
			for _, trace := range iltest.Traces(u.Body, 1, 1000) {
				var level il.Level
				for _, s := range trace {
					if got := c.LevelAt(s); got != level || c.UnitOf(s) != u {
						t.Fatalf("%s is at level %v in %s, want %v in %s\n%s", il.Text(s), got,
							c.UnitOf(s).Name, level, u.Name, c.Source.Text)
					}
					level = level.After(s)
					locked = max(locked, level.Depth())
				}
			}
			reached := c.Reachable(u)
			for _, v := range c.Units {
				if want := comesTo(c, u, v); slices.Contains(reached, v) != want {
					t.Fatalf("Reachable(%s) has %s: %t, want %t\n%s", u.Name, v.Name, !want, want,
						c.Source.Text)
				}
			}
			for i, v := range reached {
				calls += i
				for _, w := range c.Callees(v) {
					if slices.Index(reached, w) <= i {
						t.Fatalf("Reachable(%s) has %s after its callee %s\n%s", u.Name, v.Name, w.Name,
							c.Source.Text)
					}
				}
			}
			want := slices.ContainsFunc(c.Units,
				func(v *il.Unit) bool { return comesTo(c, u, v) && hasWhile(v.Body) })
			if c.HasLoop(u) != want {
				t.Fatalf("HasLoop(%s) = %t, want %t\n%s", u.Name, !want, want, c.Source.Text)
			}
			if want {
				loops++
			}
		}
	})
	if locked < 2 || calls < 200 || loops < 50 {
		t.Errorf("the largest depth is %d, with %d calls and %d loops, want at least 2, 200 and 50",
			locked, calls, loops)
	}
}

// comesTo reports whether u is v, or calls a method that comes to v.
func comesTo(c *il.Core, u, v *il.Unit) bool {
	found := u == v
	il.Walk(u.Body, func(s il.Stmt) {
		if call, ok := s.(*il.Call); ok {
			found = found || comesTo(c, c.Methods[call.Method], v)
		}
	})
	return found
}

// hasWhile reports whether a block or one inside has a loop.
func hasWhile(b *il.Block) bool {
	found := false
	il.Walk(b, func(s il.Stmt) {
		_, is := s.(*il.While)
		found = found || is
	})
	return found
}
