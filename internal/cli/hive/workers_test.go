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
	run := func(run func(*console.App) error) string {
		var out, errs bytes.Buffer
		a := &console.App{
			Ctx: context.Background(), Post: hive.Transport(),
			Sys: console.System{Stdout: &out, Stderr: &errs, Env: os.Environ(), Secret: "secret"},
			Out: console.NewOutput(&out, 1<<12),
		}
		if err := run(a); err != nil || a.Exit != console.ExitFound || errs.Len() > 0 {
			t.Fatalf("exit %d, %v, %s", a.Exit, err, errs.String())
		}
		a.Out.Flush()
		return out.String()
	}
	want := run(c.Run)
	four, killed := 4, 0
	over, ended := make(chan struct{}), make(chan struct{})
	c.Workers = &four
	byProcesses := overHive{Plugins: kong.Plugins{&c}, hiveFlags: hiveFlags{Processes: true, started: func(s *workerPool) {
		go func() {
			defer close(ended)
			for tick := time.NewTicker(150 * time.Millisecond); ; {
				select {
				case <-tick.C:
					killed += s.killOne()
				case <-over:
					return
				}
			}
		}()
	}}}
	got := run(byProcesses.Run)
	close(over)
	<-ended
	if got != want {
		t.Errorf("after %d kills:\n%s\nwant\n%s", killed, got, want)
	}
	if killed == 0 {
		t.Error("nothing was killed")
	}
	t.Logf("%d workers killed", killed)
}

// killOne kills a worker process, and gives how many.
func (s *workerPool) killOne() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.processes {
		if p.Kill() == nil {
			return 1
		}
	}
	return 0
}

// TestRacemobStuck: after an interrupt, a run that is stuck does not delay the output of the
// results so far.
func TestRacemobStuck(t *testing.T) {
	t.Parallel()
	s := &workerPool{}
	end := make(chan struct{})
	s.all.Go(func() { <-end })
	s.wait(true)
	close(end)
	s.wait(false)
}
