package console

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"time"

	"wobbly/internal/ask"
)

// The context of a run carries its limits, and every long loop polls it: it ends with a signal,
// when memory runs out and, for a part of a run, when its time is up. Only this file handles
// signals and watches memory.

// oneRequest is the time within which a second signal belongs to the same request: timeout(1) and
// others signal a process and then its group.
const oneRequest = 500 * time.Millisecond

// Ending returns a context that ends with an interrupt, a request to terminate, or the limit on
// memory. A little later the signals have their ordinary effect again.
func Ending(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(oneRequest, stop) })
	ctx, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go watchMemory(limitMemory(), cancel, watched)
	return ctx, func() {
		close(watched)
		cancel(nil)
		stop()
	}
}

// Hangup returns a context that also ends when the terminal is gone.
func Hangup(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// defaultMemory is the limit in bytes if GOMEMLIMIT is not set and the machine has twice as much
// memory.
const defaultMemory = 4 << 30

// limitMemory sets and returns the limit of the garbage collector, in bytes.
func limitMemory() int64 {
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return limit // GOMEMLIMIT
	}
	limit := int64(defaultMemory)
	if all := machineMemory(); all > 0 {
		limit = min(limit, all/2)
	}
	debug.SetMemoryLimit(limit)
	return limit
}

// outOfMemory is the cause of a context that ended because memory ran out.
type outOfMemory struct{ limit int64 }

func (e outOfMemory) Error() string {
	return fmt.Sprintf("the limit of %d MB of memory was reached", e.limit>>20)
}

// Is makes a search that was stopped for lack of memory recognisable as ask.ErrMemory.
func (e outOfMemory) Is(target error) bool { return target == ask.ErrMemory }

const memoryHint = "To set another limit, use the environment, such as GOMEMLIMIT=8GiB."

const (
	// memoryEvery is the interval between checks. A process allocates less than 50 MB in it.
	memoryEvery = 10 * time.Millisecond
	// memoryGrace is the time a run has to end after memory has run out.
	memoryGrace = 2 * time.Second
)

// watchMemory cancels a context when live memory comes near the limit, and kills the process if
// that does not help. It returns when done is closed.
func watchMemory(limit int64, cancel context.CancelCauseFunc, done <-chan struct{}) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	var since time.Time // when the limit was near; zero before
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		live := samples[0].Value.Uint64()
		taken := samples[1].Value.Uint64() - samples[2].Value.Uint64()
		switch {
		case !nearLimit(live, taken, uint64(limit)):
		case since.IsZero():
			since = time.Now()
			cancel(outOfMemory{limit})
		case time.Since(since) > memoryGrace || taken > uint64(limit)/4*5:
			fmt.Fprintf(os.Stderr, "wobbly: %s\n%s\n", outOfMemory{limit}, memoryHint)
			os.Exit(int(ExitInconclusive))
		}
	}
}

// nearLimit reports whether a collection would free little: more than seven eighths of the limit
// were live after the last one, or the process has taken a sixteenth more than the limit.
func nearLimit(live, taken, limit uint64) bool { return live > limit/8*7 || taken > limit/16*17 }

// overdrawn reports whether the run has used up its memory.
func (a *App) overdrawn() (outOfMemory, bool) {
	e, ok := context.Cause(a.Ctx).(outOfMemory)
	return e, ok
}

// A command builds trees and tables that live to its end, so a collection marks much and frees
// little. The heap may therefore grow by batchGC percent between two collections. The ballast is
// never touched, so it uses no memory, but it counts as live: the first collection starts when the
// heap has (100+batchGC) percent of the size of the ballast, which is 80 MB.
const (
	batchGC      = 400
	ballastBytes = 16 << 20
)

// ballast is reachable until the process ends.
var ballast []byte

// TuneBatch sets the garbage collector for a process that runs one command, unless the
// environment has a GOGC of its own. It saves a fifth of the time of crosscheck --random and a
// third of that of compare --random.
func TuneBatch() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(batchGC)
		ballast = make([]byte, ballastBytes)
		runtime.KeepAlive(ballast)
	}
}
