package parallel

import (
	"strings"
	"sync/atomic"
	"testing"
)

// TestEach: each item is done once, by a valid worker.
func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 4, 100} {
		for _, n := range []int{0, 1, 2, 57} {
			done := make([]atomic.Int32, n)
			Each(workers, n, func(w, i int) {
				if w < 0 || w >= max(1, workers) {
					t.Errorf("worker %d of %d", w, workers)
				}
				done[i].Add(1)
			})
			for i := range done {
				if k := done[i].Load(); k != 1 {
					t.Errorf("%d workers, %d items: item %d is done %d times", workers, n, i, k)
				}
			}
		}
	}
}

// TestPanic: a panic reaches the goroutine that started the others, after all have ended, with the
// place where it occurred.
func TestPanic(t *testing.T) {
	var ended atomic.Int32
	defer func() {
		text, _ := recover().(string)
		if !strings.HasPrefix(text, "worker 1\n\n") ||
			!strings.Contains(text, "parallel_test.go") || ended.Load() != 2 {
			t.Errorf("after %d workers ended, Do panics with %q; want 2 and worker 1",
				ended.Load(), text)
		}
	}()
	Do(4, func(w int) {
		switch w {
		case 1:
			panic("worker 1")
		case 3:
			panic("worker 3")
		default:
			ended.Add(1)
		}
	})
}
