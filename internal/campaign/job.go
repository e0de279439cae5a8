package campaign

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// A Job is a campaign: shards are S and documents D.
type Job[S, D any] struct {
	Kind  string // of Kind.Name
	About any    // what a worker elsewhere makes Do of, as JSON
	Plan  Plan[S, D]
	// Do makes the document of a shard, of which it is a function. It is false where
	// ctx ended before that. Any number of goroutines call it.
	Do func(ctx context.Context, shard S) (D, bool)
	// Check tells why a document from elsewhere is none of a shard; nil for nothing
	// to check.
	Check func(shard S, document D) error
	// Parts cuts a shard into smaller ones, of whose documents, in order, Join makes that
	// of the shard. A shard is cut that no worker lives long enough for. Both are nil
	// where none can be.
	Parts func(shard S) []S
	Join  func(documents []D) D
	// Loose documents count at an interruption though one before them is missing.
	Loose bool
	// Abandon is set where Do may go on for long after ctx has ended: nobody waits
	// for it then.
	Abandon bool
}

// window is how many shards may be out for each that the plan waits for. It bounds
// memory where one shard takes much longer than the others.
const window = 1024

// Run has goroutines do the shards until the plan is over or ctx ends. A panic of
// one is raised here.
func (j *Job[S, D]) Run(ctx context.Context, workers int) {
	c := &crew[S, D]{job: j, ledger: newLedger(j.Plan)}
	c.turn.L = &c.lock
	stop := context.AfterFunc(ctx, func() { c.lock.Lock(); defer c.lock.Unlock(); c.turn.Broadcast() })
	defer stop()
	var all sync.WaitGroup
	for range max(1, workers) {
		all.Go(func() { c.work(ctx) })
	}
	c.wait(ctx, &all)
	c.lock.Lock()
	defer c.lock.Unlock()
	c.closed = true
	if c.broken != nil {
		panic(c.broken.Error())
	}
	if j.Loose {
		c.ledger.Spill()
	}
}

// crew is goroutines that do the shards of a job.
type crew[S, D any] struct {
	job    *Job[S, D]
	lock   sync.Mutex
	turn   sync.Cond // something has changed
	ledger *Ledger[S, D]
	broken error // what one of them has panicked with
	closed bool  // nothing is put any more
}

// wait waits until all have ended, or is abandoned.
func (c *crew[S, D]) wait(ctx context.Context, all *sync.WaitGroup) {
	if !c.job.Abandon {
		all.Wait()
		return
	}
	ended := make(chan struct{})
	go func() { all.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// work does shards until there are no more.
func (c *crew[S, D]) work(ctx context.Context) {
	for {
		n, shard, ok := c.next(ctx)
		if !ok {
			return
		}
		document, done, broken := attempt(ctx, c.job.Do, shard)
		if !c.put(n, document, done, broken) {
			return
		}
	}
}

// next waits for a shard. It is false where there are no more.
func (c *crew[S, D]) next(ctx context.Context) (n uint64, shard S, ok bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for {
		if c.closed || c.broken != nil || ctx.Err() != nil || c.ledger.Over() {
			return 0, shard, false
		}
		if c.ledger.Waiting() < window {
			if n, shard, ok = c.ledger.Next(); ok {
				return n, shard, true
			}
		}
		if c.ledger.Waiting() == 0 {
			c.broken = fmt.Errorf("campaign: %s is not over, and has no shard", c.job.Kind)
			c.turn.Broadcast()
			return 0, shard, false
		}
		c.turn.Wait()
	}
}

// put enters what became of a shard, and tells whether to go on.
func (c *crew[S, D]) put(n uint64, document D, done bool, broken error) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	defer c.turn.Broadcast()
	switch {
	case c.closed:
		return false
	case broken != nil:
		c.broken = broken
		return false
	case !done:
		return false
	}
	c.ledger.Put(n, document)
	return true
}

// A Panic is what a worker has panicked with.
type Panic struct{ Text string }

// Error implements error.
func (p *Panic) Error() string { return p.Text }

// attempt does a shard. A panic in it is an error with the place of it.
func attempt[S, D any](ctx context.Context, do func(context.Context, S) (D, bool), shard S) (document D, done bool, broken error) {
	defer func() {
		if r := recover(); r != nil {
			broken = panicOf(r, "")
		}
	}()
	document, done = do(ctx, shard)
	return document, done, nil
}

// Blame is deferred where something is done with a program: a panic says what it
// was done with.
func Blame(what func() string) {
	if r := recover(); r != nil {
		panic(panicOf(r, what()+": "))
	}
}

// panicOf is what was recovered, with the place of it.
func panicOf(r any, what string) *Panic {
	if p, ok := r.(*Panic); ok {
		return &Panic{what + p.Text}
	}
	return &Panic{fmt.Sprintf("%s%v\n\n%s", what, r, debug.Stack())}
}
