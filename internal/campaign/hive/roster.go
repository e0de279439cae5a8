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

// roster counts the workers that answer a host's questions to whoSubject.
type roster struct {
	subscriptions []*nats.Subscription
	inbox         string // the subject of the answers
	version       string // of the host

	mu      sync.Mutex
	answers map[string]string // the answers to the last question: version by name of worker
	workers int               // the number of answers of this version to the question before
	others  map[string]int    // the same for each other version
}

// openRoster subscribes the host to questions about its presence, to the answers of workers and to
// their complaints that the server is full, and asks the first question.
func (h *host) openRoster() (*roster, error) {
	r := &roster{inbox: nats.NewInbox(), answers: map[string]string{}, version: h.options.Version}
	h.roster = r
	subscribe := func(subject string, f nats.MsgHandler) error {
		s, err := h.conn.nats.Subscribe(subject, f)
		if err == nil {
			r.subscriptions = append(r.subscriptions, s)
		}
		return err
	}
	var mu sync.Mutex // guards self
	self := presence{Name: h.options.Name, Version: h.options.Version, Job: h.id}
	progress := h.options.Progress
	h.options.Progress = func(p campaign.Progress) {
		mu.Lock()
		self.Done = p.Taken
		self.Issued = p.Issued
		mu.Unlock()
		if progress != nil {
			progress(p)
		}
	}
	err := subscribe(whoSubject, func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		self.Seconds = time.Since(h.begun).Seconds()
		_ = m.Respond(encode(self))
	})
	if err == nil {
		err = subscribe(r.inbox, r.add)
	}
	if err == nil {
		err = subscribe(fullSubject+h.id, func(m *nats.Msg) {
			h.conn.refuse(nil, nats.NewMsg(m.Subject),
				fmt.Errorf("a worker says %s", text.Quote(string(m.Data))))
		})
	}
	if err == nil {
		r.ask(h.conn)
	}
	return r, err
}

// add adds an answer. It ignores those of hosts and those that cannot be read.
func (r *roster) add(m *nats.Msg) {
	var p presence
	if json.Unmarshal(m.Data, &p) != nil || !p.Worker {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers[p.Name] = p.Version
}

// ask counts the answers to the last question, and asks again.
func (r *roster) ask(c *conn) {
	r.mu.Lock()
	r.workers, r.others = 0, map[string]int{}
	for _, v := range r.answers {
		if v == r.version {
			r.workers++
		} else {
			r.others[v]++
		}
	}
	clear(r.answers)
	r.mu.Unlock()
	_ = c.nats.PublishRequest(whoSubject, r.inbox, nil)
}

// size returns the number of workers of the host's version that answered one of the last two
// questions, whichever is larger.
func (r *roster) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := 0
	for _, v := range r.answers {
		if v == r.version {
			now++
		}
	}
	return max(r.workers, now)
}

// otherVersions returns the end of a sentence about workers of other versions, or "" if there are
// none.
func (r *roster) otherVersions() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []string
	for v, n := range r.others {
		all = append(all, fmt.Sprintf("%s of %s", text.Count(n, "worker"), text.Name(v)))
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return fmt.Sprintf(", but %s: this is %s, and only workers of the same version do its shards",
		strings.Join(all, " and "), r.version)
}

func (r *roster) leave() {
	for _, s := range r.subscriptions {
		_ = s.Unsubscribe()
	}
}

// reading is a subscription to the answers of a job.
type reading struct {
	consuming jetstream.ConsumeContext
	cancel    context.CancelFunc
}

// stop ends the subscription. A nil reading has none.
func (r *reading) stop() {
	if r != nil {
		r.cancel()
		r.consuming.Stop()
	}
}

// listen sends the answers of a job to a channel, from the first, and returns how many there are
// already.
func (c *conn) listen(ctx context.Context, results jetstream.Stream, id string,
	to chan<- message) (*reading, uint64, error) {
	consumer, err := results.OrderedConsumer(ctx,
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultsSubject + id}})
	if err != nil {
		return nil, 0, err
	}
	info, err := results.Info(ctx, jetstream.WithSubjectFilter(resultsSubject+id))
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	reading := &reading{cancel: cancel}
	reading.consuming, err = consumer.Consume(func(m jetstream.Msg) {
		seq := uint64(0)
		if meta, err := m.Metadata(); err == nil {
			seq = meta.Sequence.Stream
		}
		select {
		case to <- message{data: m.Data(), seq: seq}:
		case <-ctx.Done():
		}
	})
	if err != nil {
		cancel()
		return nil, 0, err
	}
	return reading, info.State.Subjects[resultsSubject+id], nil
}
