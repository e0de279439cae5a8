package hive

import (
	"context"
	"strings"
	"sync"
	"testing"

	"wobbly/internal/campaign"
)

// send sends an answer as a worker does, once a host has created the stream.
func send(t *testing.T, c *conn, q squaring, a answer) {
	t.Helper()
	e, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Error(err)
		return
	}
	for {
		_, err := c.js.Publish(context.Background(), resultsSubject+idOf(e, "test"), encode(a))
		if err == nil {
			return
		}
	}
}

// The document of the numbers 1 to 10, and one that no ten numbers have.
var (
	right = []byte(`{"Numbers":10,"Squares":385}`)
	wrong = []byte(`{"Numbers":10,"Squares":386}`)
)

// TestLies: a wrong document that was merged is detected when another worker contradicts it, and
// then the job's result is discarded. A wrong document that arrives second is ignored.
func TestLies(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first, second []byte
		want          string // part of the error; empty for none
	}{
		"the lie is first":  {wrong, right, "what liar has sent of shard 0 is wrong, and counted"},
		"the lie is second": {right, wrong, ""},
	} {
		s := serve(t, false)
		c, q := dial(t, s), squaring{N: 25}
		go func() {
			send(t, c, q, answer{N: 0, Worker: "liar", Document: tt.first})
			send(t, c, q, answer{N: 0, Worker: "honest", Document: tt.second})
			if tt.want == "" {
				send(t, c, q,
					answer{N: 1, Worker: "w", Document: []byte(`{"Numbers":10,"Squares":2485}`)})
				send(t, c, q,
					answer{N: 2, Worker: "w", Document: []byte(`{"Numbers":5,"Squares":2655}`)})
			}
		}()
		x := q.host(within(t, patience), t, dial(t, s), nil)
		w, isWrong := x.err.(interface{ Wrong() bool })
		switch {
		case tt.want == "" && (x.err != nil || x.text != q.here()):
			t.Errorf("%s: the job = %+v, want\n%s", name, x, q.here())
		case tt.want != "" && (!isWrong || !w.Wrong() || !strings.Contains(x.err.Error(), tt.want)):
			t.Errorf("%s: the job = %+v, want the wrong result %q", name, x, tt.want)
		}
	}
}

// TestRefusedDocument: a document that cannot be that of its shard is counted as bad and ignored,
// and the shard is done again.
func TestRefusedDocument(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	c, q := dial(t, s), squaring{N: 10}
	go func() {
		send(t, c, q, answer{N: 0, Worker: "liar", Document: []byte(`{"Numbers":9,"Squares":385}`)})
		send(t, c, q, answer{N: 0, Worker: "honest", Document: right})
	}()
	x := q.host(within(t, patience), t, dial(t, s), nil)
	if x.err != nil || x.text != q.here() || x.progress.Bad != 1 || x.progress.Duplicates != 0 {
		t.Errorf("the job = %+v, want one bad document and\n%s", x, q.here())
	}
}

// TestLieInTime: a wrong document is replaced if the plan does not have it yet, because an earlier
// document is missing.
func TestLieInTime(t *testing.T) {
	t.Parallel()
	s := serve(t, false)
	c, q := dial(t, s), squaring{N: 15}
	var once sync.Once
	go func() {
		send(t, c, q, answer{N: 1, Worker: "liar", Document: []byte(`{"Numbers":5,"Squares":1}`)})
		send(t, c, q,
			answer{N: 1, Worker: "honest", Document: []byte(`{"Numbers":5,"Squares":855}`)})
	}()
	x := q.host(within(t, patience), t, dial(t, s), func(p campaign.Progress) {
		if p.Bad == 1 { // the wrong document was detected
			once.Do(func() { go send(t, c, q, answer{N: 0, Worker: "w", Document: right}) })
		}
	})
	if x.err != nil || x.text != q.here() || x.progress.Bad != 1 {
		t.Errorf("the job = %+v, want one bad document and\n%s", x, q.here())
	}
}

// TestEndlessTask: a readable task that is not a shard of its job does not block a worker.
func TestEndlessTask(t *testing.T) {
	t.Parallel()
	// There are more shards than the window, so the host publishes tasks after that one.
	s, q := serve(t, false), squaring{N: 2 * window * perShard}
	e, err := q.job(&strings.Builder{}).Remote()
	if err != nil {
		t.Fatal(err)
	}
	c, put := dial(t, s), false
	q.noted = func(text string) {
		if strings.Contains(text, "no worker") && !put { // the host waits for a worker
			put = true
			if _, err := c.js.Publish(context.Background(), subjectOf("test", idOf(e, "test")),
				[]byte(`{"n":3,"shard":{"first":1,"n":1000000000000000}}`)); err != nil {
				t.Error(err)
			}
			employ(t, s, 1)
		}
	}
	if x := q.host(within(t, patience), t, dial(t, s), nil); x.err != nil || x.text != q.here() {
		t.Errorf("the job = %v, %q, %+v; want every shard", x.err, x.notes, x.progress)
	}
}
