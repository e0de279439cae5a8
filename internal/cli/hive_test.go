//go:build full

package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"wobbly/internal/cli/console"
)

// TestHiveResumes: a host that is killed leaves its results in its store. The same command
// continues from there, says so, and gets the same result as one process.
func TestHiveResumes(t *testing.T) {
	args := []string{"crosscheck", "--random", "800", "--small", "--json"}
	_, want, _ := execute(context.Background(), "", args...)
	line := append(args, "--workers", "2", "--store")
	// Wait longer each time, until the host has stored something before it is killed.
	for patience := 300 * time.Millisecond; ; patience = patience * 3 / 2 {
		store := t.TempDir()
		c := exec.Command(os.Args[0], append(line, store)...)
		c.Args[0] = HiveName
		if err := c.Start(); err != nil {
			t.Fatalf("starting the host: %v", err)
		}
		time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		if c.Wait() == nil {
			patience /= 3 // it ended by itself
			continue
		}
		x := lastOf(new(shell).run(t, "wobbly-hive "+strings.Join(line, " ")+" "+store))
		if x.out != want || want == "" {
			t.Fatalf("the second run: exit %d, %s%s\nwant\n%s", x.exit, x.out, x.errors, want)
		}
		if strings.HasPrefix(x.errors, "wobbly-hive: going on with what is there: ") ||
			patience > 20*time.Second {
			t.Log(x.errors)
			return
		}
	}
}

// TestHiveStatus: status lists the jobs and workers of a server, as text and as JSON.
func TestHiveStatus(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	w := s.worker()
	t.Cleanup(func() {
		_ = w.Process.Kill()
		_ = w.Wait()
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runHiveIn(ctx, "theorem", "fuzz", "theorem1", "--cases", "1000000", "--workers", "0",
			"--nats", s.server.URL())
	}()
	var out string
	for range 100 { // until both have answered
		_, out, _ = runHiveIn(context.Background(), "status", "--nats", s.server.URL(),
			"--wait", "300ms")
		if strings.Contains(out, "host ") && strings.Contains(out, "1 worker\n") {
			break
		}
	}
	for _, want := range []string{
		"1 job ", ` "theorem fuzz" this version host `, " shards ", "1 worker ", " this version ",
	} {
		if !strings.Contains(unwrapped(out), want) {
			t.Errorf("status lacks %q:\n%s", want, out)
		}
	}
	code, out, _ := runHiveIn(context.Background(), "status", "--json", "--nats", s.server.URL(),
		"--wait", "300ms")
	if code != 0 || !strings.HasPrefix(out, `{"schema":"wobbly/hive-status/1","version":"`) ||
		!strings.Contains(out, `"kind":"theorem fuzz","title":"theorem fuzz"`) {
		t.Errorf("status --json: exit %d, %s; want 0 and the job", code, out)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schema",
		"hive-status.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err == nil {
		err = schema.Validate(doc)
	}
	if err != nil {
		t.Errorf("status --json: %v", err)
	}
	stop()
	<-ended
	_, out, _ = runHiveIn(context.Background(), "status", "--nats", s.server.URL(),
		"--wait", "300ms")
	if !strings.HasPrefix(out, "0 jobs\n1 worker\n") {
		t.Errorf("status after the host was interrupted is\n%s\nwant no jobs and 1 worker", out)
	}
}

// TestHiveTerminated: a host process that gets a signal prints its results, exits with 3, and
// leaves nothing on a server that outlives it.
func TestHiveTerminated(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	w := s.worker()
	t.Cleanup(func() {
		_ = w.Process.Kill()
		_ = w.Wait()
	})
	status := func() string {
		_, out, _ := runHiveIn(context.Background(), "status", "--nats", s.server.URL(),
			"--wait", "300ms")
		return out
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := exec.Command(os.Args[0], "theorem", "fuzz", "theorem1", "--cases", "100000000",
			"--workers", "0", "--nats", s.server.URL())
		c.Args[0] = HiveName
		var text strings.Builder
		c.Stdout, c.Stderr = &text, &text
		if err := c.Start(); err != nil {
			t.Fatalf("starting the host: %v", err)
		}
		for range 200 { // until a worker has taken a shard
			if out := status(); strings.HasPrefix(out, "1 job\n") &&
				!strings.Contains(out, "  0 of ") {
				break
			}
		}
		if err := c.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // the error is that of the exit code
		said := unwrapped(text.String())
		if code := c.ProcessState.ExitCode(); code != int(console.ExitInconclusive) ||
			!strings.Contains(said, "theorem1") ||
			!strings.Contains(said, "Interrupted: this is not everything.") &&
				!strings.Contains(said, "Not complete: ") {
			t.Errorf("%v: exit %d, %s; want exit %d and incomplete results", signal, code, &text,
				console.ExitInconclusive)
		}
		if out := status(); !strings.HasPrefix(out, "0 jobs\n1 worker\n") {
			t.Errorf("status after %v is\n%s\nwant no jobs and 1 worker", signal, out)
		}
	}
}

// TestHiveOrphan: a worker process ends when the process that started it does, which closes its
// standard input.
func TestHiveOrphan(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	t.Setenv("WOBBLY_HIVE_PARENT", "1")
	s := newRestarting(t)
	code, out, errs := runHiveIn(context.Background(), "worker", "--nats", s.server.URL())
	if code != 0 || out+errs != "" {
		t.Errorf("the worker: exit %d, %s%s; want 0 and no output", code, out, errs)
	}
}
