package hive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"wobbly/internal/campaign"
)

// TestCut: a shard that outlasts its workers is done in parts, and the result is that of one
// process.
func TestCut(t *testing.T) {
	t.Parallel()
	s, q := serve(t, false), squaring{N: 25, Long: true}
	c := dial(t, s)
	over := make(chan outcome)
	go func() { over <- q.host(within(t, patience), t, c, nil) }()
	// begin starts a worker, which the test stops when it has begun a whole shard.
	begin := func(n int) (stop func()) {
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan struct{})
		workerConn := dial(t, s)
		go func() {
			defer close(ended)
			if err := work(ctx, workerConn,
				campaign.WorkOptions{Version: "test", Name: fmt.Sprint(n),
					Kinds: []campaign.Kind{squares}}); err != nil {
				t.Error(err)
			}
		}()
		return func() { cancel(); <-ended }
	}
	stop := begin(0)
	for n := 1; ; n++ {
		select {
		case <-longBegun:
			stop()
			stop = begin(n)
		case x := <-over:
			stop()
			if x.err != nil || x.text != (squaring{N: 25}).here() || x.progress.Taken != 3 ||
				x.progress.Bad > 0 || !x.said("cut into 10 parts") || !x.said("cut into 5 parts") {
				t.Errorf("the job = %v, %q, %+v; want 3 shards, cut into 10 and 5 parts\n%s",
					x.err, x.notes, x.progress, x.text)
			}
			if n <= 3*slowAfter {
				t.Errorf("shards were cut after %d workers, want more than %d", n, 3*slowAfter)
			}
			nothingLeft(t, c)
			return
		}
	}
}

// TestCutByOthers: answers about parts that were sent before the host began are used, and those
// about unknown parts are ignored. A part that one worker called deadly is done.
func TestCutByOthers(t *testing.T) {
	t.Parallel()
	s, q := serve(t, false), squaring{N: 20}
	e, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	if _, err := c.open(context.Background()); err != nil {
		t.Fatal(err)
	}
	part := func(n uint64, part int, number uint64) answer {
		return answer{N: n, Part: part, Worker: "w", Document: encode(sum{1, number * number})}
	}
	for _, a := range []answer{
		// These are about parts and shards that do not exist.
		part(0, 11, 1), part(0, -1, 1), part(7, 1, 1), {N: 0, Worker: "w", Slow: true, Part: 2},
		part(0, 3, 3), part(0, 3, 3), part(0, 4, 4),
		{N: 1, Worker: "w", Slow: true}, {N: 1, Part: 5, Worker: "w", Deadly: true},
		{N: 0, Part: 1, Worker: "w", Document: encode(sum{2, 1})}, // of two numbers, not one
	} {
		_, err := c.js.Publish(context.Background(), resultsSubject+idOf(e, "test"), encode(a))
		if err != nil {
			t.Fatal(err)
		}
	}
	employ(t, s, 2)
	x := q.host(within(t, patience), t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || x.progress.Bad != 5 {
		t.Errorf("the job = %v, %q, %+v; want 5 bad parts\n%s", x.err, x.notes, x.progress, x.text)
	}
}

// TestCutDeadly: if a part kills every worker, the job fails with an error that names the part.
func TestCutDeadly(t *testing.T) {
	t.Parallel()
	s, q := serve(t, false), squaring{N: 10}
	e, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, s)
	stores, err := c.open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	send := func(a answer) {
		_, err := c.js.Publish(context.Background(), resultsSubject+idOf(e, "test"), encode(a))
		if err != nil {
			t.Error(err)
		}
	}
	send(answer{N: 0, Worker: "w", Slow: true})
	for i := range 10 {
		if i == 6 {
			send(answer{N: 0, Part: 7, Worker: "w", Deadly: true})
		} else {
			send(answer{
				N: 0, Part: i + 1, Worker: "w", Document: encode(sum{1, uint64((i + 1) * (i + 1))}),
			})
		}
	}
	ended := make(chan outcome)
	go func() { ended <- q.host(within(t, patience), t, dial(t, s), nil) }()
	for { // remove the tasks until the host gives up
		select {
		case x := <-ended:
			var p *campaign.Panic
			if !errors.As(x.err, &p) || !strings.Contains(p.Text, `shard 0 ({"first":7,"n":1})`) {
				t.Errorf("the job = %+v, want to give up shard 0 from 7", x)
			}
			return
		default:
			if err := stores.tasks.Purge(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
}
