package research

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

type theoremBreakCmd struct {
	Names []string `arg:"" optional:"" name:"NAME" complete:"switches" help:"Switches. Left out: all except the conditions of lemmas."`
	List  bool     `help:"List the switches."`
	All   bool     `help:"Include the conditions of lemmas."`
	Cases uint64   `help:"Try at most N random programs for each switch." default:"50000" placeholder:"N"`
	Size  int      `help:"Then try all programs of up to N statements; 0 for none." default:"2" placeholder:"N"`
	Seed  uint64   `help:"The seed of the run." default:"1" placeholder:"N" group:"less"`
	Times bool     `help:"Print how long each switch took; the output then differs from run to run." group:"less"`
	Save  string   `help:"Write each counterexample to a file in this directory." placeholder:"DIR" group:"less"`
	console.JSONFlag
}

func (c *theoremBreakCmd) Run(a *console.App) error {
	chosen, err := c.chosen()
	switch {
	case err != nil:
		return err
	case c.Size < 0 || c.Size > ask.MaxBreakSize:
		return console.Usage("", "--size must be from 0 to %d", ask.MaxBreakSize)
	case c.List && c.JSON:
		return console.Usage("", "--list has no JSON: --json runs the switches")
	case c.List:
		list := slice.Map(chosen, ask.Switch)
		return a.Show(report.Switches(list))
	}
	d := &report.TheoremBreak{Seed: c.Seed, Cases: c.Cases, Size: c.Size, Switches: []report.BrokenRow{}}
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

func (c *theoremBreakCmd) chosen() ([]*engine.Switch, error) {
	all := theorem.Switches()
	if len(c.Names) == 0 {
		return slices.DeleteFunc(all, func(s *engine.Switch) bool { return !c.All && s.Kind == engine.LemmaCondition }), nil
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
					text = fmt.Sprintf("%s: %d small programs in turn", b.Switch.Name, b.Enumerated)
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

// save writes a counterexample to a file.
func (c *theoremBreakCmd) save(s *engine.Switch, found *engine.Counterexample, x *report.Counterpart) error {
	name := filepath.Join(c.Save, strings.ReplaceAll(s.Name, ":", "-")+".il")
	err := errors.Join(os.MkdirAll(c.Save, 0o777), console.ReplaceFile(name, found.Demo(s)))
	if err != nil {
		return fmt.Errorf("cannot save a counterexample: %w", err)
	}
	x.Saved = name
	return nil
}
