package analyzers

import (
	"context"
	"iter"

	"wobbly/abstract/chord"
	"wobbly/dynamic"
	"wobbly/dynamic/racemob"
	"wobbly/dynamic/rdit"
	"wobbly/il"
)

// Cache keeps what several analyzers need of one program. It is for one
// goroutine. A nil Cache keeps nothing.
type Cache struct {
	lists map[il.Pair]*racemob.List
	pair  il.Pair // that runs are of: the last one
	runs  []*dynamic.Execution
}

// maxKept is how many executions a cache keeps for the next detector, which would
// draw the same ones.
const maxKept = 200

// executions draws those of a survey, one after the other, by number.
func (c *Cache) executions(core *il.Core, p il.Pair, o rdit.SurveyOptions) iter.Seq2[int, *dynamic.Execution] {
	return func(yield func(int, *dynamic.Execution) bool) {
		if c != nil && c.pair != p {
			c.pair, c.runs = p, nil
		}
		for run := range o.Runs {
			if c != nil && run < len(c.runs) {
				if !yield(run, c.runs[run]) {
					return
				}
				continue
			}
			x := o.Replay(core, p, run)
			if c != nil && run == len(c.runs) && run < maxKept {
				c.runs = append(c.runs, x)
			}
			if !yield(run, x) {
				return
			}
		}
	}
}

// validate has the candidates of a pair of units validated.
func (c *Cache) validate(ctx context.Context, core *il.Core, analysis *chord.Analysis, p il.Pair, o Options) (*racemob.List, error) {
	if c != nil && c.lists[p] != nil {
		return c.lists[p], nil
	}
	left, err := analysis.PairContext(ctx, p)
	if err != nil {
		return nil, err
	}
	var candidates []racemob.Candidate
	for s := range left.Pairs(chord.Unlocked) {
		candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
	}
	policy := racemob.DefaultPolicy()
	policy.Seed, policy.Runs, policy.Plain = o.Seed, o.Executions, true
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		return nil, err
	}
	l := racemob.Do(ctx, job)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c != nil {
		if c.lists == nil {
			c.lists = map[il.Pair]*racemob.List{}
		}
		c.lists[p] = l
	}
	return l, nil
}
