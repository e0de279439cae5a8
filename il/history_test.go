package il_test

import (
	"slices"
	"testing"

	"wobbly/il"
)

// locking is a path through commands on locks: "+1" takes lock 1 and "-1" releases it.
type locking struct {
	level   il.Level
	history il.History
}

func (x *locking) after(commands ...string) {
	for _, c := range commands {
		ref := il.LockRef{Slot: int(c[1] - '0')}
		var n il.Node = &il.Lock{LockRef: ref}
		if c[0] == '-' {
			n = &il.Unlock{LockRef: ref}
		}
		x.history = x.history.After(x.level, n)
		x.level = x.level.After(n)
	}
}

func path(commands ...string) *locking {
	x := &locking{}
	x.after(commands...)
	return x
}

// TestCrossing: uses cross if each path keeps the lock that the other takes later.
func TestCrossing(t *testing.T) {
	for _, tt := range []struct {
		a, b  []string
		first int // the lock that the first path keeps; 0: they do not cross
	}{
		{[]string{"+1", "+2"}, []string{"+2", "+1"}, 1},
		{[]string{"+1", "+2", "-2"}, []string{"+2", "+1", "-1"}, 1},
		{[]string{"+1", "+2"}, []string{"+1", "+2"}, 0},
		{[]string{"+1", "-1", "+2"}, []string{"+2", "+1"}, 0},
		{[]string{"+2", "+1", "+2"}, []string{"+1", "+2"}, 2},
		{[]string{"+1", "+1"}, []string{"+1", "+1"}, 0},
		{[]string{"+3", "+1", "-1", "+2", "-2"}, []string{"+2", "+3", "-3"}, 3},
		{[]string{"+1", "+2"}, []string{"+2", "+1", "-1", "-2"}, 0},
	} {
		a, b := path(tt.a...), path(tt.b...)
		first, second, cross := a.history.Crossing(b.history)
		if cross != (tt.first > 0) || cross && first != tt.first ||
			cross != a.history.Crosses(b.history) {
			t.Errorf("%s and %s: %d and %d cross: %t", tt.a, tt.b, first, second, cross)
		}
		if other, _, _ := b.history.Crossing(a.history); cross && other != second {
			t.Errorf("%s and %s: the second is %d, and from the other side %d", tt.a,
				tt.b, second, other)
		}
	}
}

// TestHistory: a path uses locks if it takes one while it keeps another, and avoids those that it
// never newly took.
func TestHistory(t *testing.T) {
	for _, tt := range []struct {
		commands []string
		uses     bool
		taken    []int
	}{
		{nil, false, nil}, {[]string{"+1"}, false, []int{1}}, {[]string{"+1", "-1", "+2"}, false,
			[]int{1, 2}},
		{[]string{"+1", "+2"}, true, []int{1, 2}}, {[]string{"+1", "+2", "-2", "-1"}, false,
			[]int{1, 2}},
		{[]string{"+0", "+1"}, true, []int{0, 1}},
	} {
		x := path(tt.commands...)
		if x.history.Uses() != tt.uses {
			t.Errorf("%s uses locks: %t", tt.commands, x.history.Uses())
		}
		for slot := range 4 {
			var held il.Level
			held = held.With(slot, 1)
			if got := x.history.Avoids(held); got == slices.Contains(tt.taken, slot) {
				t.Errorf("%s avoids lock %d: %t", tt.commands, slot, got)
			}
		}
	}
	if !(il.History{}).Within(il.FullHistory()) || il.FullHistory().Within(il.History{}) ||
		!il.FullHistory().Uses() {
		t.Error("FullHistory does not contain all others")
	}
}

// TestCall: the history of a point in a callee, seen from the caller, is that of the same commands
// without the call.
func TestCall(t *testing.T) {
	for _, tt := range []struct{ caller, callee []string }{
		{nil, []string{"+1", "+2"}}, {[]string{"+1"}, []string{"+2", "+3"}},
		{[]string{"+1"}, []string{"+1", "+2"}}, {[]string{"+1", "+2", "-2"},
			[]string{"+2", "-2", "+3"}},
		{[]string{"+2"}, []string{"+1", "-1"}},
	} {
		caller, callee, whole := path(tt.caller...), path(tt.callee...), path(tt.caller...)
		whole.after(tt.callee...)
		got := caller.history.Call(caller.level, callee.level, callee.history)
		if got != whole.history || string(got.AppendKey(nil)) != string(whole.history.AppendKey(nil)) {
			t.Errorf("%s calls %s: %+v, want %+v", tt.caller, tt.callee, got, whole.history)
		}
	}
}

// TestMayTake: a thread that keeps a lock may take those that the history has after it, and those
// that it holds.
func TestMayTake(t *testing.T) {
	x := path("+1", "+2")
	for _, tt := range []struct {
		level, final []int
		want         []int
	}{
		{nil, nil, []int{0, 1, 2, 3}}, {nil, []int{1}, []int{2}}, {[]int{1}, []int{1}, []int{1, 2}},
		{nil, []int{1, 2}, nil}, {[]int{3}, []int{2}, []int{3}},
	} {
		set := x.history.MayTake(held(tt.level...), held(tt.final...))
		for slot := range 4 {
			if set.Has(slot) != slices.Contains(tt.want, slot) {
				t.Errorf("at %v, keeping %v: may take %d: %t", tt.level, tt.final, slot,
					set.Has(slot))
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

// TestMinimal drops the histories that contain another one, and keeps one of equal ones.
func TestMinimal(t *testing.T) {
	small, large, other := path("+1").history, path("+1", "+2").history, path("+3").history
	got := il.Minimal([]il.History{large, other, small, other})
	if len(got) != 2 || !slices.Contains(got, small) || !slices.Contains(got, other) ||
		got[0].Compare(got[1]) >= 0 {
		t.Errorf("Minimal = %+v, want %+v and %+v, sorted", got, small, other)
	}
	if small.Compare(small) != 0 || small.Compare(large) == 0 {
		t.Error("Compare takes different histories for equal")
	}
}
