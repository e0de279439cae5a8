package cli

import (
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

// judge is check with an analyzer of which not every report is a race: each report
// is judged by the exact search.
func (c *checkCmd) judge(a *app, x *analyzers.Analyzer) error {
	if c.Literal != "" || c.Cap != 0 || c.Condition != abstract.Or.String() {
		return usage("They are of RacerDX: "+strings.Join(modeNames(), ", ")+".", "--literal, --cap and --condition make no sense with --analysis %s", x.Name)
	}
	if c.Limit < 0 {
		return usage("", "--limit must not be negative")
	}
	o := analyzers.DefaultOptions()
	o.Limit, o.Search.MaxStates = c.Limit, 2_000_000
	if err := c.forms(x.Name, &o); err != nil {
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

// forms reads the flags that choose another form of RacerD or Chord.
func (c *checkCmd) forms(name string, o *analyzers.Options) (err error) {
	if c.Switches != "" && name != "racerd" || c.Keep != "" && name != "chord" {
		return usage("", "--switches is for --analysis racerd, and --keep for --analysis chord")
	}
	if c.Switches != "" {
		if o.RacerD, err = racerd.ParseSwitches(c.Switches); err != nil {
			return usage("", "--switches: %s", err)
		}
	}
	if c.Keep != "" {
		if o.Keep, err = chord.ParseStages(c.Keep); err != nil {
			return usage("", "--keep: %s", err)
		}
	}
	return nil
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
	case d.Count(report.Refuted) > 0:
		a.found(ExitViolated)
	case d.Count(report.Confirmed) > 0:
		a.found(ExitFound)
	case d.Interrupted || len(d.Cut) > 0 || d.Count(report.Unknown) > 0:
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
