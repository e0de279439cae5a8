package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Campaign is a Job of any types, which can run in this process or on remote workers.
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
	// Parts returns at least two parts of a shard, or nil if it cannot be cut.
	Parts func(shard []byte) [][]byte
	// Join returns the document of a shard from those of its parts, which must have passed Check.
	Join  func(documents [][]byte) []byte
	Loose bool
}

// Remote returns the job with shards and documents in JSON. It fails if About has no JSON.
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
		panic(err) // Next has encoded it
	}
	d, err := decode[D](document)
	if err != nil {
		panic(err) // it has passed RemoteJob.Check
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

// doJSON is RemoteJob.Do. It fails if the shard is not in this plan, is not done, or panics.
func (j *Job[S, D]) doJSON(ctx context.Context, shard []byte) ([]byte, error) {
	s, err := decode[S](shard)
	if err != nil {
		return nil, err
	}
	// A range that is not a shard of the plan could take any time.
	if p, ok := j.Plan.(interface{ has(S) bool }); ok && !p.has(s) {
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
			panic(err) // it has passed RemoteJob.Check
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
		panic(fmt.Sprintf("campaign: %v", err)) // the type cannot be encoded: a mistake of the job
	}
	return text
}

// decode reads the result of encode, with nothing before or after it.
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
	// Open decodes RemoteJob.About and returns the Do of the job, which may be called concurrently.
	Open func(about []byte) (func(ctx context.Context, shard []byte) ([]byte, error), error)
}

// KindOf returns the kind called name. Its open function returns a job from the decoded About; only
// Do and Plan of that job are used.
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
