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

// TestMemoryLimit: a process ends with exit 3 and says why before it takes much more memory than
// allowed, even if code that never checks takes all of it.
func TestMemoryLimit(t *testing.T) {
	nested := "m(a) {\n" + strings.Repeat("x := a.f; if * {\n", 6000) + "a.f := a;\n" + strings.Repeat("}\n", 6000) + "}\n"
	doubling := "private m0(b) { x := b.f; b.f := x }\n"
	for i := range 26 {
		doubling += "private m" + string(rune('a'+i)) + "(b, c) { if * { " + before(i) + "(b.f, c) } else { " + before(i) + "(c, b.g) } }\n"
	}
	doubling += "m(b, c) { mz(b, c) }\n"
	doubling = strings.Replace(doubling, "m0(b)", "m0(b, c)", 1)
	for name, c := range map[string]struct {
		program string
		args    []string
	}{
		"traces of nested branches": {nested, []string{"theorem", "check", "--statement", "5.15", "-"}},
		"summaries as sets":         {doubling, []string{"check", "--analysis", "racerd", "-"}},
		"summaries, as JSON":        {doubling, []string{"check", "--analysis", "racerd", "--json", "-"}},
	} {
		if !quick.All && name != "summaries as sets" {
			continue
		}
		run := exec.Command(os.Args[0], c.args...)
		run.Args[0] = wobblyProgram().Name
		run.Env = append(os.Environ(), "GOMEMLIMIT=100MiB")
		run.Stdin = strings.NewReader(c.program)
		var out, said bytes.Buffer
		run.Stdout, run.Stderr = &out, &said
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		most := maxResident(run.Process.Pid)
		err := run.Wait()
		var exited *exec.ExitError
		if !errors.As(err, &exited) || exited.ExitCode() != int(console.ExitInconclusive) {
			t.Errorf("%s: %v, %s", name, err, &said)
			continue
		}
		if n := strings.Count(said.String(), "wobbly: the limit of 100 MB of memory was reached\nTo set another limit, use the environment"); n != 1 || strings.Contains(said.String(), "goroutine") {
			t.Errorf("%s: %s", name, &said)
		}
		if taken := <-most; taken < 50 || taken > 300 {
			t.Errorf("%s: %d MB were taken", name, taken)
		}
	}
}

// maxResident sends the most MB that a process has had resident, when it has ended. What wait
// tells counts what was resident in the process that started it, too.
func maxResident(pid int) <-chan int {
	most := make(chan int, 1)
	go func() {
		seen := 0
		defer func() { most <- seen }()
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
	return most
}

// before returns the method that method i calls.
func before(i int) string {
	if i == 0 {
		return "m0"
	}
	return "m" + string(rune('a'+i-1))
}

// TestDeafFile: an interrupt ends a run that waits for a silent file.
func TestDeafFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check", pipe}, {"replay", pipe}, {"show", "--trace", pipe, burblePath}, {"lesson", "check", "1", pipe}} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var said strings.Builder
		a := &console.App{Ctx: ctx, Sys: console.System{Args: args, Stdout: io.Discard, Stderr: &said}, Out: console.NewOutput(io.Discard, 16)}
		if code := a.Guarded(func() error { return wobblyProgram().dispatch(a) }); code != int(console.ExitInconclusive) || said.String() != "wobbly: interrupted\n" { // which waits for whatever does not hear
			t.Errorf("%v: exit %d, %q", args, code, &said)
		}
	}
}

// TestOddFiles: records and hand-ins that are not regular files are not read. A run says only once
// that it was interrupted.
func TestOddFiles(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for said, args := range map[string][]string{
		"wobbly: cannot read the record: " + pipe + ": it is a pipe\n":                 {"lesson", "list", "--record", pipe},
		"wobbly: cannot read the record: /dev/zero: it is a device\n":                  {"lesson", "list", "--record", "/dev/zero"},
		"wobbly: cannot read what was handed in: open " + pipe + ": not a directory\n": {"grade", pipe},
	} {
		if code, _, stderr := execute(t.Context(), "", args...); code != int(console.ExitUsage) || stderr != said {
			t.Errorf("%v: exit %d, %q", args, code, stderr)
		}
	}
	for _, command := range [][]string{{"theorem", "check"}, {"crosscheck"}} {
		if code, _, stderr := cutShort(t, 0, "", append(command, pipe)...); code != int(console.ExitInconclusive) || stderr != "wobbly: interrupted\n" {
			t.Errorf("%v: exit %d, %q", command, code, stderr)
		}
	}
}
