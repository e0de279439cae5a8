package ask

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/proof"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// ChooseStatements finds the statements of the given names, in the order of all;
// without names it is all. The error is *Refusal.
func ChooseStatements(all []*engine.Statement, names []string) ([]*engine.Statement, error) {
	if len(names) == 0 {
		return all, nil
	}
	known := StatementNames(all)
	for _, n := range names {
		if !slices.Contains(known, n) {
			hint := spell.Hint(n, known, "wobbly theorem list lists them.")
			if slices.Contains(SwitchNames(), n) {
				hint = "It is a switch: wobbly theorem break " + n
			}
			return nil, refuse(hint, "there is no theorem or lemma %q", n)
		}
	}
	return slice.Filter(all,
		func(s *engine.Statement) bool { return slices.Contains(names, s.Name) }), nil
}

// StatementNames lists the names of statements.
func StatementNames(all []*engine.Statement) []string {
	return slice.Map(all, func(s *engine.Statement) string { return s.Name })
}

// HypothesisNames lists the names of the hypotheses, sorted.
func HypothesisNames(all []*engine.Statement) []string {
	var names []string
	for _, s := range all {
		for _, h := range s.Hypotheses {
			names = append(names, h.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Statements describes the chosen statements for a document.
func Statements(chosen []*engine.Statement) []report.Statement {
	group := map[string]string{}
	for _, g := range theorem.Groups() {
		for _, s := range g.Statements {
			group[s.Name] = g.Title
		}
	}
	list := []report.Statement{}
	for _, s := range chosen {
		e, _ := proof.Of(s.Name)
		x := report.Statement{
			Name: s.Name, Group: group[s.Name], Title: s.Title, Cite: s.Cite, Words: s.Words,
			Symbols: s.Symbols, Printed: s.Printed,
			Hypotheses: []report.Hypothesis{}, Floor: s.Floor,
			Evidence: report.Evidence{Known: e.Known, Note: e.Note, Lemmas: []report.CoqLemma{}},
		}
		for _, h := range s.Hypotheses {
			x.Hypotheses = append(x.Hypotheses, report.Hypothesis{Name: h.Name, Text: h.Text})
		}
		for _, l := range e.Lemmas {
			x.Evidence.Lemmas = append(x.Evidence.Lemmas,
				report.CoqLemma{Name: l.Name, File: l.File, Statement: l.Statement})
		}
		list = append(list, x)
	}
	return list
}

// Without has the names of hypotheses that are switched off.
type Without []string

// Check returns a *Refusal for hypotheses that none of the statements has.
func (w Without) Check(chosen []*engine.Statement) error {
	names := HypothesisNames(chosen)
	for _, off := range w {
		if slices.Contains(names, off) {
			continue
		}
		hint := spell.Hint(off, names, cmp.Or(ThereAre(names), "It has no hypotheses."))
		if len(chosen) == 1 {
			return refuse(hint, "%s has no hypothesis %q", chosen[0].Name, off)
		}
		return refuse(hint, "no statement here has a hypothesis %q", off)
	}
	return nil
}

// Of lists the hypotheses of s that are switched off.
func (w Without) Of(s *engine.Statement) []string {
	var names []string
	for _, h := range s.Hypotheses {
		if slices.Contains(w, h.Name) {
			names = append(names, h.Name)
		}
	}
	return names
}

// Refuted returns the exit for a refutation of s: a theorem was violated, unless one of its
// hypotheses was switched off. Then a refutation is the purpose of the run.
func (w Without) Refuted(s *engine.Statement) int {
	if len(w.Of(s)) > 0 {
		return ExitFound
	}
	return ExitViolated
}

// Again returns the flag for the same hypotheses of one statement.
func (w Without) Again(s *engine.Statement) string {
	if off := w.Of(s); len(off) > 0 {
		return " --without " + strings.Join(off, ",")
	}
	return ""
}

// Switch describes a hypothesis that can be switched off.
func Switch(s *engine.Switch) report.Switch {
	return report.Switch{
		Name: s.Name, Kind: s.Kind.String(), Text: s.Text, Statement: s.Statement, Needed: s.Needed,
		Step: s.Step,
	}
}

// ChooseSwitch finds a switch. The error is *Refusal.
func ChooseSwitch(name string) (*engine.Switch, error) {
	s, ok := theorem.FindSwitch(name)
	if !ok {
		hint := spell.Hint(name, SwitchNames(), "wobbly theorem break --list --all lists them.")
		if slices.Contains(StatementNames(theorem.Statements()), name) {
			own := slice.Filter(SwitchNames(),
				func(s string) bool { return strings.HasPrefix(s, name+":") })
			hint = cmp.Or(ThereAre(own), "wobbly theorem break --list --all lists the switches.")
			return nil, refuse(hint,
				"%s is a theorem or lemma, and a switch is one of its hypotheses", name)
		}
		return nil, refuse(hint, "there is no switch %q", name)
	}
	return s, nil
}

// SwitchNames lists the names of the switches.
func SwitchNames() []string {
	return slice.Map(theorem.Switches(), func(s *engine.Switch) string { return s.Name })
}
