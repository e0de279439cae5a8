package hive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
)

// work does tasks of all jobs of a server until ctx ends, which is not an error.
func work(ctx context.Context, c *conn, o campaign.WorkOptions) error {
	w := &worker{
		conn: c, options: o, jobs: map[string]knownJob{}, skipped: map[string]bool{},
		begun: time.Now(),
		overs: make(chan *nats.Msg, 256), notes: notes{to: o.Note},
	}
	ending, err := c.nats.ChanSubscribe(overSubject+"*", w.overs)
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer func() { _ = ending.Unsubscribe() }()
	answering, err := c.nats.Subscribe(whoSubject, w.answerPresence)
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer func() { _ = answering.Unsubscribe() }()
	return unlessEnded(ctx, w.work(ctx))
}

func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// doer is a function that returns the document of a shard.
type doer = func(ctx context.Context, shard []byte) ([]byte, error)

// knownJob is a job whose description a worker has read.
type knownJob struct {
	do  doer
	err error // why its tasks cannot be done; then do is nil
}

// worker does tasks. Jobs are named by their IDs.
type worker struct {
	conn    *conn
	options campaign.WorkOptions
	jobs    map[string]knownJob
	begun   time.Time
	overs   chan *nats.Msg // the messages to overSubject, about jobs that are over
	notes
	lastJob string          // the job of the last task
	skipped map[string]bool // the jobs that cannot be done, after the user was told

	mu   sync.Mutex
	job  string // the job of the current task; empty if there is none
	done uint64 // the number of shards done
}

// work does tasks until ctx ends or the connection is lost for good.
func (w *worker) work(ctx context.Context) error {
	for ctx.Err() == nil {
		err := w.tasks(ctx)
		select {
		case <-w.conn.closed:
			return fmt.Errorf("%w: the connection is lost", errServer)
		default:
		}
		// If there is no stream, no host has created a job yet.
		if !errors.Is(err, jetstream.ErrStreamNotFound) && ctx.Err() == nil {
			w.note("waiting for tasks: " + err.Error())
			w.complain(err)
		}
		select {
		case <-time.After(retryTime):
		case <-ctx.Done():
		}
	}
	return nil
}

// tasks does one task of this version after another until ctx ends or the server fails.
func (w *worker) tasks(ctx context.Context) error {
	stream, err := w.conn.js.Stream(ctx, tasksStream)
	if err != nil {
		return err
	}
	version := digest(w.options.Version)
	consumer, err := stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workersName + version, FilterSubject: tasksSubject + version + ".*",
		InactiveThreshold: keepTime,
		AckPolicy:         jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	for {
		w.jobOver("") // discards the messages about jobs that are over by now
		m, err := next(ctx, consumer)
		if err != nil {
			return err
		}
		if err := w.task(ctx, m); err != nil {
			return err
		}
		w.last = "" // so that a note after this task counts as new
	}
}

// next waits for a task. It requests each one separately, because the library's own iteration
// (Messages), which requests ahead, can hang if all requested tasks arrive before it has recorded
// the request. This happened in one job of 200, with two requests ahead on two cores.
func next(ctx context.Context, consumer jetstream.Consumer) (jetstream.Msg, error) {
	for ctx.Err() == nil {
		pull, stop := context.WithTimeout(ctx, pullTime)
		m, err := consumer.Next(jetstream.FetchContext(pull))
		stop()
		if !silent(err) && !errors.Is(err, context.Canceled) &&
			!errors.Is(err, jetstream.ErrInvalidOption) {
			return m, err
		}
		if _, err := consumer.Info(ctx); err != nil {
			return nil, err // the consumer no longer exists
		}
	}
	return nil, ctx.Err()
}

const (
	// slowAfter is the number of deliveries after which a task is suspected of outlasting its
	// workers.
	slowAfter = 5
	// deadlyAfter is the number of deliveries after which a task is suspected of killing its
	// workers. It is large because workers can be killed repeatedly for other reasons.
	deadlyAfter = 100
)

// task does the task in m and acknowledges it once the server has the answer. It removes a message
// that is not a task, or belongs to a job that cannot be done; its host, if there is one, finds out
// that it is missing.
func (w *worker) task(ctx context.Context, m jetstream.Msg) error {
	stopHeartbeat := heartbeat(m)
	defer stopHeartbeat()
	id := jobOf(m.Subject())
	w.lastJob = id
	k, err := w.find(ctx, id)
	switch {
	case err != nil:
		_ = m.NakWithDelay(retryTime) // another worker may be able to
		return err
	case k.err != nil:
		return m.Term()
	}
	var t task
	if err := json.Unmarshal(m.Data(), &t); err != nil {
		w.note(fmt.Sprintf("job %s: a task that cannot be read", id))
		return m.Term()
	}
	a := answer{N: t.N, Part: t.Part, Worker: w.options.Name}
	switch times := deliveries(m); {
	case times > slowAfter && t.Cut:
		a.Slow = true
	case times > deadlyAfter:
		a.Deadly = true
	default:
		a.Again = times > 1
		w.beginShard(id)
		err := w.answer(ctx, id, k.do, t, &a)
		w.endShard()
		if err != nil { // the job is over, or another worker is to do the task at once
			return m.Nak()
		}
	}
	if err := w.send(ctx, id, a); err != nil {
		_ = m.NakWithDelay(retryTime)
		return err
	}
	return m.Ack()
}

// send publishes an answer and waits until the server has it. If the job has ended meanwhile, send
// removes the answer, because the host no longer does.
func (w *worker) send(ctx context.Context, id string, a answer) error {
	ack, err := w.conn.js.Publish(ctx, resultsSubject+id, encode(a))
	if err != nil {
		return fmt.Errorf("sending a result: %w", err)
	}
	if !w.jobOver(id) {
		return nil
	}
	stream, err := w.conn.js.Stream(ctx, ack.Stream)
	if err == nil {
		err = stream.DeleteMsg(ctx, ack.Sequence)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrStreamNotFound) ||
		errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil
	}
	return err
}

// complain tells the host of the last task if err says that the server rejects the worker's
// messages, or does not answer, as a full server may. The host cannot see that while it publishes
// nothing.
func (w *worker) complain(err error) {
	var refused *jetstream.APIError
	rejected := errors.As(err, &refused) || silent(err)
	if w.lastJob != "" && rejected && w.conn.awaySince().IsZero() {
		_ = w.conn.nats.Publish(fullSubject+w.lastJob, []byte(err.Error()))
	}
}

// jobOver reads the messages about ended jobs that have arrived since the last call, and reports
// whether job id is one of them.
func (w *worker) jobOver(id string) (over bool) {
	for {
		select {
		case m := <-w.overs:
			over = over || jobOf(m.Subject) == id
		default:
			return over
		}
	}
}

// deliveries returns how often the server has delivered a task, or 1 if it does not say.
func deliveries(m jetstream.Msg) uint64 {
	meta, err := m.Metadata()
	if err != nil {
		return 1
	}
	return meta.NumDelivered
}

var errOver = errors.New("the job is over")

// answer does the shard of t and adds the document to a. A panic is part of the answer, since it
// would happen in every other worker too. The error says that the job is over, or that ctx is.
func (w *worker) answer(ctx context.Context, id string, do doer, t task, a *answer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var listening sync.WaitGroup
	done := make(chan struct{})
	listening.Go(func() {
		for {
			select {
			case m := <-w.overs:
				if jobOf(m.Subject) == id {
					stop(errOver)
				}
			case <-done:
				return
			}
		}
	})
	document, err := do(ctx, t.Shard)
	close(done)
	listening.Wait()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		a.Failed = err.Error()
	default:
		a.Document = document
	}
	return nil
}

// maxJobs is the maximum number of jobs that a worker keeps.
const maxJobs = 16

// find returns a job, and reads it from the server if necessary. The error is the server's.
func (w *worker) find(ctx context.Context, id string) (knownJob, error) {
	if k, ok := w.jobs[id]; ok {
		return k, nil
	}
	k, err := w.read(ctx, id)
	if err != nil {
		return k, err
	}
	if k.err != nil { // k is not kept, because the job on the server may be replaced
		if !w.skipped[id] && len(w.skipped) < maxJobs {
			w.skipped[id] = true
			w.note(fmt.Sprintf("job %s is passed over: %s", id, k.err))
		}
		return k, nil
	}
	if len(w.jobs) >= maxJobs {
		clear(w.jobs)
	}
	w.jobs[id] = k
	return k, nil
}

// read reads a job from the server. The error is the server's.
func (w *worker) read(ctx context.Context, id string) (knownJob, error) {
	jobs, err := w.conn.js.ObjectStore(ctx, jobsBucket)
	if err != nil {
		return knownJob{}, err
	}
	data, err := jobs.GetBytes(ctx, id)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return knownJob{err: err}, nil
	case err != nil:
		return knownJob{}, err
	}
	do, err := decodeJob(data, w.options.Version, w.options.Kinds)
	return knownJob{do: do, err: err}, nil
}

// heartbeat reports to the server regularly that a task is in progress, until stop is called.
func heartbeat(m jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	go func() {
		beat := time.NewTicker(ackWait / 4)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				_ = m.InProgress()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// beginShard notes, for answerPresence, that a shard of a job has begun.
func (w *worker) beginShard(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.job = job
}

func (w *worker) endShard() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.job = ""
	w.done++
}

func (w *worker) answerPresence(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = m.Respond(encode(presence{
		Worker: true, Name: w.options.Name, Version: w.options.Version, Job: w.job, Done: w.done,
		Seconds: time.Since(w.begun).Seconds(),
	}))
}
