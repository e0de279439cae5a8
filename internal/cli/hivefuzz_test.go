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
	hiveCases      = flag.Int("hive-cases", 4000, "TestHiveFuzz: cases")
	hiveStatements = flag.Int("hive-statements", 3,
		"TestHiveFuzz: how many statements are checked, 0 for all")
	hiveWant = flag.String("hive-want", "",
		"TestHiveFuzz: what one process has printed of these cases, a file; if empty, one is run first")
	hiveKills = flag.Duration("hive-kills", 200*time.Millisecond,
		"TestHiveFuzz: how long it is from one kill to the next")
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
	want := onlyProcess(t, args)
	begun := time.Now()
	t.Setenv("WOBBLY_NATS_TOKEN", "known")
	s := newRestarting(t)
	over, restarts, kills := make(chan struct{}), atomic.Int32{}, atomic.Int32{}
	var crew []*exec.Cmd
	for range 4 {
		crew = append(crew, s.worker())
	}
	ended := make(chan struct{})
	draw := rand.New(rand.NewPCG(1, 1))
	go func() {
		defer close(ended)
		defer func() {
			for _, w := range crew {
				_ = w.Process.Kill()
				_ = w.Wait()
			}
		}()
		for tick := time.NewTicker(*hiveKills); ; {
			select {
			case <-tick.C:
			case <-over:
				return
			}
			if n := restarts.Load(); n < 2 && kills.Load() >= 1+n {
				s.restart()
				restarts.Add(1)
			}
			i := draw.IntN(len(crew))
			_ = crew[i].Process.Kill()
			_ = crew[i].Wait()
			crew[i] = s.worker()
			kills.Add(1)
		}
	}()
	x := lastOf(new(shell).run(t,
		"wobbly-hive "+strings.Join(args, " ")+" --workers 0 --nats "+s.office.URL()))
	close(over)
	<-ended
	if x.out != want || x.exit != 0 {
		t.Errorf("exit %d\n%s\nwant\n%s", x.exit, x.out, want)
	}
	t.Logf("%d workers killed, the server restarted %d times, in %s; it was said:\n%s",
		kills.Load(), restarts.Load(), time.Since(begun).Round(time.Second), x.errors)
	if restarts.Load() != 2 || kills.Load() < 3 || *hiveCases >= 100_000 && kills.Load() < 10 {
		t.Error("too small a job to be disturbed")
	}
}

// onlyProcess is what one process prints, or has printed.
func onlyProcess(t *testing.T, args []string) string {
	if *hiveWant != "" {
		text, err := os.ReadFile(*hiveWant)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	code, want, stderr := execute(context.Background(), "", args...)
	if stderr != "" || want == "" || code != 0 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	return want
}

// restarting is a server that comes back at its place.
type restarting struct {
	t      *testing.T
	dir    string
	office campaign.Server
	port   int
}

func newRestarting(t *testing.T) *restarting {
	s := &restarting{t: t, dir: t.TempDir()}
	s.start()
	at, err := url.Parse(s.office.URL())
	if err == nil {
		s.port, err = strconv.Atoi(at.Port())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.office.Stop() })
	return s
}

func (s *restarting) start() {
	o, err := hive.Transport().Serve(campaign.ServeOptions{
		Dir: s.dir, Keep: true, Listen: true, Port: s.port, Token: "known",
	})
	if err != nil {
		s.t.Error(err)
		return
	}
	s.office = o
}

func (s *restarting) restart() {
	s.office.Stop()
	s.start()
}

// worker returns a worker process.
func (s *restarting) worker() *exec.Cmd {
	c := exec.Command(os.Args[0], "worker", "--nats", s.office.URL())
	c.Args[0] = HiveName
	if err := c.Start(); err != nil {
		s.t.Error(err)
	}
	return c
}

// BenchmarkHiveScale measures how many cases of all statements one and two worker processes check
// in a second. They alternate, and the shortest times count. Each process uses one core, so that a
// single worker cannot collect garbage on the other. The times include starting the processes and
// the work of the host.
func BenchmarkHiveScale(b *testing.B) {
	const cases, rounds = 4000, 3
	least := [3]time.Duration{}
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
				took := time.Since(begun)
				b.Logf("%d workers: %v", workers, took.Round(time.Millisecond))
				if least[workers] == 0 || took < least[workers] {
					least[workers] = took
				}
			}
		}
	}
	b.ReportMetric(cases/least[1].Seconds(), "cases/s-of-1")
	b.ReportMetric(cases/least[2].Seconds(), "cases/s-of-2")
	b.ReportMetric(least[1].Seconds()/least[2].Seconds(), "times")
}
