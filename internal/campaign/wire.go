package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Campaign is a Job of any types, which can run in this process or elsewhere.
type Campaign interface {
	// Run does the shards with goroutines of this process.
	Run(ctx context.Context, workers int)
	// Remote returns the campaign for a Transport.
	Remote() (*RemoteJob, error)
}

// A Runner runs a campaign, or as much of it as it can until ctx ends.
type Runner func(ctx context.Context, c Campaign)

// Local returns a Runner that uses this number of goroutines of this process.
func Local(workers int) Runner {
	return func(ctx context.Context, c Campaign) { c.Run(ctx, workers) }
}

// A RemoteJob is a job whose shards and documents are JSON.
type RemoteJob struct {
	Kind  string
	About []byte
	Log   *Log[[]byte, []byte]
	// Check returns an error if a document cannot have come from a shard.
	Check func(shard, document []byte) error
	// Do returns the document of a shard.
	Do func(ctx context.Context, shard []byte) ([]byte, error)
	// Parts cuts a shard into smaller ones; nil if it cannot be cut.
	Parts func(shard []byte) [][]byte
	// Join joins the documents of the parts of a shard, which have been checked.
	Join  func(documents [][]byte) []byte
	Loose bool
}

func (j *Job[S, D]) Remote() (*RemoteJob, error) {
	about, err := json.Marshal(j.About)
	if err != nil {
		return nil, err
	}
	return &RemoteJob{
		Kind: j.Kind, About: about, Log: newLog[[]byte, []byte](jsonPlan[S, D]{j.Plan}),
		Check: j.checkJSON, Do: j.doJSON, Parts: j.partsJSON, Join: j.joinJSON, Loose: j.Loose,
	}, nil
}

// jsonPlan is a plan whose shards and documents are JSON.
type jsonPlan[S, D any] struct{ plan Plan[S, D] }

func (w jsonPlan[S, D]) Next() ([]byte, bool) {
	shard, ok := w.plan.Next()
	if !ok {
		return nil, false
	}
	return encode(shard), true
}

func (w jsonPlan[S, D]) Take(shard, document []byte) {
	s, err := decode[S](shard)
	if err != nil {
		panic(err) // it was encoded here
	}
	d, err := decode[D](document)
	if err != nil {
		panic(err) // it was checked
	}
	w.plan.Take(s, d)
}

func (w jsonPlan[S, D]) Over() bool { return w.plan.Over() }

func (j *Job[S, D]) checkJSON(shard, document []byte) error {
	s, err := decode[S](shard)
	if err != nil {
		return err
	}
	d, err := decode[D](document)
	if err != nil || j.Check == nil {
		return err
	}
	return j.Check(s, d)
}

func (j *Job[S, D]) doJSON(ctx context.Context, shard []byte) ([]byte, error) {
	s, err := decode[S](shard)
	if err != nil {
		return nil, err
	}
	if p, ok := j.Plan.(interface{ has(S) bool }); ok && !p.has(s) { // it could take any time
		return nil, errNoShard
	}
	document, done, err := attempt(ctx, j.Do, s)
	switch {
	case err != nil:
		return nil, err
	case !done || ctx.Err() != nil: // after the end of ctx the document may be incomplete
		return nil, errors.Join(errUndone, ctx.Err())
	}
	return encode(document), nil
}

func (j *Job[S, D]) partsJSON(shard []byte) (parts [][]byte) {
	s, err := decode[S](shard)
	if err != nil || j.Parts == nil {
		return nil
	}
	for _, p := range j.Parts(s) {
		parts = append(parts, encode(p))
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

func (j *Job[S, D]) joinJSON(documents [][]byte) []byte {
	var all []D
	for _, text := range documents {
		d, err := decode[D](text)
		if err != nil {
			panic(err) // it was checked
		}
		all = append(all, d)
	}
	return encode(j.Join(all))
}

var (
	errUndone  = errors.New("the shard was not done")
	errNoShard = errors.New("no shard of this job")
)

func encode(x any) []byte {
	text, err := json.Marshal(x)
	if err != nil {
		panic(fmt.Sprintf("campaign: %v", err)) // a type without JSON
	}
	return text
}

// decode reads what encode has written, and nothing else.
func decode[T any](text []byte) (x T, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&x); err != nil {
		return x, fmt.Errorf("no document of this campaign: %w", err)
	}
	if _, err = d.Token(); !errors.Is(err, io.EOF) {
		return x, errors.New("more than one document")
	}
	return x, nil
}

// A Kind is a kind of campaign that workers can do.
type Kind struct {
	Name string
	// Open reads the description of a job and returns a function that does its shards, which is
	// called concurrently.
	Open func(about []byte) (func(ctx context.Context, shard []byte) ([]byte, error), error)
}

// KindOf returns the kind of the jobs that open makes from their descriptions.
func KindOf[A, S, D any](name string, open func(A) (*Job[S, D], error)) Kind {
	return Kind{name, func(about []byte) (func(context.Context, []byte) ([]byte, error), error) {
		a, err := decode[A](about)
		if err != nil {
			return nil, err
		}
		j, err := open(a)
		if err != nil {
			return nil, err
		}
		return j.doJSON, nil
	}}
}
