package hive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
)

// TestSlowShard: a shard that takes longer than ackWait is not delivered again, because its worker
// sends heartbeats. Without them it would be delivered 4 times. On a busy machine a heartbeat may
// be late, so it may be delivered twice.
func TestSlowShard(t *testing.T) {
	t.Parallel()
	s, q := serve(t, false), squaring{N: perShard, Slow: 4 * ackWait}
	employ(t, s, 8)
	c := dial(t, s)
	if x := q.host(within(t, patience), t, c, nil); x.err != nil || x.text != q.here() {
		t.Fatalf("the job = %+v, want\n%s", x, q.here())
	}
	consumer, err := c.js.Consumer(context.Background(), tasksStream, workersName+digest("test"))
	if err != nil {
		t.Fatal(err)
	}
	if n := consumer.CachedInfo().Delivered.Consumer; n > 2 {
		t.Errorf("a task was delivered %d times, want at most 2", n)
	}
}

// TestTasksOfNoJob: tasks of missing or unreadable jobs are removed from the queue. The worker
// reports each reason once and continues.
func TestTasksOfNoJob(t *testing.T) {
	t.Parallel()
	s, ctx := serve(t, false), within(t, patience)
	c := dial(t, s)
	stores, err := c.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	jobs := map[string]string{
		"none": "", "half": "{", "older": string(encode(job{Version: "older", Kind: "squares"})),
		"cubes": string(encode(job{Version: "test", Kind: "cubes"})),
	}
	for id, text := range jobs {
		if text != "" {
			if _, err := stores.jobs.PutBytes(ctx, id, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 3 {
			if _, err := c.js.Publish(ctx, subjectOf("test", id),
				fmt.Appendf(nil, `{"n":%d,"shard":{"first":1,"n":1}}`, n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var mu sync.Mutex
	notes := map[string]int{}
	employAs(t, s, 1, campaign.WorkOptions{Version: "test", Note: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		notes[text]++
	}})
	for info := stores.tasks.CachedInfo(); info.State.Msgs > 0 || info.State.LastSeq == 0; {
		if info, err = stores.tasks.Info(ctx); err != nil {
			t.Fatalf("tasks are still there: %v", err)
		}
	}
	q := squaring{N: 30}
	if x := q.host(ctx, t, c, nil); x.err != nil || x.text != q.here() {
		t.Errorf("the job = %+v, want\n%s", x, q.here())
	}
	mu.Lock()
	defer mu.Unlock()
	for id := range jobs {
		notices := 0
		for text, n := range notes {
			if strings.HasPrefix(text, "job "+id+" is passed over: ") {
				notices += n
			}
		}
		if notices != 1 {
			t.Errorf("job %s: %d notices that it is passed over, want 1: %v", id, notices, notes)
		}
	}
}

// TestLateResult: a worker removes its own result of a job that has ended, and nothing else.
func TestLateResult(t *testing.T) {
	t.Parallel()
	ctx, c := within(t, patience), dial(t, serve(t, false))
	stores, err := c.open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{conn: c, overs: make(chan *nats.Msg, 2)}
	for id, want := range map[string]uint64{"over": 0, "not": 1} {
		w.overs <- &nats.Msg{Subject: overSubject + "over"}
		if err := w.send(ctx, id, answer{Worker: "w"}); err != nil {
			t.Fatal(err)
		}
		info, err := stores.results.Info(ctx, jetstream.WithSubjectFilter(resultsSubject+id))
		if err != nil {
			t.Fatal(err)
		}
		if got := info.State.Subjects[resultsSubject+id]; got != want {
			t.Errorf("job %s has %d results, want %d", id, got, want)
		}
	}
}

// TestLittleRoom: a server with too little room for all documents of a job suffices, because the
// host removes those that its plan has.
func TestLittleRoom(t *testing.T) {
	t.Parallel()
	s, err := startWith(&server.Options{
		ServerName: "wobbly", DontListen: true, Authorization: testToken, JetStream: true,
		JetStreamMaxStore: 1 << 19,
		StoreDir:          t.TempDir(), NoLog: true, NoSigs: true, NoSystemAccount: true,
	}, campaign.ServeOptions{Keep: true, Token: testToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	ctx, q := within(t, patience), squaring{N: 6 * window * perShard}
	employ(t, s, 2)
	x := q.host(ctx, t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || !x.said("takes no more") || ctx.Err() != nil {
		t.Errorf("the job = %v, %q, %+v; want every shard, with a note that the server takes no "+
			"more", x.err, x.notes, x.progress)
	}
}

// TestNoRoomForResults: if a worker complains that the server has no room for results, the host
// says so and makes room.
func TestNoRoomForResults(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	c, q, noted := dial(t, s), squaring{N: 5 * perShard}, make(chan string, 100)
	q.noted = func(text string) { noted <- text }
	e, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Fatal(err)
	}
	id := idOf(e, "test")
	go func() {
		send(t, c, q, answer{N: 0, Worker: "w", Document: right})
		w := &worker{conn: c, lastJob: id}
		w.complain(errors.New("of itself")) // not an error of the server, so it is not sent
		w.complain(&jetstream.APIError{Description: "no room"})
		for text := range noted {
			if strings.Contains(text, "no room") {
				break
			}
		}
		stream, err := c.js.Stream(context.Background(), resultsStream)
		if err != nil {
			t.Error(err)
			return
		}
		for { // until the host has removed the result
			info, err := stream.Info(context.Background())
			if err == nil && info.State.Msgs == 0 && info.State.LastSeq > 0 {
				break
			}
		}
		employ(t, s, 1)
	}()
	x := q.host(within(t, patience), t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || !x.said("takes no more") || x.said("of itself") {
		t.Errorf("the job = %v, %q, %+v; want every shard, none done by the host itself", x.err,
			x.notes, x.progress)
	}
}

// TestStatusGarbage: an unreadable answer does not hide others from the status.
func TestStatusGarbage(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	if _, err := dial(t, s).nats.Subscribe(whoSubject, func(m *nats.Msg) {
		for _, text := range []string{
			"", "{", "3", string(encode(presence{Worker: true, Name: "w"})),
		} {
			if err := m.Respond([]byte(text)); err != nil {
				t.Error(err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	who, err := statusOf(within(t, time.Second), dial(t, s))
	if err != nil || len(who.Workers) != 1 || who.Workers[0].Name != "w" || len(who.Jobs) > 0 {
		t.Errorf("statusOf = %+v, %v; want the worker w and no job", who, err)
	}
}

// TestStatusOfHost: the status of a job has the name of its host and what it has issued.
func TestStatusOfHost(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	ctx, stop := context.WithCancel(within(t, patience))
	begun, ended := make(chan struct{}), make(chan struct{})
	var once sync.Once
	go func() {
		defer close(ended)
		squaring{N: 25}.host(ctx, t, dial(t, s),
			func(campaign.Progress) { once.Do(func() { close(begun) }) })
	}()
	<-begun
	got, err := statusOf(within(t, time.Second), dial(t, s))
	if err != nil || len(got.Jobs) != 1 || got.Jobs[0].Host != "host" || got.Jobs[0].Issued != 3 {
		t.Errorf("statusOf = %+v, %v; want a job of host with 3 shards issued", got, err)
	}
	stop()
	<-ended
}
