//go:build unix && full

package hive

import (
	"context"
	"errors"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
)

var faultRounds = flag.Int("fault-rounds", 1, "TestFaultInjection: how often each fault")

// TestFaultInjection injects every fault of faulty.all into a job of worker processes. Nothing is
// lost or counted twice: the result has the same bytes as that of one process.
func TestFaultInjection(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	const between = 40 // the number of shards between two steps; each fault takes two steps
	steps, over := make(chan struct{}), atomic.Bool{}
	taken := 0
	f.q = squaring{N: 1 << 40, Slow: 2 * time.Millisecond, more: func() bool {
		taken++
		if taken%between == 0 {
			select {
			case steps <- struct{}{}:
			default:
			}
		}
		return !over.Load()
	}}
	f.q.noted = func(text string) {
		if strings.Contains(text, "takes no more") {
			select {
			case f.refused <- struct{}{}:
			default:
			}
		}
	}
	ctx := within(t, time.Duration(*faultRounds)*2*time.Minute)
	go func() {
		defer over.Store(true)
		for range *faultRounds {
			for _, fault := range f.all() {
				for range 2 {
					select {
					case <-steps:
					case <-ctx.Done():
						return
					}
				}
				fault(f)
			}
		}
		<-steps
	}()
	x := f.q.host(ctx, t, f.dial(), nil)
	lines := strings.Count(x.text, "\n")
	if want := (squaring{N: uint64(lines * perShard)}).here(); x.err != nil || !over.Load() ||
		lines < between*len(f.all()) || x.text != want {
		t.Errorf("the job = %v, notes %q, %d lines; want the same lines as one process", x.err,
			x.notes, lines)
	}
	if x.progress.Retried == 0 || x.progress.Bad == 0 || x.progress.Duplicates == 0 {
		t.Errorf("the progress is %+v, want retries, bad messages and duplicates", x.progress)
	}
	for _, want := range []string{
		"takes no more", "is away", "is back", "passed over", "contradict each other",
	} {
		if !x.said(want) {
			t.Errorf("the notes %q lack %q", x.notes, want)
		}
	}
	c := f.dial()
	f.must(c.js.DeleteStream(context.Background(), "BALLAST"), jetstream.ErrStreamNotFound)
	nothingLeft(t, c)
	t.Logf("%+v", x.progress)
}

// faulty is a server and worker processes, with methods that make them fail.
type faulty struct {
	t      *testing.T
	q      squaring
	dir    string // the server's
	port   int    // the server's
	server *natsServer
	pool   []*exec.Cmd // the workers
	paused *exec.Cmd   // one of them, between pause and resume

	refused chan struct{} // receives a value when the host notes that the server takes no more
}

// newFaulty starts a server and three workers, which end with the test.
func newFaulty(t *testing.T) *faulty {
	t.Helper()
	f := &faulty{t: t, dir: t.TempDir(), refused: make(chan struct{}, 1)}
	f.start()
	serverURL, err := url.Parse(f.server.URL())
	f.must(err)
	f.port, err = strconv.Atoi(serverURL.Port())
	f.must(err)
	for range 3 {
		f.pool = append(f.pool, f.hire())
	}
	t.Cleanup(func() {
		for _, w := range f.pool {
			_ = w.Process.Kill()
			_ = w.Wait()
		}
		f.server.Stop()
	})
	return f
}

// must fails the test on an error other than those allowed. It does not end the test, because
// several goroutines call it.
func (f *faulty) must(err error, allowed ...error) {
	f.t.Helper()
	for _, e := range allowed {
		if errors.Is(err, e) {
			return
		}
	}
	if err != nil {
		f.t.Errorf("injecting a fault: %v", err)
	}
}

// start starts the server on its directory and port, with little room.
func (f *faulty) start() {
	port := f.port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := startWith(&server.Options{
		ServerName: "wobbly", Host: "127.0.0.1", Port: port, Authorization: testToken,
		JetStream: true, JetStreamMaxStore: 4 << 20,
		StoreDir: f.dir, NoLog: true, NoSigs: true, NoSystemAccount: true,
	}, campaign.ServeOptions{Keep: true, Token: testToken})
	if err != nil {
		f.t.Fatal(err)
	}
	f.server = s
}

// dial connects to the server until the end of the test.
func (f *faulty) dial() *conn {
	c, err := reach(campaign.Address{URL: f.server.URL(), Token: testToken})
	f.must(err)
	f.t.Cleanup(c.Close)
	return c
}

// hire starts a worker process.
func (f *faulty) hire() *exec.Cmd {
	w := exec.Command(os.Args[0])
	w.Env = append(os.Environ(), "HIVE_TEST_SERVER="+f.server.URL())
	w.Stderr = os.Stderr
	f.must(w.Start())
	return w
}

// all lists the faults, in an order in which each has an effect.
func (f *faulty) all() []func(*faulty) {
	return []func(*faulty){
		(*faulty).kill, (*faulty).garbage, (*faulty).pause, (*faulty).twice, (*faulty).restart,
		(*faulty).forget,
		(*faulty).resume, (*faulty).fill, (*faulty).loseResults, (*faulty).killAll,
		(*faulty).loseJob,
	}
}

// kill kills a worker, and starts another one.
func (f *faulty) kill() {
	_ = f.pool[0].Process.Kill()
	_ = f.pool[0].Wait()
	f.pool = append(f.pool[1:], f.hire())
}

func (f *faulty) killAll() {
	for range f.pool {
		f.kill()
	}
}

// pause stops a worker in the middle of a shard, and resume lets it continue much later.
func (f *faulty) pause() {
	f.paused = f.pool[1]
	f.must(f.paused.Process.Signal(syscall.SIGSTOP))
}

func (f *faulty) resume() { f.must(f.paused.Process.Signal(syscall.SIGCONT)) }

// restart stops the server for a while.
func (f *faulty) restart() {
	f.server.Stop()
	time.Sleep(tickTime + tickTime/2) // so that the host notices
	f.start()
}

// id returns the ID of the job on the server.
func (f *faulty) id() string {
	e, err := f.q.job(&strings.Builder{}).Remote()
	f.must(err)
	return idOf(e, "test")
}

// garbage sends messages that are not tasks, answers or jobs, or do not fit the job.
func (f *faulty) garbage() {
	c, ctx := f.dial(), context.Background()
	tasks, results := subjectOf("test", f.id()), resultsSubject+f.id()
	send := func(subject, text string) {
		_, err := c.js.Publish(ctx, subject, []byte(text))
		f.must(err)
	}
	for _, text := range []string{
		"", "{", `{"n":-1}`, `{"n":1000000000,"document":{"Numbers":10,"Squares":0}}`,
		`{"n":3,"failed":"not true"}`,
	} {
		send(results, text)
		send(resultsSubject+"nobody", text)
	}
	// For shards that are handed out: invalid documents, a wrong one, and a suspicion.
	for n := range uint64(400) {
		send(results,
			string(encode(answer{N: n, Worker: "broken", Document: []byte(`{"Numbers":9}`)})))
	}
	send(results,
		string(encode(answer{
			N: 2, Worker: "liar", Document: []byte(`{"Numbers":10,"Squares":1}`),
		})))
	send(results, string(encode(answer{N: 5, Worker: "liar", Deadly: true})))
	for _, text := range []string{
		"", "{", `{"n":7,"shard":"x"}`, `{"n":7,"shard":{"first":1,"n":2,"m":3}}`,
	} {
		send(tasks, text)
		send(subjectOf("test", "nobody"), text)
		send(subjectOf("older", f.id()), text) // no worker removes it
	}
	jobs, err := c.js.ObjectStore(ctx, jobsBucket)
	f.must(err)
	for id, text := range map[string]string{
		"a": "{", "b": string(encode(job{Version: "older", Kind: "squares"})),
		"c": string(encode(job{Version: "test", Kind: "cubes"})),
		"d": string(encode(job{Version: "test", Kind: "squares", About: []byte("3")})),
	} {
		_, err := jobs.PutBytes(ctx, id, []byte(text))
		f.must(err)
		send(subjectOf("test", id), `{"n":0,"shard":{"first":1,"n":1}}`)
	}
	for _, id := range []string{"a", "b", "c", "d"} {
		f.must(jobs.Delete(ctx, id))
	}
	for _, name := range []string{tasksStream, resultsStream} { // no host would remove these
		stream, err := c.js.Stream(ctx, name)
		f.must(err)
		for _, subject := range []string{resultsSubject + "nobody", subjectOf("older", f.id())} {
			f.must(stream.Purge(ctx, jetstream.WithPurgeSubject(subject)))
		}
	}
}

// twice sends the last answers again.
func (f *faulty) twice() {
	c, ctx := f.dial(), context.Background()
	stream, err := c.js.Stream(ctx, resultsStream)
	f.must(err)
	last := stream.CachedInfo().State.LastSeq
	for seq := range uint64(30) {
		if m, err := stream.GetMsg(ctx, last-seq); err == nil {
			_, err = c.js.Publish(ctx, m.Subject, m.Data)
			f.must(err)
		}
	}
}

// forget removes all tasks from the queue.
func (f *faulty) forget() {
	stream, err := f.dial().js.Stream(context.Background(), tasksStream)
	f.must(err)
	f.must(stream.Purge(context.Background()))
}

func (f *faulty) loseResults() {
	f.must(f.dial().js.DeleteStream(context.Background(), resultsStream))
}

// loseJob removes the job from the server, and replaces the workers, which have read it.
func (f *faulty) loseJob() {
	jobs, err := f.dial().js.ObjectStore(context.Background(), jobsBucket)
	f.must(err)
	f.must(jobs.Delete(context.Background(), f.id()))
	f.killAll()
}

// fill fills the server's disk and removes all tasks, so that the host must publish them, until the
// host has noted that it cannot, and a tick longer. If the host was faster, and published them
// while there was room, fill removes them again.
func (f *faulty) fill() {
	c, ctx := f.dial(), context.Background()
	ballast, err := c.js.CreateStream(ctx,
		jetstream.StreamConfig{Name: "BALLAST", Subjects: []string{"ballast"}})
	f.must(err)
	fill := func() {
		for size := 1 << 18; size > 0; { // smaller and smaller, to the last byte
			if _, err := c.js.Publish(ctx, "ballast", make([]byte, size)); err != nil {
				size /= 4
			}
		}
	}
	fill()
	for noted, tries := false, 0; !noted && tries < 20; tries++ {
		f.forget()
		fill()
		select {
		case <-f.refused:
			noted = true
		case <-time.After(3 * tickTime):
		}
	}
	time.Sleep(tickTime)
	f.must(c.js.DeleteStream(ctx, ballast.CachedInfo().Config.Name))
}
