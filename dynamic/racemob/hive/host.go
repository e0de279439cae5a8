package hive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"wobbly/dynamic/racemob"
)

// hostJob is the hive: it has a job done by whatever workers there are, and gives
// the list. If the context ends or the server is lost before, the list is not
// complete; the latter is an error, as is a worker that fails.
func hostJob(ctx context.Context, c *conn, j *racemob.Job, o racemob.HostOptions) (*racemob.List, error) {
	h := &host{conn: c, hive: racemob.NewHive(j), options: o, workers: map[string]bool{}}
	err := h.run(ctx, j)
	h.tidy()
	return h.hive.List(), err
}

// host is a job that is being done.
type host struct {
	conn    *conn
	hive    *racemob.Hive
	options racemob.HostOptions
	workers map[string]bool
	again   int
}

func (h *host) run(ctx context.Context, j *racemob.Job) error {
	if err := h.publishJob(ctx, j); err != nil {
		return unlessEnded(ctx, err)
	}
	answers := make(chan []byte, 1024)
	listening, err := h.listen(ctx, answers)
	if err != nil {
		return unlessEnded(ctx, err)
	}
	defer listening.Stop()
	for !h.hive.Finished() {
		if err := h.publish(); err != nil {
			return fmt.Errorf("%w: %w", errServer, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-h.conn.closed:
			return fmt.Errorf("%w: the connection is lost", errServer)
		case <-h.conn.again:
			if _, err := h.conn.jobs.GetInfo(ctx, h.options.ID); err != nil {
				return unlessEnded(ctx, fmt.Errorf("%w: it was away, and came back without the job", errServer))
			}
		case err := <-h.conn.refused:
			return fmt.Errorf("%w: %w", errServer, err)
		case data := <-answers:
			if err := h.read(data); err != nil {
				return err
			}
		}
	}
	return nil
}

// unlessEnded is no error where the context has ended: to be stopped is none.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// publishJob puts the job where workers find it.
func (h *host) publishJob(ctx context.Context, j *racemob.Job) error {
	data, err := encode(j, h.options.Version)
	if err != nil {
		return err
	}
	_, err = h.conn.jobs.PutBytes(ctx, h.options.ID, data)
	return err
}

// listen lets the results of the job come into a channel.
func (h *host) listen(ctx context.Context, answers chan<- []byte) (jetstream.ConsumeContext, error) {
	consumer, err := h.conn.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultsSubject + h.options.ID},
	})
	if err != nil {
		return nil, err
	}
	return consumer.Consume(func(m jetstream.Msg) {
		select {
		case answers <- m.Data():
		case <-ctx.Done():
		case <-h.conn.closed:
		}
	})
}

// mostOut is how many tasks may wait for their results.
const mostOut = 1000

// publish hands out the tasks that there are. Each has an id, so that one that
// is sent twice is there once.
func (h *host) publish() error {
	for s := h.hive.Stats(); s.Issued-s.Done < mostOut; s = h.hive.Stats() {
		t, ok := h.hive.Next()
		if !ok {
			return nil
		}
		data, err := json.Marshal(t)
		if err != nil {
			return err
		}
		if _, err := h.conn.js.PublishAsync(tasksSubject+h.options.ID, data, jetstream.WithMsgID(h.options.ID+idOf(t))); err != nil {
			return err
		}
	}
	return nil
}

// read enters what a worker has sent.
func (h *host) read(data []byte) error {
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		return fmt.Errorf("a result that cannot be read: %w", err)
	}
	if a.Failed != "" {
		return errors.New(a.Failed)
	}
	if err := h.hive.Put(a.Result); err != nil {
		return fmt.Errorf("worker %s: %w", a.Worker, err)
	}
	h.workers[a.Worker] = true
	if a.Again {
		h.again++
	}
	if h.options.Progress != nil {
		h.options.Progress(racemob.Progress{Stats: h.hive.Stats(), Workers: len(h.workers), Again: h.again})
	}
	return nil
}

// tidyTime is how long a hive may take to leave nothing behind.
const tidyTime = 2 * time.Second

// tidy removes what is left of the job from the server, as far as it can.
func (h *host) tidy() {
	ctx, stop := context.WithTimeout(context.Background(), tidyTime)
	defer stop()
	_ = h.conn.tasks.Purge(ctx, jetstream.WithPurgeSubject(tasksSubject+h.options.ID))
	_ = h.conn.results.Purge(ctx, jetstream.WithPurgeSubject(resultsSubject+h.options.ID))
	_ = h.conn.jobs.Delete(ctx, h.options.ID)
}

// idOf tells a task from all others of its job.
func idOf(t racemob.Task) string {
	return fmt.Sprintf(".%d.%d.%d", t.Candidate, t.Assignment, t.Attempt)
}
