package hive

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// conn is a connection of a host or of a worker to a server. It is safe for
// concurrent use. When the server is away, it waits for it.
type conn struct {
	nats    *nats.Conn
	js      jetstream.JetStream
	storage jetstream.StorageType // of streams that it makes
	closed  chan struct{}         // when it is lost for good
	again   chan struct{}         // holds something after it was lost and is back
	refused chan refusal          // messages that were sent without waiting, and not taken

	mu   sync.Mutex
	away time.Time // since when; zero if it is not
}

// refusal is a shard's task that the server has not taken, or the result of a worker.
type refusal struct {
	n   string // of the shard; empty for a result
	err error
}

// Names on the server.
const (
	jobsBucket     = "wobbly-jobs"
	tasksStream    = "WOBBLY_TASKS"
	resultsStream  = "WOBBLY_RESULTS"
	tasksSubject   = "wobbly.task."   // then the version and the job
	resultsSubject = "wobbly.result." // then the job
	whoSubject     = "wobbly.who"     // who is there?
	overSubject    = "wobbly.over."   // then the job: nobody waits for it any more
	fullSubject    = "wobbly.full."   // then the job: the server takes nothing of its workers
	workersName    = "workers-"       // then the version
	shardHeader    = "Wobbly-Shard"
)

// Times. What tests would wait for, they make shorter.
var (
	ackWait    = 2 * time.Second // without a word of its worker, a task is handed out again
	pullTime   = 2 * time.Second // how long a request for a task stands; one that is lost on its way is repeated then
	pulse      = 1 * time.Second // how often a host sees whether all is well
	noWorker   = 4 * time.Second // without a sign of a worker before a host says so
	askTime    = callTime        // how long a server that was reached may take to say that it is one
	retryTime  = 500 * time.Millisecond
	repeatWait = 200 * time.Millisecond // between two attempts to reach a server that is away
)

// Times.
const (
	keepTime = 7 * 24 * time.Hour // what a job leaves on a server whose host died
	callTime = 10 * time.Second
)

// reach connects to a server.
func reach(a campaign.Address) (*conn, error) {
	var o []nats.Option
	if a.Token != "" {
		o = append(o, nats.Token(a.Token))
	}
	if a.Creds != "" {
		o = append(o, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("the key of the user: %w", err)
		}
		o = append(o, key)
	}
	if a.CA != "" {
		o = append(o, nats.RootCAs(a.CA))
	}
	if a.Cert != "" || a.Key != "" {
		o = append(o, nats.ClientCert(a.Cert, a.Key))
	}
	c, err := connect(a.URL, jetstream.FileStorage, o...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", serverName(a.URL), err)
	}
	return c, nil
}

// serverName is the URLs of a server for people: without passwords.
func serverName(urls string) string {
	all := strings.Split(urls, ",")
	for i, at := range all {
		if cut := strings.LastIndexByte(at, '@'); cut >= 0 {
			scheme, _, found := strings.Cut(at, "://")
			if all[i] = at[cut+1:]; found {
				all[i] = scheme + "://" + all[i]
			}
		}
	}
	return text.Name(strings.Join(all, ","))
}

// connect reaches a server, which must be there.
func connect(at string, storage jetstream.StorageType, o ...nats.Option) (*conn, error) {
	c := &conn{storage: storage, closed: make(chan struct{}), again: make(chan struct{}, 1), refused: make(chan refusal, 1024)}
	o = append(o, nats.Name("wobbly"), nats.MaxReconnects(-1), nats.ReconnectWait(repeatWait),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // errors reach whom they concern
		nats.DisconnectErrHandler(func(*nats.Conn, error) { c.lost(time.Now()) }),
		nats.ReconnectHandler(func(*nats.Conn) { c.lost(time.Time{}); c.reconnected() }),
		nats.ClosedHandler(func(*nats.Conn) { close(c.closed) }))
	var err error
	if c.nats, err = nats.Connect(at, o...); err != nil {
		why := errors.Unwrap(err)
		switch {
		case errors.Is(err, nats.ErrNoServers):
			err = errors.New("nobody answers there")
		case why != nil && strings.Contains(err.Error(), "@"): // it has the URL in it
			err = why
		}
		return nil, fmt.Errorf("no connection to the message server: %w", err)
	}
	c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(callTime), jetstream.WithPublishAsyncTimeout(callTime),
		jetstream.WithPublishAsyncErrHandler(c.refuse))
	if err == nil {
		err = c.answers()
	}
	if err != nil {
		c.Close()
		return nil, faultOf(err)
	}
	return c, nil
}

// answers asks the server whether it offers what is needed. It may be restarted just now,
// and forget the question.
func (c *conn) answers() (err error) {
	for range askedTimes {
		ctx, stop := context.WithTimeout(context.Background(), askTime)
		_, err = c.js.AccountInfo(ctx)
		stop()
		if !silent(err) {
			break
		}
	}
	return err
}

// askedTimes is how often a server is asked that does not answer.
const askedTimes = 3

// silent tells whether an error is that the server has not answered in time.
func silent(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
}

// faultOf says what is wrong with a server that was reached.
func faultOf(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("the message server offers no JetStream: %w", err)
	case silent(err):
		return fmt.Errorf("the message server does not answer: %w", err)
	default:
		return fmt.Errorf("the message server refuses: %w", err)
	}
}

// open makes what a host needs on a server, or finds it.
func (c *conn) open(ctx context.Context) (p stores, err error) {
	p.tasks, err = c.stream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{tasksSubject + "*.*"}, Retention: jetstream.WorkQueuePolicy, Storage: c.storage, MaxAge: keepTime,
	})
	if err == nil {
		p.results, err = c.stream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{resultsSubject + "*"}, Storage: c.storage, MaxAge: keepTime,
		})
	}
	if err == nil {
		p.jobs, err = c.js.ObjectStore(ctx, jobsBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
			p.jobs, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: jobsBucket, Storage: c.storage, TTL: keepTime})
		}
	}
	return p, faultOf(err)
}

// stores are what a host uses of a server.
type stores struct {
	tasks, results jetstream.Stream
	jobs           jetstream.ObjectStore
}

// stream finds a stream, or makes it.
func (c *conn) stream(ctx context.Context, s jetstream.StreamConfig) (jetstream.Stream, error) {
	found, err := c.js.Stream(ctx, s.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.js.CreateOrUpdateStream(ctx, s)
	}
	return found, err
}

// reconnected notes that the server is back.
func (c *conn) reconnected() {
	select {
	case c.again <- struct{}{}:
	default:
	}
}

// lost notes since when the server is away.
func (c *conn) lost(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = since
}

// gone is since when the server is away; zero if it is not.
func (c *conn) gone() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.away
}

// refuse keeps a message that was sent without waiting, and not taken. Where that are
// too many, the host finds out that they are missing.
func (c *conn) refuse(_ jetstream.JetStream, m *nats.Msg, err error) {
	select {
	case c.refused <- refusal{m.Header.Get(shardHeader), err}:
	default:
	}
}

// Close ends the connection.
func (c *conn) Close() { c.nats.Close() }

// errServer says that the server is gone, or takes no more.
var errServer = errors.New("the message server fails")
