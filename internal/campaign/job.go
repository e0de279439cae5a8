package campaign

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// A Job is a campaign with shards S and documents D.
type Job[S, D any] struct {
	Kind  string // Kind.Name
	About any    // describes Do to workers elsewhere, as JSON
	Plan  Plan[S, D]
	// Do returns the document of a shard, which depends on the shard alone, or false if ctx ends
	// first. It is called concurrently.
	Do func(ctx context.Context, shard S) (D, bool)
	// Check returns an error if a document from elsewhere cannot have come from a shard. It may be
	// nil.
	Check func(shard S, document D) error
	// Parts cuts a shard that takes longer than workers live, and Join makes its document of those
	// of the parts, in order. Both are nil if shards cannot be cut.
	Parts func(shard S) []S
	Join  func(documents []D) D
	// Loose is set if documents after a missing one count when the job is interrupted.
	Loose bool
	// Abandon is set if Do may run long after ctx has ended. Then Run does not wait for it.
	Abandon bool
}

// window bounds the outstanding shards, and so the memory if one shard takes much longer than
// others.
const window = 1024

// Run does the shards with goroutines until the plan is over or ctx ends. It re-raises their
// panics.
func (j *Job[S, D]) Run(ctx context.Context, workers int) {
	c := &pool[S, D]{job: j, log: newLog(j.Plan)}
	c.changed.L = &c.mu
	stop := context.AfterFunc(ctx, func() { c.mu.Lock(); defer c.mu.Unlock(); c.changed.Broadcast() })
	defer stop()
	var all sync.WaitGroup
	for range max(1, workers) {
		all.Go(func() { c.work(ctx) })
	}
	c.wait(ctx, &all)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.failure != nil {
		panic(c.failure.Error())
	}
	if j.Loose {
		c.log.Spill()
	}
}

type pool[S, D any] struct {
	job     *Job[S, D]
	mu      sync.Mutex
	changed sync.Cond
	log     *Log[S, D]
	failure error // the panic of one of them
	closed  bool  // documents are no longer logged
}

// wait waits until all goroutines have ended or, with Job.Abandon, ctx has.
func (c *pool[S, D]) wait(ctx context.Context, all *sync.WaitGroup) {
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

func (c *pool[S, D]) work(ctx context.Context) {
	for {
		n, shard, ok := c.next(ctx)
		if !ok {
			return
		}
		document, done, failure := attempt(ctx, c.job.Do, shard)
		if !c.put(n, document, done, failure) {
			return
		}
	}
}

// next waits for a shard. It returns false if there are no more.
func (c *pool[S, D]) next(ctx context.Context) (n uint64, shard S, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if c.closed || c.failure != nil || ctx.Err() != nil || c.log.Over() {
			return 0, shard, false
		}
		if c.log.Waiting() < window {
			if n, shard, ok = c.log.Next(); ok {
				return n, shard, true
			}
		}
		if c.log.Waiting() == 0 {
			c.failure = fmt.Errorf("campaign: %s is not over, and has no shard", c.job.Kind)
			c.changed.Broadcast()
			return 0, shard, false
		}
		c.changed.Wait()
	}
}

// put logs the result of a shard. It reports whether to continue.
func (c *pool[S, D]) put(n uint64, document D, done bool, failure error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	switch {
	case c.closed:
		return false
	case failure != nil:
		c.failure = failure
		return false
	case !done:
		return false
	}
	c.log.Put(n, document)
	return true
}

// A Panic is the panic of a worker.
type Panic struct{ Text string }

func (p *Panic) Error() string { return p.Text }

// attempt does a shard. A panic becomes an error with its stack.
func attempt[S, D any](ctx context.Context, do func(context.Context, S) (D, bool), shard S) (document D, done bool, failure error) {
	defer func() {
		if r := recover(); r != nil {
			failure = panicOf(r, "")
		}
	}()
	document, done = do(ctx, shard)
	return document, done, nil
}

// Blame adds the current activity to a panic. It must be deferred.
func Blame(what func() string) {
	if r := recover(); r != nil {
		panic(panicOf(r, what()+": "))
	}
}

// panicOf returns what was recovered, with its stack.
func panicOf(r any, what string) *Panic {
	if p, ok := r.(*Panic); ok {
		return &Panic{what + p.Text}
	}
	return &Panic{fmt.Sprintf("%s%v\n\n%s", what, r, debug.Stack())}
}
