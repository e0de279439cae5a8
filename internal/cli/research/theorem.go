package research

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// theoremCmd is `wobbly theorem`, whose commands are about the statements of the paper.
type theoremCmd struct {
	List      theoremListCmd      `cmd:"" help:"List the theorems and lemmas."`
	Show      theoremShowCmd      `cmd:"" help:"Show what a theorem says and how it is known."`
	Check     theoremCheckCmd     `cmd:"" help:"Check theorems on programs."`
	Fuzz      theoremFuzzCmd      `cmd:"" help:"Check theorems on random programs."`
	Enumerate theoremEnumerateCmd `cmd:"" help:"Check theorems on every small program."`
	Break     theoremBreakCmd     `cmd:"" help:"Switch off a hypothesis and find a counterexample."`
}

type theoremListCmd struct{ console.JSONFlag }

func (c *theoremListCmd) Run(a *console.App) error {
	list := ask.Statements(theorem.Statements())
	return a.Print(report.Statements{List: list}, c.JSON)
}

type theoremShowCmd struct {
	Names []string `arg:"" name:"NAME" complete:"statements" help:"The statements, such as 5.7 or theorem1."`
	Coq   bool     `help:"Show the statements in symbols and in Coq too."`
	console.JSONFlag
}

func (c *theoremShowCmd) Run(a *console.App) error {
	chosen, err := ask.ChooseStatements(theorem.Statements(), c.Names)
	if err != nil {
		return console.Failed(err)
	}
	list := ask.Statements(chosen)
	return a.Print(report.ShownStatements{Statements: report.Statements{List: list}, Coq: c.Coq},
		c.JSON)
}

// withoutFlag is the flag that switches off hypotheses.
type withoutFlag struct {
	Without []string `help:"Switch off these hypotheses." placeholder:"HYPOTHESIS,..." complete:"hypotheses"`
}

func (f withoutFlag) without() ask.Without { return f.Without }

func verdictWord(v engine.Verdict) string {
	return map[engine.Verdict]string{
		engine.NotMet: report.StatementNotMet, engine.Bounded: report.StatementBounded,
		engine.Holds: report.StatementHolds, engine.Refuted: report.StatementRefuted,
	}[v]
}

type theoremCheckCmd struct {
	Files      []string `arg:"" name:"FILE" help:"Programs, and optionally the statements to check; - is standard input."`
	Statements []string `name:"statement" help:"Check only these statements." placeholder:"NAME,..." complete:"statements"`
	withoutFlag
	Draws int    `help:"Generate N states, traces and fragments for each program." default:"20" placeholder:"N"`
	Seed  uint64 `help:"The seed of all random choices." default:"1" placeholder:"N" group:"less"`
	console.JSONFlag
}

func (c *theoremCheckCmd) Run(a *console.App) error { return c.run(a, theorem.Statements()) }

func (c *theoremCheckCmd) run(a *console.App, all []*engine.Statement) error {
	c.separate(all)
	if len(c.Files) == 0 {
		return console.Usage("For example: wobbly theorem check theorem1 examples/burble.il",
			"FILE is missing")
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

// separate moves the names of statements from Files to Statements. A name that is also a file is a
// program.
func (c *theoremCheckCmd) separate(all []*engine.Statement) {
	known := ask.StatementNames(all)
	c.Files = slices.DeleteFunc(c.Files, func(name string) bool {
		if _, err := os.Stat(name); err == nil || !slices.Contains(known, name) {
			return false
		}
		c.Statements = append(c.Statements, name)
		return true
	})
}

// file checks the chosen statements on one program, adds the results to the tally, and prints them.
func (c *theoremCheckCmd) file(a *console.App, name string, chosen []*engine.Statement,
	tally *report.TheoremTally) error {
	core, err := a.Load(name, false, c.JSON)
	if err != nil {
		return err
	}
	if len(core.Locks) > 0 { // only some statements are about named locks
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

// document checks the statements on a program, case by case. If it is interrupted, only the present
// case is lost.
func (c *theoremCheckCmd) document(a *console.App, core *il.Core,
	chosen []*engine.Statement) *report.TheoremCheck {
	d := &report.TheoremCheck{File: core.Source.Name, Seed: c.Seed, Draws: c.Draws,
		Without: append([]string{}, c.Without...)}
	for _, s := range chosen {
		d.Results = append(d.Results,
			report.TheoremChecked{Statement: s.Name, Verdict: report.StatementUnchecked})
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

// draw checks the statements that are not yet refuted on one case. It returns false if the run is
// interrupted.
func (c *theoremCheckCmd) draw(a *console.App, core *il.Core, seed uint64,
	chosen []*engine.Statement, verdicts []engine.Verdict, d *report.TheoremCheck) bool {
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
		x := &d.Results[k]
		x.Instances += uint64(o.Decided)
		x.Unmet += uint64(o.Unmet)
		x.Undecided += uint64(o.Cut)
		if o.Cut > 0 && x.Limit == "" && o.Verdict != engine.Refuted {
			x.Limit = o.Why.Error()
		}
		d.Results[k].Verdict = verdictWord(verdicts[k])
		if o.Verdict == engine.Refuted {
			d.Results[k].Refutation = c.refutation(core, seed, s, o)
		}
	}
	return true
}

// refutation describes a refutation of s, with the command that repeats it.
func (c *theoremCheckCmd) refutation(core *il.Core, seed uint64, s *engine.Statement,
	o engine.Outcome) *report.Refutation {
	return &report.Refutation{
		CaseSeed: seed, Instance: o.Counterexample.String(), Why: o.Why.Error(),
		Off: c.without().Of(s),
		Repeat: fmt.Sprintf("wobbly theorem check --statement %s%s --seed %d --draws 1 %s", s.Name,
			c.without().Again(s), seed, console.FileWord(core.Source.Name)),
	}
}

type theoremBreakCmd struct {
	Names []string `arg:"" optional:"" name:"NAME" complete:"switches" help:"Switches to try. If omitted: all except the hypotheses of lemmas."`
	List  bool     `help:"List the switches."`
	All   bool     `help:"Include the hypotheses of lemmas."`
	Cases uint64   `help:"Try at most N random programs for each switch." default:"50000" placeholder:"N"`
	Size  int      `help:"Then try all programs of up to N statements; 0 to skip this." default:"2" placeholder:"N"`
	Seed  uint64   `help:"The seed of the run." default:"1" placeholder:"N" group:"less"`
	Times bool     `help:"Print the time for each switch; the output then differs between runs." group:"less"`
	Save  string   `help:"Write each counterexample to a file in this directory." placeholder:"DIR" group:"less"`
	console.JSONFlag
}

func (c *theoremBreakCmd) Run(a *console.App) error {
	chosen, err := c.chosen()
	switch {
	case err != nil:
		return err
	case c.Size < 0 || c.Size > ask.MaxBreakSize:
		return console.Usage("", "--size must be between 0 and %d", ask.MaxBreakSize)
	case c.List && c.JSON:
		return console.Usage("", "--list and --json cannot be used together")
	case c.List:
		list := slice.Map(chosen, ask.Switch)
		return a.Show(report.Switches(list))
	}
	d := &report.TheoremBreak{
		Seed: c.Seed, Cases: c.Cases, Size: c.Size, Switches: []report.BrokenRow{},
	}
	for _, s := range chosen {
		row, err := c.one(a, s)
		if err != nil {
			return err
		}
		d.Switches = append(d.Switches, *row)
		if d.Interrupted = a.Interrupted(); d.Interrupted {
			a.Found(console.ExitInconclusive)
			break
		}
	}
	return a.Print(d, c.JSON)
}

// chosen returns the switches that the arguments name, or the default ones.
func (c *theoremBreakCmd) chosen() ([]*engine.Switch, error) {
	all := theorem.Switches()
	if len(c.Names) == 0 {
		return slices.DeleteFunc(all,
			func(s *engine.Switch) bool { return !c.All && s.Kind == engine.LemmaCondition }), nil
	}
	var chosen []*engine.Switch
	for _, n := range c.Names {
		s, err := ask.ChooseSwitch(n)
		if err != nil {
			return nil, console.Failed(err)
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

func (c *theoremBreakCmd) one(a *console.App, s *engine.Switch) (*report.BrokenRow, error) {
	begun := time.Now()
	w := a.Lasting("", s.Name)
	row, found, e := ask.Break(a.Ctx, s, engine.Breaking{
		Seed: c.Seed, Cases: c.Cases, Size: c.Size, Progress: func(b *engine.Broken) {
			w.Say(func(time.Duration) string {
				text := fmt.Sprintf("%s: %d of %d random programs", b.Switch.Name, b.Drawn, c.Cases)
				if b.Enumerated > 0 {
					text = fmt.Sprintf("%s: %d small programs", b.Switch.Name, b.Enumerated)
				}
				return fmt.Sprintf("%s, %d undecided", text, b.Undecided)
			})
		},
	})
	w.Done()
	if c.Times {
		ms := time.Since(begun).Milliseconds()
		row.Millis = &ms
	}
	a.Found(console.Exit(e))
	if found != nil && c.Save != "" {
		return row, c.save(s, found, row.Broken)
	}
	return row, nil
}

// save writes a counterexample to a file, and records its name in x.
func (c *theoremBreakCmd) save(s *engine.Switch, found *engine.Counterexample,
	x *report.Counterpart) error {
	name := filepath.Join(c.Save, strings.ReplaceAll(s.Name, ":", "-")+".il")
	err := errors.Join(os.MkdirAll(c.Save, 0o777), console.ReplaceFile(name, found.Demo(s)))
	if err != nil {
		return fmt.Errorf("cannot save a counterexample: %w", err)
	}
	x.Saved = name
	return nil
}
