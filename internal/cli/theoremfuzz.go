package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// theoremFuzzCmd is `wobbly theorem fuzz`.
type theoremFuzzCmd struct {
	Names []string      `arg:"" optional:"" name:"NAME" complete:"statements" help:"Statements; all of them if left out."`
	Cases *uint64       `help:"Draw N programs. Left out: 10000, or as many as --time allows." placeholder:"N"`
	Time  time.Duration `help:"Stop after a time such as 30s, and keep what was found." placeholder:"TIME"`
	Seed  uint64        `help:"Of the run." default:"1" placeholder:"N"`
	First uint64        `help:"Number of the first case, to repeat one of them." default:"0" placeholder:"N"`
	drawingFlag
	workersFlag
	withoutFlag
	Save  string `help:"Write the program of each refutation to a file in this directory." placeholder:"DIR"`
	State string `help:"Keep in this file what the cases have come to, and go on from there." placeholder:"FILE"`
	jsonFlag

	Begun uint64 `kong:"-"` // cases that the run goes on from: another beginning is another job
}

// Run implements the command.
func (c *theoremFuzzCmd) Run(a *app) error { return c.run(a, theorem.Statements()) }

func (c *theoremFuzzCmd) run(a *app, all []*engine.Statement) error {
	chosen, err := c.chosen(all)
	if err != nil {
		return err
	}
	q, err := c.fuzzing()
	if err != nil {
		return err
	}
	if c.Time > 0 {
		timed, stop := context.WithTimeout(a.ctx, c.Time)
		defer stop()
		q.Timed = timed
	}
	if err := c.workersFlag.check(a); err != nil {
		return err
	}
	kept, err := c.goOn(chosen, &q)
	if err != nil {
		return err
	}
	w := a.lasting("", "the first cases")
	q.Crew, q.About = a.crew(c.workersFlag, w, "theorem fuzz"), c.about(chosen)
	q.Progress = func(t *engine.Tally) {
		w.fuzz(t, c.Begun, q.Cases)
		a.fail(kept.saveNowAndThen())
	}
	x, err := ask.Fuzz(a.ctx, chosen, q)
	w.Done()
	if err != nil {
		return failed(err)
	}
	w.fuzzed(x.Tally.Cases - c.Begun)
	saved := errors.Join(kept.save(), c.save(x))
	for _, e := range x.Exits(q) {
		a.found(exit(e))
	}
	return errors.Join(saved, a.print(x.Document, c.JSON))
}

// goOn reads what was begun, and enters it in what is asked. It is nil where nothing is kept.
func (c *theoremFuzzCmd) goOn(chosen []*engine.Statement, q *ask.Fuzzing) (*unfinished[*engine.Tally], error) {
	names := strings.Join(c.Names, " ") + again(c, "Drawing", "Without")
	kept, err := goOn[*engine.Tally](c.State, strings.TrimSpace(fmt.Sprintf("%s --seed %d --first %d", names, c.Seed, c.First)))
	if kept == nil {
		return nil, err
	}
	if kept.Run == nil {
		kept.Run = engine.NewTally(chosen)
	}
	q.Tally, c.Begun = kept.Run, kept.Run.Cases
	switch err := kept.Run.Resume(chosen); {
	case err != nil:
		return nil, usage("", "--state %s: %s", c.State, err)
	case q.Cases > 0 && c.Begun > q.Cases:
		return nil, usage(fmt.Sprintf("--cases %d, or more to go on.", c.Begun), "--state %s: it has %d cases", c.State, c.Begun)
	}
	return kept, nil
}

// chosen finds the statements, and refuses flags that make no sense.
func (c *theoremFuzzCmd) chosen(all []*engine.Statement) ([]*engine.Statement, error) {
	chosen, err := ask.ChooseStatements(all, c.Names)
	switch {
	case err != nil:
		return nil, failed(err)
	case c.Cases != nil && *c.Cases == 0:
		return nil, usage("", "--cases must be at least 1")
	case c.Time < 0:
		return nil, usage("", "--time must not be negative")
	}
	return chosen, failed(c.without().Check(chosen))
}

// fuzzing turns the flags into what is asked.
func (c *theoremFuzzCmd) fuzzing() (q ask.Fuzzing, err error) {
	q = ask.Fuzzing{Seed: c.Seed, First: c.First, Without: c.Without}
	switch {
	case c.Cases != nil:
		q.Cases = *c.Cases
	case c.Time == 0:
		q.Cases = ask.DefaultCases
	}
	if c.Drawing != "" {
		d, err := drawingOf(c.Drawing)
		if err != nil {
			return q, err
		}
		q.Drawing = &d
	}
	return q, nil
}

// about is what workers elsewhere have to know.
func (c *theoremFuzzCmd) about(chosen []*engine.Statement) *theoremFuzzCmd {
	names := slice.Map(chosen, func(s *engine.Statement) string { return s.Name })
	return &theoremFuzzCmd{Names: names, Cases: c.Cases, Seed: c.Seed, First: c.First, drawingFlag: c.drawingFlag, withoutFlag: c.withoutFlag, Begun: c.Begun}
}

// worker is the job of a worker elsewhere.
func (c *theoremFuzzCmd) worker() (*campaign.Job[campaign.Range, *engine.Tally], error) {
	chosen, err := c.chosen(theorem.Statements())
	if err != nil {
		return nil, err
	}
	q, err := c.fuzzing()
	if err != nil {
		return nil, err
	}
	return q.Worker(chosen)
}

// save writes the refutations to files, if that is asked for.
func (c *theoremFuzzCmd) save(x *ask.Fuzzed) error {
	for i, f := range x.Failures {
		if f == nil || c.Save == "" {
			continue
		}
		if err := c.saveOne(x.Tally.Results[i].Statement, f, x.Document.Results[i].Failure); err != nil {
			return err
		}
	}
	return nil
}

// saveOne writes a refutation to a file, and notes its name and how to check it.
func (c *theoremFuzzCmd) saveOne(s *engine.Statement, f *engine.Failure, x *report.FuzzedRefutation) error {
	text := engine.NewSaved(f, s, c.without().Of(s)...).String()
	x.Saved = filepath.Join(c.Save, fmt.Sprintf("wobbly-%s-%d.il", s.Name, f.CaseSeed))
	x.Replay = fmt.Sprintf("wobbly theorem check --statement %s%s --seed %d --draws 1 %s", s.Name, c.without().Again(s), f.CaseSeed, shellWord(x.Saved))
	err := os.MkdirAll(c.Save, 0o777)
	if err == nil {
		err = replaceFile(x.Saved, text)
	}
	if err != nil {
		x.Saved, x.Replay = "", ""
		return fmt.Errorf("cannot save a refutation: %w", err)
	}
	return nil
}

// fuzz says how far a run has come that has begun with so many cases. Where cases is 0
// there is no end.
func (w *watch) fuzz(t *engine.Tally, begun, cases uint64) {
	w.say(func(since time.Duration) string { return fuzzProgress(t, begun, cases, since) })
}

// fuzzProgress is the line that says how far a run has come.
func fuzzProgress(t *engine.Tally, begun, cases uint64, since time.Duration) string {
	rate := float64(t.Cases-begun) / since.Seconds()
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
	slice.SortStable(all, func(a, b engine.Result) int { return cmp.Compare(a.Share(), b.Share()) })
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

// fuzzed clears the line and says how fast so many cases were.
func (w *watch) fuzzed(cases uint64) {
	w.Done()
	if w.out != nil {
		since := time.Since(w.begun)
		fmt.Fprintf(w.out, "%d cases in %s, %.0f/s\n", cases, since.Round(time.Millisecond), float64(cases)/since.Seconds())
	}
}
