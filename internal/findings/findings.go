package findings

import (
	"fmt"
	"iter"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/needs"
	"wobbly/witness/reconstruct"
)

// Parameters has the parameters of a question.
type Parameters struct {
	Options  abstract.Options
	Only     *il.Pair // this pair of units; nil for all
	Limit    int      // how many elements a list holds
	MaxSteps int      // longer witnesses are kept compressed
}

// Findings is what an analysis found in one program.
type Findings struct {
	core     *il.Core
	par      Parameters
	result   abstract.Result
	reported abstract.Reported
	builder  *reconstruct.Builder
	checker  *check.Checker
	origins  *abstract.Origins
	lock     *levels
	needs    func() *needs.Program
	premise  premise
	ids      map[[2]abstract.Side]string // numbers of the listed reports; nil until first needed
	verdicts report.Verdicts             // on the reports whose witnesses are accepted
}

// New returns the findings in the result of an analysis and its reports.
func New(core *il.Core, par Parameters, result abstract.Result,
	reported abstract.Reported) *Findings {
	return &Findings{
		core: core, par: par, result: result, reported: reported, builder: reconstruct.New(core),
		checker: check.New(core), origins: abstract.OriginsOf(core, par.Options.Mode),
		lock: &levels{core: core, maximum: par.Options.Cap}, premise: premiseOf(par.Options.Mode),
		needs: sync.OnceValue(func() *needs.Program { return needs.New(core) }),
	}
}

// Found returns the reports. Races and filtered pairs are computed lazily, until stop returns true.
// Witnesses have the file's name if there is one.
func (f *Findings) Found(stop func() bool) report.Found {
	return report.Found{
		Races: func(yield func(report.Race) bool) {
			for i, x := range f.reported.ListRaces(f.par.Limit) {
				if stop() || !yield(f.race(i, x)) {
					return
				}
			}
		},
		Filtered: func(yield func(report.Filtered) bool) {
			for i, x := range f.reported.ListFiltered(f.par.Limit) {
				if stop() {
					return
				}
				c, d := f.par.Options.Mode.Held(x.Left.Access, x.Right.Access)
				out := report.Filtered{
					ID: filteredID(i), Left: f.side(x.Left), Right: f.side(x.Right),
					Reasons: []string{"wobbly"}, Wobbly: f.wobbly(x.Left, c),
				}
				if (x.Left.Unit != x.Right.Unit || x.Left.Path != x.Right.Path) && !f.oneSided() {
					out.Wobbly = append(out.Wobbly, f.wobbly(x.Right, d)...)
				}
				if !yield(out) {
					return
				}
			}
		},
		Verdicts: func() report.Verdicts {
			f.prove(stop, maxProved, maxEffort)
			return f.verdicts
		},
		TotalRaces:    f.reported.Races(),
		TotalFiltered: f.reported.Filtered(),
		Excluded:      f.excluded,
	}
}

// Listed returns the listed races with their sites, in the order of their numbers.
func (f *Findings) Listed() iter.Seq2[il.Pair, il.Sites] {
	return func(yield func(il.Pair, il.Sites) bool) {
		for _, x := range f.reported.ListRaces(f.par.Limit) {
			if !yield(sitesOf(x)) {
				return
			}
		}
	}
}

func sitesOf(x abstract.Report) (il.Pair, il.Sites) {
	p := il.Pair{Left: x.Left.Unit, Right: x.Right.Unit}
	return p, p.Sites(siteOf(x.Left.Access), siteOf(x.Right.Access))
}

// Unit returns the summary of a unit, with at most limit elements in a list.
func (f *Findings) Unit(u *il.Unit, limit int) report.Unit {
	return summary(f.core, f.par.Options.Mode, f.result, u, limit)
}

func raceID(i int) string     { return fmt.Sprintf("R%d", i+1) }
func filteredID(i int) string { return fmt.Sprintf("F%d", i+1) }

// race reconstructs the witness of a report and checks it.
func (f *Findings) race(i int, x abstract.Report) report.Race {
	race := report.Race{
		ID: raceID(i), Left: f.side(x.Left), Right: f.side(x.Right), Verdict: report.Confirmed,
		Premise: f.premise.words(x.Left, x.Right),
	}
	w, err := f.witness(x, race)
	if race.Witness = w; w != nil && f.core.Source.Name != report.StdinName {
		w.File = f.core.Source.Name
	}
	switch {
	case check.GaveUp(err):
		race.Verdict, race.Reason = report.Unknown, err.Error()
	case err != nil:
		race.Verdict, race.Reason = report.Refuted, err.Error()
	default:
		race.Needs, _ = NeedsOf(f.needs(), w) // unknown for a compressed witness
	}
	return race
}

// witness reconstructs and checks the witness of a report. If it is accepted, it records that the
// two accesses race.
func (f *Findings) witness(x abstract.Report, r report.Race) (*witness.Witness, error) {
	w, err := f.builder.Witness(x, f.par.MaxSteps)
	if err != nil {
		return nil, err
	}
	err = f.checker.Check(w)
	if err == nil {
		err = showsRace(w, r)
	}
	if err == nil {
		p, s := sitesOf(x)
		f.verdicts.Add(p, s, report.Confirmed)
	}
	return w, err
}

// The limits of the proofs of reports by witnesses. Pairs beyond them count as open.
const (
	maxProved = 10_000  // reports, listed or not
	maxEffort = 1 << 23 // steps of all witnesses together, which take one or two seconds
)

// prove makes a witness for each pair of accesses that has a report, those with the shortest paths
// first, until stop is true. It examines at most as many reports as are listed, or reports if that is
// more, and none once the effort is used up, and says so if this leaves reports out.
func (f *Findings) prove(stop func() bool, reports, effort int) {
	list := f.reported.ListRaces(max(f.par.Limit, reports))
	for i, x := range list {
		if stop() {
			return
		}
		if effort < 0 {
			list = list[:i]
			break
		}
		if p, s := sitesOf(x); f.verdicts.Of(p, s) == "" {
			w, _ := f.witness(x, report.Race{Left: f.side(x.Left), Right: f.side(x.Right)})
			for _, u := range []*il.Unit{x.Left.Unit, x.Right.Unit} {
				// The builder also walks over statements that take no step.
				effort -= int(u.Body.End-u.Body.At) / 256
			}
			if w != nil {
				effort -= w.Effort()
			}
		}
	}
	if all := f.reported.Races(); all.Exceeds(len(list)) {
		f.verdicts.Cut = fmt.Sprintf("the proofs stopped at a limit, with %s of %s reports not "+
			"examined", all.Minus(exact.Of(len(list))), all)
	}
}

// showsRace returns an error if a witness is of another race than the reported one.
func showsRace(w *witness.Witness, r report.Race) error {
	if w.Units != [2]string{r.Left.Unit, r.Right.Unit} {
		return fmt.Errorf("the witness is of the units %s and %s", w.Units[0], w.Units[1])
	}
	for i, x := range []witness.Access{w.Race.A, w.Race.B} {
		if s := [2]report.Side{r.Left, r.Right}[i]; x.At != s.At || x.Kind != s.Kind {
			return fmt.Errorf("the witness ends before the %s at %s, not before the %s at %s",
				x.Kind, x.At, s.Kind, s.At)
		}
	}
	return nil
}

// oneSided reports whether only the left path must be stable, a literal reading of the paper.
func (f *Findings) oneSided() bool { return f.par.Options.Literal&abstract.ReadingOneSided != 0 }

// side describes one side of a report.
func (f *Findings) side(x abstract.Side) report.Side {
	calls := f.builder.Calls(x)
	return report.Side{
		Unit: x.Unit.Name, At: f.core.Source.At(x.At), Kind: x.Kind.String(), Path: string(x.Path),
		Lock: x.Lock.Depth(), Locks: f.core.HeldNames(x.Lock), Calls: f.positions(calls),
		Location: LocationOf(f.core, siteOf(x.Access)),
	}
}

func (f *Findings) positions(calls []*il.Call) []string {
	at := make([]string, len(calls))
	for i, c := range calls {
		at[i] = f.core.Source.At(c.At)
	}
	return at
}
