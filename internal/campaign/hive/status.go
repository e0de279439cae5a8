package hive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wobbly/internal/campaign"
)

// statusOf returns the jobs on the server, and the hosts and workers that answer until ctx ends.
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
			break // ctx has ended
		}
		var p presence
		if json.Unmarshal(m.Data, &p) != nil {
			continue // the message is not an answer of this program
		}
		if p.Worker {
			s.Workers = append(s.Workers, campaign.WorkerStatus{
				Name: p.Name, Version: p.Version, Job: p.Job, Done: p.Done, Seconds: p.Seconds,
			})
		} else if j := jobs[p.Job]; j != nil {
			j.Host, j.Issued, j.Taken, j.Seconds = p.Name, p.Issued, p.Done, p.Seconds
		}
	}
	for _, j := range jobs {
		s.Jobs = append(s.Jobs, *j)
	}
	slices.SortFunc(s.Jobs, func(a, b campaign.JobStatus) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(s.Workers,
		func(a, b campaign.WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return s, nil
}

// jobsOf adds the jobs on the server to a map, by their IDs.
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
		jobs[info.Name] = &campaign.JobStatus{
			ID: info.Name, Kind: j.Kind, Title: j.Title, Version: j.Version,
			Tasks:     c.count(ctx, tasksStream, subjectOf(j.Version, info.Name)),
			Documents: c.count(ctx, resultsStream, resultsSubject+info.Name),
		}
	}
	return nil
}

// count returns the number of messages with a subject, or 0 if there is no stream or an error.
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
