package hive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// conn is a connection of a hive or of a worker to a server. It is safe for
// concurrent use.
type conn struct {
	nats    *nats.Conn
	js      jetstream.JetStream
	closed  chan struct{} // when it is lost for good
	again   chan struct{} // holds something after it was lost and is back
	refused chan error    // holds the first message that the server did not take
	tasks   jetstream.Stream
	results jetstream.Stream
	jobs    jetstream.ObjectStore
}

// Names on the server.
const (
	jobsBucket     = "racemob-jobs"
	tasksStream    = "RACEMOB_TASKS"
	resultsStream  = "RACEMOB_RESULTS"
	tasksSubject   = "racemob.task."
	resultsSubject = "racemob.result."
	workersName    = "workers"
)

// Times.
const (
	ackWait  = 1 * time.Second // without a word of its worker, a task is handed out again
	keepTime = 24 * time.Hour  // what a job leaves on a server whose hive died
	callTime = 20 * time.Second
)

// reach connects to a server by a URL such as nats://127.0.0.1:4222. The token may
// be empty, or be part of the URL.
func reach(url, token string) (*conn, error) {
	var o []nats.Option
	if token != "" {
		o = append(o, nats.Token(token))
	}
	return connect(url, o...)
}

// connect also makes sure that the streams are there.
func connect(url string, o ...nats.Option) (*conn, error) {
	c := &conn{closed: make(chan struct{}), again: make(chan struct{}, 1), refused: make(chan error, 1)}
	o = append(o, nats.Name("wobbly racemob"), nats.MaxReconnects(10), nats.ReconnectWait(200*time.Millisecond),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // errors reach whom they concern
		nats.ReconnectHandler(c.reconnected),
		nats.ClosedHandler(func(*nats.Conn) { close(c.closed) }))
	var err error
	if c.nats, err = nats.Connect(url, o...); err != nil {
		return nil, fmt.Errorf("no connection to the message server: %w", err)
	}
	if c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(callTime), jetstream.WithPublishAsyncErrHandler(c.refuse)); err == nil {
		err = c.open()
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("the message server offers no JetStream: %w", err)
	}
	return c, nil
}

// open makes the streams, or finds them.
func (c *conn) open() error {
	ctx, stop := context.WithTimeout(context.Background(), callTime)
	defer stop()
	var err error
	c.tasks, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{tasksSubject + "*"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, MaxAge: keepTime,
	})
	if err != nil {
		return err
	}
	c.results, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{resultsSubject + "*"},
		Storage: jetstream.MemoryStorage, MaxAge: keepTime, Duplicates: 10 * time.Minute,
	})
	if err != nil {
		return err
	}
	c.jobs, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
		Bucket: jobsBucket, Storage: jetstream.MemoryStorage, TTL: keepTime,
	})
	return err
}

// reconnected notes that the server is back.
func (c *conn) reconnected(*nats.Conn) {
	select {
	case c.again <- struct{}{}:
	default:
	}
}

// refuse keeps the first error of a message that was sent without waiting.
func (c *conn) refuse(_ jetstream.JetStream, _ *nats.Msg, err error) {
	select {
	case c.refused <- err:
	default:
	}
}

// Close ends the connection.
func (c *conn) Close() { c.nats.Close() }

// errServer says that the server is gone, or takes no more.
var errServer = errors.New("the message server fails")
