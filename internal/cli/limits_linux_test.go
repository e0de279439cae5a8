package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"wobbly/internal/cli/console"
	"wobbly/internal/quick"
)

// TestMemoryLimit: a process ends with exit 3 and says why before it uses much more memory than
// allowed, even in code that never checks the limit.
func TestMemoryLimit(t *testing.T) {
	nested := "m(a) {\n" + strings.Repeat("x := a.f; if * {\n", 6000) + "a.f := a;\n" +
		strings.Repeat("}\n", 6000) + "}\n"
	doubling := "private m0(b, c) { x := b.f; b.f := x }\n"
	for i := range 26 {
		doubling += fmt.Sprintf("private m%d(b, c) { ", i+1) +
			fmt.Sprintf("if * { m%d(b.f, c) } else { m%[1]d(c, b.g) } }\n", i)
	}
	doubling += "m(b, c) { m26(b, c) }\n"
	for name, c := range map[string]struct {
		program string
		args    []string
	}{
		"traces of nested branches": {nested,
			[]string{"theorem", "check", "--statement", "5.15", "-"}},
		"summaries as sets":  {doubling, []string{"check", "--analysis", "racerd", "-"}},
		"summaries, as JSON": {doubling, []string{"check", "--analysis", "racerd", "--json", "-"}},
	} {
		if !quick.All && name != "summaries as sets" {
			continue
		}
		run := exec.Command(os.Args[0], c.args...)
		run.Args[0] = wobblyProgram().Name
		run.Env = append(os.Environ(), "GOMEMLIMIT=100MiB")
		run.Stdin = strings.NewReader(c.program)
		var stderr bytes.Buffer
		run.Stderr = &stderr
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		peak := maxResident(run.Process.Pid)
		err := run.Wait()
		var exited *exec.ExitError
		if !errors.As(err, &exited) || exited.ExitCode() != int(console.ExitInconclusive) {
			t.Errorf("%s: %v ends with %v, want exit %d: %s", name, c.args, err,
				console.ExitInconclusive, &stderr)
			continue
		}
		const want = "wobbly: the limit of 100 MB of memory was reached\n" +
			"To set another limit, use the environment"
		reported := stderr.String()
		if strings.Count(reported, want) != 1 || strings.Contains(reported, "goroutine") {
			t.Errorf("%s: %v reports %s, want %q once, without a trace of the stack", name, c.args,
				reported, want)
		}
		if used := <-peak; used < 50 || used > 300 {
			t.Errorf("%s: %v used %d MB, want 50 to 300", name, c.args, used)
		}
	}
}

// maxResident sends the peak resident memory of a process, in MB, when the process has ended. The
// peak that wait reports includes memory of the process that started it.
func maxResident(pid int) <-chan int {
	peak := make(chan int, 1)
	go func() {
		seen := 0
		defer func() { peak <- seen }()
		for range time.Tick(time.Millisecond) {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if err != nil {
				return
			}
			_, after, alive := strings.Cut(string(status), "VmHWM:")
			if !alive {
				return
			}
			if kB, err := strconv.Atoi(strings.Fields(after)[0]); err == nil {
				seen = max(seen, kB>>10)
			}
		}
	}()
	return peak
}

// TestSilentFile: an interrupt ends a run that waits for a file without data.
func TestSilentFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", pipe}, {"replay", pipe}, {"show", "--trace", pipe, burblePath},
		{"lesson", "check", "1", pipe},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var stderr strings.Builder
		sys := console.System{Args: args, Stdout: io.Discard, Stderr: &stderr}
		a := &console.App{Ctx: ctx, Sys: sys, Out: console.NewOutput(io.Discard, 16)}
		code := a.Guarded(func() error { return wobblyProgram().dispatch(a) })
		if code != int(console.ExitInconclusive) || stderr.String() != "wobbly: interrupted\n" {
			t.Errorf("wobbly %v: exit %d, %q; want exit %d and that it was interrupted", args, code,
				&stderr, console.ExitInconclusive)
		}
	}
}

// TestIrregularFiles: records and hand-ins that are not regular files are not read. A run says only
// once that it was interrupted.
func TestIrregularFiles(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"wobbly: cannot read the record " + pipe +
			": it is a pipe\n": {"lesson", "list", "--record", pipe},
		"wobbly: cannot read the record /dev/zero: it is a device\n": {"lesson",
			"list", "--record", "/dev/zero"},
		"wobbly: " + pipe + " is neither a directory nor a zip\n" +
			"Name the directory or zip of all hand-ins.\n": {"grade", pipe},
	} {
		code, _, stderr := execute(t.Context(), "", args...)
		if code != int(console.ExitUsage) || stderr != want {
			t.Errorf("wobbly %v: exit %d, %q; want exit %d, %q", args, code, stderr,
				console.ExitUsage, want)
		}
	}
	for _, command := range [][]string{{"theorem", "check"}, {"crosscheck"}} {
		code, _, stderr := interruptAt(t, 0, "", append(command, pipe)...)
		if code != int(console.ExitInconclusive) || stderr != "wobbly: interrupted\n" {
			t.Errorf("wobbly %v: exit %d, %q; want exit %d and that it was interrupted once",
				command, code, stderr, console.ExitInconclusive)
		}
	}
}
