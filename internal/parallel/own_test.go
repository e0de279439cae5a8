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
				t.Error("two have one thing")
			}
			x.Add(-1)
		})
	})
	if n := made.Load(); n < 1 || n > 4 {
		t.Errorf("%d were made for 4", n)
	}
	outer := 0
	o.With(func(x *atomic.Int32) {
		o.With(func(y *atomic.Int32) {
			if x == y {
				outer++
			}
		})
	})
	func() {
		defer func() { recover() }()
		o.With(func(*atomic.Int32) { panic("inside") })
	}()
	if all := int(made.Load()); outer != 0 || len(o.spare) != all {
		t.Errorf("given twice: %d; given back: %d of %d", outer, len(o.spare), all)
	}
}
