package hive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

type roster struct {
	listening []*nats.Subscription
	inbox     string
	version   string

	mu      sync.Mutex
	now     map[string]string // the versions of those who have answered the last question, by name
	workers int               // of the version, that answered the question before
	others  map[string]int    // of other versions, that answered it
}

func (h *host) openRoster() (*roster, error) {
	g := &roster{inbox: nats.NewInbox(), now: map[string]string{}, version: h.options.Version}
	h.roster = g
	subscribe := func(subject string, f nats.MsgHandler) error {
		s, err := h.conn.nats.Subscribe(subject, f)
		if err == nil {
			g.listening = append(g.listening, s)
		}
		return err
	}
	var mu sync.Mutex // of at
	at := presence{Name: h.options.Name, Version: h.options.Version, Job: h.id}
	progress := h.options.Progress
	h.options.Progress = func(p campaign.Progress) {
		mu.Lock()
		at.Done, at.Issued = p.Taken, p.Issued
		mu.Unlock()
		if progress != nil {
			progress(p)
		}
	}
	err := subscribe(whoSubject, func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
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
		g.ask(h.conn)
	}
	return g, err
}

func (g *roster) hear(m *nats.Msg) {
	var p presence
	if json.Unmarshal(m.Data, &p) != nil || !p.Worker {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now[p.Name] = p.Version
}

// ask counts the answers to the last question, and asks again.
func (g *roster) ask(c *conn) {
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

// size returns the number of workers that have answered, at least.
func (g *roster) size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := 0
	for _, v := range g.now {
		if v == g.version {
			now++
		}
	}
	return max(g.workers, now)
}

func (g *roster) otherVersions(version string) string {
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

func (g *roster) leave() {
	for _, s := range g.listening {
		_ = s.Unsubscribe()
	}
}

type reading struct {
	context jetstream.ConsumeContext
	cancel  context.CancelFunc
}

func (r *reading) stop() {
	if r != nil {
		r.cancel()
		r.context.Stop()
	}
}

// listen subscribes to a job's answers, from the first, and returns how many there are already.
func (c *conn) listen(ctx context.Context, results jetstream.Stream, id string, to chan<- message) (*reading, uint64, error) {
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

func statusOf(ctx context.Context, c *conn) (s campaign.Status, err error) {
	jobs := map[string]*campaign.JobStatus{}
	if err := c.jobsOf(ctx, jobs); err != nil {
		return s, faultOf(err)
	}
	inbox := nats.NewInbox()
	answers, err := c.nats.SubscribeSync(inbox)
	if err != nil {
		return s, faultOf(err)
	}
	defer func() { _ = answers.Unsubscribe() }()
	if err := c.nats.PublishRequest(whoSubject, inbox, nil); err != nil {
		return s, faultOf(err)
	}
	for {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			break
		}
		var p presence
		if json.Unmarshal(m.Data, &p) != nil {
			continue
		}
		if p.Worker {
			s.Workers = append(s.Workers, campaign.WorkerStatus{Name: p.Name, Version: p.Version, Job: p.Job, Done: p.Done, Seconds: p.Seconds})
		} else if j := jobs[p.Job]; j != nil {
			j.Host, j.Issued, j.Taken, j.Seconds = p.Name, p.Issued, p.Done, p.Seconds
		}
	}
	for _, j := range jobs {
		s.Jobs = append(s.Jobs, *j)
	}
	slices.SortFunc(s.Jobs, func(a, b campaign.JobStatus) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(s.Workers, func(a, b campaign.WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return s, nil
}

func (c *conn) jobsOf(ctx context.Context, jobs map[string]*campaign.JobStatus) error {
	store, err := c.js.ObjectStore(ctx, jobsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := store.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return err
	}
	for _, info := range all {
		data, err := store.GetBytes(ctx, info.Name)
		if err != nil {
			continue // its host has just ended
		}
		var j job
		if json.Unmarshal(data, &j) != nil {
			j = job{Title: "cannot be read"}
		}
		x := &campaign.JobStatus{ID: info.Name, Kind: j.Kind, Title: j.Title, Version: j.Version}
		x.Tasks = c.count(ctx, tasksStream, subjectOf(j.Version, info.Name))
		x.Documents = c.count(ctx, resultsStream, resultsSubject+info.Name)
		jobs[info.Name] = x
	}
	return nil
}

// count returns the number of messages of a subject, 0 if there is no stream.
func (c *conn) count(ctx context.Context, stream, subject string) uint64 {
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return 0
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0
	}
	return info.State.Subjects[subject]
}
