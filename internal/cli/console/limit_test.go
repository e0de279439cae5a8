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

// TestNearLimit: live memory counts, and so does memory that the collector has not returned.
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
			t.Errorf("%d alive, %d taken: %t", c.live, c.taken, got)
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
		t.Errorf("the next collection is at %d bytes, not at %d or more",
			goal[0].Value.Uint64(), least)
	}
}

// TestOutOfMemory: an interrupt by the memory limit is reported once as such, with exit 3 and
// advice.
func TestOutOfMemory(t *testing.T) {
	for _, err := range []error{nil, ErrInterrupted, errors.New("disk")} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(outOfMemory{3 << 20})
		var said strings.Builder
		a := &App{Ctx: ctx, Sys: System{Stderr: &said}}
		if !errors.Is(context.Cause(ctx), explore.ErrMemory) {
			t.Error("a search is not told that it ends for want of memory")
		}
		a.end(err)
		if n := strings.Count(said.String(), "the limit of 3 MB of memory was reached\nTo set another limit"); n != 1 || strings.Contains(said.String(), "interrupted") {
			t.Errorf("after %v the limit is named %d times, want once, and not as "+
				"interrupted:\n%s", err, n, &said)
		}
		if want := fmt.Sprint(err); err != nil && err != ErrInterrupted &&
			!strings.Contains(said.String(), want) {
			t.Errorf("%v is not said: %s", err, &said)
		}
		if err == nil && a.Exit != ExitInconclusive {
			t.Errorf("exit %d", a.Exit)
		}
	}
}

// TestAbandon: a run that ignores its end is abandoned: what it printed stays, and nothing more is
// printed.
func TestAbandon(t *testing.T) {
	var out, said strings.Builder
	a := &App{Ctx: t.Context(), Sys: System{Stderr: &said}, Out: NewOutput(&out, 1<<10)}
	a.Out.WriteString("kept\n")
	if code := a.Abandon(); code != int(ExitInconclusive) || out.String() != "kept\n" ||
		said.String() != "wobbly: interrupted\n" {
		t.Errorf("exit %d, %q, %q", code, &out, &said)
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
	var said strings.Builder
	a := &App{Ctx: t.Context(), Sys: System{Stderr: &said}, Out: NewOutput(out, 4)}
	a.Out.to.WriteString("full") // a flush waits for a reader, as a write does
	if code := a.Abandon(); code != int(ExitInconclusive) ||
		said.String() != "wobbly: interrupted\n" {
		t.Errorf("exit %d, %q", code, &said)
	}
	b := &App{Ctx: t.Context(), Sys: System{Stderr: out}, Out: NewOutput(io.Discard, 4)}
	if code := b.Abandon(); code != int(ExitInconclusive) {
		t.Errorf("where nobody reads errors: exit %d", code)
	}
}

// TestReadMost: a file of the maximum size is read. Of a larger or endless file, only slightly more
// is read.
func TestReadMost(t *testing.T) {
	const limit = 100
	for n, fits := range map[int]bool{0: true, limit: true, limit + 1: false, 1 << 20: false} {
		in := strings.NewReader(strings.Repeat("x", n))
		text, err := readMost(in, limit)
		var large TooLarge
		if errors.As(err, &large) == fits || fits && len(text) != n ||
			!fits && n-in.Len() > limit+1 {
			t.Errorf("%d bytes: %d are read, %v", n, n-in.Len(), err)
		}
	}
}
