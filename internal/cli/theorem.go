package cli

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// theoremCmd is `wobbly theorem`: the statements of the paper, as values that
// are listed and checked.
type theoremCmd struct {
	List      theoremListCmd      `cmd:"" help:"List the statements."`
	Show      theoremShowCmd      `cmd:"" help:"Show what a statement says, and under which hypotheses."`
	Check     theoremCheckCmd     `cmd:"" help:"Check the statements on programs."`
	Fuzz      theoremFuzzCmd      `cmd:"" help:"Check the statements on random programs."`
	Enumerate theoremEnumerateCmd `cmd:"" help:"Check the statements on every small program."`
	Break     theoremBreakCmd     `cmd:"" help:"Switch something off, and find the program that breaks."`
}

// theoremListCmd is `wobbly theorem list`.
type theoremListCmd struct{ jsonFlag }

// Run implements the command.
func (c *theoremListCmd) Run(a *app) error {
	list := statementDocuments(theorem.Statements())
	if c.JSON {
		return report.TheoremListJSON(a.out, list)
	}
	return report.TheoremListText(a.text(), a.style(a.sys.Stdout), list)
}

// theoremShowCmd is `wobbly theorem show`.
type theoremShowCmd struct {
	Names []string `arg:"" name:"NAME" complete:"statements" help:"Statements, such as 5.7 or theorem1."`
	jsonFlag
}

// Run implements the command.
func (c *theoremShowCmd) Run(a *app) error {
	chosen, err := chosenStatements(theorem.Statements(), c.Names)
	if err != nil {
		return err
	}
	list := statementDocuments(chosen)
	if c.JSON {
		return report.TheoremListJSON(a.out, list)
	}
	return report.TheoremShowText(a.text(), a.style(a.sys.Stdout), list)
}

// withoutFlag switches hypotheses off.
type withoutFlag struct {
	Without []string `help:"Switch hypotheses off." placeholder:"HYPOTHESIS,..." complete:"hypotheses"`
}

// check refuses hypotheses that none of the statements has.
func (f withoutFlag) check(chosen []*engine.Statement) error {
	names := hypothesisNames(chosen)
	for _, w := range f.Without {
		if !slices.Contains(names, w) {
			return usage(hintOf(w, names, "See: wobbly theorem show NAME"), "no statement here has a hypothesis %q", w)
		}
	}
	return nil
}

// of lists the hypotheses of s that are switched off.
func (f withoutFlag) of(s *engine.Statement) []string {
	var names []string
	for _, h := range s.Hypotheses {
		if slices.Contains(f.Without, h.Name) {
			names = append(names, h.Name)
		}
	}
	return names
}

// refuted is the exit of a refutation of s: a theorem was violated, unless a
// hypothesis of it was switched off; then it is what the run looked for.
func (f withoutFlag) refuted(s *engine.Statement) exit {
	if len(f.of(s)) > 0 {
		return exitFound
	}
	return exitViolated
}

// again is the flag as it must be given to see the same, for one statement.
func (f withoutFlag) again(s *engine.Statement) string {
	if off := f.of(s); len(off) > 0 {
		return " --without " + strings.Join(off, ",")
	}
	return ""
}

// chosenStatements finds the statements of the given names, in the order of
// all; without names it is all.
func chosenStatements(all []*engine.Statement, names []string) ([]*engine.Statement, error) {
	if len(names) == 0 {
		return all, nil
	}
	known := statementNames(all)
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, usage(hintOf(n, known, "See: wobbly theorem list"), "there is no statement %q", n)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s *engine.Statement) bool { return !slices.Contains(names, s.Name) }), nil
}

// hintOf proposes the name nearest to what was typed, or else where to look.
func hintOf(typed string, names []string, otherwise string) string {
	if s := similar(typed, names); s != "" {
		return "Did you mean " + s + "?"
	}
	return otherwise
}

func statementNames(all []*engine.Statement) []string {
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	return names
}

// hypothesisNames lists the names of the hypotheses, sorted.
func hypothesisNames(all []*engine.Statement) []string {
	var names []string
	for _, s := range all {
		for _, h := range s.Hypotheses {
			names = append(names, h.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// statementDocuments describes statements.
func statementDocuments(chosen []*engine.Statement) []report.Statement {
	group := map[string]string{}
	for _, g := range theorem.Groups() {
		for _, s := range g.Statements {
			group[s.Name] = g.Title
		}
	}
	list := []report.Statement{}
	for _, s := range chosen {
		x := report.Statement{
			Name: s.Name, Group: group[s.Name], Title: s.Title, Cite: s.Cite, Words: s.Words, Symbols: s.Symbols, Printed: s.Printed,
			Hypotheses: []report.Hypothesis{}, Floor: s.Floor,
		}
		for _, h := range s.Hypotheses {
			x.Hypotheses = append(x.Hypotheses, report.Hypothesis{Name: h.Name, Text: h.Text})
		}
		list = append(list, x)
	}
	return list
}

// verdictWord is a verdict as documents have it.
func verdictWord(v engine.Verdict) string {
	switch v {
	case engine.NotMet:
		return report.StatementNotMet
	case engine.Bounded:
		return report.StatementBounded
	case engine.Holds:
		return report.StatementHolds
	case engine.Refuted:
		return report.StatementRefuted
	default:
		panic(fmt.Sprintf("wobbly: no word for verdict %d", v))
	}
}
