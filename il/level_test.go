package il_test

import (
	"fmt"
	"testing"

	"wobbly/il"
)

func TestLevel(t *testing.T) {
	var none il.Level
	once, twice := none.Acquire(), none.Acquire().Acquire()
	if none.Held() || !once.Held() || twice.Release() != once || once.Release() != none {
		t.Error("Acquire and Release do not undo each other")
	}
	if once.Plus(once) != twice || none.Plus(twice) != twice || twice.Depth() != 2 {
		t.Error("Plus does not add depths")
	}
	for _, tt := range []struct {
		l, m il.Level
		want bool
	}{{none, none, false}, {none, once, false}, {twice, none, false}, {once, once, true},
		{once, twice, true}} {
		if got := tt.l.Excludes(tt.m); got != tt.want {
			t.Errorf("%v excludes %v: %t", tt.l, tt.m, got)
		}
	}
	if m, ok := twice.Minus(once); m != once || !ok {
		t.Errorf("2 - 1 is %v, %t", m, ok)
	}
	if m, ok := once.Minus(once); m != none || !ok {
		t.Errorf("1 - 1 is %v, %t", m, ok)
	}
	if _, ok := once.Minus(twice); ok {
		t.Error("there is no level to add to 2 to get 1")
	}
	for limit, want := range map[int]int{0: 2, 1: 1, 2: 2, 3: 2} {
		if got := twice.Capped(limit).Depth(); got != want {
			t.Errorf("2 capped at %d is %d, want %d", limit, got, want)
		}
	}
	if once.Max(twice) != twice || twice.Min(once) != once || once.Compare(twice) >= 0 ||
		once.Compare(once) != 0 {
		t.Error("levels are not ordered by depth")
	}
	if none.After(&il.Lock{}) != once || once.After(&il.Unlock{}) != none ||
		once.After(&il.Skip{}) != once {
		t.Error("After disagrees with Acquire and Release")
	}
	for _, tt := range []struct {
		at                  il.Level
		takes, frees, lacks bool
	}{{none, true, false, true}, {once, false, true, false}, {twice, false, false, false}} {
		if got := tt.at.Takes(&il.Lock{}); got != tt.takes || tt.at.Takes(&il.Unlock{}) {
			t.Errorf("at %v, lock() takes the lock: %t", tt.at, got)
		}
		if got := tt.at.Frees(&il.Unlock{}); got != tt.frees || tt.at.Frees(&il.Lock{}) {
			t.Errorf("at %v, unlock() frees the lock: %t", tt.at, got)
		}
		if got := tt.at.Lacks(&il.Unlock{}); got != tt.lacks || tt.at.Lacks(&il.Lock{}) {
			t.Errorf("at %v, unlock() is stuck: %t", tt.at, got)
		}
	}
	for _, other := range []il.Level{none, once, twice} {
		for _, from := range []il.Level{none, once} {
			for _, to := range []il.Level{none, once, twice} {
				want := other == none || from == none && to == none // L_j = 0 or L_i = L_i' = 0
				if got := other.Admits(from, to); got != want {
					t.Errorf("a thread at %v lets the other one go from %v to %v: %t", other,
						from, to, got)
				}
			}
		}
	}
	if none.Locks() != none || once.Locks() != once || twice.Locks() != once {
		t.Error("Locks counts")
	}
	keys := map[string]bool{}
	for _, l := range []il.Level{
		none, once, twice, none.Release(), il.LevelOf(255), il.LevelOf(256),
	} {
		key := l.AppendKey(nil)
		if keys[string(key)] = true; len(key) != 4 {
			t.Errorf("the key of %v has %d bytes", l, len(key))
		}
	}
	if len(keys) != 6 {
		t.Errorf("6 levels have %d keys", len(keys))
	}
	for _, l := range []il.Level{none, once, twice, none.Release()} {
		if il.LevelOf(l.Code()) != l {
			t.Errorf("the level of code %d is not %v", l.Code(), l)
		}
	}
	var all il.Level
	for slot := range il.MaxLocks + 1 {
		all = all.With(slot, il.MaxDepth-slot)
	}
	for slot := range il.MaxLocks + 1 {
		if got, want := all.DepthOf(slot), il.MaxDepth-slot; got != want {
			t.Errorf("of all locks, that of slot %d is held %d times, want %d", slot, got, want)
		}
	}
	three := il.LevelOf(3)
	if got := fmt.Sprintf("%s %d %v %2d", three.String(), three, three, three); got != "3 3 3  3" {
		t.Errorf("it prints as %q", got)
	}
}
