package hive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
)

// TestMain shortens the times of the package. If the environment names a server, it runs a worker
// instead of the tests.
func TestMain(m *testing.M) {
	for _, d := range []*time.Duration{
		&ackWait, &pullTime, &tickTime, &noWorker, &retryTime, &repeatWait,
	} {
		*d /= 4
	}
	serverURL := os.Getenv("HIVE_TEST_SERVER")
	if serverURL == "" {
		os.Exit(m.Run())
	}
	c, err := reach(campaign.Address{URL: serverURL, Token: testToken})
	if err == nil {
		err = work(context.Background(), c, campaign.WorkOptions{
			Name: fmt.Sprint(os.Getpid()), Version: "test", Kinds: []campaign.Kind{squares},
		})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

const testToken = "only-for-tests"

// squaring is a campaign that sums the squares of the numbers from 1 to N. The exported fields are
// sent to workers.
type squaring struct {
	N    uint64
	Slow time.Duration // how long a shard takes at least
	Bad  uint64        // the number whose shard panics; 0 for none
	Long bool          // whether shards of several numbers do not end before the worker does

	more  func() bool       // reports whether the host is to continue; nil means always
	noted func(text string) // is called with the notes of the host; may be nil
}

// sum is the document of a shard: how many numbers it has, and the sum of their squares.
type sum struct{ Numbers, Squares uint64 }

// perShard is the number of numbers in a shard.
const perShard = 10

// job returns the campaign. Its plan appends a line to a text for each shard, in order.
func (q squaring) job(to *strings.Builder) *campaign.Job[campaign.Range, sum] {
	take := func(r campaign.Range, s sum) bool {
		fmt.Fprintf(to, "%d+%d: %d %d\n", r.First, r.N, s.Numbers, s.Squares)
		return q.more == nil || q.more()
	}
	return &campaign.Job[campaign.Range, sum]{
		Kind: "squares", About: q,
		Plan: campaign.NewRanges(campaign.Range{First: 1, N: q.N}, perShard, take),
		Do: func(ctx context.Context, r campaign.Range) (sum, bool) {
			time.Sleep(q.Slow)
			if q.Long && r.N > 1 {
				longBegun <- struct{}{}
				<-ctx.Done()
				return sum{}, false
			}
			if q.Bad > 0 && r.First <= q.Bad && q.Bad < r.First+r.N {
				panic("planted")
			}
			s := sum{Numbers: r.N}
			for i := r.First; i < r.First+r.N; i++ {
				s.Squares += i * i
			}
			return s, ctx.Err() == nil
		},
		Check: func(r campaign.Range, s sum) error {
			if s.Numbers != r.N {
				return errors.New("other numbers")
			}
			return nil
		},
		Parts: campaign.Range.Each,
		Join: func(parts []sum) (s sum) {
			for _, p := range parts {
				s.Numbers, s.Squares = s.Numbers+p.Numbers, s.Squares+p.Squares
			}
			return s
		},
		Loose: true,
	}
}

// longBegun receives a value for each shard that is begun and does not end.
var longBegun = make(chan struct{}, 1)

// here returns the text of job if this process does all shards.
func (q squaring) here() string {
	var b strings.Builder
	q.job(&b).Run(context.Background(), 1)
	return b.String()
}

var squares = campaign.KindOf("squares",
	func(q squaring) (*campaign.Job[campaign.Range, sum], error) {
		return q.job(&strings.Builder{}), nil
	})

// outcome is the result of a host.
type outcome struct {
	text     string // the text of job
	err      error
	notes    []string
	progress campaign.Progress // the last one
}

// host runs the campaign on the workers of a server. It calls onProgress, which may be nil, with
// each progress.
func (q squaring) host(ctx context.Context, t *testing.T, c *conn,
	onProgress func(campaign.Progress)) (x outcome) {
	t.Helper()
	var b strings.Builder
	e, err := q.job(&b).Remote()
	if err != nil {
		t.Fatal(err)
	}
	x.err = hostJob(ctx, c, e, campaign.HostOptions{
		Version: "test", Name: "host", Title: "squares", Away: patience.Seconds(),
		Note: func(text string) {
			x.notes = append(x.notes, text)
			if q.noted != nil {
				q.noted(text)
			}
		},
		Progress: func(p campaign.Progress) {
			x.progress = p
			if onProgress != nil {
				onProgress(p)
			}
		},
	})
	x.text = b.String()
	return x
}

// said reports whether a note contains text.
func (o outcome) said(text string) bool {
	return strings.Contains(strings.Join(o.notes, "\n"), text)
}

// serve starts a server that ends with the test.
func serve(t *testing.T, listen bool) *natsServer {
	t.Helper()
	s, err := startServer(campaign.ServeOptions{Dir: t.TempDir(), Listen: listen, Token: testToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// dial connects to a server for the time of the test.
func dial(t *testing.T, s *natsServer) *conn {
	t.Helper()
	c, err := s.connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// employ starts workers in this process, which end with the test.
func employ(t *testing.T, s *natsServer, n int) {
	employAs(t, s, n, campaign.WorkOptions{Version: "test"})
}

// employAs starts n workers with these options, by default for the kind squares.
func employAs(t *testing.T, s *natsServer, n int, o campaign.WorkOptions) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	if o.Kinds == nil {
		o.Kinds = []campaign.Kind{squares}
	}
	for i := range n {
		c, o := dial(t, s), o
		o.Name = fmt.Sprint(o.Version, i)
		all.Go(func() {
			if err := work(ctx, c, o); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() { stop(); all.Wait() })
}

// patience is the time after which a job of a test is interrupted, because it hangs.
const patience = time.Minute

// within returns a context that ends after d, or with the test.
func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), d)
	t.Cleanup(stop)
	return ctx
}

// TestHost: the result does not depend on the number of workers.
func TestHost(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 4} {
		for _, n := range []uint64{1, 10, 1234} {
			q := squaring{N: n}
			s := serve(t, false)
			employ(t, s, workers)
			x := q.host(within(t, patience), t, dial(t, s), func(p campaign.Progress) {
				if p.Issued < p.Taken || p.Workers > workers {
					t.Errorf("progress = %+v, want no more taken than issued, and at most %d "+
						"workers", p, workers)
				}
			})
			if x.err != nil || x.text != q.here() || len(x.notes) > 0 ||
				x.progress.Taken != (n+9)/10 || x.progress.Bad+x.progress.Resumed > 0 {
				t.Errorf("%d numbers, %d workers: the job = %+v, want %d shards and\n%s", n, workers, x,
					(n+9)/10, q.here())
			}
		}
	}
}

// TestIdleWorker: an idle worker gets further tasks, whether the task or the request comes first.
func TestIdleWorker(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	employ(t, s, 1)
	c := dial(t, s)
	for i := range 30 {
		q := squaring{N: uint64(i + 1)}
		if x := q.host(within(t, patience), t, c, nil); x.err != nil || x.text != q.here() {
			t.Fatalf("job %d = %+v, want\n%s", i, x, q.here())
		}
	}
}

// nothingLeft checks that a server has no tasks, results and jobs.
func nothingLeft(t *testing.T, c *conn) {
	t.Helper()
	ctx := within(t, patience)
	for _, name := range []string{tasksStream, resultsStream} {
		stream, err := c.js.Stream(ctx, name)
		// Workers remove what they sent after the end of the job, so wait for that.
		for err == nil && stream.CachedInfo().State.Msgs > 0 {
			_, err = stream.Info(ctx)
		}
		if err != nil {
			t.Fatalf("%s is not empty: %v", name, err)
		}
	}
	jobs, err := c.js.ObjectStore(ctx, jobsBucket)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := jobs.List(ctx); !errors.Is(err, jetstream.ErrNoObjectsFound) {
		t.Errorf("the server has %d jobs (%v), want none", len(all), err)
	}
}

// TestNothingIsLeft: a job leaves nothing on the server when it is finished or stopped.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	employ(t, s, 2)
	c := dial(t, s)
	q := squaring{N: 100}
	if x := q.host(within(t, patience), t, c, nil); x.err != nil || x.text != q.here() {
		t.Fatalf("the first job = %+v, want\n%s", x, q.here())
	}
	nothingLeft(t, c)
	ctx, stop := context.WithCancel(context.Background())
	q = squaring{N: 1_000_000, Slow: time.Millisecond}
	x := q.host(ctx, t, c, func(p campaign.Progress) {
		if p.Taken >= 20 {
			stop()
		}
	})
	if x.err != nil || strings.Count(x.text, "\n") < 20 {
		t.Errorf("the stopped job = %+v, want 20 lines or more", x)
	}
	nothingLeft(t, c)
}

// TestTwoJobs: workers serve several hosts at once.
func TestTwoJobs(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	employ(t, s, 2)
	var all sync.WaitGroup
	for i := range 2 {
		q, c := squaring{N: uint64(500 + i)}, dial(t, s)
		all.Go(func() {
			if x := q.host(within(t, patience), t, c, nil); x.err != nil || x.text != q.here() {
				t.Errorf("the job = %+v, want\n%s", x, q.here())
			}
		})
	}
	all.Wait()
}

// TestContinued: a host that dies leaves its results. The next host of the same job continues from
// there and says so.
func TestContinued(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	// The job has more shards than the window, so the first host cannot have all when it dies.
	q := squaring{N: 30_000}
	first := dial(t, s)
	ended := make(chan outcome)
	dead := make(chan struct{})
	var once sync.Once
	go func() {
		ended <- q.host(within(t, patience), t, first, func(p campaign.Progress) {
			if p.Taken >= 100 {
				once.Do(func() { first.nats.Close(); close(dead) })
			}
		})
	}()
	employ(t, s, 2)
	<-dead
	if x := <-ended; !errors.Is(x.err, errServer) {
		t.Errorf("the host that lost its connection = %+v, want %v", x, errServer)
	}
	x := q.host(within(t, patience), t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || x.progress.Resumed < 100 ||
		!x.said("going on with what is there") {
		t.Errorf("the continued job = %+v, want 100 shards resumed and\n%s", x, q.here())
	}
}

// TestLostResults: if the stream of results is deleted, the host creates it again, and from then on
// reads each answer once.
func TestLostResults(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	c, q, back := dial(t, s), squaring{N: 500}, make(chan struct{}, 1)
	q.noted = func(text string) {
		if strings.Contains(text, "is back") {
			select {
			case back <- struct{}{}:
			default:
			}
		}
	}
	go func() {
		send(t, c, q, answer{N: 0, Worker: "w", Document: right})
		ctx := context.Background()
		// If the stream were deleted before the host reads from it, the job would fail.
		for reading := false; !reading; {
			if stream, err := c.js.Stream(ctx, resultsStream); err == nil {
				for range stream.ConsumerNames(ctx).Name() {
					reading = true
				}
			}
		}
		if err := c.js.DeleteStream(ctx, resultsStream); err != nil {
			t.Error(err)
		}
		<-back
		for n := range q.N / perShard {
			x := sum{Numbers: perShard}
			for i := n*perShard + 1; i <= (n+1)*perShard; i++ {
				x.Squares += i * i
			}
			send(t, c, q, answer{N: n, Worker: "w", Document: encode(x)})
		}
	}()
	x := q.host(within(t, patience), t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || x.progress.Bad > 0 {
		t.Errorf("the job = %v, %q, %+v; want no bad shard\n%s", x.err, x.notes, x.progress, x.text)
	}
}

// TestNoWorker: without a worker of its version, a host waits, says why, and can be stopped.
// Workers of other versions ignore the job and keep running.
func TestNoWorker(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	employAs(t, s, 2,
		campaign.WorkOptions{Version: "older",
			Note: func(text string) { t.Errorf("a worker of another version notes %q", text) }})
	ctx, stop := context.WithCancel(within(t, patience))
	q := squaring{N: 100}
	x := outcome{}
	j, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Fatal(err)
	}
	x.err = hostJob(ctx, dial(t, s), j,
		campaign.HostOptions{Version: "test", Note: func(text string) {
			x.notes = append(x.notes, text)
			stop()
		}})
	const want = "no worker has answered, but 2 workers of older: this is test, " +
		"and only workers of the same version do its shards"
	if x.err != nil || !x.said(want) {
		t.Errorf("the job = %+v, want the note %q", x, want)
	}
}

// TestServerDies: if the server dies, the host says so, waits for a while, and keeps its results.
func TestServerDies(t *testing.T) {
	t.Parallel()
	s, err := startServer(campaign.ServeOptions{Dir: t.TempDir(), Token: testToken})
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	w := dial(t, s)
	go func() {
		_ = work(ctx, w, campaign.WorkOptions{Version: "test", Kinds: []campaign.Kind{squares}})
	}()
	var once sync.Once
	var b strings.Builder
	j, err := squaring{N: 1_000_000}.job(&b).Remote()
	if err != nil {
		t.Fatal(err)
	}
	x := outcome{}
	x.err = hostJob(within(t, patience), c, j, campaign.HostOptions{
		Version: "test", Away: 1, Note: func(text string) { x.notes = append(x.notes, text) },
		Progress: func(p campaign.Progress) {
			if p.Taken > 50 {
				once.Do(func() { go s.Stop() })
			}
		},
	})
	if !errors.Is(x.err, errServer) || strings.Count(b.String(), "\n") < 50 ||
		!x.said("the message server is away") {
		t.Errorf("the job = %+v with %d lines, want an error of the server after 50 or more", x,
			strings.Count(b.String(), "\n"))
	}
}

// TestPanics: if a shard panics in a worker, the host does it itself and returns its own panic.
func TestPanics(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	employ(t, s, 2)
	x := squaring{N: 1000, Bad: 555}.host(within(t, patience), t, dial(t, s), nil)
	var p *campaign.Panic
	if !errors.As(x.err, &p) || !strings.HasPrefix(p.Text, "planted\n") ||
		!x.said("fails; the host does this shard itself") {
		t.Errorf("the job = %+v, want the planted panic on the host too", x)
	}
	nothingLeft(t, dial(t, s))
}

// TestDeadly: shards that kill every worker are not repeated forever: the job fails.
func TestDeadly(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	c, q := dial(t, s), squaring{N: 30}
	go func() { // answers every task as a worker does after deadlyAfter deliveries
		for i := range uint64(3) {
			send(t, c, q, answer{N: i, Worker: "w", Deadly: true})
		}
		for { // and removes the tasks
			if stream, err := c.js.Stream(context.Background(), tasksStream); err != nil ||
				stream.Purge(context.Background()) != nil {
				return
			}
			if c.nats.IsClosed() {
				return
			}
		}
	}()
	x := q.host(within(t, patience), t, dial(t, s), nil)
	c.Close()
	var p *campaign.Panic
	if !errors.As(x.err, &p) || !strings.Contains(p.Text, "given to worker after worker") {
		t.Errorf("the job = %+v, want it to give the shard up", x)
	}
}

// TestTokens: a connection without the token is rejected.
func TestTokens(t *testing.T) {
	t.Parallel()
	s := serve(t, true)
	for token, ok := range map[string]bool{testToken: true, "": false, "other": false} {
		c, err := reach(campaign.Address{URL: s.URL(), Token: token})
		if (err == nil) != ok {
			t.Errorf("reach with the token %q = %v, want a connection: %t", token, err, ok)
		}
		if err == nil {
			c.Close()
		}
	}
}

// TestForgotten: a question that the server does not answer is repeated, but not forever.
func TestForgotten(t *testing.T) {
	defer func(before time.Duration) { askTime = before }(askTime)
	askTime = 100 * time.Millisecond
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not accept connections")
	}
	client, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	var forget atomic.Int32 // the number of questions that are not answered from now on
	answering, err := client.Subscribe("$JS.API.INFO", func(m *nats.Msg) {
		if forget.Add(-1) < 0 {
			_ = m.Respond([]byte(`{"type":"io.nats.jetstream.api.v1.account_info_response"}`))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int32{maxAttempts - 1, maxAttempts} {
		forget.Store(n)
		c, err := reach(campaign.Address{URL: s.ClientURL()})
		if (err == nil) != (n < maxAttempts) ||
			err != nil && !strings.Contains(err.Error(), "does not answer") {
			t.Errorf("reach after %d unanswered questions = %v", n, err)
		}
		if err == nil {
			c.Close()
		}
	}
	if err := answering.Unsubscribe(); err != nil {
		t.Error(err)
	}
}

// TestFaults: faultOf wraps an error of the server in one that explains it.
func TestFaults(t *testing.T) {
	t.Parallel()
	plain, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	plain.Start()
	t.Cleanup(func() { plain.Shutdown(); plain.WaitForShutdown() })
	if !plain.ReadyForConnections(patience) {
		t.Fatal("the server does not accept connections")
	}
	if _, err := reach(campaign.Address{URL: plain.ClientURL()}); err == nil ||
		!strings.Contains(err.Error(), "offers no JetStream") {
		t.Errorf("reach of a server without JetStream = %v", err)
	}
	for want, err := range map[string]error{
		"offers no JetStream": jetstream.ErrJetStreamNotEnabledForAccount,
		"does not answer":     context.DeadlineExceeded,
		"refuses":             nats.ErrPermissionViolation,
	} {
		if got := faultOf(err); !strings.Contains(got.Error(), want) || !errors.Is(got, err) {
			t.Errorf("faultOf(%v) = %v, want it wrapped, with %q", err, got, want)
		}
	}
	if err := faultOf(nil); err != nil {
		t.Errorf("faultOf(nil) = %v, want nil", err)
	}
}
