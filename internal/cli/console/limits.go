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

// What a run may use is in its context, which every long loop asks: it ends with a
// signal, when the memory is used up, and for a part of the run when its time is up.
// This file is the one place where signals are heard and memory is watched.

// oneRequest is how long after a signal another one is the same request: timeout(1), and
// whoever else tells a process and its group, sends two.
const oneRequest = 500 * time.Millisecond

// Ending is when the context of a run ends: with an interrupt or a request to
// terminate, which a little later have their ordinary effect again, or with the limit on
// memory.
func Ending(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(oneRequest, stop) })
	ctx, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go watchMemory(limitMemory(), cancel, watched)
	return ctx, func() { close(watched); cancel(nil); stop() }
}

// Hangup is the context of a run that ends also when its terminal is gone.
func Hangup(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// mostMemory is how many bytes a run may have where the environment has no GOMEMLIMIT
// and the machine has twice as many.
const mostMemory = 4 << 30

// limitMemory gives the collector a limit, from which on it collects more often, and
// tells it.
func limitMemory() int64 {
	if most := debug.SetMemoryLimit(-1); most != math.MaxInt64 {
		return most // as GOMEMLIMIT says
	}
	most := int64(mostMemory)
	if all := machineMemory(); all > 0 {
		most = min(most, all/2)
	}
	debug.SetMemoryLimit(most)
	return most
}

// outOfMemory is why a run ends that has used up its memory.
type outOfMemory struct{ limit int64 }

func (e outOfMemory) Error() string {
	return fmt.Sprintf("the limit of %d MB of memory was reached", e.limit>>20)
}

// Is says that a search is told to end for want of memory.
func (e outOfMemory) Is(target error) bool { return target == ask.ErrMemory }

// memoryHint is what helps then.
const memoryHint = "GOMEMLIMIT in the environment sets another one, such as GOMEMLIMIT=8GiB."

const (
	// memoryEvery is how often the memory is looked at: less than 50 MB are written
	// meanwhile.
	memoryEvery = 10 * time.Millisecond
	// memoryGrace is how long a run has to end when its memory is used up.
	memoryGrace = 2 * time.Second
)

// watchMemory ends a context when what is alive comes near the limit, and the process
// if that does not help. It returns when done is closed.
func watchMemory(limit int64, cancel context.CancelCauseFunc, done <-chan struct{}) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	var since time.Time
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		live, taken := samples[0].Value.Uint64(), samples[1].Value.Uint64()-samples[2].Value.Uint64()
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

// nearLimit tells whether hardly anything can be collected: seven eighths of the limit
// were alive after the last collection, or the collector does not keep to it.
func nearLimit(live, taken, limit uint64) bool {
	return live > limit/8*7 || taken > limit/16*17
}

// overdrawn tells whether the memory of the run was used up.
func (a *App) overdrawn() (outOfMemory, bool) {
	e, ok := context.Cause(a.Ctx).(outOfMemory)
	return e, ok
}

// A command builds trees and tables that live to its end, so a collection finds little and
// marks much. The heap may grow by batchGC percent between two collections. The ballast, which
// is never touched and so takes no memory, counts as alive: the first collection waits until
// the heap has (100+batchGC) percent of it, which is 80 MB.
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
