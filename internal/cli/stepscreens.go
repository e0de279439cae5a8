package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/findings"
	"wobbly/internal/pipeline"
	"wobbly/report"
	"wobbly/session/advice"
	"wobbly/theorem"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	theoremscreen "wobbly/tui/theorem"
	"wobbly/witness"
)

// Of the screen Reports: how many races, and how many filtered pairs, it lists,
// and how many steps of witnesses are kept for it. Further ones are made again
// when they are asked for.
const (
	mostOnScreen = 1000
	mostKept     = 200_000
)

// reportItems is what the screen Reports lists: the reports on all pairs, numbered
// as wobbly check numbers them.
func (a *app) reportItems(ctx context.Context, core *il.Core) (reports.List, error) {
	f, err := a.reportsOf(core)
	if err != nil {
		return reports.List{}, err
	}
	doc := f.Check(func() bool { return ctx.Err() != nil })
	var out reports.List
	kept := 0
	for r := range doc.Races {
		x := reports.Item{ID: r.ID, Race: true, Sides: sidesOf(r.Left, r.Right), Verdict: strings.ToUpper(r.Verdict), Reason: r.Reason}
		x.Pair = pairOf(core, r.Left, r.Right)
		if w := r.Witness; w != nil {
			if kept += len(w.Steps); kept <= mostKept {
				x.Witness = func(context.Context) (*witness.Witness, error) { return w, nil }
			} else {
				x.Witness = func(ctx context.Context) (*witness.Witness, error) { return witnessOf(ctx, f, r.ID) }
			}
		}
		if r.Verdict == report.Confirmed {
			x.Reason = "An independent checker has replayed the witness."
		}
		if out.Items = append(out.Items, x); len(out.Items) == mostOnScreen {
			break
		}
	}
	if doc.TotalRaces.Exceeds(mostOnScreen) {
		out.Races = doc.TotalRaces.String()
	}
	races := len(out.Items)
	for r := range doc.Filtered {
		x := reports.Item{ID: r.ID, Sides: sidesOf(r.Left, r.Right), Reason: strings.Join(r.Reasons, "; ")}
		x.Pair = pairOf(core, r.Left, r.Right)
		if out.Items = append(out.Items, x); len(out.Items) == races+mostOnScreen {
			break
		}
	}
	if doc.TotalFiltered.Exceeds(mostOnScreen) {
		out.Filtered = doc.TotalFiltered.String()
	}
	return out, nil
}

// witnessOf makes the witness of a report again.
func witnessOf(ctx context.Context, f *findings.Findings, id string) (*witness.Witness, error) {
	for r := range f.Check(func() bool { return ctx.Err() != nil }).Races {
		if r.ID == id {
			return r.Witness, nil
		}
	}
	return nil, errors.New("the analysis was stopped")
}

// pairOf is the pair of the units of a report.
func pairOf(core *il.Core, l, r report.Side) il.Pair {
	unit := func(name string) *il.Unit {
		return core.Units[slices.IndexFunc(core.Units, func(u *il.Unit) bool { return u.Name == name })]
	}
	return il.Pair{Left: unit(l.Unit), Right: unit(r.Unit)}
}

// raceCounts is how many of the races that wobbly check lists are on each pair.
func (a *app) raceCounts(_ context.Context, core *il.Core) ([]int, error) {
	related, err := pipeline.Relate(a.ctx, core, nil, plain)
	if err != nil {
		return nil, failed(err)
	}
	on := map[il.Pair]int{}
	for _, x := range related.Reported.ListRaces(maxListed) {
		on[il.Pair{Left: x.Left.Unit, Right: x.Right.Unit}]++
	}
	counts := make([]int, 0, len(core.Pairs()))
	for _, p := range core.Pairs() {
		counts = append(counts, on[p])
	}
	return counts, nil
}

func sidesOf(l, r report.Side) [2]reports.Side {
	var both [2]reports.Side
	for i, s := range []report.Side{l, r} {
		x := reports.Side{Unit: s.Unit, Path: s.Path, Locks: s.Lock}
		if s.Kind == il.Write.String() {
			x.Kind = il.Write
		}
		fmt.Sscanf(s.At, "%d:%d", &x.At.Line, &x.At.Col)
		both[i] = x
	}
	return both
}

// analysisOptions answer the screens about the analysis.
func analysisOptions(a *app) advice.Analysis {
	x := &analyst{a: a}
	return advice.Analysis{Lines: x.lines, About: x.about}
}

// mostOfW is how many elements of a set a screen gets.
const mostOfW = 200

// analyst answers what the screens ask the analysis. It keeps what it has worked
// out for the program that was asked about last.
type analyst struct {
	a    *app
	mu   sync.Mutex
	core *il.Core
	sets *abstract.Sets
	err  error

	found *findings.Findings // on all pairs, nil until it is asked for
}

// of is the analysis of a program, as sets.
func (x *analyst) of(core *il.Core) (*abstract.Sets, error) {
	if x.core != core {
		x.core, x.found = core, nil
		x.sets, x.err = abstract.AnalyzeSets(core, abstract.Options{})
	}
	return x.sets, x.err
}

// lines is what Figure 7 does at each statement of a unit.
func (x *analyst) lines(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	sets, err := x.of(core)
	if err != nil {
		return advice.Unit{}, err
	}
	l := lines{core: core, sets: sets, unit: u}
	end := l.block(u.Body, abstract.Bottom())
	return advice.Unit{Lines: l.all, End: stateOf(end)}, nil
}

// about is what RacerDX says of two accesses of a pair.
func (x *analyst) about(_ context.Context, core *il.Core, pair il.Pair, s il.Sites) (advice.Pair, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, err := x.of(core); err != nil {
		return advice.Pair{}, err
	}
	if x.found == nil {
		var err error
		if x.found, err = x.a.reportsOf(core); err != nil {
			return advice.Pair{}, err
		}
	}
	units := [2]string{pair.Left.Name, pair.Right.Name}
	is := func(side report.Side, i int) bool {
		return side.Unit == units[i] && side.At == core.Source.At(s[i].At) && side.Kind == s[i].Kind.String()
	}
	answer := x.found.Pair(core.Source.Position(s[0].At), core.Source.Position(s[1].At))
	for _, p := range answer.Pairs {
		if is(p.Left.Side, 0) && is(p.Right.Side, 1) || is(p.Left.Side, 1) && is(p.Right.Side, 0) {
			out := advice.Pair{ID: p.ID, Race: p.Reported, Verdict: p.Verdict}
			for _, t := range p.Tests {
				out.Tests = append(out.Tests, advice.Test{Name: t.Name, Holds: t.Holds, Finding: t.Finding})
			}
			return out, nil
		}
	}
	why := x.found.WhyNot(s, pair)
	return advice.Pair{Verdict: "not reported: " + why.Text}, nil
}

type lines struct {
	core *il.Core
	sets *abstract.Sets
	unit *il.Unit
	all  []advice.Line
}

// block goes through statements, each from what the ones before it make of d, and
// gives what they all make of it.
func (l *lines) block(b *il.Block, d abstract.D) abstract.D {
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
	return d
}

// line is one statement.
func (l *lines) line(s il.Stmt, before, after abstract.D) {
	x := advice.Line{Stmt: s, At: l.core.Source.Position(s.Pos()), Lock: after.L, Before: stateOf(before)}
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
	x.W, x.A = capped(x.W), capped(x.A)
	l.all = append(l.all, x)
}

// capped is the first elements of a set, and how many more there are.
func capped(all []string) []string {
	if len(all) <= mostOfW {
		return all
	}
	return append(all[:mostOfW:mostOfW], fmt.Sprintf("and %d more", len(all)-mostOfW))
}

// stateOf is an abstract state for a screen.
func stateOf(d abstract.D) advice.State {
	x := advice.State{Lock: d.L, A: len(d.A)}
	for _, e := range d.Wobbly() {
		if len(x.W) == mostOfW {
			x.More = len(d.W) - mostOfW
			break
		}
		x.W = append(x.W, string(e))
	}
	return x
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
func statementItems() []theoremscreen.Statement {
	var all []theoremscreen.Statement
	for _, s := range theorem.Statements() {
		x := theoremscreen.Statement{Name: s.Name, Title: s.Title, Cite: s.Cite, Words: s.Words}
		for _, h := range s.Hypotheses {
			x.Hypotheses = append(x.Hypotheses, theoremscreen.Hypothesis{Name: h.Name, Text: h.Text})
		}
		all = append(all, x)
	}
	return all
}

// fuzzSlice checks a slice of cases for the screen Theorem.
func fuzzSlice(ctx context.Context, f theoremscreen.Slice) theoremscreen.Outcome {
	s, ok := theorem.Find(f.Statement)
	if !ok {
		return theoremscreen.Outcome{Err: errors.New("there is no such statement")}
	}
	corpus, err := shippedExamples()
	if err != nil {
		return theoremscreen.Outcome{Err: err}
	}
	t := engine.Fuzz(ctx, []*engine.Statement{s}, engine.Fuzzing{
		Cases: f.Cases, First: f.First, Seed: f.Seed, Workers: 1, Gen: draw.Options(), Corpus: corpus, Without: slices.Clone(f.Without),
	})
	v := t.Results[0].Verdicts
	o := theoremscreen.Outcome{Cases: t.Cases, Holds: v[engine.Holds], NotMet: v[engine.NotMet], Bounded: v[engine.Bounded], Refuted: v[engine.Refuted]}
	for _, r := range coverage.Rules() {
		o.Rules = append(o.Rules, theoremscreen.RuleUse{Rule: r, Used: t.Coverage[r]})
	}
	if x := t.Results[0].Failure; x != nil {
		o.Found = foundBy(s, f, x)
	}
	return o
}

// foundBy is a refutation, shrunk, for the screen Theorem.
func foundBy(s *engine.Statement, f theoremscreen.Slice, x *engine.Failure) *theoremscreen.Refutation {
	small := x.Shrink(s, f.Without...)
	r := &theoremscreen.Refutation{
		Text: il.Format(small.Program), Before: gen.Measure(x.Program).Statements, Size: gen.Measure(small.Program).Statements,
		Instance: small.Instance, Why: small.Why,
		Repeat: fmt.Sprintf("wobbly theorem fuzz %s%s --seed %d --first %d --cases 1", s.Name, withoutFlag{f.Without}.again(s), f.Seed, x.Case),
	}
	core, _ := check.Program(small.Program, check.Options{})
	if core == nil {
		return r
	}
	if at, err := (placeFlags{}).start(core); err == nil {
		r.Program = &screen.Program{File: "counterexample.il", Core: core, Pair: at.Pair(), Init: at.Init(), NoFile: true, Repeat: r.Repeat}
	}
	return r
}
