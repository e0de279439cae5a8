package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"wobbly/dynamic/racemob"
	"wobbly/internal/campaign"
	"wobbly/internal/campaign/hive"
	"wobbly/internal/iltest"
)

// burblePath is an example with two true races.
var burblePath = filepath.Join("..", "..", "examples", "burble.il")

// TestRacemobWorkers: workers in this process, one or several, and processes
// give the same bytes.
func TestRacemobWorkers(t *testing.T) {
	code, want, stderr := execute(context.Background(), "", "racemob", "--json", "--workers", "1", burblePath)
	if code != int(exitFound) || stderr != "" {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for _, line := range []string{"wobbly racemob --workers 3", "wobbly-hive run --workers 3", "wobbly-hive run --workers 2 --processes"} {
		x := lastOf(new(shell).run(t, line+" --json "+burblePath))
		if x.exit != exitFound || x.out != want || x.errors != "" {
			t.Errorf("%s: exit %d, %s%s", line, x.exit, x.out, x.errors)
		}
	}
}

// TestRacemobKilled kills worker processes while they work: the bytes are those
// of an undisturbed run.
func TestRacemobKilled(t *testing.T) {
	c := racemobJob{File: burblePath, Candidates: allPairs, policyFlags: policyFlags{Users: 5, Runs: 250, Seed: 1, Timeout: 40, RunSteps: 1000}, Limit: 100}
	c.JSON = true
	run := func(run func(*app) error) string {
		var out, errs bytes.Buffer
		a := &app{ctx: context.Background(), post: hive.Post(), sys: system{Stdout: &out, Stderr: &errs, Env: os.Environ(), Secret: "secret"}, out: newOutput(&out, 1<<12)}
		if err := run(a); err != nil || a.exit != exitFound || errs.Len() > 0 {
			t.Fatalf("exit %d, %v, %s", a.exit, err, errs.String())
		}
		a.out.Flush()
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

// TestRacemobInterrupted: what there is is kept, and said to be not everything.
// How long it takes to find both true races is up to the machine.
func TestRacemobInterrupted(t *testing.T) {
	for patience := 500 * time.Millisecond; ; patience *= 4 {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		code, text, stderr := execute(ctx, "", "racemob", "--runs", "100000000", burblePath)
		stop()
		if strings.Count(text, "true race  ") < 2 && patience < 20*time.Second {
			continue
		}
		said := strings.Join(strings.Fields(text), " ")
		if code != int(exitInconclusive) || !strings.HasSuffix(said, "Interrupted: this is not everything.") || strings.Count(text, "true race  ") != 2 || stderr != "" {
			t.Errorf("exit %d, %s%s", code, text, stderr)
		}
		return
	}
}

// TestRacemobDocumentInterrupted: of true races whose run is not done once more in time, nothing
// is said but that they are not validated, and the document is not whole.
func TestRacemobDocumentInterrupted(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); "+strings.Repeat("a.f := x; ", 12)+"}")
	for _, p := range core.Pairs() {
		var candidates []racemob.Candidate
		for s := range racemob.ConflictsOf(core, p).All() {
			candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
		}
		job, err := racemob.NewJob(core, candidates, racemob.DefaultPolicy())
		if err != nil {
			t.Fatal(err)
		}
		list := racemob.Do(t.Context(), job)
		whole, err := racemobDocument(t.Context(), list, "all", "")
		if err != nil || whole.Interrupted || whole.Total.TrueRaces != len(list.TrueRaces()) || whole.Total.TrueRaces < 10 {
			t.Fatalf("%v, %+v", err, whole.Total)
		}
		most := 0
		for _, n := range []int{0, 1, 5, 20} {
			d, err := racemobDocument(newCountdown(t, n+1), list, "all", "")
			known := 0
			for _, c := range d.Pairs[0].Candidates {
				if c.Race != nil {
					known++
				}
			}
			if err != nil || !d.Interrupted || d.Total.TrueRaces != known || known > n || d.Total.NotValidated != whole.Total.TrueRaces-known || exitOfRaceMob(d) != exitInconclusive {
				t.Errorf("after %d: %v, %d known, %+v", n, err, known, d.Total)
			}
			most = max(most, known)
		}
		if most < 5 {
			t.Errorf("at most %d were known", most)
		}
	}
}

// TestRacemobStuck: a run at hand does not keep what there is from being told, once
// the user has interrupted the job.
func TestRacemobStuck(t *testing.T) {
	t.Parallel()
	s := &workerPool{}
	end := make(chan struct{})
	s.all.Go(func() { <-end })
	s.wait(true)
	close(end)
	s.wait(false)
}

// TestRacemobElsewhere: a job over another server, whose workers have joined by
// hand.
func TestRacemobElsewhere(t *testing.T) {
	s, err := hive.Post().Serve(campaign.ServeOptions{Dir: t.TempDir(), Listen: true, Token: "known"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	t.Setenv(tokenVariable, "known")
	env := func(ctx context.Context, args ...string) (int, string, string) {
		var out, errs bytes.Buffer
		code := hiveProgram().run(ctx, system{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Env: os.Environ()}, hive.Post())
		return code, out.String(), errs.String()
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan int)
	go func() {
		code, _, _ := env(ctx, "worker", "--nats", s.URL())
		done <- code
	}()
	_, want, _ := execute(context.Background(), "", "racemob", "--json", burblePath)
	code, got, stderr := env(context.Background(), "run", "--json", "--nats", s.URL(), "--workers", "0", burblePath)
	if code != int(exitFound) || got != want || stderr != "" {
		t.Errorf("exit %d, %s%s", code, got, stderr)
	}
	stop()
	if code := <-done; code != int(exitNothing) {
		t.Errorf("the worker exits with %d", code)
	}
	for _, args := range [][]string{{"worker", "--nats", s.URL()}, {"run", "--nats", s.URL(), burblePath}} {
		t.Setenv(tokenVariable, "")
		if code, _, stderr := env(context.Background(), args...); code != int(exitUsage) || !strings.Contains(stderr, "no connection to the message server") {
			t.Errorf("%q without the token: exit %d, %s", args, code, stderr)
		}
	}
}
