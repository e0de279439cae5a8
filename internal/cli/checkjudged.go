package cli

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/report"
)

// analysisNames lists what check --analysis can be: the modes of the analysis,
// whose reports are races, and the other analyzers.
func analysisNames() []string {
	names := modeNames()
	for _, x := range analyzers.All() {
		if _, err := abstract.ParseMode(x.Name); err != nil {
			names = append(names, x.Name)
		}
	}
	return names
}

// modeNames lists the modes of the analysis.
func modeNames() []string {
	var names []string
	for _, m := range abstract.Modes {
		names = append(names, m.Name)
	}
	return names
}

// printedCondition makes racerdx-sum what it is: racerdx with the condition sum.
func (c *checkCmd) printedCondition() error {
	if c.Analysis != "racerdx-sum" {
		return nil
	}
	if c.Condition != "" && c.Condition != abstract.Sum.String() {
		return usage("", "--analysis racerdx-sum is racerdx with --condition sum")
	}
	c.Analysis, c.Condition = abstract.Figure7.String(), abstract.Sum.String()
	return nil
}

// partial is a flag that only some analyses have.
type partial struct {
	name  string
	given bool
	has   bool   // the analysis at hand has it
	of    string // which ones do
}

// refused is the error for the flags that were given and make no sense.
func refused(analysis string, flags []partial) error {
	var names, hints []string
	for _, f := range flags {
		if f.given && !f.has {
			names, hints = append(names, f.name), append(hints, fmt.Sprintf("%s is for %s.", f.name, f.of))
		}
	}
	if names == nil {
		return nil
	}
	makes := "makes"
	if len(names) > 1 {
		makes = "make"
	}
	return usage(strings.Join(hints, "\n"), "%s %s no sense with --analysis %s", strings.Join(names, ", "), makes, analysis)
}

// special are the flags that not every analysis has; x is nil for a mode of RacerDX.
func (c *checkCmd) special(x *analyzers.Analyzer) []partial {
	modes := "RacerDX: " + strings.Join(modeNames(), ", ")
	mode := x == nil
	if mode {
		x = &analyzers.Analyzer{Proves: true}
	}
	dynamic := x.Kind == analyzers.Dynamic
	return []partial{
		{"--literal", c.Literal != "", mode, modes},
		{"--cap", c.Cap != 0, mode, modes},
		{"--condition", c.Condition != "", mode, modes},
		{"--max-steps", c.MaxSteps != nil, x.Proves, "analyses that make witnesses: " + strings.Join(modeNames(), ", ") + ", flow"},
		{"--switches", c.Switches != "", x.Name == "racerd", "racerd"},
		{"--keep", c.Keep != "", x.Name == "chord", "chord"},
		{"--context", c.Context != nil, x.Context, "chord, and racemob, which takes its candidates from there"},
		{"--seed", c.Seed != nil, dynamic, "analyzers that watch executions"},
		{"--runs", c.Runs != nil, dynamic, "analyzers that watch executions"},
		{"--max-states", c.MaxStates != nil, !x.Proves, "analyzers whose reports an exact search judges"},
	}
}

// onlyMode refuses what a mode of RacerDX does not have.
func (c *checkCmd) onlyMode() error { return refused(c.Analysis, c.special(nil)) }

// judge is check with an analyzer of which not every report is a race: each report
// is judged.
func (c *checkCmd) judge(a *app, x *analyzers.Analyzer) error {
	if err := refused(x.Name, c.special(x)); err != nil {
		return err
	}
	o, err := c.parameters()
	if err != nil {
		return err
	}
	for _, name := range c.Files {
		a.fail(c.judgeFile(a, name, x, o))
		if a.interrupted() {
			break
		}
	}
	if c.ExitZero && a.exit == ExitFound {
		a.exit = ExitNothing
	}
	return nil
}

// parameters are those of the analyzer.
func (c *checkCmd) parameters() (analyzers.Options, error) {
	o := analyzers.DefaultOptions()
	o.Search.MaxStates = 2_000_000
	o.Steps = c.steps(o.Steps)
	for _, n := range []struct {
		name  string
		given *int
		least int
		set   *int
	}{
		{"--limit", &c.Limit, 0, &o.Limit}, {"--context", c.Context, 0, &o.Context},
		{"--runs", c.Runs, 1, &o.Executions}, {"--max-states", c.MaxStates, 0, &o.Search.MaxStates},
	} {
		if n.given == nil {
			continue
		}
		if *n.given < n.least {
			return o, usage("", "%s must be at least %d", n.name, n.least)
		}
		*n.set = *n.given
	}
	if c.Seed != nil {
		o.Seed = *c.Seed
	}
	var err error
	if c.Switches != "" {
		if o.RacerD, err = racerd.ParseSwitches(c.Switches); err != nil {
			return o, usage("", "--switches: %s", err)
		}
	}
	if c.Keep != "" {
		if o.Keep, err = chord.ParseStages(c.Keep); err != nil {
			return o, usage("", "--keep: %s", err)
		}
	}
	return o, nil
}

// racerDSwitches lists the switches of RacerD by name.
func racerDSwitches() string {
	var names []string
	for _, s := range racerd.Switches {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

// judgeFile checks one file.
func (c *checkCmd) judgeFile(a *app, name string, x *analyzers.Analyzer, o analyzers.Options) error {
	core, err := a.load(name, c.Strict, c.Format == "json")
	if err != nil {
		return err
	}
	only, err := c.pair(core)
	if err != nil {
		return err
	}
	d, err := compare.Judge(a.ctx, core, only, x, o)
	if err != nil {
		return failure{exit: ExitInconclusive, text: report.FileName(core.Source.Name) + ": " + err.Error()}
	}
	switch {
	case d.Count(report.Refuted) > 0 || len(d.Defects) > 0:
		a.found(ExitViolated)
	case d.Interrupted:
		a.found(ExitInconclusive)
	case d.Count(report.Confirmed) > 0:
		a.found(ExitFound)
	case !d.Complete():
		a.found(ExitInconclusive)
	}
	switch {
	case c.Quiet:
		return nil
	case c.Format == "json":
		return report.JudgedJSON(a.out, d)
	case c.Format == "short":
		return report.JudgedShort(a.text(), d)
	default:
		return report.JudgedText(a.text(), a.style(a.sys.Stdout), d)
	}
}
