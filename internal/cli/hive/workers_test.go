//go:build full

package hive

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/research"
)

// TestRacemobKilled kills worker processes while they work. The output has the same bytes as an
// undisturbed run.
func TestRacemobKilled(t *testing.T) {
	c := research.RacemobJob{
		File:       filepath.Join("..", "..", "..", "examples", "burble.il"),
		Candidates: research.AllPairs, Users: 5, Runs: 250, Seed: 1, Timeout: 40, RunSteps: 1000,
		Limit: 100,
	}
	c.JSON = true
	// output runs a command, which must find races, and returns its standard output.
	output := func(run func(*console.App) error) string {
		t.Helper()
		var out, errs bytes.Buffer
		a := &console.App{
			Ctx: context.Background(), Post: hive.Transport(),
			Sys: console.System{Stdout: &out, Stderr: &errs, Env: os.Environ(), Secret: "secret"},
			Out: console.NewOutput(&out, 1<<12),
		}
		if err := run(a); err != nil || a.Exit != console.ExitFound || errs.Len() > 0 {
			t.Fatalf("the run: exit %d, error %v, messages %q; want exit %d", a.Exit, err,
				errs.String(), console.ExitFound)
		}
		if err := a.Out.Flush(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := output(c.Run)
	c.Workers = new(4)
	killed := 0
	over, ended := make(chan struct{}), make(chan struct{})
	killUntilOver := func(p *workerPool) {
		defer close(ended)
		tick := time.NewTicker(150 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				killed += p.killOne()
			case <-over:
				return
			}
		}
	}
	byProcesses := overHive{Plugins: kong.Plugins{&c}, hiveFlags: hiveFlags{
		Processes: true, started: func(p *workerPool) { go killUntilOver(p) },
	}}
	got := output(byProcesses.Run)
	close(over)
	<-ended
	if got != want {
		t.Errorf("after %d kills the output is\n%s\nwant\n%s", killed, got, want)
	}
	if killed == 0 {
		t.Error("no worker was killed, want at least one")
	}
}

// killOne kills a worker process, if there is one, and returns the number of killed ones.
func (p *workerPool) killOne() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, process := range p.processes {
		if process.Kill() == nil {
			return 1
		}
	}
	return 0
}

// TestWaitInterrupted: after an interrupt, wait does not wait for a worker that is stuck.
func TestWaitInterrupted(t *testing.T) {
	t.Parallel()
	p := &workerPool{}
	end := make(chan struct{})
	p.all.Go(func() { <-end })
	p.wait(true) // the test hangs if this waits for the worker
	close(end)
	p.wait(false)
}
