package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"

	"wobbly/semantics/explore"
)

// TestNearLimit: live memory counts up to 7/8 of the limit, and all memory up to 17/16.
func TestNearLimit(t *testing.T) {
	const limit = 1 << 30
	for _, c := range []struct {
		live, taken uint64
		near        bool
	}{
		{0, 0, false},
		{limit / 2, limit, false},
		{limit / 8 * 7, limit, false},
		{limit/8*7 + 1, limit, true},
		{limit / 2, limit/16*17 + 1, true},
	} {
		if got := nearLimit(c.live, c.taken, limit); got != c.near {
			t.Errorf("nearLimit(%d, %d, %d) = %t, want %t", c.live, c.taken, limit, got, c.near)
		}
	}
}

// TestTuneBatch: nothing is collected before the heap has five times the ballast.
func TestTuneBatch(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Fatal("GOGC is set, so nothing is tuned")
	}
	TuneBatch()
	runtime.GC()
	goal := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(goal)
	if least := uint64(ballastBytes * (100 + batchGC) / 100); goal[0].Value.Uint64() < least ||
		debug.SetGCPercent(batchGC) != batchGC {
		t.Errorf("the next collection is at %d bytes, want %d or more, and a GC percentage of %d",
			goal[0].Value.Uint64(), least, batchGC)
	}
}

// TestOutOfMemory: an interrupt by the memory limit is reported once as such, with exit 3 and
// advice.
func TestOutOfMemory(t *testing.T) {
	for _, err := range []error{nil, ErrInterrupted, errors.New("disk")} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(outOfMemory{3 << 20})
		var stderr strings.Builder
		a := &App{Ctx: ctx, Sys: System{Stderr: &stderr}}
		if cause := context.Cause(ctx); !errors.Is(cause, explore.ErrMemory) {
			t.Errorf("the cause of the end is %v, want explore.ErrMemory", cause)
		}
		a.end(err)
		const message = "the limit of 3 MB of memory was reached\nTo set another limit"
		if n := strings.Count(stderr.String(), message); n != 1 ||
			strings.Contains(stderr.String(), "interrupted") {
			t.Errorf("after the error %v the limit is named %d times, want once, and no "+
				"interrupt:\n%s", err, n, &stderr)
		}
		if want := fmt.Sprint(err); err != nil && err != ErrInterrupted &&
			!strings.Contains(stderr.String(), want) {
			t.Errorf("the messages lack the error %q:\n%s", want, &stderr)
		}
		if err == nil && a.Exit != ExitInconclusive {
			t.Errorf("exit %d, want %d", a.Exit, ExitInconclusive)
		}
	}
}

// TestAbandon: if a run that ignores its end is abandoned, its output stays, and nothing more is
// printed.
func TestAbandon(t *testing.T) {
	var out, stderr strings.Builder
	a := &App{Ctx: t.Context(), Sys: System{Stderr: &stderr}, Out: NewOutput(&out, 1<<10)}
	a.Out.WriteString("kept\n")
	if code := a.Abandon(); code != int(ExitInconclusive) || out.String() != "kept\n" ||
		stderr.String() != "wobbly: interrupted\n" {
		t.Errorf("Abandon = %d, output %q, errors %q; want %d, \"kept\\n\" and the interrupt", code,
			&out, &stderr, ExitInconclusive)
	}
	if _, err := a.Out.WriteString("late"); !errors.Is(err, errCutOff) || out.String() != "kept\n" {
		t.Errorf("writing after the end: %v, and the output is %q; want errCutOff and \"kept\\n\"",
			err, &out)
	}
}

// TestAbandonUnread: a run ends even if nobody reads its output, and says so on a stream that
// somebody reads.
func TestAbandonUnread(t *testing.T) {
	_, out := io.Pipe()
	var stderr strings.Builder
	a := &App{Ctx: t.Context(), Sys: System{Stderr: &stderr}, Out: NewOutput(out, 4)}
	a.Out.to.WriteString("full") // a flush waits for a reader, as a write does
	if code := a.Abandon(); code != int(ExitInconclusive) ||
		stderr.String() != "wobbly: interrupted\n" {
		t.Errorf("Abandon = %d, errors %q; want %d and the interrupt", code, &stderr,
			ExitInconclusive)
	}
	b := &App{Ctx: t.Context(), Sys: System{Stderr: out}, Out: NewOutput(io.Discard, 4)}
	if code := b.Abandon(); code != int(ExitInconclusive) {
		t.Errorf("Abandon if nobody reads the errors = %d, want %d", code, ExitInconclusive)
	}
}

// TestReadMost: a file of the maximum size is read. Of a larger or endless file, only slightly more
// is read.
func TestReadMost(t *testing.T) {
	const limit = 100
	for n, fits := range map[int]bool{0: true, limit: true, limit + 1: false, 1 << 20: false} {
		in := strings.NewReader(strings.Repeat("x", n))
		text, err := readMost(in, limit)
		taken := n - in.Len()
		var large TooLarge
		if errors.As(err, &large) == fits || fits && len(text) != n || !fits && taken > limit+1 {
			t.Errorf("readMost of %d bytes, limit %d: %d are read, %v; want all: %t", n, limit,
				taken, err, fits)
		}
	}
}
