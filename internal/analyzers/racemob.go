package analyzers

import (
	"context"

	"wobbly/abstract/chord"
	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// raceMobs returns three analyzers: happens-before on RaceMob's unsteered runs; RaceMob, which
// validates the candidates that Chord leaves; and the pairs that RaceMob saw co-enabled.
func raceMobs() []*Analyzer {
	const claim = "Every report is unordered by happens-before in the run that shows it."
	entries := func(
		reported func(i int, e racemob.Entry) bool,
	) func(context.Context, *racemob.List) map[int]bool {
		return func(_ context.Context, l *racemob.List) map[int]bool {
			all := map[int]bool{}
			for i, e := range l.Entries {
				all[i] = reported(i, e)
			}
			return all
		}
	}
	return []*Analyzer{raceMobOf(Analyzer{
		Name: "racemob-plain", Title: "Happens-before on RaceMob's runs", Truth: Unordered,
		Claim: claim,
		Doc: "The runs of racemob without steering, watched by a happens-before detector, as a " +
			"baseline.",
		Within: []Inclusion{within("oracle-hb", 15, "an execution was seen")},
	}, entries(func(_ int, e racemob.Entry) bool { return e.Plain }),
		func(*racemob.Run, int, il.Sites) *[2]End { return nil }, // the run is not kept
	), raceMobOf(Analyzer{
		Name: "racemob", Title: "RaceMob", Truth: Unordered, Claim: claim,
		Doc: "Gives the candidates that Chord reports to simulated users, and steers their runs " +
			"towards the two accesses, in both orders. It reports what a run shows to be " +
			"unordered by happens-before; racemob-coenabled reports the accesses that were next " +
			"at the same time.",
		Within: []Inclusion{within("oracle-hb", 14, "an execution was seen")},
	}, entries(func(i int, e racemob.Entry) bool {
		return e.Race != nil && e.Race.Observation(i).Unordered
	}), unorderedEnds,
	), raceMobOf(Analyzer{
		Name: "racemob-coenabled", Title: "RaceMob, co-enabled", Truth: Coenabled,
		Doc: "The true races of racemob for which some run shows both threads about to " +
			"make their accesses.",
		Claim:  "Every report is a race by Definition 3.6, with a witness.",
		Within: []Inclusion{within("oracle", 9, "a configuration was seen")},
	}, meetings, metEnds)}
}

// meetings returns the true races whose run has both accesses co-enabled. If ctx ends first, it
// returns those found by then.
func meetings(ctx context.Context, l *racemob.List) map[int]bool {
	all := map[int]bool{}
	for _, shared := range l.Shared() {
		if ctx.Err() != nil {
			return all // before the run is done
		}
		for i, run := range l.Again(shared) {
			if ctx.Err() != nil {
				return all
			}
			if run.Same {
				_, all[i] = run.Meeting(i)
			}
		}
	}
	return all
}

// raceMobOf completes an analyzer that reports some entries of RaceMob's list: those whose index is
// in the result of reported. ends returns the accesses of an entry in the run that proves it.
func raceMobOf(
	a Analyzer, reported func(ctx context.Context, l *racemob.List) map[int]bool,
	ends func(run *racemob.Run, i int, s il.Sites) *[2]End,
) *Analyzer {
	a.Kind, a.NamedLocks, a.Cite = dynamicKind, true, "Kasikci, Zamfir, Candea: RaceMob (SOSP 2013)"
	a.Parameters = []*Parameter{contextDepth, seed, runs}
	a.Start = func(core *il.Core, o Options) (Run, error) {
		analysis, err := chord.New(core, chord.Options{K: o.Context})
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, p il.Pair) (Answer, error) {
			l, err := o.Cache.validate(ctx, core, analysis, p, o)
			if err != nil {
				return Answer{}, err
			}
			var all []Report
			cut, shown := "", reported(ctx, l)
			for i, e := range l.Entries {
				if e.Cut > 0 {
					cut = cutSteps
				}
				if !shown[i] {
					continue
				}
				explain := func() Explanation {
					run, ok := l.Evidence(i)
					if !ok {
						return Explanation{}
					}
					return Explanation{Ends: ends(run, i, e.Sites)}
				}
				all = append(all, Report{
					Sites: e.Sites, Note: "after " + text.Count(e.Runs, "run"), Explain: explain,
				})
			}
			a := bySites(all)
			a.Cut = cut
			return a, nil
		}, nil
	}
	return &a
}

// unorderedEnds returns the accesses of entry i that a run has made without order.
func unorderedEnds(run *racemob.Run, i int, s il.Sites) *[2]End {
	made, ok := run.Accesses[i]
	if !ok {
		return nil
	}
	return endsIn(run.Execution, s, made[0], made[1])
}

// metEnds returns the accesses of entry i that were next at the same time in a run.
func metEnds(run *racemob.Run, i int, s il.Sites) *[2]End {
	m, ok := run.Meeting(i)
	if !ok {
		return nil
	}
	var ends [2]End
	for _, t := range semantics.Tids {
		c, _ := m.Last().Command(t)
		n := int(t)
		if site, _ := il.SiteOf(c); site != s[n] {
			n = 1 - n // in a pair of a unit with itself
		}
		ends[n] = endAfter(run.Execution.Core, m.Moves, t, c)
	}
	return &ends
}
