package hive

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"wobbly/dynamic/racemob"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestMain is a worker process too, if the environment names a server.
func TestMain(m *testing.M) {
	at := os.Getenv("HIVE_TEST_SERVER")
	if at == "" {
		os.Exit(m.Run())
	}
	c, err := reach(at, testToken)
	if err == nil {
		w := &worker{conn: c, name: fmt.Sprint(os.Getpid()), version: "test", run: slow, jobs: map[string]*racemob.Job{}}
		err = w.work(context.Background())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// slow is a run that takes its time, so that a worker dies in the middle of it.
func slow(j *racemob.Job, t racemob.Task) *racemob.Run {
	time.Sleep(slowness)
	return j.Run(t)
}

const slowness = 10 * time.Millisecond

const testToken = "only-for-tests"

// serve starts a server that ends with the test.
func serve(t *testing.T, listen bool) *natsServer {
	t.Helper()
	s, err := startServer(serverOptions{Dir: t.TempDir(), Listen: listen, Token: testToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// dial connects to a server for the time of the test.
func dial(t *testing.T, s *natsServer) *conn {
	t.Helper()
	c, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// employ starts workers in this process, which end with the test.
func employ(t *testing.T, s *natsServer, n int) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for i := range n {
		c := dial(t, s)
		all.Go(func() {
			if err := work(ctx, c, fmt.Sprint(i), "test"); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() { stop(); all.Wait() })
}

// patience is how long a job of a test may take. One that takes longer hangs:
// its list is then not complete, and the test fails.
const patience = time.Minute

// within is a context that ends after a time.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), d)
	t.Cleanup(stop)
	return ctx
}

// jobOf validates every pair of sites of a program.
func jobOf(t *testing.T, text string, change func(*racemob.Policy)) *racemob.Job {
	t.Helper()
	core := iltest.Core(t, text)
	var all []racemob.Candidate
	for _, p := range core.Pairs() {
		for _, s := range racemob.ConflictingSites(core, p) {
			all = append(all, racemob.Candidate{Pair: p, Sites: s})
		}
	}
	p := racemob.DefaultPolicy()
	if change != nil {
		change(&p)
	}
	j, err := racemob.NewJob(core, all, p)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

const burble = `
meps(b) { lock(); out := b.f; unlock(); }
reps(b) { x := new(); b.f := x; }
beps(b) { b := new(); x := new(); b.f := x; }`

// show writes a list in full.
func show(l *racemob.List) string {
	var b strings.Builder
	fmt.Fprintf(&b, "complete %v, %d rounds, %d tasks, %d results\n", l.Complete, l.Stats.Rounds, l.Stats.Issued, l.Stats.Done)
	for n, e := range l.Entries {
		fmt.Fprintf(&b, "%d %v %v %v %v", n, e.Sites, e.Cause, e.Runs, e.Verdicts)
		fmt.Fprintf(&b, " %d %d %d %d %d %d %v", e.Both, e.Longest, e.Cut, e.Steps, e.Aliased, e.Ordered, e.Plain)
		if e.Race != nil {
			fmt.Fprintf(&b, " %+v", *e.Race)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestHost: however many workers there are, the list is the one that comes of
// doing every task in one goroutine.
func TestHost(t *testing.T) {
	for _, workers := range []int{1, 4} {
		for _, text := range []string{burble, gen.Text(7, gen.Default())} {
			j := jobOf(t, text, nil)
			want := show(racemob.Do(context.Background(), j))
			s := serve(t, false)
			employ(t, s, workers)
			said := 0
			got, err := hostJob(within(t, patience), dial(t, s), j, racemob.HostOptions{ID: "job", Version: "test", Progress: func(p racemob.Progress) {
				if said++; p.Done != said || p.Issued < p.Done || p.Workers < 1 || p.Workers > workers {
					t.Errorf("after %d results: %+v", said, p)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if show(got) != want {
				t.Errorf("%d workers:\n%s\nwant\n%s", workers, show(got), want)
			}
			if got.Stats.Done != said {
				t.Errorf("%d results, and progress was called %d times", got.Stats.Done, said)
			}
		}
	}
}

// TestEveryTaskIsAskedFor: a worker that has done what there was asks for more,
// whatever comes first, the next task or the question. Many short jobs one after
// the other, since tasks come in small rounds there.
func TestEveryTaskIsAskedFor(t *testing.T) {
	s := serve(t, false)
	employ(t, s, 1)
	c, j := dial(t, s), jobOf(t, burble, nil)
	for i := range 30 {
		l, err := hostJob(within(t, patience), c, j, racemob.HostOptions{ID: fmt.Sprint("job", i), Version: "test"})
		if err != nil || !l.Complete {
			t.Fatalf("job %d: %v, %s", i, err, show(l))
		}
	}
}

// TestNothingIsLeft: a job that is done leaves nothing on the server.
func TestNothingIsLeft(t *testing.T) {
	s := serve(t, false)
	employ(t, s, 2)
	c := dial(t, s)
	if _, err := hostJob(within(t, patience), c, jobOf(t, burble, nil), racemob.HostOptions{ID: "job", Version: "test"}); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, name := range []string{tasksStream, resultsStream} {
		stream, err := c.js.Stream(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if n := stream.CachedInfo().State.Msgs; n != 0 {
			t.Errorf("%s: %d messages", name, n)
		}
	}
	if _, err := c.jobs.GetBytes(ctx, "job"); err == nil {
		t.Error("the job is still there")
	}
}

// TestTwoJobs: workers serve several hives at once.
func TestTwoJobs(t *testing.T) {
	s := serve(t, false)
	employ(t, s, 2)
	var all sync.WaitGroup
	for i, text := range []string{burble, gen.Text(11, gen.Default())} {
		j, c := jobOf(t, text, nil), dial(t, s)
		all.Go(func() {
			got, err := hostJob(within(t, patience), c, j, racemob.HostOptions{ID: fmt.Sprint("job", i), Version: "test"})
			if err != nil {
				t.Error(err)
			} else if want := show(racemob.Do(context.Background(), j)); show(got) != want {
				t.Errorf("got\n%s\nwant\n%s", show(got), want)
			}
		})
	}
	all.Wait()
}

// TestStopped: a hive that is stopped gives what it has.
func TestStopped(t *testing.T) {
	s := serve(t, false)
	j := jobOf(t, burble, func(p *racemob.Policy) { p.Runs = 1_000_000 })
	employ(t, s, 2)
	ctx, stop := context.WithCancel(context.Background())
	l, err := hostJob(ctx, dial(t, s), j, racemob.HostOptions{ID: "job", Version: "test", Progress: func(p racemob.Progress) {
		if p.Done == 100 {
			stop()
		}
	}})
	if err != nil || l.Complete || l.Stats.Done < 100 || len(l.TrueRaces()) != 2 {
		t.Errorf("%v, %s", err, show(l))
	}
}

// TestNoWorker: without a worker, a hive waits, and can be stopped.
func TestNoWorker(t *testing.T) {
	s := serve(t, false)
	ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	l, err := hostJob(ctx, dial(t, s), jobOf(t, burble, nil), racemob.HostOptions{ID: "job", Version: "test"})
	if err != nil || l.Complete || l.Stats.Done != 0 {
		t.Errorf("%v, %s", err, show(l))
	}
	for _, e := range l.Entries {
		if e.Cause != racemob.ByNotValidated {
			t.Errorf("without a run: %s", e.Cause)
		}
	}
}

// TestServerDies: the hive says so, and gives what it has.
func TestServerDies(t *testing.T) {
	s, err := startServer(serverOptions{Dir: t.TempDir(), Token: testToken})
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	go func() { _ = work(context.Background(), dialIn(s), "0", "test") }()
	var once sync.Once
	j := jobOf(t, burble, func(p *racemob.Policy) { p.Runs = 1_000_000 })
	l, err := hostJob(within(t, patience), c, j, racemob.HostOptions{ID: "job", Version: "test", Progress: func(p racemob.Progress) {
		if p.Done > 50 {
			once.Do(s.Stop)
		}
	}})
	if !errors.Is(err, errServer) || l.Complete || l.Stats.Done < 50 {
		t.Errorf("%v, %s", err, show(l))
	}
}

// TestServerRestarts: a server that comes back has forgotten the job, and the hive
// does not wait for ever.
func TestServerRestarts(t *testing.T) {
	first := serve(t, true)
	c, err := reach(first.URL(), testToken)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	at, err := url.Parse(first.URL())
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(at.Port())
	if err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		list *racemob.List
		err  error
	}
	ended := make(chan outcome, 1)
	waits := make(chan struct{})
	go func() {
		l, err := hostJob(within(t, patience), c, jobOf(t, burble, nil), racemob.HostOptions{ID: "job", Version: "test"})
		ended <- outcome{l, err}
	}()
	go func() { // until the tasks are there
		defer close(waits)
		for {
			if i, err := c.tasks.Info(context.Background()); err != nil || i.State.Msgs > 0 {
				return
			}
		}
	}()
	<-waits
	first.Stop()
	second, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, Authorization: testToken, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	second.Start()
	t.Cleanup(func() { second.Shutdown(); second.WaitForShutdown() })
	if o := <-ended; !errors.Is(o.err, errServer) || o.list.Complete {
		t.Errorf("%v, %s", o.err, show(o.list))
	}
}

func dialIn(s *natsServer) *conn {
	c, err := s.Connect()
	if err != nil {
		panic(err)
	}
	return c
}

// TestOtherVersion: a worker of another version does nothing, and says why; its
// tasks go to others.
func TestOtherVersion(t *testing.T) {
	s := serve(t, false)
	refused := make(chan error, 1)
	go func() { refused <- work(context.Background(), dialIn(s), "old", "older") }()
	j, c := jobOf(t, burble, nil), dial(t, s)
	done := make(chan string)
	go func() {
		l, err := hostJob(within(t, patience), c, j, racemob.HostOptions{ID: "job", Version: "test"})
		done <- fmt.Sprint(show(l), err)
	}()
	if err := <-refused; err == nil || err.Error() != "a job of wobbly test, and this is older" {
		t.Errorf("the other version ends with %v", err)
	}
	employ(t, s, 1)
	if got, want := <-done, show(racemob.Do(context.Background(), j))+"<nil>"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestLies: a worker that makes races up gets them into the list, but there is no
// evidence of them.
func TestLies(t *testing.T) {
	s := serve(t, false)
	c := dial(t, s)
	w := &worker{conn: c, name: "liar", version: "test", jobs: map[string]*racemob.Job{}, run: func(j *racemob.Job, t racemob.Task) *racemob.Run {
		run := j.Run(t)
		run.Seen = []racemob.Observation{{Candidate: t.Candidate, Unordered: true, Executed: [2]bool{true, false}}}
		return run
	}}
	ctx, stop := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() {
		if err := unlessEnded(ctx, w.work(ctx)); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { stop(); working.Wait() })
	const locked = "m(a) { lock(); a.f := a; x := a.f; unlock(); }"
	l, err := hostJob(within(t, patience), dial(t, s), jobOf(t, locked, nil), racemob.HostOptions{ID: "job", Version: "test"})
	if err != nil || !l.Complete || len(l.TrueRaces()) != len(l.Entries) || len(l.Entries) == 0 {
		t.Fatalf("%v, %s", err, show(l))
	}
	for n := range l.Entries {
		if run, ok := l.Evidence(n); ok || run == nil {
			t.Errorf("there is evidence of candidate %d: %+v", n, run.Result)
		}
	}
}

// TestTokens: who does not know the token does not come in.
func TestTokens(t *testing.T) {
	s := serve(t, true)
	for token, ok := range map[string]bool{testToken: true, "": false, "other": false} {
		c, err := reach(s.URL(), token)
		if (err == nil) != ok {
			t.Errorf("token %q: %v", token, err)
		}
		if err == nil {
			c.Close()
		}
	}
}
