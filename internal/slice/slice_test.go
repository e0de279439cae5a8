package slice

import (
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("Map = %q, want 3 1 2", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("%q of nothing", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{3, 1, 2}
	if got := Filter(list, func(n int) bool { return n != 1 }); !slices.Equal(got, []int{3, 2}) ||
		!slices.Equal(list, []int{3, 1, 2}) {
		t.Errorf("%d of %d", got, list)
	}
	if got := Filter(list, func(n int) bool { return n > 3 }); got != nil {
		t.Errorf("Filter of none = %d, want nil", got)
	}
}

func TestInsert(t *testing.T) {
	for at := range 4 {
		list := []int{3, 1, 2}
		got, want := Insert(slices.Clip(list), at, 7), slices.Insert([]int{3, 1, 2}, at, 7)
		if !slices.Equal(got, want) || !slices.Equal(list, []int{3, 1, 2}) {
			t.Errorf("at %d: %d of %d, want %d", at, got, list, want)
		}
	}
}

func TestDelete(t *testing.T) {
	for at, want := range []string{"bc", "ac", "ab"} {
		list := []byte("abc")
		if got := Delete(list, at); string(got) != want || list[2] != 0 {
			t.Errorf("without %d: %q of %q, want %q", at, got, list, want)
		}
	}
}

func TestRepeat(t *testing.T) {
	for n, want := range []string{"", "x", "xx"} {
		if got := Repeat(byte('x'), n); string(got) != want {
			t.Errorf("%d times: %q", n, got)
		}
	}
}

func TestSets(t *testing.T) {
	if got := Set([]int{3, 1, 3}); len(got) != 2 || !got[1] || !got[3] {
		t.Errorf("Set = %v, want 1 and 3", got)
	}
	if got := SetBy([]string{"a", "bb", "c"}, func(s string) int {
		return len(s)
	}); len(got) != 2 || !got[1] || !got[2] {
		t.Errorf("SetBy = %v, want 1 and 2", got)
	}
	if got := Set([]int(nil)); got == nil || len(got) > 0 {
		t.Errorf("%v of nothing", got)
	}
}

func TestNumbers(t *testing.T) {
	list := []int{3, -1, 2}
	if n := Count(list, func(n int) bool { return n > 0 }); n != 2 {
		t.Errorf("Count = %d, want 2", n)
	}
	if n := Sum(list, func(n int) int { return 2 * n }); n != 8 {
		t.Errorf("Sum = %d, want 8", n)
	}
}

func TestGroup(t *testing.T) {
	keys, of := Group([]string{"b2", "a1", "b1"}, func(s string) (byte, byte) { return s[0], s[1] })
	if string(keys) != "ba" || string(of['b']) != "21" || string(of['a']) != "1" || len(of) != 2 {
		t.Errorf("keys %q, values %q", keys, of)
	}
	if keys, of = Group(nil, func(s string) (byte, byte) { return s[0], s[1] }); keys != nil ||
		len(of) != 0 {
		t.Errorf("of no elements: keys %q, values %q", keys, of)
	}
}
