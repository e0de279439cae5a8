package analyzers

import (
	"context"
	"fmt"
	"sync"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/poll"
	"wobbly/internal/slice"
)

func chordUnlocked() *Analyzer {
	return &Analyzer{
		Name: "chord", Title: "Chord", Kind: Static, NamedLocks: true,
		Parameters: []*Parameter{keep, contextDepth},
		Cite:       "Naik, Aiken, Whaley: Effective Static Race Detection for Java (PLDI 2006)",
		Doc: "Starts with all pairs of accesses and discards, stage by stage, those that are not " +
			"reachable from the two threads, not of one abstract object, of an object that does " +
			"not escape, or always under the lock. Objects are distinguished by where they are " +
			"made (k-object sensitivity). It has many false reports.",
		Claim: "No race of Definition 3.6 is missing (Theorem 4, docs/theory.md).",
		Start: func(core *il.Core, o Options) (Run, error) {
			analysis, err := chord.New(core, chord.Options{K: o.Context, Keep: o.Keep})
			if err != nil {
				return nil, err
			}
			tally := stageTally{tally: chord.NewTally(analysis, core.PairsOf(o.Only))}
			where := sync.OnceValue(func() *CallPaths { return NewCallPaths(core) })
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				r, err := analysis.PairContext(ctx, p)
				if err != nil {
					return Answer{}, err
				}
				list, all := tally.add(ctx, r, o.Limit)
				a := answer(list, func(s il.Sites) Report {
					return Report{
						Sites: s, Explain: func() Explanation {
							return explainChord(where(), r, s)
						},
						Kept: o.Keep.Has(chord.Reachable),
					}
				})
				a.limit(exact.Of(all), o.Limit)
				a.Stages = tally.stages
				return a, nil
			}, nil
		},
	}
}

// stageTally counts the pairs that each stage leaves. It is safe for concurrent use.
type stageTally struct {
	mu    sync.Mutex
	tally *chord.Tally
}

// often is the number of pairs of accesses between two checks of ctx.
const often = 1 << 10

// add counts the pairs of a program that each stage leaves, until ctx ends. It returns the pairs
// that pass all stages, at most limit, and their number.
func (t *stageTally) add(ctx context.Context, r *chord.Result,
	limit int) (list []il.Sites, all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ended := poll.Every(often, ctx)
	for s, last := range r.Reached {
		if ended.Step() {
			break
		}
		t.tally.Enter(s, last)
		if last != chord.Unlocked {
			continue
		}
		all++
		if len(list) < limit {
			list = append(list, s)
		}
	}
	return list, all
}

func (t *stageTally) stages() (all []Stage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range chord.AllStages() {
		all = append(all, Stage{s.String(), t.tally.Count(s)})
	}
	return all
}

var keep = parameter(Parameter{
	Name: "keep", Placeholder: "STAGE,...",
	Help: "For chord: skip these stages, and keep what they would remove: reachable, aliasing, " +
		"escaping, unlocked.",
}, func(o *Options, text string) (err error) {
	if o.Keep, err = chord.ParseStages(text); err != nil {
		return fmt.Errorf("--keep: %w", err)
	}
	return nil
})

// explainChord explains why Chord keeps a pair of sites, and how both threads can reach them.
func explainChord(where *CallPaths, r *chord.Result, s il.Sites) Explanation {
	e, ok := r.Example(s)
	if !ok {
		panic("unreachable: Chord has no example for a pair that it reports")
	}
	x := Explanation{Ends: &[2]End{}, Sentences: []string{e.Text(where.core)}}
	for i, u := range []*il.Unit{r.Program().Left, r.Program().Right} {
		path := e.Paths[i]
		if path == nil || path.Root != u { // with the stage Reachable keeping all pairs
			x.Ends[i] = where.assumed(u, s[i])
			continue
		}
		calls := slice.Map(path.Calls, func(c chord.Call) *il.Call { return where.calls[c.At] })
		x.Ends[i] = endOf(where.core, calls, where.command(s[i]), path.Level)
	}
	return x
}
