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
	}{{none, none, false}, {none, once, false}, {twice, none, false}, {once, once, true}, {once, twice, true}} {
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
	if once.Max(twice) != twice || twice.Min(once) != once || once.Compare(twice) >= 0 || once.Compare(once) != 0 {
		t.Error("levels are not ordered by depth")
	}
	if none.After(&il.Lock{}) != once || once.After(&il.Unlock{}) != none || once.After(&il.Skip{}) != once {
		t.Error("After disagrees with Acquire and Release")
	}
	for _, l := range []il.Level{none, once, twice, none.Release()} {
		if il.LevelOf(l.Code()) != l {
			t.Errorf("the level of code %d is not %v", l.Code(), l)
		}
	}
	three := il.LevelOf(3)
	if got := fmt.Sprintf("%s %d %v %2d", three.String(), three, three, three); got != "3 3 3  3" {
		t.Errorf("it prints as %q", got)
	}
}
