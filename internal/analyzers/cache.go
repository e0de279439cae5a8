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
	list *racemob.List        // RaceMob's, or nil
	runs []*dynamic.Execution // the first executions that detectors watch
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
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pairs, p)
}

// maxKept is the number of executions cached for the next detector, which would draw the same ones.
const maxKept = 200

// executions yields the executions that detectors watch, with their numbers, which begin at 0.
func (c *Cache) executions(core *il.Core, p il.Pair,
	o rdit.SurveyOptions) iter.Seq2[int, *dynamic.Execution] {
	return func(yield func(int, *dynamic.Execution) bool) {
		known := c.at(p)
		for run := range o.Runs {
			if known != nil && run < len(known.runs) {
				if !yield(run, known.runs[run]) {
					return
				}
				continue
			}
			x := o.Replay(core, p, run)
			if known != nil && run == len(known.runs) && run < maxKept {
				known.runs = append(known.runs, x)
			}
			if !yield(run, x) {
				return
			}
		}
	}
}

// validate has RaceMob validate the pairs that Chord reports, and returns its list.
func (c *Cache) validate(ctx context.Context, core *il.Core, analysis *chord.Analysis, p il.Pair,
	o Options) (*racemob.List, error) {
	known := c.at(p)
	if known != nil && known.list != nil {
		return known.list, nil
	}
	result, err := analysis.PairContext(ctx, p)
	if err != nil {
		return nil, err
	}
	var candidates []racemob.Candidate
	for s := range result.Pairs() {
		candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
	}
	policy := racemob.DefaultPolicy()
	policy.Seed, policy.Runs, policy.Plain, policy.Given = o.Seed, o.Executions, true, o.Given
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		return nil, err
	}
	list := racemob.Do(ctx, job)
	if known != nil && ctx.Err() == nil {
		known.list = list
	}
	return list, nil
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
