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
	}{
		{none, none, false}, {none, once, false}, {twice, none, false}, {once, once, true},
		{once, twice, true},
	} {
		if got := tt.l.Excludes(tt.m); got != tt.want {
			t.Errorf("%v.Excludes(%v) = %t, want %t", tt.l, tt.m, got, tt.want)
		}
	}
	if m, ok := twice.Minus(once); m != once || !ok {
		t.Errorf("2.Minus(1) = %v, %t, want 1, true", m, ok)
	}
	if m, ok := once.Minus(once); m != none || !ok {
		t.Errorf("1.Minus(1) = %v, %t, want 0, true", m, ok)
	}
	if m, ok := once.Minus(twice); ok {
		t.Errorf("1.Minus(2) = %v, true, want none", m)
	}
	for limit, want := range map[int]int{0: 2, 1: 1, 2: 2, 3: 2} {
		if got := twice.Capped(limit).Depth(); got != want {
			t.Errorf("2.Capped(%d) = %d, want %d", limit, got, want)
		}
	}
	if once.Max(twice) != twice || twice.Min(once) != once {
		t.Errorf("1.Max(2) = %v and 2.Min(1) = %v, want 2 and 1", once.Max(twice), twice.Min(once))
	}
	if once.Compare(twice) >= 0 || once.Compare(once) != 0 {
		t.Errorf("1.Compare(2) = %d and 1.Compare(1) = %d, want a negative number and 0",
			once.Compare(twice), once.Compare(once))
	}
	if none.After(&il.Lock{}) != once || once.After(&il.Unlock{}) != none ||
		once.After(&il.Skip{}) != once {
		t.Error("After disagrees with Acquire and Release")
	}
	for _, tt := range []struct {
		level               il.Level
		takes, frees, lacks bool
	}{{none, true, false, true}, {once, false, true, false}, {twice, false, false, false}} {
		lock, unlock := &il.Lock{}, &il.Unlock{}
		if got := tt.level.Takes(lock); got != tt.takes || tt.level.Takes(unlock) {
			t.Errorf("%v.Takes(lock()) = %t, want %t; of unlock() it is %t, want false", tt.level, got,
				tt.takes, tt.level.Takes(unlock))
		}
		if got := tt.level.Frees(unlock); got != tt.frees || tt.level.Frees(lock) {
			t.Errorf("%v.Frees(unlock()) = %t, want %t; of lock() it is %t, want false", tt.level, got,
				tt.frees, tt.level.Frees(lock))
		}
		if got := tt.level.Lacks(unlock); got != tt.lacks || tt.level.Lacks(lock) {
			t.Errorf("%v.Lacks(unlock()) = %t, want %t; of lock() it is %t, want false", tt.level, got,
				tt.lacks, tt.level.Lacks(lock))
		}
	}
}

// TestAdmits compares Admits with the premise of Figure 6: L_j = 0 or L_i = L_i' = 0.
func TestAdmits(t *testing.T) {
	none := il.Level{}
	once, twice := il.LevelOf(1), il.LevelOf(2)
	for _, other := range []il.Level{none, once, twice} {
		for _, from := range []il.Level{none, once} {
			for _, to := range []il.Level{none, once, twice} {
				want := other == none || from == none && to == none
				if got := other.Admits(from, to); got != want {
					t.Errorf("%v.Admits(%v, %v) = %t, want %t", other, from, to, got, want)
				}
			}
		}
	}
	if none.Locks() != none || once.Locks() != once || twice.Locks() != once {
		t.Errorf("Locks of 0, 1 and 2 = %v, %v and %v, want 0, 1 and 1", none.Locks(), once.Locks(),
			twice.Locks())
	}
}

// TestLevelEncodings checks keys, codes, depths of named locks, and the text of a level.
func TestLevelEncodings(t *testing.T) {
	none := il.Level{}
	once, twice := il.LevelOf(1), il.LevelOf(2)
	keys := map[string]bool{}
	for _, l := range []il.Level{
		none, once, twice, none.Release(), il.LevelOf(255), il.LevelOf(256),
	} {
		key := l.AppendKey(nil)
		keys[string(key)] = true
		if len(key) != 4 {
			t.Errorf("the key of %v has %d bytes, want 4", l, len(key))
		}
	}
	if len(keys) != 6 {
		t.Errorf("6 levels have %d different keys", len(keys))
	}
	for _, l := range []il.Level{none, once, twice, none.Release()} {
		if got := il.LevelOf(l.Code()); got != l {
			t.Errorf("LevelOf(%d) = %v, want %v", l.Code(), got, l)
		}
	}
	var all il.Level
	for slot := range il.MaxLocks + 1 {
		all = all.With(slot, il.MaxDepth-slot)
	}
	for slot := range il.MaxLocks + 1 {
		if got, want := all.DepthOf(slot), il.MaxDepth-slot; got != want {
			t.Errorf("DepthOf(%d) = %d, want %d", slot, got, want)
		}
	}
	three := il.LevelOf(3)
	named := three.With(2, 1)
	const want = "3 3 3  3, 3 2:1 3 2:1"
	if got := fmt.Sprintf("%s %d %v %2d, %s %d", three, three, three, three, named, named); got != want {
		t.Errorf("levels 3 and 3 2:1 print as %q, want %q", got, want)
	}
}
