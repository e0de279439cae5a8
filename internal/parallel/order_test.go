package parallel

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// TestInOrder: results are taken once and in order, and few are built in advance.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 3, 8} {
		for _, n := range []int{0, 1, 2, 5, 500} {
			var begun atomic.Int32
			var taken, want []int
			InOrder(workers, n, func(w, i int) int {
				if w < 0 || w >= max(1, workers) {
					t.Errorf("worker %d of %d", w, workers)
				}
				begun.Add(1)
				if i%3 == 0 {
					runtime.Gosched() // so that others are sooner
				}
				return i * i
			}, func(i, built int) {
				if built != i*i {
					t.Fatalf("%d workers: %d was taken as the %dth", workers, built, i)
				}
				if ahead := int(begun.Load()) - i; ahead > max(1, 2*workers) {
					t.Errorf("%d workers: %d begun and not taken", workers, ahead)
				}
				taken = append(taken, i)
			})
			for i := range n {
				want = append(want, i)
			}
			if !slices.Equal(taken, want) || int(begun.Load()) != n {
				t.Errorf("%d workers, %d things: taken %v", workers, n, taken)
			}
		}
	}
}

// TestInOrderPanics: a panic in a builder reaches the caller with its place, even while others
// wait. A panic in take reaches the caller unchanged after all builders have ended.
func TestInOrderPanics(t *testing.T) {
	type mine struct{ i int }
	for _, workers := range []int{2, 4} {
		got := raised(func() {
			InOrder(workers, 100, func(_, i int) int {
				if i == 7 {
					panic("the seventh")
				}
				return i
			}, func(i, _ int) {
				if i >= 7 {
					t.Errorf("%d is taken", i)
				}
			})
		})
		if text, _ := got.(string); !strings.HasPrefix(text, "the seventh\n\n") ||
			!strings.Contains(text, "order_test.go") {
			t.Errorf("%d workers: a builder has panicked, and %v is raised", workers, got)
		}
		var building atomic.Int32
		got = raised(func() {
			InOrder(workers, 100, func(_, i int) int {
				building.Add(1)
				defer building.Add(-1)
				runtime.Gosched()
				return i
			}, func(i, _ int) {
				if i == 3 {
					panic(mine{i})
				}
			})
		})
		if got != (mine{3}) || building.Load() != 0 {
			t.Errorf("%d workers: %v is raised, and %d are still building", workers, got,
				building.Load())
		}
	}
}

func raised(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// TestWorkers: there are no more workers than processors, and only one if there is little work.
func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for n, want := range map[int]int{0: 1, 9: 1, 10: 1, 19: 1, 20: 2, 35: 3, 1000: 3} {
		if got := Workers(n, 10); got != want {
			t.Errorf("%d things, ten each: %d workers, want %d", n, got, want)
		}
	}
}
