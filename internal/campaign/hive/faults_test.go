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

// TestFaultInjection has worker processes square numbers while everything that can fail does.
// Nothing is lost or counted twice: the result has the same bytes as that of one process.
func TestFaultInjection(t *testing.T) {
	t.Parallel()
	f := newFaulty(t)
	const between = 40 // shards that are taken between two faults, and after the last
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
	go func() { // one after the other
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
		t.Errorf("%v, notes %q\n%d lines", x.err, x.notes, lines)
	}
	if x.progress.Retried == 0 || x.progress.Bad == 0 || x.progress.Duplicates == 0 {
		t.Errorf("not everything has failed: %+v", x.progress)
	}
	for _, want := range []string{
		"takes no more", "is away", "is back", "passed over", "contradict each other",
	} {
		if !x.said(want) {
			t.Errorf("nobody says %q: %q", want, x.notes)
		}
	}
	c := f.dial()
	f.must(c.js.DeleteStream(context.Background(), "BALLAST"), jetstream.ErrStreamNotFound)
	nothingLeft(t, c)
	t.Logf("%+v", x.progress)
}

// faulty is a server and workers that are made to fail.
type faulty struct {
	t      *testing.T
	q      squaring
	dir    string
	port   int
	server *natsServer
	pool   []*exec.Cmd
	paused *exec.Cmd

	refused chan struct{} // holds something where the host has noted that the server takes no more
}

func newFaulty(t *testing.T) *faulty {
	f := &faulty{t: t, dir: t.TempDir(), refused: make(chan struct{}, 1)}
	f.start()
	at, err := url.Parse(f.server.URL())
	f.must(err)
	f.port, err = strconv.Atoi(at.Port())
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

// must fails the test on an error, but for those that are allowed. It does not end it: it
// is called by several goroutines.
func (f *faulty) must(err error, but ...error) {
	for _, e := range but {
		if errors.Is(err, e) {
			return
		}
	}
	if err != nil {
		f.t.Errorf("the fault itself fails: %v", err)
	}
}

// start starts the server with what it had, and with little room.
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

func (f *faulty) dial() *conn {
	c, err := reach(campaign.Address{URL: f.server.URL(), Token: testToken})
	f.must(err)
	f.t.Cleanup(c.Close)
	return c
}

func (f *faulty) hire() *exec.Cmd {
	w := exec.Command(os.Args[0])
	w.Env = append(os.Environ(), "HIVE_TEST_SERVER="+f.server.URL())
	w.Stderr = os.Stderr
	f.must(w.Start())
	return w
}

// all lists the faults, in an order in which each has something to harm.
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

// pause stops a worker in the middle of what it does, and resume lets it go on much later.
func (f *faulty) pause() {
	f.paused = f.pool[1]
	f.must(f.paused.Process.Signal(syscall.SIGSTOP))
}

func (f *faulty) resume() { f.must(f.paused.Process.Signal(syscall.SIGCONT)) }

// restart has the server gone for a while.
func (f *faulty) restart() {
	f.server.Stop()
	time.Sleep(tickTime + tickTime/2) // so that the host notices
	f.start()
}

// id returns the job on the server.
func (f *faulty) id() string {
	e, err := f.q.job(&strings.Builder{}).Remote()
	f.must(err)
	return idOf(e, "test")
}

// garbage sends what nobody has asked for.
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
	// of shards that are out: no documents, and one that nobody has made
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
		send(subjectOf("older", f.id()), text) // that nobody takes off
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
	for _, name := range []string{tasksStream, resultsStream} { // what no host would take off
		stream, err := c.js.Stream(ctx, name)
		f.must(err)
		for _, subject := range []string{resultsSubject + "nobody", subjectOf("older", f.id())} {
			f.must(stream.Purge(ctx, jetstream.WithPurgeSubject(subject)))
		}
	}
}

// twice sends answers again that were there.
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

// forget takes all tasks off the queue.
func (f *faulty) forget() {
	stream, err := f.dial().js.Stream(context.Background(), tasksStream)
	f.must(err)
	f.must(stream.Purge(context.Background()))
}

func (f *faulty) loseResults() {
	f.must(f.dial().js.DeleteStream(context.Background(), resultsStream))
}

// loseJob removes the job, and what workers know of it.
func (f *faulty) loseJob() {
	jobs, err := f.dial().js.ObjectStore(context.Background(), jobsBucket)
	f.must(err)
	f.must(jobs.Delete(context.Background(), f.id()))
	f.killAll()
}

// fill leaves no room on the server's disk while all tasks have to be sent again, until the
// host has noted it, and a second more. The host may be faster, and have sent them while
// there was room for them: then they are taken away once more.
func (f *faulty) fill() {
	c, ctx := f.dial(), context.Background()
	ballast, err := c.js.CreateStream(ctx,
		jetstream.StreamConfig{Name: "BALLAST", Subjects: []string{"ballast"}})
	f.must(err)
	fill := func() {
		for size := 1 << 18; size > 0; { // to the last byte
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
