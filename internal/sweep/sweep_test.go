package sweep

import (
	"context"
	"testing"
)

// TestEach: the sum does not depend on the number of workers, and progress is
// told.
func TestEach(t *testing.T) {
	const n = 5000
	for _, workers := range []int{0, 1, 3, 16} {
		total, told := uint64(0), uint64(0)
		Each(context.Background(), n, workers, func(done uint64) { told = max(told, done) },
			func() *uint64 { return new(uint64) },
			func(i uint64, sum *uint64) bool { *sum += i; return true },
			func(sum *uint64) { total += *sum })
		if want := uint64(n * (n - 1) / 2); total != want {
			t.Errorf("%d workers: %d, want %d", workers, total, want)
		}
		if told < n-progressEvery || told > n {
			t.Errorf("%d workers: %d were told of %d", workers, told, n)
		}
	}
}

// TestEachEnds: nothing is added after the context has ended, or after one said so.
func TestEachEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done, ends := 0, 0
	Each(ctx, 1000, 1, nil, func() *int { return new(int) }, func(i uint64, sum *int) bool {
		if i == 9 {
			cancel()
			return false
		}
		*sum++
		return true
	}, func(sum *int) { done, ends = *sum, ends+1 })
	if done != 9 || ends != 1 {
		t.Errorf("%d done, %d ends", done, ends)
	}
	Each(ctx, 1000, 2, nil, func() *int { return new(int) }, func(uint64, *int) bool {
		t.Error("one is called after the context has ended")
		return false
	}, func(*int) {})
}
