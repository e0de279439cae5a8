package ask

import (
	"context"
	"fmt"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/campaign"
	"wobbly/report"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// Fuzzing is a question for Fuzz.
type Fuzzing struct {
	Cases     uint64          // 0 for as many as there is time for
	Seed      uint64          // of the run
	First     uint64          // number of the first case
	Workers   int             // goroutines; the result does not depend on it
	Runner    campaign.Runner // that does it; nil for Workers goroutines
	Generator *gen.Generator  // of the programs; nil for small ones, most of them with a report
	About     any             // describes the run to workers elsewhere; may be nil
	Without   Without         // hypotheses that are switched off
	Tally     *engine.Tally   // of the first cases, if a run is continued; otherwise nil
	Timed     context.Context // ends when the time is up; nil for never
	Progress  func(*engine.Tally)
	Each      func(*engine.Tally) // as of engine.Fuzzing
}

// Fuzzed is the result of a run.
type Fuzzed struct {
	Document *report.TheoremFuzz
	Tally    *engine.Tally
	Failures []*engine.Failure // of each statement; nil where it was not refuted
}

// Fuzz checks statements on random programs. Refutations are shrunk, unless ctx ends.
func Fuzz(ctx context.Context, chosen []*engine.Statement, q Fuzzing) (*Fuzzed, error) {
	fuzzing, err := q.engine()
	if err != nil {
		return nil, err
	}
	timed := ctx
	if q.Timed != nil {
		timed = q.Timed
	}
	t := engine.Fuzz(timed, chosen, fuzzing)
	x := &Fuzzed{
		Document: q.document(t), Tally: t, Failures: make([]*engine.Failure, len(t.Results)),
	}
	switch {
	case t.Refuted():
		x.Document.Ended = report.EndedRefuted
	case t.Cut && ctx.Err() != nil:
		x.Document.Ended = report.EndedInterrupted
	case t.Cut:
		x.Document.Ended = report.EndedTime
	default:
		x.Document.Ended = report.EndedCases
	}
	for i := range t.Results {
		r := &t.Results[i]
		if r.Failure == nil {
			continue
		}
		f, shrunk := Await(ctx,
			func() *engine.Failure { return r.Failure.Shrink(r.Statement, q.Without...) })
		if !shrunk {
			f = r.Failure
		}
		repeat := fmt.Sprintf("wobbly theorem fuzz %s%s --seed %d --first %d --cases 1",
			r.Statement.Name, q.Without.Again(r.Statement), q.Seed, f.Case)
		if q.Generator != nil {
			repeat += " --drawing " + q.Generator.Name
		}
		x.Failures[i] = f
		x.Document.Results[i].Failure = &report.FuzzedRefutation{
			Refutation: report.Refutation{
				CaseSeed: f.CaseSeed, Instance: f.Instance, Why: f.Why,
				Off: q.Without.Of(r.Statement), Repeat: repeat,
			},
			Case: f.Case, Program: il.Format(f.Program),
			Statements: gen.Measure(f.Program).Statements,
			Shrunk:     shrunk, From: gen.Measure(r.Failure.Program).Statements,
		}
	}
	return x, nil
}

func (q *Fuzzing) engine() (engine.Fuzzing, error) {
	corpus, err := Corpus()
	mix := draw.Options()
	if q.Generator != nil {
		mix = q.Generator.Options
	}
	return engine.Fuzzing{
		Cases: q.Cases, Seed: q.Seed, First: q.First, Workers: q.Workers, Runner: q.Runner,
		About: q.About, Tally: q.Tally,
		Gen: mix, Corpus: corpus, Without: q.Without, Progress: q.Progress, Each: q.Each,
	}, err
}

// Worker returns the job of a remote worker for the same question.
func (q *Fuzzing) Worker(
	chosen []*engine.Statement,
) (*campaign.Job[campaign.Range, *engine.Tally], error) {
	fuzzing, err := q.engine()
	if err != nil {
		return nil, err
	}
	return fuzzing.Worker(chosen), nil
}

// Corpus returns the shipped programs whose mutants are drawn too: those that name no lock, since
// most statements are about these. Statements about several locks give names to the locks of a
// drawn program.
func Corpus() ([]*il.Program, error) {
	var all []*il.Program
	for _, x := range examples.All() {
		p, errs := parse.File(il.NewSource(x.Name, x.Text))
		var core *il.Core
		if len(errs) == 0 {
			core, errs = check.Program(p, check.Options{})
		}
		if len(errs) > 0 {
			return nil, &Refusal{
				Exit: ExitInternal, Text: "the shipped example " + x.Name + " is not legal",
			}
		}
		if len(core.Locks) == 0 {
			all = append(all, p)
		}
	}
	return all, nil
}

// document describes a run, except its refutations and how it ended.
func (q *Fuzzing) document(t *engine.Tally) *report.TheoremFuzz {
	d := &report.TheoremFuzz{
		Seed: q.Seed, First: q.First, Cases: t.Cases, Without: append([]string{}, q.Without...),
		Results: []report.TheoremFuzzed{}, Drawn: report.Drawn(t.Drawn),
		Unused: append([]string{}, t.Coverage.Uncovered()...),
		Judged: t.Cases >= floorsFrom, Required: t.Cases >= rulesFrom,
	}
	if q.Generator != nil {
		d.Generator = q.Generator.Name
	}
	for i := range t.Results {
		r := &t.Results[i]
		d.Results = append(d.Results, report.TheoremFuzzed{
			Statement: r.Statement.Name, Holds: r.Verdicts[engine.Holds],
			NotMet:  r.Verdicts[engine.NotMet],
			Bounded: r.Verdicts[engine.Bounded], Refuted: r.Verdicts[engine.Refuted],
			Floor: r.Statement.Floor, Below: d.Judged && r.Vacuous(), Instances: r.Instances,
			Undecided: r.Undecided,
		})
	}
	for _, rule := range coverage.Rules() {
		d.Rules = append(d.Rules, report.RuleCount{Rule: rule, Used: t.Coverage[rule]})
	}
	return d
}

// Exits lists the exits of the run; it may be empty. A run with too few tests is inconclusive, and
// so is one that had no time for all of its cases.
func (x *Fuzzed) Exits(q Fuzzing) []int {
	var exits []int
	for i := range x.Tally.Results {
		if r := &x.Tally.Results[i]; r.Failure != nil {
			exits = append(exits, q.Without.Refuted(r.Statement))
		}
	}
	d := x.Document
	cut := d.Ended == report.EndedInterrupted || d.Ended == report.EndedTime && q.Cases > 0
	fewTests := len(d.Below()) > 0 || d.Required && len(d.Unused) > 0
	if exits == nil && (cut || fewTests) {
		exits = append(exits, ExitInconclusive)
	}
	return exits
}

// Break switches one hypothesis off. If a needed switch survives, the result is inconclusive; if
// one breaks that is not needed, that contradicts the theorem. found is nil if there is no
// counterexample.
func Break(
	ctx context.Context, s *engine.Switch, q engine.Breaking,
) (row *report.BrokenRow, found *engine.Counterexample, exit int) {
	b := s.Break(ctx, q)
	row = &report.BrokenRow{
		Switch: Switch(s), Drawn: b.Drawn, Enumerated: b.Enumerated, Complete: b.Size,
		Undecided: b.Undecided, Cut: b.Cut,
	}
	switch {
	case b.Cut:
	case b.Found != nil && !s.Needed:
		exit = ExitViolated
	case b.Found == nil && s.Needed:
		exit = ExitInconclusive
	}
	if f := b.Found; f != nil {
		row.Broken = &report.Counterpart{
			CaseSeed: f.Seed, Program: il.Format(f.Program), Statements: f.Size, From: f.Before,
			What: f.What, Why: f.Why,
			Repeat: fmt.Sprintf("wobbly theorem break %s --seed %d", s.Name, q.Seed),
		}
		if q.Cases != DefaultBreakCases {
			row.Broken.Repeat += fmt.Sprintf(" --cases %d", q.Cases)
		}
		if q.Size != DefaultBreakSize {
			row.Broken.Repeat += fmt.Sprintf(" --size %d", q.Size)
		}
	}
	return row, b.Found, exit
}

// The default number of cases of a run, and from how many cases on floors and rules are judged: a
// share of few cases says little about a floor, and a rare rule needs many cases.
const (
	DefaultCases = 10_000
	floorsFrom   = 1_000
	rulesFrom    = 100_000
)

// The bounds of breaking.
const (
	DefaultBreakCases = 50_000 // random programs for each switch
	DefaultBreakSize  = 2      // statements of the largest programs that are then enumerated
	MaxBreakSize      = 12     // larger enumerations never finish
)
