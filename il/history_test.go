package il_test

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// A locking is a path through commands on locks: "+1" takes lock 1 and "-1" releases it.
type locking struct {
	level   il.Level
	history il.History
}

func (x *locking) after(commands string) {
	for _, c := range strings.Fields(commands) {
		ref := il.LockRef{Slot: int(c[1] - '0')}
		var n il.Node = &il.Lock{LockRef: ref}
		if c[0] == '-' {
			n = &il.Unlock{LockRef: ref}
		}
		x.history = x.history.After(x.level, n)
		x.level = x.level.After(n)
	}
}

func path(commands string) *locking {
	x := &locking{}
	x.after(commands)
	return x
}

// TestCrossing checks that two paths cross if each keeps a lock that the other takes later.
func TestCrossing(t *testing.T) {
	type crossing struct {
		first, second int // the locks that the paths keep
		cross         bool
	}
	for _, tt := range []struct {
		a, b string
		want crossing
	}{
		{"+1 +2", "+2 +1", crossing{1, 2, true}},
		{"+1 +2 -2", "+2 +1 -1", crossing{1, 2, true}},
		{"+1 +2", "+1 +2", crossing{}},
		{"+1 -1 +2", "+2 +1", crossing{}},
		{"+2 +1 +2", "+1 +2", crossing{2, 1, true}},
		{"+1 +1", "+1 +1", crossing{}},
		{"+3 +1 -1 +2 -2", "+2 +3 -3", crossing{3, 2, true}},
		{"+1 +2", "+2 +1 -1 -2", crossing{}},
	} {
		a, b := path(tt.a).history, path(tt.b).history
		var got, back crossing
		got.first, got.second, got.cross = a.Crossing(b)
		back.second, back.first, back.cross = b.Crossing(a)
		if got != tt.want || back != tt.want {
			t.Errorf("Crossing of %q and %q = %+v, from the other side %+v, want %+v", tt.a, tt.b,
				got, back, tt.want)
		}
		if got := a.Crosses(b); got != tt.want.cross {
			t.Errorf("%q crosses %q: %t, want %t", tt.a, tt.b, got, tt.want.cross)
		}
	}
}

// TestHistory checks that a path uses locks if it takes one while it keeps another, and avoids the
// locks that it never newly took.
func TestHistory(t *testing.T) {
	for _, tt := range []struct {
		commands string
		uses     bool
		taken    []int
	}{
		{"", false, nil},
		{"+1", false, []int{1}},
		{"+1 -1 +2", false, []int{1, 2}},
		{"+1 +2", true, []int{1, 2}},
		{"+1 +2 -2 -1", false, []int{1, 2}},
		{"+0 +1", true, []int{0, 1}},
	} {
		h := path(tt.commands).history
		if got := h.Uses(); got != tt.uses {
			t.Errorf("%q uses locks: %t, want %t", tt.commands, got, tt.uses)
		}
		for slot := range 4 {
			want := !slices.Contains(tt.taken, slot)
			if got := h.Avoids(held(slot)); got != want {
				t.Errorf("%q avoids lock %d: %t, want %t", tt.commands, slot, got, want)
			}
		}
	}
}

// TestFullHistory checks that FullHistory contains the empty history, and not the reverse.
func TestFullHistory(t *testing.T) {
	none, full := il.History{}, il.FullHistory()
	if !none.Within(full) || full.Within(none) {
		t.Errorf("empty within full: %t, full within empty: %t, want true and false",
			none.Within(full), full.Within(none))
	}
	if !full.Uses() {
		t.Error("FullHistory uses no locks")
	}
}

// TestCall checks that the history of a point in a callee, seen from the caller, is that of the
// same commands without the call.
func TestCall(t *testing.T) {
	for _, tt := range []struct{ caller, callee string }{
		{"", "+1 +2"},
		{"+1", "+2 +3"},
		{"+1", "+1 +2"},
		{"+1 +2 -2", "+2 -2 +3"},
		{"+2", "+1 -1"},
	} {
		caller, callee := path(tt.caller), path(tt.callee)
		got := caller.history.Call(caller.level, callee.level, callee.history)
		want := path(tt.caller + " " + tt.callee).history
		if got != want || string(got.AppendKey(nil)) != string(want.AppendKey(nil)) {
			t.Errorf("%q calls %q: %+v, want %+v", tt.caller, tt.callee, got, want)
		}
	}
}

// TestMayTake checks that a thread that keeps a lock may take the locks that the history has after
// it, and those that it holds.
func TestMayTake(t *testing.T) {
	x := path("+1 +2")
	for _, tt := range []struct{ level, final, want []int }{
		{nil, nil, []int{0, 1, 2, 3}},
		{nil, []int{1}, []int{2}},
		{[]int{1}, []int{1}, []int{1, 2}},
		{nil, []int{1, 2}, nil},
		{[]int{3}, []int{2}, []int{3}},
	} {
		set := x.history.MayTake(held(tt.level...), held(tt.final...))
		for slot := range 4 {
			if got, want := set.Has(slot), slices.Contains(tt.want, slot); got != want {
				t.Errorf("at %v, keeping %v: may take %d: %t, want %t", tt.level, tt.final, slot,
					got, want)
			}
		}
	}
}

func held(slots ...int) (l il.Level) {
	for _, slot := range slots {
		l = l.With(slot, 1)
	}
	return l
}

// TestMinimal checks that Minimal drops the histories that contain another one, keeps one of equal
// ones, and sorts.
func TestMinimal(t *testing.T) {
	small, large, other := path("+1").history, path("+1 +2").history, path("+3").history
	want := []il.History{small, other}
	slices.SortFunc(want, il.History.Compare)
	if got := il.Minimal([]il.History{large, other, small, other}); !slices.Equal(got, want) {
		t.Errorf("Minimal = %+v, want %+v", got, want)
	}
	if small.Compare(small) != 0 || small.Compare(large) == 0 || small.Compare(other) == 0 {
		t.Errorf("Compare of %+v with itself, %+v and %+v = %d, %d and %d, want 0 only once", small,
			large, other, small.Compare(small), small.Compare(large), small.Compare(other))
	}
}
