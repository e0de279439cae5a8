package analyzers

import (
	"context"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// racerDX lists the analyzers of Figure 7 with the printed condition and of the modes.
func racerDX() []*Analyzer {
	all := []*Analyzer{racerDXSum()}
	for i := range abstract.Modes {
		all = append(all, summarised(&abstract.Modes[i]))
	}
	return all
}

// modes has what package abstract does not say about some modes: whether the proofs also settle
// reports of other analyzers, and which analyzers that are not modes include the mode.
var modes = map[abstract.Mode]struct {
	settles bool
	within  []Inclusion
}{
	abstract.Figure7: {within: []Inclusion{ownedByNobody}},
	abstract.Plus:    {within: []Inclusion{within("oracle", 5, "Theorem 2, and Theorem 6.10")}},
	abstract.CommonSuffix: {settles: true,
		within: []Inclusion{within("flow", 7,
			"Theorem 2f: what the whole unit does not touch, no path touches")}},
}

// ownedByNobody is Theorem 3. RacerD does not distinguish locks, so it reports no race under
// different locks, and RacerDX does.
var ownedByNobody = withinOneLock("racerd", 4, "Theorem 3: a stable path is not owned")

// modeRanks are the places of inclusions in tables, by the including mode. Others come last.
var modeRanks = map[abstract.Mode]int{abstract.Figure7: 2, abstract.NoWB: 3, abstract.Plus: 6}

const lastRank = 1000

func withinModes(m *abstract.ModeInfo) []Inclusion {
	return slice.Map(m.Within, func(w abstract.Within) Inclusion {
		rank, ok := modeRanks[m.Mode]
		if !ok {
			rank = lastRank
		}
		return within(w.Mode.String(), rank, w.Cite)
	})
}

// racerDXSum returns RacerDX with the lock condition as printed.
func racerDXSum() *Analyzer {
	a := summarised(&abstract.Modes[abstract.Figure7])
	a.Name, a.Title = "racerdx-sum", "RacerDX, printed condition"
	a.Cite = "Theorem 6.10 as printed (POPL 2019)"
	a.Doc = "RacerDX with the lock condition L1 + L2 ≤ 1 (for each lock), which loses what is " +
		"held twice on one side."
	a.Within = []Inclusion{within("racerdx", 1, "L1 + L2 ≤ 1 implies L1 = 0 or L2 = 0")}
	a.As = &Alias{"racerdx", abstract.Sum}
	own := a.Summaries
	a.Summaries = func(o Options) abstract.Options {
		o.RacerDX.Condition = abstract.Sum
		return own(o)
	}
	return a
}

// The parameters of the modes. Every command with summaries has flags for them.
var (
	literal   = &Parameter{Name: "literal", For: "RacerDX: "}
	capped    = &Parameter{Name: "cap", For: "RacerDX: "}
	condition = &Parameter{Name: "condition", For: "RacerDX: "}
)

func summarised(m *abstract.ModeInfo) *Analyzer {
	a := &Analyzer{
		Name: m.Name, Title: m.Title, Doc: m.Doc, Cite: m.Cite,
		Kind: Static, NamedLocks: true, Proves: true, Extracted: true,
		Claim:  fmt.Sprintf("Every report is a race by Definition 3.6 (%s).", m.Theorem),
		Within: slices.Concat(withinModes(m), modes[m.Mode].within), Settles: modes[m.Mode].settles,
		Parameters: []*Parameter{literal, capped, condition, maxSteps},
	}
	a.Summaries = func(o Options) abstract.Options {
		o.RacerDX.Mode = m.Mode
		return o.RacerDX
	}
	a.Condition = func(o Options) string { return a.Summaries(o).Condition.String() }
	a.Start = func(core *il.Core, o Options) (Run, error) { return relate(core, a.Summaries(o), o) }
	return a
}

// relate summarizes a program and returns the function that relates the summaries of a pair.
func relate(core *il.Core, summaries abstract.Options, o Options) (Run, error) {
	result, err := compact.Run(core, summaries)
	if err != nil {
		return nil, err
	}
	builders := buildersOf(core)
	return func(_ context.Context, p il.Pair) (Answer, error) {
		reported, err := result.Reports(&p)
		if err != nil {
			return Answer{}, err
		}
		x := answer(reported.ListRaces(o.Limit), func(r abstract.Report) Report {
			return dxReport(builders, p, r, o.StepsOf(LongestPlain))
		})
		x.limit(reported.Races(), o.Limit)
		return x, nil
	}, nil
}

// LongestPlain is the largest number of steps of a RacerDX witness without compressed calls.
const LongestPlain = 10_000

func dxReport(by *builders, p il.Pair, r abstract.Report, steps int) Report {
	left := il.Site{At: r.Left.At, Kind: r.Left.Kind}
	right := il.Site{At: r.Right.At, Kind: r.Right.Kind}
	held := [2]Held{
		{Path: string(r.Left.Path), Lock: r.Left.Lock},
		{Path: string(r.Right.Path), Lock: r.Right.Lock},
	}
	sides := [2]abstract.Side{r.Left, r.Right}
	if p.Sites(left, right)[0] != left {
		held[0], held[1] = held[1], held[0]
		sides[0], sides[1] = sides[1], sides[0]
	}
	return Report{
		Sites: p.Sites(left, right), Note: note(by.core, held), Held: &held,
		Length: r.Left.Path.Len() + r.Right.Path.Len(),
		Explain: func() Explanation {
			var ends [2]End
			for i, s := range sides {
				ends[i].Held = held[i]
				by.With(func(b *reconstruct.Builder) {
					for _, c := range b.Calls(s) {
						ends[i].Calls = append(ends[i].Calls, c.At)
					}
				})
			}
			return Explanation{Ends: &ends}
		},
		Prove: func() (*witness.Witness, error) {
			return by.build(func(b *reconstruct.Builder) (*witness.Witness, error) {
				return b.Witness(r, steps)
			})
		},
	}
}
