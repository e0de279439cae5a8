package hive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/dynamic/racemob"
)

// work does tasks of all jobs of a server until the context ends, which is no
// error. The name tells workers apart; the version must be that of the hive.
func work(ctx context.Context, c *conn, name, version string) error {
	w := &worker{conn: c, name: name, version: version, run: (*racemob.Job).Run, jobs: map[string]*racemob.Job{}}
	return unlessEnded(ctx, w.work(ctx))
}

// worker is one that works.
type worker struct {
	conn    *conn
	name    string
	version string
	run     func(*racemob.Job, racemob.Task) *racemob.Run
	jobs    map[string]*racemob.Job
}

func (w *worker) work(ctx context.Context) error {
	consumer, err := w.conn.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workersName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: -1,
	})
	if err != nil {
		return fmt.Errorf("waiting for tasks: %w", err)
	}
	for {
		m, err := next(ctx, consumer)
		if err != nil {
			return fmt.Errorf("waiting for tasks: %w", err)
		}
		if err := w.task(ctx, m); err != nil {
			return err
		}
	}
}

// pullTime is how long a request for a task stands. One that is lost on its way
// is repeated then.
const pullTime = 5 * time.Second

// next waits for a task.
//
// Each is asked for by itself. The library's own iteration (Messages) asks ahead,
// and with few tasks ahead it can forget to: when all of them arrive while the
// goroutine that asked has not yet noted that it is done asking, nothing wakes
// it again. With two ahead on two cores, that was a job in two hundred.
func next(ctx context.Context, consumer jetstream.Consumer) (jetstream.Msg, error) {
	for ctx.Err() == nil {
		pull, stop := context.WithTimeout(ctx, pullTime)
		m, err := consumer.Next(jetstream.FetchContext(pull))
		stop()
		if !nothingCame(err) {
			return m, err
		}
	}
	return nil, ctx.Err()
}

// nothingCame tells whether a request ended without a task. It is invalid for the
// library if its time is up before it is sent, which can be seen before the context
// says so.
func nothingCame(err error) bool {
	return errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.Is(err, jetstream.ErrInvalidOption)
}

// task does a task and acknowledges it once the server has the result.
func (w *worker) task(ctx context.Context, m jetstream.Msg) error {
	alive := heartbeat(m)
	defer alive()
	id := strings.TrimPrefix(m.Subject(), tasksSubject)
	j, err := w.job(ctx, id)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound): // the hive is gone
		return m.Term()
	case err != nil:
		_ = m.Nak() // another worker may know better
		return err
	}
	var t racemob.Task
	if err := json.Unmarshal(m.Data(), &t); err != nil {
		return m.Term()
	}
	data, err := json.Marshal(w.answer(j, t, again(m)))
	if err != nil {
		return err
	}
	if _, err := w.conn.js.Publish(ctx, resultsSubject+id, data, jetstream.WithMsgID(id+idOf(t))); err != nil {
		return fmt.Errorf("sending a result: %w", err)
	}
	return m.Ack()
}

// again tells whether a task was with a worker before.
func again(m jetstream.Msg) bool {
	meta, err := m.Metadata()
	return err == nil && meta.NumDelivered > 1
}

// answer does a run. Where that fails, the hive should know: the task would
// fail with every other worker too.
func (w *worker) answer(j *racemob.Job, t racemob.Task, again bool) (a answer) {
	a.Worker, a.Again = w.name, again
	defer func() {
		if r := recover(); r != nil {
			a.Failed = fmt.Sprintf("worker %s: task %s: %v", w.name, idOf(t), r)
		}
	}()
	a.Result = w.run(j, t).Result
	return a
}

// mostJobs is how many jobs a worker remembers.
const mostJobs = 4

// job finds the job of a task.
func (w *worker) job(ctx context.Context, id string) (*racemob.Job, error) {
	if j := w.jobs[id]; j != nil {
		return j, nil
	}
	data, err := w.conn.jobs.GetBytes(ctx, id)
	if err != nil {
		return nil, err
	}
	j, err := decode(data, w.version)
	if err != nil {
		return nil, err
	}
	if len(w.jobs) >= mostJobs {
		clear(w.jobs)
	}
	w.jobs[id] = j
	return j, nil
}

// heartbeat tells the server now and then that a task is being worked on, until
// the function that it gives is called.
func heartbeat(m jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	go func() {
		beat := time.NewTicker(ackWait / 3)
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
