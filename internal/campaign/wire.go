package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Campaign is a Job of any types: something that can be done here, or elsewhere.
type Campaign interface {
	// Run has goroutines of this process do it.
	Run(ctx context.Context, workers int)
	// Errand is the campaign for a Post.
	Errand() (*Errand, error)
}

// A Crew has a campaign done, or as much of it as it can until ctx ends.
type Crew func(ctx context.Context, c Campaign)

// Here is the crew of so many goroutines of this process.
func Here(workers int) Crew {
	return func(ctx context.Context, c Campaign) { c.Run(ctx, workers) }
}

// An Errand is a job whose shards and documents are JSON.
type Errand struct {
	Kind   string
	About  []byte
	Ledger *Ledger[[]byte, []byte]
	// Check tells why a document is none of a shard.
	Check func(shard, document []byte) error
	// Do makes the document of a shard, as a worker does.
	Do func(ctx context.Context, shard []byte) ([]byte, error)
	// Parts cuts a shard into smaller ones; nil if it cannot be cut.
	Parts func(shard []byte) [][]byte
	// Join makes the document of a shard of those of its parts, which have been checked.
	Join  func(documents [][]byte) []byte
	Loose bool
}

// Errand implements Campaign.
func (j *Job[S, D]) Errand() (*Errand, error) {
	about, err := json.Marshal(j.About)
	if err != nil {
		return nil, err
	}
	return &Errand{
		Kind: j.Kind, About: about, Ledger: newLedger[[]byte, []byte](wired[S, D]{j.Plan}),
		Check: j.checked, Do: j.wiredDo, Parts: j.wiredParts, Join: j.wiredJoin, Loose: j.Loose,
	}, nil
}

// wired is a plan whose shards and documents are JSON.
type wired[S, D any] struct{ plan Plan[S, D] }

func (w wired[S, D]) Next() ([]byte, bool) {
	shard, ok := w.plan.Next()
	if !ok {
		return nil, false
	}
	return encode(shard), true
}

func (w wired[S, D]) Take(shard, document []byte) {
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

func (w wired[S, D]) Over() bool { return w.plan.Over() }

// checked tells why a document is none of a shard.
func (j *Job[S, D]) checked(shard, document []byte) error {
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

// wiredDo does a shard. A panic in it is a *Panic.
func (j *Job[S, D]) wiredDo(ctx context.Context, shard []byte) ([]byte, error) {
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
	case !done || ctx.Err() != nil: // some give less then, which would be another document
		return nil, errors.Join(errUndone, ctx.Err())
	}
	return encode(document), nil
}

// wiredParts cuts a shard, if it can be cut.
func (j *Job[S, D]) wiredParts(shard []byte) (parts [][]byte) {
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

// wiredJoin makes one document of those of parts.
func (j *Job[S, D]) wiredJoin(documents [][]byte) []byte {
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

// errUndone ends a shard that nobody waits for any more.
var errUndone = errors.New("the shard was not done")

// errNoShard refuses a shard that the plan of its job hands out nowhere.
var errNoShard = errors.New("no shard of this job")

// encode writes what a job is made of.
func encode(x any) []byte {
	text, err := json.Marshal(x)
	if err != nil {
		panic(fmt.Sprintf("campaign: %v", err)) // of a type that is no JSON
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

// A Kind is campaigns that can be done elsewhere.
type Kind struct {
	Name string
	// Open reads what a job says about itself. What it gives does shards, in any
	// number of goroutines.
	Open func(about []byte) (func(ctx context.Context, shard []byte) ([]byte, error), error)
}

// KindOf is the kind of the jobs that open makes of what they say about
// themselves.
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
		return j.wiredDo, nil
	}}
}
