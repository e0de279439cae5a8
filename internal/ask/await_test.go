package ask

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestListed: a sequence is passed on; it ends with the context, even in the middle of an element
// that does not poll it, and with its reader; a panic is not lost.
func TestListed(t *testing.T) {
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
	atOnce := Late(func(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} })
	if got := slices.Collect(listed(ctx, atOnce, deaf)); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("%v", got)
	}
	if got := slices.Collect(listed(ctx, nil, slices.Values([]int{4, 5}))); !slices.Equal(got, []int{4, 5}) {
		t.Errorf("a face that waits gets %v", got)
	}
	patient := func(f func()) bool { return Begin(f).Within(t.Context().Done()) }
	if got := slices.Collect(each(slices.Values([]int{4, 5}), patient)); !slices.Equal(got, []int{4, 5}) {
		t.Errorf("after the end %v", got)
	}
	ended := false
	several := func(yield func(int) bool) {
		defer func() { ended = true }()
		for i := 0; yield(i); i++ {
		}
	}
	for x := range listed(t.Context(), atOnce, several) {
		if x == 2 {
			break
		}
	}
	if !ended {
		t.Error("a sequence goes on that nobody reads")
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "in the midst") {
			t.Errorf("%v", r)
		}
	}()
	for range listed(t.Context(), atOnce, func(yield func(int) bool) { yield(1); panic("in the midst") }) {
	}
}
