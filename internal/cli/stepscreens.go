package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/tui"
	"wobbly/witness"
)

// mostOnScreen is how many races the screen Reports lists.
const mostOnScreen = 1000

// reportItems is what the screen Reports lists: the reports on a pair.
func (a *app) reportItems(ctx context.Context, core *il.Core, pair il.Pair) ([]tui.ReportItem, error) {
	f, err := a.reportsOf(core, &pair)
	if err != nil {
		return nil, err
	}
	doc := f.Check(func() bool { return ctx.Err() != nil })
	if doc.TotalRaces.Exceeds(mostOnScreen) || doc.TotalFiltered.Exceeds(mostOnScreen) {
		return nil, fmt.Errorf("there are %v races and %v filtered pairs, more than a screen is good for; wobbly check --pair lists them", doc.TotalRaces, doc.TotalFiltered)
	}
	var items []tui.ReportItem
	for r := range doc.Races {
		x := tui.ReportItem{ID: r.ID, Race: true, Sides: sidesOf(r.Left, r.Right), Verdict: strings.ToUpper(r.Verdict), Reason: r.Reason}
		if w := r.Witness; w != nil {
			x.Witness = func(context.Context) (*witness.Witness, error) { return w, nil }
		}
		if r.Verdict == report.Confirmed {
			x.Reason = "An independent checker has replayed the witness."
		}
		items = append(items, x)
	}
	for f := range doc.Filtered {
		items = append(items, tui.ReportItem{ID: f.ID, Sides: sidesOf(f.Left, f.Right), Reason: strings.Join(f.Reasons, "; ")})
	}
	return items, nil
}

func sidesOf(l, r report.Side) [2]tui.ReportSide {
	var both [2]tui.ReportSide
	for i, s := range []report.Side{l, r} {
		x := tui.ReportSide{Unit: s.Unit, Path: s.Path, Locks: s.Lock}
		if s.Kind == il.Write.String() {
			x.Kind = il.Write
		}
		fmt.Sscanf(s.At, "%d:%d", &x.At.Line, &x.At.Col)
		both[i] = x
	}
	return both
}

// analysisLines is what Figure 7 does at each statement of a unit.
func analysisLines(core *il.Core, u *il.Unit) ([]tui.AnalysisLine, error) {
	sets, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	l := lines{core: core, sets: sets, unit: u}
	l.block(u.Body, abstract.Bottom())
	return l.all, nil
}

type lines struct {
	core *il.Core
	sets *abstract.Sets
	unit *il.Unit
	all  []tui.AnalysisLine
}

// block goes through statements, each from what the ones before it make of d.
func (l *lines) block(b *il.Block, d abstract.D) {
	for _, s := range b.List() {
		after := l.sets.Apply(l.unit, &il.Block{Stmts: []il.Stmt{s}}, d)
		l.line(s, d, after)
		switch s := s.(type) {
		case *il.If:
			l.block(s.Then, d)
			l.block(s.Else, d)
		case *il.While:
			l.block(s.Body, d)
		}
		d = after
	}
}

// line is one statement.
func (l *lines) line(s il.Stmt, before, after abstract.D) {
	x := tui.AnalysisLine{At: l.core.Source.Position(s.Pos()), Lock: after.L}
	x.Text, x.Rule = ruleOf(s)
	if x.Rule == "" {
		return
	}
	for _, e := range after.Wobbly() {
		if !before.W[e] {
			x.W = append(x.W, string(e))
		}
	}
	for _, a := range after.Accesses() {
		if !before.A[a] {
			kind := "R"
			if a.Kind == il.Write {
				kind = "W"
			}
			x.A = append(x.A, fmt.Sprintf("(%s, %s, %d)", a.Path, kind, a.Lock))
		}
	}
	l.all = append(l.all, x)
}

// ruleOf is a statement in core form, and the rule of Figure 7 for it.
func ruleOf(s il.Stmt) (text, rule string) {
	switch s.(type) {
	case *il.Skip:
		return "", ""
	case *il.If:
		return "if *", "if"
	case *il.While:
		return "while *", "while"
	case *il.Call:
		return il.Text(s), "call"
	case *il.Copy:
		return il.Text(s), "copy"
	case *il.Load:
		return il.Text(s), "load"
	case *il.Store:
		return il.Text(s), "store"
	case *il.New:
		return il.Text(s), "new"
	case *il.Lock:
		return il.Text(s), "lock"
	case *il.Unlock:
		return il.Text(s), "unlock"
	default:
		panic(il.Unknown(s))
	}
}

// statementItems is what the screen Theorem lists.
func statementItems() []tui.Statement {
	var all []tui.Statement
	for _, s := range theorem.Statements() {
		x := tui.Statement{Name: s.Name, Title: s.Title, Cite: s.Cite, Words: s.Words}
		for _, h := range s.Hypotheses {
			x.Hypotheses = append(x.Hypotheses, tui.Hypothesis{Name: h.Name, Text: h.Text})
		}
		all = append(all, x)
	}
	return all
}

// fuzzSlice checks a slice of cases for the screen Theorem.
func fuzzSlice(ctx context.Context, f tui.FuzzSlice) tui.FuzzOutcome {
	s, ok := theorem.Find(f.Statement)
	if !ok {
		return tui.FuzzOutcome{Err: errors.New("there is no such statement")}
	}
	corpus, err := shippedExamples()
	if err != nil {
		return tui.FuzzOutcome{Err: err}
	}
	t := theorem.Fuzz(ctx, []*theorem.Statement{s}, theorem.Fuzzing{
		Cases: f.Cases, First: f.First, Seed: f.Seed, Workers: 1, Gen: theorem.Drawing(), Corpus: corpus, Without: slices.Clone(f.Without),
	})
	v := t.Results[0].Verdicts
	o := tui.FuzzOutcome{Cases: t.Cases, Holds: v[theorem.Holds], NotMet: v[theorem.NotMet], Bounded: v[theorem.Bounded], Refuted: v[theorem.Refuted]}
	for _, r := range theorem.Rules() {
		o.Rules = append(o.Rules, tui.RuleUse{Rule: r, Used: t.Coverage[r]})
	}
	if x := t.Results[0].Failure; x != nil {
		o.Found = foundBy(s, f, x)
	}
	return o
}

// foundBy is a refutation, shrunk, for the screen Theorem.
func foundBy(s *theorem.Statement, f tui.FuzzSlice, x *theorem.Failure) *tui.Refutation {
	small := x.Shrink(s, f.Without...)
	r := &tui.Refutation{
		Text: il.Format(small.Program), Before: gen.Measure(x.Program).Statements, Size: gen.Measure(small.Program).Statements,
		Instance: small.Instance, Why: small.Why,
		Repeat: fmt.Sprintf("wobbly theorem fuzz %s%s --seed %d --first %d --cases 1", s.Name, withoutFlag{f.Without}.again(s), f.Seed, x.Case),
	}
	core, _ := check.Program(small.Program, check.Options{})
	if core == nil {
		return r
	}
	if at, err := (placeFlags{}).start(core); err == nil {
		r.Program = &tui.Program{File: "counterexample.il", Core: core, Pair: at.Pair(), Init: at.Init()}
	}
	return r
}
