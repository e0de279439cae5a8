package analyzers

import (
	"context"
	"fmt"
	"sync"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/parallel"
	"wobbly/internal/text"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/unordered"
	"wobbly/witness"
	"wobbly/witness/check"
)

func oracle() *Analyzer {
	return &Analyzer{
		Name: "oracle", Title: "Exact search", Kind: Exact, NamedLocks: true,
		Cite: "Definition 3.6 (POPL 2019)",
		Doc: "Searches all interleavings from all well-behaved initial states at once. Two " +
			"accesses race if, in some reachable configuration, both threads are about to make " +
			"them on one cell.",
		Claim: "It reports the races of Definition 3.6, unless it says that a limit cut it. Each " +
			"has a witness that the independent checker accepts.",
		Within: append([]Inclusion{within("chord", 10, "Theorem 4: no false negatives")},
			withinOpenPairs()...),
		Start: func(core *il.Core, o Options) (Run, error) {
			var large largeSearches
			checkers := &parallel.Own[*check.Checker]{Make: func() *check.Checker {
				return check.New(core)
			}}
			where := sync.OnceValue(func() *CallPaths { return NewCallPaths(core) })
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				search := explore.Fitted(core, p, o.Search)
				progress, end := large.begin(search.Progress)
				defer end()
				search.Progress = progress
				r, err := explore.Search(ctx, core, p, search)
				if err != nil {
					return Answer{}, err
				}
				var a Answer
				checkers.With(func(checker *check.Checker) {
					all, cut := foundReports(ctx, where, checker, p, r)
					a = bySites(all)
					a.Cut, a.States = string(cut), r.States
				})
				return a, nil
			}, nil
		},
	}
}

// foundReports returns the races of a search, and why there may be more. It checks each witness,
// then keeps either the witnesses or the search, whichever takes less memory.
func foundReports(ctx context.Context, where func() *CallPaths, checker *check.Checker, p il.Pair,
	r *explore.Result) (all []Report, cut explore.Cut) {
	const stepMemory = 100 // bytes of a step of a witness
	steps := uint64(0)
	for _, x := range r.Races {
		steps += uint64(x.Steps)
	}
	stepsAfter := 0 // steps of the witnesses that are built after the end of ctx
	for _, x := range r.Races {
		if cut := explore.Ended(ctx); cut != explore.NotCut {
			stepsAfter += x.Steps
			if stepsAfter > lateSteps {
				return all, cut
			}
		}
		w := x.Witness()
		if steps*stepMemory <= r.Memory {
			x.Witness = func() *witness.Witness { return w }
		}
		report := foundReport(where, p, x)
		if err := checker.Check(w); err != nil {
			report.Refused = err.Error()
		}
		all = append(all, report)
	}
	return all, r.Cut
}

// lateSteps limits the total steps of the witnesses constructed after the end of ctx.
const lateSteps = 10_000

func foundReport(where func() *CallPaths, p il.Pair, r explore.Race) Report {
	reached := r.Sites()
	s := p.Sites(reached[0], reached[1])
	return Report{
		Sites: s,
		Note:  "after " + text.Count(r.Steps, "step"),
		Explain: func() Explanation {
			ends := where().Shown(r.Witness(), s)
			return Explanation{Ends: &ends}
		},
		Prove: func() (*witness.Witness, error) { return r.Witness(), nil },
	}
}

func oracleUnordered() *Analyzer {
	return &Analyzer{
		Name: "oracle-hb", Title: "Exact search, happens-before", Kind: Exact, NamedLocks: true,
		Truth: Unordered, Cite: "Lamport's happens-before, over all executions",
		Doc: "Searches all interleavings from all well-behaved initial states at once. Two " +
			"accesses of one cell are reported if some execution makes both, and neither program " +
			"order nor the lock orders them.",
		Claim: "It reports exactly these, unless it says that a limit cut it. Each has a checked " +
			"execution, unless that is too long to write down.",
		Start: func(core *il.Core, o Options) (Run, error) {
			var large largeSearches
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				progress, end := large.begin(o.Search.Progress)
				defer end()
				search := unordered.Defaults()
				search.Unroll = o.Search.Unroll
				search.MaxStates = o.Search.MaxStates
				search.Progress = progress
				if core.HasLoop(p.Left, p.Right) {
					search.MaxObjects = o.Search.MaxObjects
				}
				r, err := unordered.Search(ctx, core, p, search)
				if err != nil {
					return Answer{}, err
				}
				all, err := unorderedReports(ctx, core, p, r.Races)
				if err != nil {
					return Answer{}, err
				}
				a := bySites(all)
				a.Cut = string(r.Cut)
				return a, nil
			}, nil
		},
	}
}

// unorderedReports checks the executions of races and returns their reports. After the end of ctx
// it leaves out those that would exceed lateSteps.
func unorderedReports(ctx context.Context, core *il.Core, p il.Pair,
	races []unordered.Race) (all []Report, err error) {
	stepsAfter := 0
	for _, x := range races {
		s := x.Sites()
		report := Report{
			Sites: p.Sites(s[0], s[1]),
			Note:  fmt.Sprintf("after more than %d steps", unordered.LongestExecution),
		}
		if x.Execution != nil {
			if ctx.Err() != nil {
				stepsAfter += len(x.Execution.Steps)
			}
			if stepsAfter > lateSteps {
				break
			}
			if err := unordered.Check(core, p, s[0], s[1], x.Execution); err != nil {
				return nil, fmt.Errorf("an execution of the exact search is refused: %w", err)
			}
			report.Note = "after " + text.Count(len(x.Execution.Steps), "step")
			report.Explain = func() Explanation {
				return Explanation{Ends: executedEnds(core, p, report.Sites, x.Execution)}
			}
		}
		all = append(all, report)
	}
	return all, nil
}

// executedEnds returns the two unordered accesses of an execution.
func executedEnds(core *il.Core, p il.Pair, s il.Sites, x *unordered.Execution) *[2]End {
	run, err := dynamic.Begin(core, p, x.Init)
	if err != nil {
		panic(err) // unordered.Check has run it
	}
	for _, step := range x.Steps {
		if stuck := run.Step(step.Thread, step.Decisions...); stuck != nil {
			panic(stuck.String()) // unordered.Check has run it
		}
	}
	return endsIn(run, s, x.First, len(x.Steps)-1)
}

// A search with at least this many bytes or states is large.
const (
	largeMemory = 64 << 20
	largeStates = 1 << 18
)

// largeSearches lets only one large search run at a time, to limit the memory of concurrent ones.
type largeSearches struct{ mu sync.Mutex }

// begin returns the progress function for a search, and a function to call at its end. It passes
// the progress on to next, which may be nil.
func (a *largeSearches) begin(
	next func(explore.Progress),
) (progress func(explore.Progress), end func()) {
	large := false
	progress = func(p explore.Progress) {
		if !large && (p.Memory >= largeMemory || p.States >= largeStates) {
			a.mu.Lock()
			large = true
		}
		if next != nil {
			next(p)
		}
	}
	return progress, func() {
		if large {
			a.mu.Unlock()
		}
	}
}
