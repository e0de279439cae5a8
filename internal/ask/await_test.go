package ask

import (
	"context"
	"errors"
	"fmt"
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
	atOnce := Grace(func(ctx context.Context) (context.Context, context.CancelFunc) {
		return ctx, func() {}
	})
	if got := slices.Collect(listed(ctx, atOnce, deaf)); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("listed = %v, want %v", got, []int{0, 1, 2})
	}
	if got := slices.Collect(listed(ctx, nil, slices.Values([]int{4, 5}))); !slices.Equal(got,
		[]int{4, 5}) {
		t.Errorf("listed without a Grace = %v, want 4 and 5", got)
	}
	patient := func(f func()) bool { return Begin(f).Within(t.Context().Done()) }
	if got := slices.Collect(each(slices.Values([]int{4, 5}), patient)); !slices.Equal(got,
		[]int{4, 5}) {
		t.Errorf("each = %v after another context has ended, want 4 and 5", got)
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
		t.Error("the sequence goes on after its reader has stopped")
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "in the midst") {
			t.Errorf("recovered %v, want a panic in the midst", r)
		}
	}()
	for range listed(t.Context(), atOnce,
		func(yield func(int) bool) { yield(1); panic("in the midst") }) {
	}
}

// TestAnswersAfterTheEnd begins answers before and after the end of a context. After an interrupt
// none begins. When memory has run out, what Try and TryWithGrace are asked for is still answered,
// every time.
func TestAnswersAfterTheEnd(t *testing.T) {
	t.Parallel()
	soon := Grace(func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithCancel(context.WithoutCancel(ctx))
	})
	full := fmt.Errorf("the limit was reached: %w", ErrMemory)
	for _, x := range []struct {
		name   string
		cause  error // nil while the context goes on
		awaits bool  // whether Await answers
		tries  bool  // whether the others do
	}{
		{"before the end", nil, true, true},
		{"interrupted", context.Canceled, false, false},
		{"another cause", errors.New("the browser is closed"), false, false},
		{"no memory", ErrMemory, false, true},
		{"no memory, with a reason", full, false, true},
	} {
		ctx, end := context.WithCancelCause(context.Background())
		if x.cause != nil {
			end(x.cause)
		}
		for range 100 {
			ran := 0
			f := func() int { ran++; return 7 }
			if n, ok := Await(ctx, f); ok != x.awaits || (n == 7) != x.awaits ||
				(ran == 1) != x.awaits {
				t.Fatalf("%s: Await returns %d, %v, and the function ran %d times, want a "+
					"result: %v", x.name, n, ok, ran, x.awaits)
			}
			ran = 0
			g := func() (int, error) { ran++; return 7, nil }
			for name, try := range map[string]func() (int, error){
				"Try": func() (int, error) { return Try(ctx, g) },
				"TryWithGrace": func() (int, error) {
					return TryWithGrace(ctx, soon, g)
				},
				"TryWithGrace, which waits": func() (int, error) {
					return TryWithGrace(ctx, nil, g)
				},
			} {
				switch n, err := try(); {
				case x.tries && (n != 7 || err != nil):
					t.Fatalf("%s: %s returns %d, %v, want 7", x.name, name, n, err)
				case !x.tries && (n != 0 || err != ErrInterrupted):
					t.Fatalf("%s: %s returns %d, %v, want ErrInterrupted", x.name, name, n, err)
				}
			}
			if want := map[bool]int{true: 3, false: 0}[x.tries]; ran != want {
				t.Fatalf("%s: the function ran %d times, want %d", x.name, ran, want)
			}
		}
		end(nil)
	}
}
