//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"wobbly/semantics/promela"
)

// measurement is one search of one model.
type measurement struct {
	States  int64
	Races   int           // pairs of accesses found to race; -1 where none were looked for
	CPU     time.Duration // of the search alone, on all cores
	Wall    time.Duration
	Stored  int64 // bytes that the states took, as the engine counts them
	PeakRSS int64 // bytes of the whole process
}

// spinRun is a way to run Spin.
type spinRun struct {
	name  string
	races bool     // with the assertions of all candidates
	cc    []string // beside -O2 -DSAFETY
}

// spinRuns are the ways that are compared: the bare search, what the reduction
// makes of it, and both with a verdict on each pair. With the assertions every
// step of B is visible to A, which leaves little to reduce.
var spinRuns = []spinRun{
	{"spin", false, []string{"-DNOREDUCE"}},
	{"spin, reduced", false, nil},
	{"spin, races", true, []string{"-DNOREDUCE"}},
	{"spin, races, reduced", true, nil},
}

// runSpin writes, compiles and runs the model in a directory. It tells enter what
// it is about to do.
func runSpin(ctx context.Context, dir string, m *promela.Model, r spinRun, enter func(phase string)) (measurement, error) {
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(m.Text), 0o644); err != nil {
		return measurement{}, err
	}
	flags := []string{"-a", "-o2"}
	if r.races {
		flags = append(flags, "-DRACES=0")
	}
	if _, _, err := run(ctx, dir, "spin", append(flags, "model.pml")...); err != nil {
		return measurement{}, err
	}
	enter("compiling")
	if _, _, err := run(ctx, dir, "cc", append([]string{"-w", "-O2", "-DSAFETY", "-o", "pan", "pan.c"}, r.cc...)...); err != nil {
		return measurement{}, err
	}
	enter("searching")
	return runPan(ctx, dir, r)
}

// runPan searches. Its output is read while it runs: with the assertions it has
// a line for each racing state. A state costs what Spin counts in all, hash
// table included, which has 2^24 slots by default.
func runPan(ctx context.Context, dir string, r spinRun) (measurement, error) {
	cmd := exec.CommandContext(ctx, "./pan", "-n", "-c0", "-m10000")
	cmd.Dir = dir
	output, err := cmd.StdoutPipe()
	if err != nil {
		return measurement{}, err
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return measurement{}, err
	}
	result, unread := promela.ReadResult(output)
	if err := cmd.Wait(); err != nil {
		return measurement{}, err
	}
	if unread != nil {
		return measurement{}, unread
	}
	m := used(cmd.ProcessState)
	m.States, m.Races, m.Wall = result.States, -1, time.Since(begin)
	m.Stored = int64(result.Megabytes * (1 << 20))
	if r.races {
		m.Races = len(result.Races)
	}
	return m, nil
}

// used is what a process has used.
func used(state *os.ProcessState) measurement {
	usage := state.SysUsage().(*syscall.Rusage)
	return measurement{CPU: state.UserTime() + state.SystemTime(), PeakRSS: usage.Maxrss << 10}
}

// run runs a command in dir, for its output. The error holds what it printed.
func run(ctx context.Context, dir, name string, args ...string) (string, measurement, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second // what it has started may keep its output open
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", measurement{}, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), used(cmd.ProcessState), nil
}
