//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"time"

	"wobbly/il"
	"wobbly/semantics/explore"
)

// engineRun is a way to run the project's own engine.
type engineRun struct {
	name string
	set  func(*explore.Options)
}

// engineRuns are the ways that are compared. All of them give a verdict on each
// pair of accesses.
var engineRuns = []engineRun{
	{"wobbly", func(*explore.Options) {}},
	{"wobbly, 2 workers", func(o *explore.Options) { o.Workers = 2 }},
	{"wobbly, fingerprints", func(o *explore.Options) { o.Fingerprint = true }},
	{"wobbly, reduced", func(o *explore.Options) { o.Reduce = true }},
	{"wobbly, verdict", func(o *explore.Options) { o.Reduce, o.Prune = true, true }},
}

// runEngine has a process of its own search the model, so that its peak of
// memory can be told.
func runEngine(ctx context.Context, model, way int) (measurement, error) {
	var m measurement
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	out, process, err := run(ctx, "", self, "-child", fmt.Sprintf("%d,%d", model, way))
	if err != nil {
		return m, err
	}
	err = json.Unmarshal([]byte(out), &m)
	m.PeakRSS = process.PeakRSS
	return m, err
}

// search is what that process does.
func search(ctx context.Context, core *il.Core, r engineRun) (measurement, error) {
	o := explore.Defaults()
	o.Init = explore.Given
	r.set(&o)
	begin, before := time.Now(), cpu()
	result, err := explore.Search(ctx, core, core.Pairs()[0], o)
	if err != nil {
		return measurement{}, err
	}
	if !result.Complete && (o.MaxStates == 0 || result.Cut != explore.CutStates) {
		return measurement{}, fmt.Errorf("the search was cut: %s", result.Cut)
	}
	return measurement{
		States: int64(result.States), Races: len(result.Races), Stored: int64(result.Memory),
		Wall: time.Since(begin), CPU: cpu() - before,
	}, nil
}

// cpu is the time that this process has run on any core.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only wrong arguments make it fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
