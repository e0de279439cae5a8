package research

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

var _ = isCampaign(Campaign{
	Name: "theorem fuzz", Help: "", Grammar: func() console.Runner { return new(theoremFuzzCmd) },
	Kind: campaign.KindOf(engine.FuzzKind, theoremFuzzCmd.worker),
})

type theoremFuzzCmd struct {
	Names []string      `arg:"" optional:"" name:"NAME" complete:"statements" help:"Statements to check. If omitted: all."`
	Cases *uint64       `help:"Try N random programs. If omitted: 10000, or as many as --time allows." placeholder:"N"`
	Time  time.Duration `help:"Stop after a time such as 30s and keep what was found." placeholder:"TIME"`
	Seed  uint64        `help:"The seed of the run." default:"1" placeholder:"N"`
	First uint64        `help:"The number of the first case." default:"0" placeholder:"N" group:"less"`
	console.GeneratorFlag
	console.WorkersFlag
	withoutFlag
	Save  string `help:"Write the program of each refutation to a file in this directory." placeholder:"DIR" group:"less"`
	State string `help:"Keep the counts in this file, so that the run can be continued." placeholder:"FILE" group:"less"`
	console.JSONFlag

	Begun uint64 `kong:"-"` // cases done before this run
}

func (c *theoremFuzzCmd) Run(a *console.App) error { return c.run(a, theorem.Statements()) }

func (c *theoremFuzzCmd) run(a *console.App, all []*engine.Statement) error {
	chosen, err := c.chosen(all)
	if err != nil {
		return err
	}
	q, err := c.fuzzing()
	if err != nil {
		return err
	}
	if c.Time > 0 {
		timed, stop := context.WithTimeout(a.Ctx, c.Time)
		defer stop()
		q.Timed = timed
	}
	var x *ask.Fuzzed
	s := &study[*engine.Tally, *report.TheoremFuzz]{
		workers: c.WorkersFlag, title: "theorem fuzz", first: "the first cases", state: c.State,
		flags: strings.TrimSpace(fmt.Sprintf("%s%s --seed %d --first %d",
			strings.Join(c.Names, " "), console.Again(c, "Drawing", "Without"), c.Seed, c.First)),
		print: func(d *report.TheoremFuzz) error { return a.Print(d, c.JSON) },
	}
	s.begin = func(t *engine.Tally) error {
		if t == nil {
			t = engine.NewTally(chosen)
		}
		q.Tally, c.Begun = t, t.Cases
		switch err := t.Resume(chosen); {
		case err != nil:
			return console.Usage("", "--state %s: %s", c.State, err)
		case q.Cases > 0 && c.Begun > q.Cases:
			return console.Usage(fmt.Sprintf("To continue, use --cases %d or more.", c.Begun),
				"--state %s: it has %d cases", c.State, c.Begun)
		}
		return nil
	}
	s.count = func(
		runner campaign.Runner, progress func(*engine.Tally, console.ProgressLine),
	) (*engine.Tally, error) {
		shared := about(c, "Cases", "Seed", "First", "Drawing", "Without", "Begun")
		shared.Names = slice.Map(chosen, func(s *engine.Statement) string { return s.Name })
		q.Runner, q.About = runner, shared
		q.Progress = func(t *engine.Tally) {
			progress(t, func(since time.Duration) string {
				return fuzzProgress(t, c.Begun, q.Cases, since)
			})
		}
		begun := time.Now()
		var err error
		if x, err = ask.Fuzz(a.Ctx, chosen, q); err != nil {
			return nil, console.Failed(err)
		}
		if console.IsTerminal(a.Sys.Stderr) {
			cases, since := x.Tally.Cases-c.Begun, time.Since(begun)
			fmt.Fprintf(a.Plain(a.Sys.Stderr), "\r\x1b[K%d cases in %s, %.0f/s\n", cases,
				since.Round(time.Millisecond), float64(cases)/since.Seconds())
		}
		return x.Tally, nil
	}
	s.doc = func(*engine.Tally) (*report.TheoremFuzz, error) { return x.Document, c.save(x) }
	s.exit = func(*report.TheoremFuzz) (worst console.Exit) {
		for _, e := range x.Exits(q) {
			worst = console.Worse(worst, console.Exit(e))
		}
		return worst
	}
	return s.run(a)
}

// chosen returns the statements that the flags name, or an error if the flags contradict one
// another.
func (c *theoremFuzzCmd) chosen(all []*engine.Statement) ([]*engine.Statement, error) {
	chosen, err := ask.ChooseStatements(all, c.Names)
	switch {
	case err != nil:
		return nil, console.Failed(err)
	case c.Cases != nil && *c.Cases == 0:
		return nil, console.Usage("", "--cases must be at least 1")
	case c.Time < 0:
		return nil, console.Usage("", "--time must be 0 or more")
	}
	return chosen, console.Failed(c.without().Check(chosen))
}

func (c *theoremFuzzCmd) fuzzing() (q ask.Fuzzing, err error) {
	q = ask.Fuzzing{Seed: c.Seed, First: c.First, Without: c.Without}
	switch {
	case c.Cases != nil:
		q.Cases = *c.Cases
	case c.Time == 0:
		q.Cases = ask.DefaultCases
	}
	if c.Drawing != "" {
		d, err := console.GeneratorOf(c.Drawing)
		if err != nil {
			return q, err
		}
		q.Generator = &d
	}
	return q, nil
}

func (c theoremFuzzCmd) worker() (*campaign.Job[campaign.Range, *engine.Tally], error) {
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

// save writes the refutations to files if the flags ask for it.
func (c *theoremFuzzCmd) save(x *ask.Fuzzed) error {
	for i, f := range x.Failures {
		if f == nil || c.Save == "" {
			continue
		}
		err := c.saveOne(x.Tally.Results[i].Statement, f, x.Document.Results[i].Failure)
		if err != nil {
			return err
		}
	}
	return nil
}

// saveOne writes a refutation to a file. It adds the file and the command that checks it to the
// document.
func (c *theoremFuzzCmd) saveOne(s *engine.Statement, f *engine.Failure,
	x *report.FuzzedRefutation) error {
	text := engine.NewSaved(f, s, c.without().Of(s)...).String()
	x.Saved = filepath.Join(c.Save, fmt.Sprintf("wobbly-%s-%d.il", s.Name, f.CaseSeed))
	x.Replay = fmt.Sprintf("wobbly theorem check --statement %s%s --seed %d --draws 1 %s", s.Name,
		c.without().Again(s), f.CaseSeed, console.ShellWord(x.Saved))
	err := os.MkdirAll(c.Save, 0o777)
	if err == nil {
		err = console.ReplaceFile(x.Saved, text)
	}
	if err != nil {
		x.Saved, x.Replay = "", ""
		return fmt.Errorf("cannot save a refutation: %w", err)
	}
	return nil
}

// fuzzProgress returns the line with the progress of a run.
func fuzzProgress(t *engine.Tally, begun, cases uint64, since time.Duration) string {
	rate := float64(t.Cases-begun) / since.Seconds()
	text := fmt.Sprintf("%d cases, %.0f/s", t.Cases, rate)
	if cases > 0 {
		text = fmt.Sprintf("%d of %d cases, %.0f/s, %s left", t.Cases, cases, rate,
			console.Remaining(cases-t.Cases, rate))
	}
	return text + "; least tested: " + lowestShares(t, 79-len(text)-len("; least tested: "))
}

// lowestShares names the statements that were tested on the fewest cases: at least one, and as many
// as fit in room columns.
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
