package learn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/glossary"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
	"wobbly/tui/reports"
	"wobbly/tui/screen"
	theoremscreen "wobbly/tui/theorem"
	"wobbly/witness"
)

type screenFlags struct {
	Theme   string `help:"The colours of the screen." enum:"auto,light,dark,high-contrast,colour-blind,none" default:"auto" group:"less"`
	NoMouse bool   `help:"Do not use the mouse." group:"less"`
}

const (
	// maxOnScreen limits the races, the deadlocks and the filtered pairs on the screen Reports.
	maxOnScreen = 1000
	// maxWitnessSteps limits the steps of all stored witnesses. Further witnesses are made again
	// when they are opened.
	maxWitnessSteps = 200_000
)

// ReportItems lists the reports on all pairs for the screen Reports, with the numbers of `wobbly
// check`.
func ReportItems(a *console.App, ctx context.Context, core *il.Core) (reports.List, error) {
	f, err := ask.Plain().Findings(a.Ctx, core, nil)
	if err != nil {
		return reports.List{}, console.Failed(err)
	}
	doc := f.Found(func() bool { return ctx.Err() != nil })
	var out reports.List
	witnessSteps := 0
	for r := range doc.Races {
		x := reports.Item{
			ID: r.ID, Race: true, Pair: pairOf(core, r.Left.Unit, r.Right.Unit),
			Sides:   sidesOf(r.Left, r.Right),
			Verdict: strings.ToUpper(r.Verdict), Reason: verdictReason(r.Verdict, r.Reason),
		}
		if w := r.Witness; w != nil {
			witnessSteps += len(w.Steps)
			if witnessSteps <= maxWitnessSteps {
				x.Witness = func(context.Context) (*witness.Witness, error) { return w, nil }
			} else {
				x.Witness = func(ctx context.Context) (*witness.Witness, error) {
					return witnessOf(ctx, f, r.ID)
				}
			}
		}
		out.Items = append(out.Items, x)
		if len(out.Items) == maxOnScreen {
			break
		}
	}
	if doc.TotalRaces.Exceeds(maxOnScreen) {
		out.Races = doc.TotalRaces.String()
	}
	deadlocks, err := ask.Deadlocks(core)
	if err != nil {
		return reports.List{}, console.Failed(err)
	}
	for _, d := range deadlocks[:min(len(deadlocks), maxOnScreen)] {
		x := reports.Item{
			ID: d.ID, Deadlock: true, Pair: pairOf(core, d.Left.Unit, d.Right.Unit),
			Verdict: strings.ToUpper(d.Verdict), Reason: verdictReason(d.Verdict, d.Reason),
		}
		for i, w := range []report.Waiter{d.Left, d.Right} {
			x.Sides[i] = reports.Side{
				Unit: w.Unit, Path: report.LockWords(w.Wants),
				Holds: text.And(slice.Map(w.Holds, report.LockWords)),
			}
			x.Sides[i].At, _ = il.ParsePosition(w.At)
		}
		if w := d.Witness; w != nil {
			x.Witness = func(context.Context) (*witness.Witness, error) { return w, nil }
		}
		out.Items = append(out.Items, x)
	}
	races := len(out.Items) // and deadlocks
	for r := range doc.Filtered {
		out.Items = append(out.Items, reports.Item{
			ID: r.ID, Pair: pairOf(core, r.Left.Unit, r.Right.Unit),
			Sides: sidesOf(r.Left, r.Right), Reason: filteredReason(r),
		})
		if len(out.Items) == races+maxOnScreen {
			break
		}
	}
	if doc.TotalFiltered.Exceeds(maxOnScreen) {
		out.Filtered = doc.TotalFiltered.String()
	}
	return out, nil
}

func verdictReason(verdict, reason string) string {
	if verdict == report.Confirmed {
		return "An independent checker has replayed the witness."
	}
	return reason
}

// filteredReason says why a pair is not reported: the statement that makes a prefix of a path
// wobbly.
func filteredReason(f report.Filtered) string {
	if len(f.Wobbly) == 0 {
		return strings.Join(f.Reasons, "; ")
	}
	return strings.Join(slice.Map(f.Wobbly, report.WobblySentence), " ")
}

// ExplainReport returns the explanation of a report by `wobbly explain`, as lines for the screen to
// wrap.
func ExplainReport(ctx context.Context, core *il.Core, id string) ([]string, error) {
	var b strings.Builder
	err := ask.Explain(ctx, &b, report.Style{}, core, ask.Explaining{What: []string{id}})
	if err != nil {
		return nil, console.Failed(err)
	}
	return report.Unwrap(text.Lines(b.String())), nil
}

// explainWord explains a word of the glossary, as lines for the screen to wrap.
func explainWord(word string) (title string, lines []string, err error) {
	w, ok := glossary.Find(word)
	if !ok {
		err = fmt.Errorf("the glossary has no word %s", report.FileName(word))
		if near := glossary.Near(word); near != "" {
			err = fmt.Errorf("%w; did you mean %s?", err, near)
		}
		return "", nil, err
	}
	var b strings.Builder
	if err := report.Text(&b, report.Style{}, report.Words{Words: []glossary.Word{w}}); err != nil {
		return "", nil, err
	}
	_, entry, _ := strings.Cut(b.String(), "\n\n") // the title is in the frame
	return w.Name, report.Unwrap(text.Lines(entry)), nil
}

// witnessOf makes the witness of a report again.
func witnessOf(ctx context.Context, f *ask.Findings, id string) (*witness.Witness, error) {
	for r := range f.Found(func() bool { return ctx.Err() != nil }).Races {
		if r.ID == id {
			return r.Witness, nil
		}
	}
	return nil, errors.New("the analysis was stopped")
}

func pairOf(core *il.Core, left, right string) il.Pair {
	unit := func(name string) *il.Unit {
		i := slices.IndexFunc(core.Units, func(u *il.Unit) bool { return u.Name == name })
		if i < 0 {
			panic("unreachable: a report names the unit " + name)
		}
		return core.Units[i]
	}
	return il.Pair{Left: unit(left), Right: unit(right)}
}

func sidesOf(l, r report.Side) [2]reports.Side {
	var both [2]reports.Side
	for i, s := range []report.Side{l, r} {
		x := reports.Side{Unit: s.Unit, Path: s.Path, Locks: s.Lock}
		if s.Kind == il.Write.String() {
			x.Kind = il.Write
		}
		x.At, _ = il.ParsePosition(s.At) // every report has a position
		both[i] = x
	}
	return both
}

// truePositives is the statement that the screen Theorem shows first.
const truePositives = "6.10"

// fuzzSlice checks a slice of cases for the screen Theorem.
func fuzzSlice(ctx context.Context, f theoremscreen.Slice) theoremscreen.Outcome {
	s, ok := theorem.Find(f.Statement)
	if !ok {
		return theoremscreen.Outcome{Err: errors.New("there is no such statement")}
	}
	x, err := ask.Fuzz(ctx, []*engine.Statement{s}, ask.Fuzzing{
		Cases: f.Cases, First: f.First, Seed: f.Seed, Workers: 1, Without: slices.Clone(f.Without),
	})
	if err != nil {
		return theoremscreen.Outcome{Err: err}
	}
	d, r := x.Document, x.Document.Results[0]
	o := theoremscreen.Outcome{
		Cases: d.Cases, Holds: r.Holds, NotMet: r.NotMet, Bounded: r.Bounded,
		Refuted: r.Refuted, Rules: d.Rules,
	}
	if r.Failure != nil {
		o.Found = &theoremscreen.Refutation{
			FuzzedRefutation: *r.Failure,
			Opens:            counterexample(x.Failures[0].Program, r.Failure.Repeat),
		}
	}
	return o
}

// counterexample returns the program that refutes a statement, or nil if it does not have two
// threads. repeat is the command that finds it again.
func counterexample(p *il.Program, repeat string) *screen.Program {
	core := ask.CoreOf(p)
	if core == nil {
		return nil
	}
	s, _, err := ask.Opening{}.Open(context.Background(), core)
	if err != nil {
		return nil
	}
	return &screen.Program{
		File: "counterexample.il", Core: core, Pair: s.Pair(), Init: s.Init(),
		NoFile: true, Repeat: repeat,
	}
}
