package research

import (
	"fmt"
	"os"
	"slices"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

type theoremCheckCmd struct {
	Files      []string `arg:"" name:"FILE" help:"Programs, and names of statements to check only these; - is standard input."`
	Statements []string `name:"statement" help:"Only these statements." placeholder:"NAME,..." complete:"statements"`
	withoutFlag
	Draws int    `help:"Draw N states, traces and commands for each program." default:"20" placeholder:"N"`
	Seed  uint64 `help:"The seed of the first draw; the next ones follow." default:"1" placeholder:"N" group:"less"`
	console.JSONFlag
}

func (c *theoremCheckCmd) Run(a *console.App) error { return c.run(a, theorem.Statements()) }

func (c *theoremCheckCmd) run(a *console.App, all []*engine.Statement) error {
	if c.named(all); len(c.Files) == 0 {
		return console.Usage("Such as: wobbly theorem check theorem1 examples/burble.il", "no program is named")
	}
	chosen, err := ask.ChooseStatements(all, c.Statements)
	switch {
	case err != nil:
		return console.Failed(err)
	case c.Draws < 1:
		return console.Usage("", "--draws must be at least 1")
	}
	if err := console.Failed(c.without().Check(chosen)); err != nil {
		return err
	}
	var tally report.TheoremTally
	for _, name := range c.Files {
		a.Fail(c.file(a, name, chosen, &tally))
		if a.Interrupted() {
			a.Fail(console.ErrInterrupted)
			break
		}
	}
	if c.JSON || tally.Programs == 0 {
		return nil
	}
	return a.Show(tally)
}

// named takes the names of statements from among the programs. What is a file too is a program.
func (c *theoremCheckCmd) named(all []*engine.Statement) {
	known := ask.StatementNames(all)
	c.Files = slices.DeleteFunc(c.Files, func(name string) bool {
		if _, err := os.Stat(name); err == nil || !slices.Contains(known, name) {
			return false
		}
		c.Statements = append(c.Statements, name)
		return true
	})
}

func (c *theoremCheckCmd) file(a *console.App, name string, chosen []*engine.Statement, tally *report.TheoremTally) error {
	core, err := a.Load(name, false, c.JSON)
	if err != nil {
		return err
	}
	if len(core.Locks) > 0 { // of all statements, those that are about such programs
		about := slice.Filter(chosen, func(s *engine.Statement) bool { return s.NamedLocks })
		if len(about) == 0 || len(c.Statements) > len(about) {
			i := slices.IndexFunc(chosen, func(s *engine.Statement) bool { return !s.NamedLocks })
			return a.Refused(ask.OneLock(core, "statement "+chosen[i].Name), c.JSON)
		}
		chosen = about
	}
	stop := a.Working(name)
	d := c.document(a, core, chosen)
	stop()
	tally.Count(d)
	return a.Print(d, c.JSON)
}

// document checks the statements on a program, draw by draw. What is checked when the run
// is interrupted is lost, and no more.
func (c *theoremCheckCmd) document(a *console.App, core *il.Core, chosen []*engine.Statement) *report.TheoremCheck {
	d := &report.TheoremCheck{File: core.Source.Name, Seed: c.Seed, Draws: c.Draws, Without: append([]string{}, c.Without...)}
	for _, s := range chosen {
		d.Results = append(d.Results, report.TheoremChecked{Statement: s.Name, Verdict: report.StatementUnchecked})
	}
	verdicts := make([]engine.Verdict, len(chosen))
	for i := range c.Draws {
		if d.Interrupted = !c.draw(a, core, c.Seed+uint64(i), chosen, verdicts, d); d.Interrupted {
			break
		}
	}
	for k, v := range verdicts {
		switch v {
		case engine.Refuted:
			a.Found(console.Exit(c.without().Refuted(chosen[k])))
		case engine.Bounded:
			a.Found(console.ExitInconclusive)
		}
	}
	return d
}

// draw checks the statements that are not refuted yet on one case. It is false if the run
// is interrupted.
func (c *theoremCheckCmd) draw(a *console.App, core *il.Core, seed uint64, chosen []*engine.Statement, verdicts []engine.Verdict, d *report.TheoremCheck) bool {
	x := engine.NewCase(core, seed)
	for k, s := range chosen {
		if verdicts[k] == engine.Refuted {
			continue
		}
		o, ok := console.Await(a, func() engine.Outcome { return s.Check(x, c.Without...) })
		if !ok {
			return false
		}
		verdicts[k] = max(verdicts[k], o.Verdict)
		c.add(&d.Results[k], o)
		d.Results[k].Verdict = verdictWord(verdicts[k])
		if o.Verdict == engine.Refuted {
			d.Results[k].Refutation = c.refutation(core, seed, s, o)
		}
	}
	return true
}

func (c *theoremCheckCmd) add(r *report.TheoremChecked, o engine.Outcome) {
	r.Instances += uint64(o.Decided)
	r.Unmet += uint64(o.Unmet)
	r.Undecided += uint64(o.Cut)
	if o.Cut > 0 && r.Limit == "" && o.Verdict != engine.Refuted {
		r.Limit = o.Why.Error()
	}
}

// refutation describes what refutes s, with the command that repeats it.
func (c *theoremCheckCmd) refutation(core *il.Core, seed uint64, s *engine.Statement, o engine.Outcome) *report.Refutation {
	return &report.Refutation{
		CaseSeed: seed, Instance: o.Counterexample.String(), Why: o.Why.Error(), Off: c.without().Of(s),
		Repeat: fmt.Sprintf("wobbly theorem check --statement %s%s --seed %d --draws 1 %s", s.Name, c.without().Again(s), seed, console.FileWord(core.Source.Name)),
	}
}
