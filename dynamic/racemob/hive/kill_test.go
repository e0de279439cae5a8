package hive

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"testing"
	"time"

	"wobbly/dynamic/racemob"
)

var (
	kills = flag.Int("kills", 4, "TestKilled: how many workers to kill")
	pause = flag.Duration("pause", 300*time.Millisecond, "TestKilled: between two kills")
)

// TestKilled has a job done by four worker processes, of which one after the
// other is killed and replaced. Every task has its result, and the list is that
// of an undisturbed run, byte for byte.
func TestKilled(t *testing.T) {
	const workers, spare = 4, 1.1
	tasks := float64(*kills) * float64(*pause) / float64(slowness) * workers * spare
	j := jobOf(t, many, func(p *racemob.Policy) { p.Runs = int(tasks) / locked })
	want := racemob.Do(context.Background(), j)

	s := serve(t, true)
	crew := newCrew(t, s.URL(), workers)
	begun, again := time.Now(), 0
	over, killed := make(chan struct{}), make(chan int)
	go func() { killed <- crew.kill(over) }()
	got, err := hostJob(within(t, patience+2*time.Duration(*kills)**pause), dial(t, s), j, racemob.HostOptions{ID: "job", Version: "test", Progress: func(p racemob.Progress) { again = p.Again }})
	close(over)
	if n := <-killed; err != nil || n != *kills {
		t.Fatalf("%d of %d workers killed, %v", n, *kills, err)
	}
	if g, w := show(got), show(want); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	if got.Stats.Issued != got.Stats.Done || got.Stats.Open != 0 {
		t.Errorf("not every task is accounted for: %+v", got.Stats)
	}
	if again == 0 {
		t.Error("no worker was killed in the middle of a task")
	}
	t.Logf("%d workers killed, one every %s, and done in %s: %d tasks, %d results, %d of tasks that had been with a worker before, %d came twice, %d true races",
		*kills, *pause, time.Since(begun).Round(time.Second), got.Stats.Issued, got.Stats.Done, again, got.Stats.Duplicates, len(got.TrueRaces()))
}

// many has locked candidates, which keep all workers busy, and two true races.
const (
	many = burble + `
k(b) { lock(); b.g := b; b.g := b; b.g := b; b.g := b; b.g := b; b.g := b; unlock(); }`
	locked = 6 * 7 / 2
)

// crew is worker processes.
type crew struct {
	t   *testing.T
	url string
	all []*exec.Cmd
}

func newCrew(t *testing.T, url string, n int) *crew {
	c := &crew{t: t, url: url}
	for range n {
		c.all = append(c.all, c.start())
	}
	t.Cleanup(func() {
		for _, w := range c.all {
			_ = w.Process.Kill()
			_ = w.Wait()
		}
	})
	return c
}

func (c *crew) start() *exec.Cmd {
	w := exec.Command(os.Args[0])
	w.Env = append(os.Environ(), "HIVE_TEST_SERVER="+c.url)
	w.Stderr = os.Stderr
	if err := w.Start(); err != nil {
		c.t.Error(err)
	}
	return w
}

// kill kills the worker that is there longest, and starts another one, again and
// again until the job is over. It gives how often.
func (c *crew) kill(over chan struct{}) int {
	tick := time.NewTicker(*pause)
	defer tick.Stop()
	for n := range *kills {
		select {
		case <-over:
			return n
		case <-tick.C:
		}
		w := &c.all[n%len(c.all)]
		_ = (*w).Process.Kill()
		_ = (*w).Wait()
		*w = c.start()
	}
	return *kills
}
