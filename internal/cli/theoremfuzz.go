package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// theoremFuzzCmd is `wobbly theorem fuzz`.
type theoremFuzzCmd struct {
	Names   []string      `arg:"" optional:"" name:"NAME" complete:"statements" help:"Statements; all of them if left out."`
	Cases   *uint64       `help:"Draw N programs. Left out: 10000, or as many as --time allows." placeholder:"N"`
	Time    time.Duration `help:"Stop after a time such as 30s, and keep what was found." placeholder:"TIME"`
	Seed    uint64        `help:"Of the run." default:"1" placeholder:"N"`
	First   uint64        `help:"Number of the first case, to repeat one of them." default:"0" placeholder:"N"`
	Workers int           `help:"Check on N goroutines; 0 for one on each core. The result does not depend on it." default:"0" placeholder:"N"`
	withoutFlag
	Save string `help:"Write the program of each refutation to a file in this directory." placeholder:"DIR"`
	jsonFlag
}

// The rules of a run of fuzz. A share of few cases says little about a floor,
// and a rare rule needs many cases.
const (
	defaultCases = 10_000
	floorsFrom   = 1_000
	rulesFrom    = 100_000
)

// Run implements the command.
func (c *theoremFuzzCmd) Run(a *app) error { return c.run(a, theorem.Statements()) }

func (c *theoremFuzzCmd) run(a *app, all []*engine.Statement) error {
	chosen, err := c.chosen(all)
	if err != nil {
		return err
	}
	f, err := c.fuzzing()
	if err != nil {
		return err
	}
	ctx := a.ctx
	if c.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.Time)
		defer stop()
	}
	w := a.watch(il.Pair{Left: &il.Unit{}, Right: &il.Unit{}})
	f.Progress = func(t *engine.Tally) { w.fuzz(t, f.Cases) }
	t := engine.Fuzz(ctx, chosen, f)
	w.fuzzed(t)
	d := c.document(a, t)
	failed := c.failures(a, t, d)
	a.found(c.exit(t, d))
	if c.JSON {
		return errors.Join(failed, report.TheoremFuzzJSON(a.out, d))
	}
	return errors.Join(failed, report.TheoremFuzzText(a.text(), a.style(a.sys.Stdout), d))
}

// chosen finds the statements, and refuses flags that make no sense.
func (c *theoremFuzzCmd) chosen(all []*engine.Statement) ([]*engine.Statement, error) {
	chosen, err := chosenStatements(all, c.Names)
	switch {
	case err != nil:
		return nil, err
	case c.Cases != nil && *c.Cases == 0:
		return nil, usage("", "--cases must be at least 1")
	case c.Time < 0:
		return nil, usage("", "--time must not be negative")
	case c.Workers < 0:
		return nil, usage("", "--workers must not be negative")
	}
	return chosen, c.check(chosen)
}

// fuzzing turns the flags into a description of the run.
func (c *theoremFuzzCmd) fuzzing() (f engine.Fuzzing, err error) {
	f = engine.Fuzzing{Seed: c.Seed, First: c.First, Workers: c.Workers, Gen: draw.Options(), Without: c.Without}
	if f.Workers == 0 {
		f.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case c.Cases != nil:
		f.Cases = *c.Cases
	case c.Time == 0:
		f.Cases = defaultCases
	}
	f.Corpus, err = shippedExamples()
	return f, err
}

// shippedExamples are the programs of which mutants are drawn.
func shippedExamples() ([]*il.Program, error) {
	var all []*il.Program
	for _, x := range examples.All() {
		p, errs := parse.File(il.NewSource(x.Name, x.Text))
		if len(errs) == 0 {
			_, errs = check.Program(p, check.Options{})
		}
		if len(errs) > 0 {
			return nil, failure{exit: exitInternal, text: "the shipped example " + x.Name + " is not legal"}
		}
		all = append(all, p)
	}
	return all, nil
}

// document describes what a run came to, but for its refutations.
func (c *theoremFuzzCmd) document(a *app, t *engine.Tally) *report.TheoremFuzz {
	d := &report.TheoremFuzz{
		Seed: c.Seed, First: c.First, Cases: t.Cases, Ended: c.ended(a, t), Without: append([]string{}, c.Without...),
		Results: []report.TheoremFuzzed{}, Drawn: report.Drawn(t.Drawn), Unused: append([]string{}, t.Coverage.Uncovered()...),
		Judged: t.Cases >= floorsFrom, Required: t.Cases >= rulesFrom,
	}
	for i := range t.Results {
		r := &t.Results[i]
		d.Results = append(d.Results, report.TheoremFuzzed{
			Statement: r.Statement.Name, Holds: r.Verdicts[engine.Holds], NotMet: r.Verdicts[engine.NotMet],
			Bounded: r.Verdicts[engine.Bounded], Refuted: r.Verdicts[engine.Refuted],
			Floor: r.Statement.Floor, Below: d.Judged && r.Vacuous(), Instances: r.Instances, Undecided: r.Undecided,
		})
	}
	for _, rule := range coverage.Rules() {
		d.Rules = append(d.Rules, report.RuleCount{Rule: rule, Used: t.Coverage[rule]})
	}
	return d
}

// ended says why the run ended.
func (c *theoremFuzzCmd) ended(a *app, t *engine.Tally) string {
	switch {
	case t.Refuted():
		return report.EndedRefuted
	case t.Cut && a.interrupted():
		return report.EndedInterrupted
	case t.Cut:
		return report.EndedTime
	default:
		return report.EndedCases
	}
}

// exit is the exit code that a run amounts to. A run that has tested too little
// is inconclusive, and so is one that was to do more cases than it had time for.
func (c *theoremFuzzCmd) exit(t *engine.Tally, d *report.TheoremFuzz) exit {
	e := exitNothing
	for i := range t.Results {
		if r := &t.Results[i]; r.Failure != nil {
			e = worse(e, c.refuted(r.Statement))
		}
	}
	switch {
	case e != exitNothing:
		return e
	case d.Ended == report.EndedInterrupted, d.Ended == report.EndedTime && c.Cases != nil,
		len(d.Below()) > 0, d.Required && len(d.Unused) > 0:
		return exitInconclusive
	default:
		return exitNothing
	}
}

// failures enters the refutations, shrunk unless the run is interrupted, and
// saves them.
func (c *theoremFuzzCmd) failures(a *app, t *engine.Tally, d *report.TheoremFuzz) error {
	for i := range t.Results {
		r := &t.Results[i]
		if r.Failure == nil {
			continue
		}
		f, shrunk := await(a, func() *engine.Failure { return r.Failure.Shrink(r.Statement, c.Without...) })
		if !shrunk {
			f = r.Failure
		}
		x := c.refutation(r.Statement, f)
		x.Shrunk, x.From = shrunk, gen.Measure(r.Failure.Program).Statements
		d.Results[i].Failure = x
		if c.Save != "" {
			if err := c.save(r.Statement, f, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// refutation describes a refutation, with the command that repeats it.
func (c *theoremFuzzCmd) refutation(s *engine.Statement, f *engine.Failure) *report.FuzzedRefutation {
	return &report.FuzzedRefutation{
		Refutation: report.Refutation{
			CaseSeed: f.CaseSeed, Instance: f.Instance, Why: f.Why, Off: c.of(s),
			Repeat: fmt.Sprintf("wobbly theorem fuzz %s%s --seed %d --first %d --cases 1", s.Name, c.again(s), c.Seed, f.Case),
		},
		Case: f.Case, Program: il.Format(f.Program), Statements: gen.Measure(f.Program).Statements,
	}
}

// save writes a refutation to a file, and notes its name and how to check it.
func (c *theoremFuzzCmd) save(s *engine.Statement, f *engine.Failure, x *report.FuzzedRefutation) error {
	text := engine.NewSaved(f, s, c.of(s)...).String()
	x.Saved = filepath.Join(c.Save, fmt.Sprintf("wobbly-%s-%d.il", s.Name, f.CaseSeed))
	x.Replay = fmt.Sprintf("wobbly theorem check --statement %s%s --seed %d --draws 1 %s", s.Name, c.again(s), f.CaseSeed, shellWord(x.Saved))
	err := os.MkdirAll(c.Save, 0o777)
	if err == nil {
		err = os.WriteFile(x.Saved, []byte(text), 0o666)
	}
	if err != nil {
		x.Saved, x.Replay = "", ""
		return fmt.Errorf("cannot save a refutation: %w", err)
	}
	return nil
}

// fuzz says how far a run has come, once a second. Where cases is 0 there is no
// end.
func (w *watch) fuzz(t *engine.Tally, cases uint64) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.shown = now, true
	fmt.Fprintf(w.out, "\r%s\x1b[K", fuzzProgress(t, cases, now.Sub(w.begun)))
}

// fuzzProgress is the line that says how far a run has come.
func fuzzProgress(t *engine.Tally, cases uint64, since time.Duration) string {
	rate := float64(t.Cases) / since.Seconds()
	text := fmt.Sprintf("%d cases, %.0f/s", t.Cases, rate)
	if cases > 0 {
		left := time.Duration(float64(cases-t.Cases) / rate * float64(time.Second)).Round(time.Second)
		text = fmt.Sprintf("%d of %d cases, %.0f/s, %s left", t.Cases, cases, rate, left)
	}
	return text + "; least tested: " + lowestShares(t, 79-len(text)-len("; least tested: "))
}

// lowestShares names the statements that were tested on the fewest cases, as
// many as there is room for, and at least one.
func lowestShares(t *engine.Tally, room int) string {
	all := slices.Clone(t.Results)
	slices.SortStableFunc(all, func(a, b engine.Result) int { return cmp.Compare(a.Share(), b.Share()) })
	list := ""
	for i := range all {
		next := fmt.Sprintf("%s %.0f%%", all[i].Statement.Name, 100*all[i].Share())
		if i > 0 {
			next = list + ", " + next
		}
		if i > 0 && len(next) > room {
			break
		}
		list = next
	}
	return list
}

// fuzzed clears the line and says how fast the run was.
func (w *watch) fuzzed(t *engine.Tally) {
	w.done()
	if w.out != nil {
		since := time.Since(w.begun)
		fmt.Fprintf(w.out, "%d cases in %s, %.0f/s\n", t.Cases, since.Round(time.Millisecond), float64(t.Cases)/since.Seconds())
	}
}
