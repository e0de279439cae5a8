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
					runtime.Gosched() // so that others finish first
				}
				return i * i
			}, func(i, built int) {
				if built != i*i {
					t.Fatalf("%d workers: take(%d, %d), want %d", workers, i, built, i*i)
				}
				if ahead := int(begun.Load()) - i; ahead > max(1, 2*workers) {
					t.Errorf("%d workers: %d things are begun and not taken, want at most %d",
						workers, ahead, max(1, 2*workers))
				}
				taken = append(taken, i)
			})
			for i := range n {
				want = append(want, i)
			}
			if !slices.Equal(taken, want) || int(begun.Load()) != n {
				t.Errorf("%d workers, %d things: %d begun, taken in the order %v", workers, n,
					begun.Load(), taken)
			}
		}
	}
}

// TestInOrderPanics: a panic in a builder reaches the caller with its stack, even while others
// wait. A panic in take reaches the caller unchanged after all builders have ended.
func TestInOrderPanics(t *testing.T) {
	type takePanic struct{ i int }
	for _, workers := range []int{2, 4} {
		got := raised(func() {
			InOrder(workers, 100, func(_, i int) int {
				if i == 7 {
					panic("the seventh")
				}
				return i
			}, func(i, _ int) {
				if i >= 7 {
					t.Errorf("%d workers: %d is taken after the panic", workers, i)
				}
			})
		})
		if text, _ := got.(string); !strings.HasPrefix(text, "the seventh\n\n") ||
			!strings.Contains(text, "order_test.go") {
			t.Errorf("%d workers: the panic of a builder arrives as %v", workers, got)
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
					panic(takePanic{i})
				}
			})
		})
		if got != (takePanic{3}) || building.Load() != 0 {
			t.Errorf("%d workers: the panic of take arrives as %v while %d are building, want "+
				"%v and 0", workers, got, building.Load(), takePanic{3})
		}
	}
}

// raised returns the value with which f panics.
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
			t.Errorf("Workers(%d, 10) = %d, want %d", n, got, want)
		}
	}
}
