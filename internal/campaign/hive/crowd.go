package hive

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// crowd is who has answered to a host's question who is there.
type crowd struct {
	listening []*nats.Subscription
	inbox     string

	mu      sync.Mutex
	now     map[string]string // versions by name, since the last call
	workers int               // of the version, at the call before
	others  map[string]int    // workers of other versions then
	version string
}

// gather begins to ask, and to answer who asks for hosts.
func (h *host) gather() (*crowd, error) {
	g := &crowd{inbox: nats.NewInbox(), now: map[string]string{}, version: h.options.Version}
	h.crowd = g
	subscribe := func(subject string, f nats.MsgHandler) error {
		s, err := h.conn.nats.Subscribe(subject, f)
		if err == nil {
			g.listening = append(g.listening, s)
		}
		return err
	}
	var where sync.Mutex // of at
	at := presence{Name: h.options.Name, Version: h.options.Version, Job: h.id}
	told := h.options.Progress
	h.options.Progress = func(p campaign.Progress) {
		where.Lock()
		at.Done, at.Issued = p.Taken, p.Issued
		where.Unlock()
		if told != nil {
			told(p)
		}
	}
	err := subscribe(whoSubject, func(m *nats.Msg) {
		where.Lock()
		defer where.Unlock()
		at.Seconds = time.Since(h.begun).Seconds()
		_ = m.Respond(encode(at))
	})
	if err == nil {
		err = subscribe(g.inbox, g.hear)
	}
	if err == nil {
		err = subscribe(fullSubject+h.id, func(m *nats.Msg) {
			h.conn.refuse(nil, nats.NewMsg(m.Subject), fmt.Errorf("a worker says %s", text.Quote(string(m.Data))))
		})
	}
	if err == nil {
		g.call(h.conn)
	}
	return g, err
}

// hear notes an answer.
func (g *crowd) hear(m *nats.Msg) {
	var p presence
	if json.Unmarshal(m.Data, &p) != nil || !p.Worker {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now[p.Name] = p.Version
}

// call asks again, and counts who has answered since.
func (g *crowd) call(c *conn) {
	g.mu.Lock()
	g.workers, g.others = 0, map[string]int{}
	for _, v := range g.now {
		if v == g.version {
			g.workers++
		} else {
			g.others[v]++
		}
	}
	clear(g.now)
	g.mu.Unlock()
	_ = c.nats.PublishRequest(whoSubject, g.inbox, nil)
}

// size is how many workers have answered, at least.
func (g *crowd) size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.workers, countOf(g.now, g.version))
}

func countOf(now map[string]string, version string) (n int) {
	for _, v := range now {
		if v == version {
			n++
		}
	}
	return n
}

// strangers says which workers of other versions have answered.
func (g *crowd) strangers(version string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var all []string
	for v, n := range g.others {
		all = append(all, fmt.Sprintf("%s of %s", text.Count(n, "worker"), text.Name(v)))
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return fmt.Sprintf(", but %s: this is %s, and only workers of the same version do its shards", strings.Join(all, " and "), version)
}

// leave ends it.
func (g *crowd) leave() {
	for _, s := range g.listening {
		_ = s.Unsubscribe()
	}
}

// reading is answers that come in.
type reading struct {
	context jetstream.ConsumeContext
	cancel  context.CancelFunc
}

// stop ends it.
func (r *reading) stop() {
	if r != nil {
		r.cancel()
		r.context.Stop()
	}
}

// listen lets the answers about a job come in, from the first that the server has.
// It gives how many were there.
func (c *conn) listen(ctx context.Context, results jetstream.Stream, id string, to chan<- letter) (*reading, uint64, error) {
	consumer, err := results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultsSubject + id}})
	if err != nil {
		return nil, 0, err
	}
	info, err := results.Info(ctx, jetstream.WithSubjectFilter(resultsSubject+id))
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	reading := &reading{cancel: cancel}
	reading.context, err = consumer.Consume(func(m jetstream.Msg) {
		seq := uint64(0)
		if meta, err := m.Metadata(); err == nil {
			seq = meta.Sequence.Stream
		}
		select {
		case to <- letter{data: m.Data(), seq: seq}:
		case <-ctx.Done():
		}
	})
	if err != nil {
		cancel()
		return nil, 0, err
	}
	return reading, info.State.Subjects[resultsSubject+id], nil
}
