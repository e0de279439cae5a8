package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/campaign/hive"
	"wobbly/internal/cli/console"
)

// burblePath is an example with two true races.
var burblePath = filepath.Join("..", "..", "examples", "burble.il")

// TestRacemobWorkers: one worker, several workers and several processes print the same document.
func TestRacemobWorkers(t *testing.T) {
	code, want, stderr := execute(context.Background(), "", "racemob", "--json", "--workers", "1",
		burblePath)
	if code != int(console.ExitFound) || stderr != "" {
		t.Fatalf("racemob --workers 1: exit %d, %s; want exit %d", code, stderr, console.ExitFound)
	}
	for _, line := range []string{
		"wobbly racemob --workers 3", "wobbly-hive run --workers 3",
		"wobbly-hive run --workers 2 --processes",
	} {
		x := lastOf(new(shell).run(t, line+" --json "+burblePath))
		if x.exit != console.ExitFound || x.out != want || x.errors != "" {
			t.Errorf("%s: exit %d, %s%s; want exit %d and what 1 worker prints: %s", line, x.exit,
				x.out, x.errors, console.ExitFound, want)
		}
	}
}

// TestRacemobInterrupted: the results so far are kept, and the output says that they are
// incomplete. How long it takes to find both true races depends on the machine.
func TestRacemobInterrupted(t *testing.T) {
	for patience := 500 * time.Millisecond; ; patience *= 4 {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		code, text, stderr := execute(ctx, "", "racemob", "--runs", "100000000", burblePath)
		stop()
		if strings.Count(text, "true race  ") < 2 && patience < 20*time.Second {
			continue
		}
		complete := !strings.HasSuffix(unwrapped(text), "Interrupted: this is not everything.")
		if code != int(console.ExitInconclusive) || complete ||
			strings.Count(text, "true race  ") < 2 || stderr != "" {
			t.Errorf("racemob, interrupted: exit %d, %s%s; want exit %d, both races and the "+
				"interrupt", code, text, stderr, console.ExitInconclusive)
		}
		return
	}
}

// TestRacemobElsewhere: a job on another server, which workers have joined separately, has the same
// result. Without the token, neither the job nor the worker gets a connection.
func TestRacemobElsewhere(t *testing.T) {
	s, err := hive.Transport().Serve(campaign.ServeOptions{
		Dir: t.TempDir(), Listen: true, Token: "known",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	runHive := func(ctx context.Context, args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := Hive().run(ctx,
			console.System{
				Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
				Env: os.Environ(),
			}, hive.Transport())
		return code, out.String(), errs.String()
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan int)
	go func() {
		code, _, _ := runHive(ctx, "worker", "--nats", s.URL())
		done <- code
	}()
	_, want, _ := execute(context.Background(), "", "racemob", "--json", burblePath)
	code, got, stderr := runHive(context.Background(), "run", "--json", "--nats", s.URL(),
		"--workers", "0", burblePath)
	if code != int(console.ExitFound) || got != want || stderr != "" {
		t.Errorf("wobbly-hive run --nats: exit %d, %s%s; want exit %d and what racemob prints: %s",
			code, got, stderr, console.ExitFound, want)
	}
	stop()
	if code := <-done; code != int(console.ExitNothing) {
		t.Errorf("the worker: exit %d, want %d", code, console.ExitNothing)
	}
	for _, args := range [][]string{
		{"worker", "--nats", s.URL()}, {"run", "--nats", s.URL(), burblePath},
	} {
		t.Setenv("WOBBLY_NATS_TOKEN", "")
		code, _, stderr := runHive(context.Background(), args...)
		if code != int(console.ExitUsage) ||
			!strings.Contains(stderr, "no connection to the message server") {
			t.Errorf("wobbly-hive %q without the token: exit %d, %s; want exit %d and that there "+
				"is no connection", args, code, stderr, console.ExitUsage)
		}
	}
}
