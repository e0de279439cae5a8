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

// conn is a connection to a server, safe for concurrent use. It reconnects forever.
type conn struct {
	nats        *nats.Conn
	js          jetstream.JetStream
	storage     jetstream.StorageType // the storage of the streams that it creates
	closed      chan struct{}         // closed when the connection is lost for good
	reconnected chan struct{}         // receives a value after a reconnection
	refused     chan refusal          // receives rejected messages, for the host

	mu   sync.Mutex
	away time.Time // when the connection was lost; zero while it is up
}

// refusal is a message that the server rejected: a task of this host, or a result of a worker,
// which has then sent a message to fullSubject.
type refusal struct {
	n   string // the number of the task's shard; empty for a result
	err error
}

// Names on the server. To those that end in "." or "-", what the comment says is appended.
const (
	jobsBucket     = "wobbly-jobs"
	tasksStream    = "WOBBLY_TASKS"
	resultsStream  = "WOBBLY_RESULTS"
	tasksSubject   = "wobbly.task."   // digest of the version, ".", job ID
	resultsSubject = "wobbly.result." // job ID
	whoSubject     = "wobbly.who"     // asks hosts and workers for their presence
	overSubject    = "wobbly.over."   // job ID; the message says that the job has ended
	fullSubject    = "wobbly.full."   // job ID; the server rejects results of its workers
	workersName    = "workers-"       // digest of the version
	shardHeader    = "Wobbly-Shard"
)

// Times that tests shorten.
var (
	ackWait    = 2 * time.Second        // without a heartbeat until a task is delivered again
	pullTime   = 2 * time.Second        // until a request for a task is repeated
	tickTime   = 1 * time.Second        // between a host's checks
	noWorker   = 4 * time.Second        // without a worker until a host says so
	askTime    = callTime               // until a server must have answered the first question
	retryTime  = 500 * time.Millisecond // until a worker retries after an error
	repeatWait = 200 * time.Millisecond // between attempts to reconnect
)

const (
	keepTime = 7 * 24 * time.Hour // until a server drops the messages of a dead host
	callTime = 10 * time.Second   // until a call to a server fails
)

// reach connects to a server in another process.
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

// serverName returns comma-separated URLs without their users and passwords.
func serverName(urls string) string {
	all := strings.Split(urls, ",")
	for i, url := range all {
		if at := strings.LastIndexByte(url, '@'); at >= 0 {
			scheme, _, found := strings.Cut(url, "://")
			all[i] = url[at+1:]
			if found {
				all[i] = scheme + "://" + all[i]
			}
		}
	}
	return text.Name(strings.Join(all, ","))
}

// connect connects to the server at a URL. It fails if there is none, but a connection that is lost
// later is restored, however long that takes.
func connect(url string, storage jetstream.StorageType, o ...nats.Option) (*conn, error) {
	c := &conn{
		storage: storage, closed: make(chan struct{}), reconnected: make(chan struct{}, 1),
		refused: make(chan refusal, 1024),
	}
	o = append(o, nats.Name("wobbly"), nats.MaxReconnects(-1), nats.ReconnectWait(repeatWait),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // callers get the errors
		nats.DisconnectErrHandler(func(*nats.Conn, error) { c.setAway(time.Now()) }),
		nats.ReconnectHandler(func(*nats.Conn) {
			c.setAway(time.Time{})
			select {
			case c.reconnected <- struct{}{}:
			default:
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(c.closed) }))
	var err error
	if c.nats, err = nats.Connect(url, o...); err != nil {
		why := errors.Unwrap(err)
		switch {
		case errors.Is(err, nats.ErrNoServers):
			err = errors.New("nobody answers there")
		case why != nil && strings.Contains(err.Error(), "@"):
			err = why // the text of err includes the URL, with its password
		}
		return nil, fmt.Errorf("no connection to the message server: %w", err)
	}
	c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(callTime),
		jetstream.WithPublishAsyncTimeout(callTime), jetstream.WithPublishAsyncErrHandler(c.refuse))
	if err == nil {
		err = c.probe()
	}
	if err != nil {
		c.Close()
		return nil, faultOf(err)
	}
	return c, nil
}

// maxAttempts is the maximum number of questions of probe.
const maxAttempts = 3

// probe checks that the server answers a question. It asks up to maxAttempts times, because a
// server that is just restarting may lose a question.
func (c *conn) probe() (err error) {
	for range maxAttempts {
		ctx, stop := context.WithTimeout(context.Background(), askTime)
		_, err = c.js.AccountInfo(ctx)
		stop()
		if !silent(err) {
			break
		}
	}
	return err
}

// silent reports whether err says that the server did not answer in time.
func silent(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
}

// faultOf wraps an error of a reachable server in one that explains it.
func faultOf(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("the message server offers no JetStream: %w", err)
	case silent(err):
		return fmt.Errorf("the message server does not answer: %w", err)
	default:
		return fmt.Errorf("the message server refuses: %w", err)
	}
}

// stores are the stores of a server that package hive describes.
type stores struct {
	tasks, results jetstream.Stream
	jobs           jetstream.ObjectStore
}

// open returns the stores of the server, and creates those that it lacks.
func (c *conn) open(ctx context.Context) (s stores, err error) {
	s.tasks, err = c.stream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{tasksSubject + "*.*"},
		Retention: jetstream.WorkQueuePolicy, Storage: c.storage, MaxAge: keepTime,
	})
	if err != nil {
		return s, faultOf(err)
	}
	s.results, err = c.stream(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{resultsSubject + "*"}, Storage: c.storage,
		MaxAge: keepTime,
	})
	if err != nil {
		return s, faultOf(err)
	}
	s.jobs, err = c.js.ObjectStore(ctx, jobsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) {
		s.jobs, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: jobsBucket, Storage: c.storage, TTL: keepTime,
		})
	}
	return s, faultOf(err)
}

// stream returns the stream with the name in s, and creates it if it does not exist.
func (c *conn) stream(ctx context.Context, s jetstream.StreamConfig) (jetstream.Stream, error) {
	found, err := c.js.Stream(ctx, s.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return c.js.CreateOrUpdateStream(ctx, s)
	}
	return found, err
}

// setAway records when the connection was lost; the zero time means that it is up.
func (c *conn) setAway(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = since
}

// awaySince returns when the connection was lost, and the zero time while it is up.
func (c *conn) awaySince() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.away
}

// refuse passes a rejected message on to the host. If too many are waiting, it drops the message
// rather than block; the host finds out later that a document is missing.
func (c *conn) refuse(_ jetstream.JetStream, m *nats.Msg, err error) {
	select {
	case c.refused <- refusal{n: m.Header.Get(shardHeader), err: err}:
	default:
	}
}

func (c *conn) Close() { c.nats.Close() }

// errServer is the error of a host or worker that cannot continue without the server.
var errServer = errors.New("the message server fails")
