package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/proof"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// ChooseStatements finds the statements of the given names, in the order of all;
// without names it is all. The error is *Refusal.
func ChooseStatements(all []*engine.Statement, names []string) ([]*engine.Statement, error) {
	if len(names) == 0 {
		return all, nil
	}
	known := StatementNames(all)
	for _, n := range names {
		if !slices.Contains(known, n) {
			hint := spell.Hint(n, known, "wobbly theorem list lists them.")
			if slices.Contains(SwitchNames(), n) {
				hint = "It is a switch: wobbly theorem break " + n
			}
			return nil, refuse(hint, "there is no theorem or lemma %q", n)
		}
	}
	return slice.Filter(all,
		func(s *engine.Statement) bool { return slices.Contains(names, s.Name) }), nil
}

// StatementNames lists the names of statements.
func StatementNames(all []*engine.Statement) []string {
	return slice.Map(all, func(s *engine.Statement) string { return s.Name })
}

// HypothesisNames lists the names of the hypotheses, sorted.
func HypothesisNames(all []*engine.Statement) []string {
	var names []string
	for _, s := range all {
		for _, h := range s.Hypotheses {
			names = append(names, h.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Statements describes statements.
func Statements(chosen []*engine.Statement) []report.Statement {
	group := map[string]string{}
	for _, g := range theorem.Groups() {
		for _, s := range g.Statements {
			group[s.Name] = g.Title
		}
	}
	list := []report.Statement{}
	for _, s := range chosen {
		e, _ := proof.Of(s.Name)
		x := report.Statement{
			Name: s.Name, Group: group[s.Name], Title: s.Title, Cite: s.Cite, Words: s.Words,
			Symbols: s.Symbols, Printed: s.Printed,
			Hypotheses: []report.Hypothesis{}, Floor: s.Floor,
			Evidence: report.Evidence{Known: e.Known, Note: e.Note, Lemmas: []report.CoqLemma{}},
		}
		for _, h := range s.Hypotheses {
			x.Hypotheses = append(x.Hypotheses, report.Hypothesis{Name: h.Name, Text: h.Text})
		}
		for _, l := range e.Lemmas {
			x.Evidence.Lemmas = append(x.Evidence.Lemmas,
				report.CoqLemma{Name: l.Name, File: l.File, Statement: l.Statement})
		}
		list = append(list, x)
	}
	return list
}

// Without are the names of hypotheses that are switched off.
type Without []string

// Check returns a *Refusal for hypotheses that none of the statements has.
func (w Without) Check(chosen []*engine.Statement) error {
	names := HypothesisNames(chosen)
	for _, off := range w {
		if slices.Contains(names, off) {
			continue
		}
		hint := spell.Hint(off, names, cmp.Or(ThereAre(names), "It has no hypotheses."))
		if len(chosen) == 1 {
			return refuse(hint, "%s has no hypothesis %q", chosen[0].Name, off)
		}
		return refuse(hint, "no statement here has a hypothesis %q", off)
	}
	return nil
}

// Of lists the hypotheses of s that are switched off.
func (w Without) Of(s *engine.Statement) []string {
	var names []string
	for _, h := range s.Hypotheses {
		if slices.Contains(w, h.Name) {
			names = append(names, h.Name)
		}
	}
	return names
}

// Refuted returns the exit for a refutation of s: a theorem was violated, unless one of its
// hypotheses was switched off. Then a refutation is the purpose of the run.
func (w Without) Refuted(s *engine.Statement) int {
	if len(w.Of(s)) > 0 {
		return ExitFound
	}
	return ExitViolated
}

// Again returns the flag for the same hypotheses of one statement.
func (w Without) Again(s *engine.Statement) string {
	if off := w.Of(s); len(off) > 0 {
		return " --without " + strings.Join(off, ",")
	}
	return ""
}

// Switch describes a hypothesis that can be switched off.
func Switch(s *engine.Switch) report.Switch {
	return report.Switch{
		Name: s.Name, Kind: s.Kind.String(), Text: s.Text, Statement: s.Statement, Needed: s.Needed,
		Step: s.Step,
	}
}

// ChooseSwitch finds a switch. The error is *Refusal.
func ChooseSwitch(name string) (*engine.Switch, error) {
	s, ok := theorem.FindSwitch(name)
	if !ok {
		hint := spell.Hint(name, SwitchNames(), "wobbly theorem break --list --all lists them.")
		if slices.Contains(StatementNames(theorem.Statements()), name) {
			own := slice.Filter(SwitchNames(),
				func(s string) bool { return strings.HasPrefix(s, name+":") })
			hint = cmp.Or(ThereAre(own), "wobbly theorem break --list --all lists the switches.")
			return nil, refuse(hint,
				"%s is a theorem or lemma, and a switch is one of its hypotheses", name)
		}
		return nil, refuse(hint, "there is no switch %q", name)
	}
	return s, nil
}

// SwitchNames lists the names of the switches.
func SwitchNames() []string {
	return slice.Map(theorem.Switches(), func(s *engine.Switch) string { return s.Name })
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

// Corpus returns the shipped programs whose mutants are drawn too: those that name no lock, as most
// statements are about these. Statements about several locks name those of what is drawn.
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
	if exits == nil &&
		(d.Ended == report.EndedInterrupted || d.Ended == report.EndedTime && q.Cases > 0 ||
			len(d.Below()) > 0 || d.Required && len(d.Unused) > 0) {
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
