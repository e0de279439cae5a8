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
	// Parts cuts a shard that takes longer than workers live. Join joins the documents of the
	// parts, in order, to that of the shard. Both are nil if shards cannot be cut.
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
	p := &pool[S, D]{job: j, log: newLog(j.Plan)}
	p.changed.L = &p.mu
	stop := context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.changed.Broadcast()
	})
	defer stop()
	var all sync.WaitGroup
	for range max(1, workers) {
		all.Go(func() { p.work(ctx) })
	}
	p.wait(ctx, &all)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.failure != nil {
		panic(p.failure.Error())
	}
	if j.Loose {
		p.log.Spill()
	}
}

// pool is the goroutines that do the shards of a job.
type pool[S, D any] struct {
	job     *Job[S, D]
	mu      sync.Mutex
	changed sync.Cond
	log     *Log[S, D]
	failure error // the panic of a goroutine
	closed  bool  // further documents are dropped
}

// wait waits until all goroutines have ended or, with Job.Abandon, ctx has.
func (p *pool[S, D]) wait(ctx context.Context, all *sync.WaitGroup) {
	if !p.job.Abandon {
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

func (p *pool[S, D]) work(ctx context.Context) {
	for {
		n, shard, ok := p.next(ctx)
		if !ok {
			return
		}
		document, done, failure := attempt(ctx, p.job.Do, shard)
		if !p.put(n, document, done, failure) {
			return
		}
	}
}

// next waits for a shard. It returns false if there are no more.
func (p *pool[S, D]) next(ctx context.Context) (n uint64, shard S, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.closed || p.failure != nil || ctx.Err() != nil || p.log.Over() {
			return 0, shard, false
		}
		if p.log.Waiting() < window {
			if n, shard, ok = p.log.Next(); ok {
				return n, shard, true
			}
		}
		if p.log.Waiting() == 0 {
			p.failure = fmt.Errorf("campaign: %s is not over, and has no shard", p.job.Kind)
			p.changed.Broadcast()
			return 0, shard, false
		}
		p.changed.Wait()
	}
}

// put logs the result of a shard. It reports whether to continue.
func (p *pool[S, D]) put(n uint64, document D, done bool, failure error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.changed.Broadcast()
	if p.closed {
		return false
	}
	if failure != nil {
		p.failure = failure
		return false
	}
	if done {
		p.log.Put(n, document)
	}
	return done
}

// A Panic is the panic of a worker.
type Panic struct{ Text string }

func (p *Panic) Error() string { return p.Text }

// attempt does a shard. A panic becomes an error with its stack.
func attempt[S, D any](
	ctx context.Context, do func(context.Context, S) (D, bool), shard S,
) (document D, done bool, failure error) {
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
