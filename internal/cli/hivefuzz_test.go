//go:build full

package cli

import (
	"context"
	"flag"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/campaign/hive"
)

var (
	hiveFirst      = flag.Int("hive-first", 0, "TestHiveFuzz: the first case")
	hiveCases      = flag.Int("hive-cases", 4000, "TestHiveFuzz: the number of cases")
	hiveStatements = flag.Int("hive-statements", 3,
		"TestHiveFuzz: the number of statements, at most 3, or 0 for all")
	hiveWant = flag.String("hive-want", "",
		"TestHiveFuzz: a file with the output of one process; if empty, one is run first")
	hiveKills = flag.Duration("hive-kills", 200*time.Millisecond,
		"TestHiveFuzz: the time between two kills")
)

// TestHiveFuzz runs fuzz with four processes, kills one or another of them again and again, and
// restarts the server twice. The tally has the same bytes as that of one process. The processes to
// kill are chosen at random, so some live as long as the largest case takes.
func TestHiveFuzz(t *testing.T) {
	args := []string{
		"theorem", "fuzz", "--json", "--first", strconv.Itoa(*hiveFirst), "--cases",
		strconv.Itoa(*hiveCases),
	}
	if *hiveStatements > 0 {
		args = append(args, []string{"theorem1", "5.7", "6.10"}[:*hiveStatements]...)
	}
	want := outputOfOne(t, args)
	begun := time.Now()
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	over, ended := make(chan struct{}), make(chan struct{})
	var restarts, kills atomic.Int32
	var workers []*exec.Cmd
	for range 4 {
		workers = append(workers, s.worker())
	}
	random := rand.New(rand.NewPCG(1, 1))
	go func() {
		defer close(ended)
		defer func() {
			for _, w := range workers {
				_ = w.Process.Kill()
				_ = w.Wait()
			}
		}()
		tick := time.NewTicker(*hiveKills)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-over:
				return
			}
			if n := restarts.Load(); n < 2 && kills.Load() >= 1+n {
				s.restart()
				restarts.Add(1)
			}
			i := random.IntN(len(workers))
			_ = workers[i].Process.Kill()
			_ = workers[i].Wait()
			workers[i] = s.worker()
			kills.Add(1)
		}
	}()
	x := lastOf(new(shell).run(t,
		"wobbly-hive "+strings.Join(args, " ")+" --workers 0 --nats "+s.server.URL()))
	close(over)
	<-ended
	if x.out != want || x.exit != 0 {
		t.Errorf("the host: exit %d\n%s\nwant\n%s", x.exit, x.out, want)
	}
	t.Logf("%d workers killed, the server restarted %d times, in %s; messages:\n%s",
		kills.Load(), restarts.Load(), time.Since(begun).Round(time.Second), x.errors)
	if restarts.Load() != 2 || kills.Load() < 3 || *hiveCases >= 100_000 && kills.Load() < 10 {
		t.Errorf("%d restarts and %d kills, want 2 and at least 3, or 10 for a large job",
			restarts.Load(), kills.Load())
	}
}

// outputOfOne returns the output of one process, or that of an earlier one from the file of
// -hive-want.
func outputOfOne(t *testing.T, args []string) string {
	t.Helper()
	if *hiveWant != "" {
		text, err := os.ReadFile(*hiveWant)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	code, want, stderr := execute(context.Background(), "", args...)
	if stderr != "" || want == "" || code != 0 {
		t.Fatalf("one process: exit %d, errors %q; want 0 without errors", code, stderr)
	}
	return want
}

// A restarting is a server that can be restarted, with the same store and port.
type restarting struct {
	t      *testing.T
	dir    string
	server campaign.Server
	port   int
}

// newRestarting returns a server that runs.
func newRestarting(t *testing.T) *restarting {
	t.Helper()
	s := &restarting{t: t, dir: t.TempDir()}
	s.start()
	if s.server == nil {
		t.FailNow()
	}
	address, err := url.Parse(s.server.URL())
	if err == nil {
		s.port, err = strconv.Atoi(address.Port())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.server.Stop() })
	return s
}

// start starts the server. Other goroutines call it too, so it only records an error.
func (s *restarting) start() {
	server, err := hive.Transport().Serve(campaign.ServeOptions{
		Dir: s.dir, Keep: true, Listen: true, Port: s.port, Token: "known",
	})
	if err != nil {
		s.t.Errorf("starting the server: %v", err)
		return
	}
	s.server = server
}

// restart stops the server and starts it again.
func (s *restarting) restart() {
	s.server.Stop()
	s.start()
}

// worker starts and returns a worker process.
func (s *restarting) worker() *exec.Cmd {
	c := exec.Command(os.Args[0], "worker", "--nats", s.server.URL())
	c.Args[0] = HiveName
	if err := c.Start(); err != nil {
		s.t.Errorf("starting a worker: %v", err)
	}
	return c
}

// BenchmarkHiveScale measures how many cases of all statements one and two worker processes check
// in a second. They alternate, and the shortest times count. Each process uses one core, so that a
// single worker cannot collect garbage on the other. The times include starting the processes and
// the work of the host.
func BenchmarkHiveScale(b *testing.B) {
	const cases, rounds = 4000, 3
	var least [3]time.Duration // by the number of workers
	for b.Loop() {
		for range rounds {
			for workers := 1; workers <= 2; workers++ {
				args := []string{
					"theorem", "fuzz", "--cases", strconv.Itoa(cases), "--processes", "--workers",
					strconv.Itoa(workers),
				}
				c := exec.Command(os.Args[0], args...)
				c.Args[0] = HiveName
				c.Env = append(os.Environ(), "GOMAXPROCS=1")
				begun := time.Now()
				if text, err := c.CombinedOutput(); err != nil {
					b.Fatalf("running wobbly: %v: %s", err, text)
				}
				elapsed := time.Since(begun)
				b.Logf("%d workers: %v", workers, elapsed.Round(time.Millisecond))
				if least[workers] == 0 || elapsed < least[workers] {
					least[workers] = elapsed
				}
			}
		}
	}
	b.ReportMetric(cases/least[1].Seconds(), "cases/s-of-1")
	b.ReportMetric(cases/least[2].Seconds(), "cases/s-of-2")
	b.ReportMetric(least[1].Seconds()/least[2].Seconds(), "times")
}
