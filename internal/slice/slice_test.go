package slice

import (
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("%q", got)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("%q of nothing", got)
	}
}

func TestFilter(t *testing.T) {
	list := []int{3, 1, 2}
	if got := Filter(list, func(n int) bool { return n != 1 }); !slices.Equal(got, []int{3, 2}) || !slices.Equal(list, []int{3, 1, 2}) {
		t.Errorf("%d of %d", got, list)
	}
	if got := Filter(list, func(n int) bool { return n > 3 }); got != nil {
		t.Errorf("%d", got)
	}
}
