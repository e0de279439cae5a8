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

// A spinRun is a search by Spin.
type spinRun struct {
	name  string
	races bool     // whether the model has the assertions of all candidates
	cc    []string // the C compiler's flags besides -O2 -DSAFETY
}

// spinRuns are the bare search, with and without reduction, and both with a verdict on each pair.
// With the assertions every step of B is visible to A, which leaves little to reduce.
var spinRuns = []spinRun{
	{name: "spin", cc: []string{"-DNOREDUCE"}},
	{name: "spin, reduced"},
	{name: "spin, races", races: true, cc: []string{"-DNOREDUCE"}},
	{name: "spin, races, reduced", races: true},
}

// runSpin writes, compiles and runs the model in a directory. The output of pan is read while it
// runs, because with the assertions it has a line for each racing state. Stored is the memory that
// Spin counts in all, including its hash table, which has 2^24 slots by default.
func runSpin(ctx context.Context, dir string, m *promela.Model, r spinRun) (measurement, error) {
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), []byte(m.Text), 0o644); err != nil {
		return measurement{}, err
	}
	flags := []string{"-a", "-o2"}
	if r.races {
		flags = append(flags, "-DRACES=0")
	}
	if _, _, err := command(ctx, dir, "spin", append(flags, "model.pml")...); err != nil {
		return measurement{}, err
	}
	flags = append([]string{"-w", "-O2", "-DSAFETY", "-o", "pan", "pan.c"}, r.cc...)
	if _, _, err := command(ctx, dir, "cc", flags...); err != nil {
		return measurement{}, err
	}
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
	result, readErr := promela.ReadResult(output)
	if err := cmd.Wait(); err != nil {
		return measurement{}, err
	}
	if readErr != nil {
		return measurement{}, readErr
	}
	found := usageOf(cmd.ProcessState)
	found.States, found.Races, found.Wall = result.States, -1, time.Since(begin)
	found.Stored = int64(result.Megabytes * (1 << 20))
	if r.races {
		found.Races = len(result.Races)
	}
	return found, nil
}

func usageOf(state *os.ProcessState) measurement {
	usage := state.SysUsage().(*syscall.Rusage)
	return measurement{CPU: state.UserTime() + state.SystemTime(), PeakRSS: usage.Maxrss << 10}
}

// command runs a command in dir and returns its output and usage. The error contains the output.
func command(ctx context.Context, dir, name string, args ...string) (string, measurement, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	// A child of the command may keep the output open.
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", measurement{},
			fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out), usageOf(cmd.ProcessState), nil
}
