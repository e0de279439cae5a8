package parallel

import (
	"sync/atomic"
	"testing"
)

// TestOwn: a value is never used by two goroutines at once, and is reused after it is returned.
func TestOwn(t *testing.T) {
	var made atomic.Int32
	o := Own[*atomic.Int32]{Make: func() *atomic.Int32 { made.Add(1); return new(atomic.Int32) }}
	Each(4, 1000, func(_, _ int) {
		o.With(func(x *atomic.Int32) {
			if x.Add(1) != 1 {
				t.Error("two goroutines have the same value")
			}
			x.Add(-1)
		})
	})
	if n := made.Load(); n < 1 || n > 4 {
		t.Errorf("%d values were made for 4 workers", n)
	}
	reused := 0
	o.With(func(x *atomic.Int32) {
		o.With(func(y *atomic.Int32) {
			if x == y {
				reused++
			}
		})
	})
	func() {
		defer func() { recover() }()
		o.With(func(*atomic.Int32) { panic("inside") })
	}()
	if reused != 0 {
		t.Error("a nested With gets the value that the outer one is using")
	}
	if all := int(made.Load()); len(o.spare) != all {
		t.Errorf("%d of %d values were returned, want all", len(o.spare), all)
	}
}
