package console

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/pipeline"
)

// TestAwaited: what hears an interrupt is kept; a sequence is passed on; it ends with the context, also in the midst of an
// element that does not hear it, and with the one who reads it; a panic is not lost.
func TestAwaited(t *testing.T) {
	t.Parallel()
	block := make(chan bool)
	defer close(block)
	ctx, cancel := context.WithCancel(context.Background())
	deaf := func(yield func(int) bool) {
		for i := range 5 {
			if i == 3 {
				cancel()
				<-block
			}
			if !yield(i) {
				return
			}
		}
	}
	stopped := &App{Ctx: ctx}
	if got := slices.Collect(Listed(ctx, deaf)); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("%v", got)
	}
	if got := slices.Collect(awaited(ctx, Aside, slices.Values([]int{4, 5}))); !slices.Equal(got, []int{4, 5}) {
		t.Errorf("after the end %v", got)
	}
	if _, err := TryKept(stopped, func() (int, error) { <-block; return 1, nil }); err != pipeline.ErrInterrupted {
		t.Errorf("%v", err)
	}
	if n, err := TryKept(stopped, func() (int, error) { <-ctx.Done(); return 7, nil }); n != 7 || err != nil {
		t.Errorf("what hears the end is not kept: %d, %v", n, err)
	}
	ended := false
	several := func(yield func(int) bool) {
		defer func() { ended = true }()
		for i := 0; yield(i); i++ {
		}
	}
	for x := range Listed(t.Context(), several) {
		if x == 2 {
			break
		}
	}
	if !ended {
		t.Error("what nobody reads any more goes on")
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "in the midst") {
			t.Errorf("%v", r)
		}
	}()
	for range Listed(t.Context(), func(yield func(int) bool) { yield(1); panic("in the midst") }) {
	}
}
