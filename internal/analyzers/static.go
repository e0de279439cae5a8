package analyzers

import (
	"context"
	"fmt"

	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/il"
)

// racerD is the ownership analysis.
func racerD() *Analyzer {
	return &Analyzer{
		Name: "racerd", Title: "RacerD", Kind: Static, Cite: "Blackshear, Gorogiannis, O'Hearn, Sergey: RacerD (OOPSLA 2018)",
		Doc: "Summaries of accesses with the lock count and the ownership of the accessed object. It reports two accesses of one path that are not " +
			"owned, if one writes and one holds no lock. It has false reports and misses races.",
		Start: func(core *il.Core, o Options) (Run, error) {
			r, err := racerd.Analyze(core, o.RacerD)
			if err != nil {
				return nil, err
			}
			return func(_ context.Context, p il.Pair) (Answer, error) {
				reported, err := r.Reports(&p)
				if err != nil {
					return Answer{}, err
				}
				a := answer(p, reported.ListRaces(o.Limit), func(x racerd.Report) Report {
					return racerDReport(core, r, p, x)
				})
				if reported.Races().Exceeds(o.Limit) {
					a.Cut = "limit"
				}
				return a, nil
			}, nil
		},
	}
}

// racerDReport is a report of RacerD.
func racerDReport(core *il.Core, r *racerd.Result, p il.Pair, x racerd.Report) Report {
	left, right := il.Site{At: x.Left.At, Kind: x.Left.Kind}, il.Site{At: x.Right.At, Kind: x.Right.Kind}
	sides := [2]racerd.Side{x.Left, x.Right}
	if p.Sites(left, right)[0] != left {
		sides[0], sides[1] = sides[1], sides[0]
	}
	return Report{
		Sites:   p.Sites(left, right),
		Note:    fmt.Sprintf("%s under %d and %s under %d", x.Left.Path, x.Left.Lock, x.Right.Path, x.Right.Lock),
		Explain: func() Explanation { return explainRacerD(core, r, sides) },
	}
}

// explainRacerD says why RacerD reports two accesses.
func explainRacerD(core *il.Core, r *racerd.Result, sides [2]racerd.Side) Explanation {
	x := Explanation{Ends: &[2]End{}}
	for i, s := range sides {
		x.Ends[i] = End{Path: string(s.Path), Lock: s.Lock}
		e, ok := r.Explain(s.Unit, s.Access)
		if !ok {
			continue
		}
		if i == 0 || s != sides[0] {
			x.Sentences = append(x.Sentences, e.Sentences(core.Source)...)
		}
		for _, c := range e.Calls {
			x.Ends[i].Calls = append(x.Ends[i].Calls, c.At)
		}
	}
	return x
}

// chordUnlocked is what all stages of Chord leave.
func chordUnlocked() *Analyzer {
	return &Analyzer{
		Name: "chord", Title: "Chord", Kind: Static, Cite: "Naik, Aiken, Whaley: Effective Static Race Detection for Java (PLDI 2006)",
		Doc: "All pairs of accesses, narrowed by stages: reachable from the two threads, to one abstract object, that escapes, not always under the lock. " +
			"Objects are told apart by where they are made (k-object sensitivity). It has many false reports.",
		Claim: "No race of Definition 3.6 is missing (Theorem 4, docs/comparators.md).",
		Start: func(core *il.Core, o Options) (Run, error) {
			analysis, err := chord.New(core, chord.Options{K: o.Context, Keep: o.Keep})
			if err != nil {
				return nil, err
			}
			return func(_ context.Context, p il.Pair) (Answer, error) {
				r, err := analysis.Pair(p)
				if err != nil {
					return Answer{}, err
				}
				var list []il.Sites
				for s := range r.Pairs(chord.Unlocked) {
					list = append(list, s)
				}
				a := answer(p, list, func(s il.Sites) Report { return Report{Sites: s, Explain: explainChord(core, r, s)} })
				for _, s := range chord.AllStages() {
					a.Stages = append(a.Stages, Stage{s.String(), r.Count(s)})
				}
				return a, nil
			}, nil
		},
	}
}

// explainChord says why Chord keeps a pair of sites.
func explainChord(core *il.Core, r *chord.Result, s il.Sites) func() Explanation {
	return func() Explanation {
		e, ok := r.Explain(s)
		if !ok {
			return Explanation{}
		}
		return Explanation{Sentences: []string{e.Text(core.Source)}}
	}
}
