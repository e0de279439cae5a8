package analyzers

import (
	"context"
	"iter"
	"sync"

	"wobbly/abstract/chord"
	"wobbly/dynamic"
	"wobbly/dynamic/racemob"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/parallel"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// A Cache keeps results that several analyzers need for a pair of methods, until Forget. It is safe
// for concurrent use with different pairs. A nil Cache keeps nothing.
type Cache struct {
	mu    sync.Mutex
	pairs map[il.Pair]*cached
}

// cached has the results for a pair.
type cached struct {
	list *racemob.List
	runs []*dynamic.Execution
}

// at returns the results for a pair; nil if c is nil.
func (c *Cache) at(p il.Pair) *cached {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pairs == nil {
		c.pairs = map[il.Pair]*cached{}
	}
	if c.pairs[p] == nil {
		c.pairs[p] = &cached{}
	}
	return c.pairs[p]
}

// Forget drops the results for a pair.
func (c *Cache) Forget(p il.Pair) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pairs, p)
}

// maxKept is the number of executions cached for the next detector, which would draw the same ones.
const maxKept = 200

// executions yields the executions that detectors watch, with their numbers.
func (c *Cache) executions(core *il.Core, p il.Pair,
	o rdit.SurveyOptions) iter.Seq2[int, *dynamic.Execution] {
	return func(yield func(int, *dynamic.Execution) bool) {
		k := c.at(p)
		for run := range o.Runs {
			if k != nil && run < len(k.runs) {
				if !yield(run, k.runs[run]) {
					return
				}
				continue
			}
			x := o.Replay(core, p, run)
			if k != nil && run == len(k.runs) && run < maxKept {
				k.runs = append(k.runs, x)
			}
			if !yield(run, x) {
				return
			}
		}
	}
}

// validate returns RaceMob's list for the candidates that Chord leaves.
func (c *Cache) validate(ctx context.Context, core *il.Core, analysis *chord.Analysis, p il.Pair,
	o Options) (*racemob.List, error) {
	k := c.at(p)
	if k != nil && k.list != nil {
		return k.list, nil
	}
	remaining, err := analysis.PairContext(ctx, p)
	if err != nil {
		return nil, err
	}
	var candidates []racemob.Candidate
	for s := range remaining.Pairs() {
		candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
	}
	policy := racemob.DefaultPolicy()
	policy.Seed, policy.Runs, policy.Plain, policy.Given = o.Seed, o.Executions, true, o.Given
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		return nil, err
	}
	l := racemob.Do(ctx, job)
	if k != nil && ctx.Err() == nil {
		k.list = l
	}
	return l, nil
}

// builders construct the witnesses of a program, one for each goroutine.
type builders struct {
	core *il.Core
	parallel.Own[*reconstruct.Builder]
}

func buildersOf(core *il.Core) *builders {
	fresh := func() *reconstruct.Builder { return reconstruct.New(core) }
	return &builders{core, parallel.Own[*reconstruct.Builder]{Make: fresh}}
}

func (by *builders) build(
	build func(b *reconstruct.Builder) (*witness.Witness, error),
) (w *witness.Witness, err error) {
	by.With(func(b *reconstruct.Builder) { w, err = build(b) })
	return w, err
}
