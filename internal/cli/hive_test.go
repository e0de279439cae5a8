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

// TestHiveGoesOn: a host that is killed leaves its results in its store. The same command continues
// from there, says so, and gets the same result as one process.
func TestHiveGoesOn(t *testing.T) {
	args := []string{"crosscheck", "--random", "800", "--small", "--json"}
	_, want, _ := execute(context.Background(), "", args...)
	line := append(args, "--workers", "2", "--store")
	for patience := 300 * time.Millisecond; ; patience = patience * 3 / 2 {
		store := t.TempDir()
		c := exec.Command(os.Args[0], append(line, store)...)
		c.Args[0] = HiveName
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(patience, func() { _ = c.Process.Kill() })
		if c.Wait() == nil {
			patience /= 3 // it was done before
			continue
		}
		x := lastOf(new(shell).run(t, "wobbly-hive "+strings.Join(line, " ")+" "+store))
		if x.out != want || want == "" {
			t.Fatalf("exit %d, %s%s\nwant\n%s", x.exit, x.out, x.errors, want)
		}
		if strings.HasPrefix(x.errors, "wobbly-hive: going on with what is there: ") ||
			patience > 20*time.Second {
			t.Log(x.errors)
			return // else it was killed too early
		}
	}
}

// TestHiveStatus: who is connected to a server, as text and as JSON.
func TestHiveStatus(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	w := s.worker()
	t.Cleanup(func() { _ = w.Process.Kill(); _ = w.Wait() })
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runHiveIn(ctx, "theorem", "fuzz", "theorem1", "--cases", "1000000", "--workers", "0",
			"--nats", s.office.URL())
	}()
	var out string
	for range 100 { // until both have answered
		_, out, _ = runHiveIn(context.Background(), "status", "--nats", s.office.URL(),
			"--wait", "300ms")
		if strings.Contains(out, "host ") && strings.Contains(out, "1 worker\n") {
			break
		}
	}
	said := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"1 job ", ` "theorem fuzz" this version host `, " shards ", "1 worker ", " this version ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	code, out, _ := runHiveIn(context.Background(), "status", "--json", "--nats", s.office.URL(),
		"--wait", "300ms")
	if code != 0 || !strings.HasPrefix(out, `{"schema":"wobbly/hive-status/1","version":"`) ||
		!strings.Contains(out, `"kind":"theorem fuzz","title":"theorem fuzz"`) {
		t.Errorf("exit %d, %s", code, out)
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
		t.Error(err)
	}
	stop()
	<-ended
	if _, out, _ := runHiveIn(context.Background(), "status", "--nats", s.office.URL(), "--wait", "300ms"); !strings.HasPrefix(out, "0 jobs\n1 worker\n") {
		t.Errorf("when the host was interrupted:\n%s", out)
	}
}

// TestHiveTerminated: a host process that is told to end prints its results, exits with 3, and
// leaves nothing on a server that outlives it.
func TestHiveTerminated(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	w := s.worker()
	t.Cleanup(func() { _ = w.Process.Kill(); _ = w.Wait() })
	status := func() string {
		_, out, _ := runHiveIn(context.Background(), "status", "--nats", s.office.URL(),
			"--wait", "300ms")
		return out
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := exec.Command(os.Args[0], "theorem", "fuzz", "theorem1", "--cases", "100000000",
			"--workers", "0", "--nats", s.office.URL())
		c.Args[0] = HiveName
		var text strings.Builder
		c.Stdout, c.Stderr = &text, &text
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 200 { // until something was taken
			if out := status(); strings.HasPrefix(out, "1 job\n") &&
				!strings.Contains(out, "  0 of ") {
				break
			}
		}
		if err := c.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		said := strings.Join(strings.Fields(text.String()), " ")
		if code := c.ProcessState.ExitCode(); code != int(console.ExitInconclusive) ||
			!strings.Contains(said, "theorem1") ||
			!strings.Contains(said, "Interrupted: this is not everything.") &&
				!strings.Contains(said, "Not complete: ") {
			t.Errorf("%v: exit %d, %s", signal, code, &text)
		}
		if out := status(); !strings.HasPrefix(out, "0 jobs\n1 worker\n") {
			t.Errorf("%v leaves\n%s", signal, out)
		}
	}
}

// TestHiveOrphan: a worker process ends when the process that started it does, which closes its
// standard input.
func TestHiveOrphan(t *testing.T) {
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	t.Setenv("WOBBLY_HIVE_PARENT", "1")
	s := newRestarting(t)
	code, out, errs := runHiveIn(context.Background(), "worker", "--nats", s.office.URL())
	if code != 0 || out+errs != "" {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
}
