package slice

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("Map = %q, want 3 1 2", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("Map of an empty list = %q, want nil", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{3, 1, 2}
	if got := Filter(list, func(n int) bool { return n != 1 }); !slices.Equal(got, []int{3, 2}) ||
		!slices.Equal(list, []int{3, 1, 2}) {
		t.Errorf("Filter without 1 = %d, and the list is %d; want 3 2 of 3 1 2", got, list)
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
			t.Errorf("Insert at %d = %d, and the list is %d; want %d", at, got, list, want)
		}
	}
}

func TestDelete(t *testing.T) {
	for at, want := range []string{"bc", "ac", "ab"} {
		list := []byte("abc")
		if got := Delete(list, at); string(got) != want || list[2] != 0 {
			t.Errorf("Delete of %d = %q, and the list is %q; want %q and a 0", at, got, list, want)
		}
	}
}

func TestRepeat(t *testing.T) {
	for n, want := range []string{"", "x", "xx"} {
		if got := Repeat(byte('x'), n); string(got) != want {
			t.Errorf("Repeat(x, %d) = %q, want %q", n, got, want)
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
		t.Errorf("Set of nil = %v, want an empty set", got)
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
	entry := func(s string) (byte, byte) { return s[0], s[1] }
	keys, values := Group([]string{"b2", "a1", "b1"}, entry)
	if want := map[byte][]byte{'b': []byte("21"), 'a': []byte("1")}; string(keys) != "ba" ||
		!reflect.DeepEqual(values, want) {
		t.Errorf("Group: keys %q, values %q; want ba, %q", keys, values, want)
	}
	if keys, values = Group(nil, entry); keys != nil || len(values) != 0 {
		t.Errorf("Group of no elements: keys %q, values %q; want none", keys, values)
	}
}
