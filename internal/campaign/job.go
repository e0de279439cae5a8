package campaign

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// A Job is a campaign with shards S and documents D.
type Job[S, D any] struct {
	Kind  string // the Name of the Kind that workers look up
	About any    // the argument of the Kind, which is sent to workers as JSON
	Plan  Plan[S, D]
	// Do returns the document of a shard, which depends on the shard alone, or false if ctx ends
	// first. It is called concurrently.
	Do func(ctx context.Context, shard S) (D, bool)
	// Check returns an error if a worker's document cannot have come from the shard. It may be nil.
	Check func(shard S, document D) error
	// Parts cuts a shard that takes longer than workers live. Join returns the document of the
	// shard from those of its parts, in order. Both are nil if shards cannot be cut.
	Parts func(shard S) []S
	Join  func(documents []D) D
	// Loose reports whether documents after a missing one count when the job is interrupted.
	Loose bool
	// Abandon reports whether Do may run long after ctx has ended. Then Run does not wait for it.
	Abandon bool
}

// window is the maximum number of outstanding shards. It bounds the memory if one shard takes much
// longer than the others.
const window = 1024

// Run does the shards with this number of goroutines, at least one, until the plan is over or ctx
// ends. If one of them panics, Run panics with the same text and its stack.
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

// pool is the state that the goroutines of Job.Run share. mu guards the last three fields, and
// changed is signaled when they or the end of the context may let a goroutine continue.
type pool[S, D any] struct {
	job     *Job[S, D]
	mu      sync.Mutex
	changed sync.Cond
	log     *Log[S, D]
	failure error // the first panic of a goroutine
	closed  bool  // whether Run has returned, so that further documents are dropped
}

// wait waits until all goroutines have ended or, if Job.Abandon, until ctx has.
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

// attempt calls do. If it panics, the failure is a *Panic with the stack.
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

// Blame re-raises a panic with a description of the current activity, which it gets from activity.
// It must be deferred directly.
func Blame(activity func() string) {
	if r := recover(); r != nil {
		panic(panicOf(r, activity()+": "))
	}
}

// panicOf returns a recovered value r as a *Panic whose text begins with prefix. It adds the stack
// unless r is a *Panic, which has one.
func panicOf(r any, prefix string) *Panic {
	if p, ok := r.(*Panic); ok {
		return &Panic{prefix + p.Text}
	}
	return &Panic{fmt.Sprintf("%s%v\n\n%s", prefix, r, debug.Stack())}
}
