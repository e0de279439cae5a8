package analyzers

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/slice"
)

func racerD() *Analyzer {
	return &Analyzer{
		Name: "racerd", Title: "RacerD", Kind: Static, NamedLocks: true, Extracted: true,
		Cite: "Blackshear, Gorogiannis, O'Hearn, Sergey: RacerD (OOPSLA 2018)",
		Doc: "Summaries of accesses with the lock count and the ownership of the accessed " +
			"object. It reports two accesses of one path that are not owned, if one writes and " +
			"one holds no lock. It has false reports and misses races.",
		Parameters: []*Parameter{switches},
		Condition:  func(o Options) string { return o.RacerD.Condition.String() },
		Start: func(core *il.Core, o Options) (Run, error) {
			r, err := racerd.Analyze(core, o.RacerD)
			if err != nil {
				return nil, err
			}
			x := racerDRun{core: core, result: r, o: o}
			if o.RacerD.Dedup != racerd.ShowAll {
				if err := x.deduplicate(); err != nil {
					return nil, err
				}
			}
			return x.pair, nil
		},
	}
}

// switches selects other readings of the paper, and what counts as similar.
var switches = parameter(Parameter{
	Name: "switches", Placeholder: "NAME,...",
	Help: "For racerd: other readings of its paper, and rules that leave out similar reports: " +
		strings.Join(slice.Map(racerd.Switches, func(s racerd.Switch) string { return s.Name }),
			", ") + ".",
}, func(o *Options, text string) (err error) {
	if o.RacerD, err = racerd.ParseSwitches(text); err != nil {
		return fmt.Errorf("--switches: %w", err)
	}
	return nil
})

type racerDRun struct {
	core         *il.Core
	result       *racerd.Result
	o            Options
	deduplicated map[il.Pair][]racerd.Report // one of similar reports; nil without Options.Dedup
}

// deduplicate sets x.deduplicated. Reports of different pairs of units can be similar.
func (x *racerDRun) deduplicate() error {
	reported, err := x.result.Reports(x.o.Only)
	if err != nil {
		return err
	}
	x.deduplicated = map[il.Pair][]racerd.Report{}
	for _, r := range reported.ListRaces(math.MaxInt) {
		p := il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}
		x.deduplicated[p] = append(x.deduplicated[p], r)
	}
	return nil
}

func (x *racerDRun) pair(_ context.Context, p il.Pair) (Answer, error) {
	reported, err := x.result.Reports(&p)
	if err != nil {
		return Answer{}, err
	}
	var a Answer
	if x.deduplicated == nil {
		a = answer(reported.ListRaces(x.o.Limit),
			func(r racerd.Report) Report { return x.report(p, r) })
		a.limit(reported.Races(), x.o.Limit)
	} else {
		a = answer(x.deduplicated[p], func(r racerd.Report) Report { return x.report(p, r) })
	}
	for _, r := range reported.ListFiltered(x.o.Limit) {
		a.Filtered = append(a.Filtered, x.filtered(p, r))
	}
	a.TotalFiltered = reported.Filtered()
	return a, nil
}

// sided returns the sites of a report and its sides in their order, and whether they are swapped.
func sided(p il.Pair, r racerd.Report) (s il.Sites, sides [2]racerd.Side, swapped bool) {
	left := il.Site{At: r.Left.At, Kind: r.Left.Kind}
	right := il.Site{At: r.Right.At, Kind: r.Right.Kind}
	s = p.Sites(left, right)
	if s[0] != left {
		return s, [2]racerd.Side{r.Right, r.Left}, true
	}
	return s, [2]racerd.Side{r.Left, r.Right}, false
}

// heldOf returns the path and lock level of a side. Top is above level 1.
func heldOf(s racerd.Side) Held {
	if s.Lock == racerd.Top {
		return Held{Path: string(s.Path), Lock: il.LevelOf(2), Top: true}
	}
	return Held{Path: string(s.Path), Lock: s.Lock}
}

func (x *racerDRun) report(p il.Pair, r racerd.Report) Report {
	s, sides, _ := sided(p, r)
	held := [2]Held{heldOf(sides[0]), heldOf(sides[1])}
	return Report{
		Sites: s, Note: note(nil, held), Held: &held,
		Length: r.Left.Path.Len() + r.Right.Path.Len(),
		Explain: func() Explanation {
			all := Explanation{Ends: &[2]End{}}
			for i, s := range sides {
				var e racerd.Explanation
				all.Ends[i], e = x.end(s)
				if i == 0 || s != sides[0] {
					all.Sentences = append(all.Sentences, e.Sentences(x.core.Source)...)
				}
			}
			return all
		},
		Outside: r.Left.Prefix || r.Right.Prefix,
	}
}

// end converts a snapshot to an access of its method, with its origin.
func (x *racerDRun) end(s racerd.Side) (End, racerd.Explanation) {
	end := End{Held: heldOf(s)}
	e, ok := x.result.Explain(s.Unit, s.Access)
	if !ok {
		panic("analyzers: a report of an access that is in no summary")
	}
	for _, c := range e.Calls {
		end.Calls = append(end.Calls, c.At)
	}
	return end, e
}

func (x *racerDRun) filtered(p il.Pair, r racerd.Report) Filtered {
	s, sides, swapped := sided(p, r)
	f := Filtered{Sites: s, Length: r.Left.Path.Len() + r.Right.Path.Len()}
	f.Owned = [2]bool{r.Without&racerd.LeftOwned != 0, r.Without&racerd.RightOwned != 0}
	if swapped {
		f.Owned[0], f.Owned[1] = f.Owned[1], f.Owned[0]
	}
	if f.Owned != [2]bool{} {
		f.Reasons = append(f.Reasons, "owned")
	}
	if r.Without&racerd.NoEvidence != 0 {
		f.Reasons = append(f.Reasons, "no-evidence")
	}
	f.Ends = sync.OnceValue(func() (ends [2]End) {
		for i, s := range sides {
			ends[i], _ = x.end(s)
		}
		return ends
	})
	return f
}
