package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/internal/analyzers"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

// MaxListed is how many elements a list has by default.
const MaxListed = 10_000

// Analysis names an analyzer and its parameters in the words of the command line.
type Analysis struct {
	Name      string // empty for racerdx
	Condition string // on the lock levels: or, sum; empty for or
	Literal   string // literal readings of the paper, separated by commas
	Cap       int    // up to which lock level locks are counted, the paper's L-hat; 0 for no cap
	Limit     int    // how many elements a list has, the shortest paths first

	// Parameters are the other parameters by name. Each value has the parameter's type.
	Parameters map[string]any
}

// Parameter is an option that analyzers declare.
type Parameter = analyzers.Parameter

// Parameters lists all parameters that have a flag of their own.
func Parameters() []*Parameter {
	return slice.Filter(analyzers.Parameters(), func(p *Parameter) bool { return p.Type != nil })
}

// ExplainedParameters lists the parameters that affect explanations.
func ExplainedParameters() []*Parameter {
	return slice.Filter(Parameters(), func(p *Parameter) bool {
		explained := func(x *analyzers.Analyzer) bool { return x.Absent != nil && x.Has(p) }
		return !p.Witnesses && slices.ContainsFunc(analyzers.All(), explained)
	})
}

// An Analyzer is an analyzer with its parameters.
type Analyzer struct {
	of    *analyzers.Analyzer
	o     analyzers.Options
	words Analysis // Name is that of the analyzer, not of an alias
}

// Plain returns RacerDX as wobbly check runs it without flags.
func Plain() *Analyzer {
	a, err := Analysis{Limit: MaxListed}.Analyzer()
	if err != nil {
		panic(err) // every default is allowed
	}
	return a
}

// Analyzer returns the analyzer that the words name. A name that stands for another analyzer under
// a lock condition sets both. The error is a *Refusal.
func (a Analysis) Analyzer() (*Analyzer, error) {
	x, err := a.find()
	if err != nil {
		return nil, err
	}
	o := analyzers.DefaultOptions()
	o.Search.MaxStates, o.Limit = MaxStates, a.Limit
	if o.RacerDX, err = a.options(); err != nil {
		return nil, err
	}
	if x.As != nil {
		o.RacerDX.Condition = x.As.Condition
		x, _ = analyzers.Find(x.As.Of)
	}
	for _, p := range Parameters() {
		v, given := a.Parameters[p.Name]
		if !given {
			continue
		}
		if err := p.Set(&o, v); err != nil {
			return nil, refuse("", "%s", err)
		}
	}
	a.Name = x.Name
	return &Analyzer{of: x, o: o, words: a}, nil
}

// options returns the parameters of the modes of RacerDX, except the mode itself.
func (a Analysis) options() (o abstract.Options, err error) {
	switch {
	case a.Limit < 0:
		return o, refuse("", "--limit must be 0 or more")
	case a.Cap < 0:
		return o, refuse("", "--cap must be 0 or more; 0 is no cap")
	}
	o.Cap = a.Cap
	o.Condition, err = abstract.ParseCondition(cmp.Or(a.Condition, abstract.Or.String()))
	if err != nil {
		return o, refuse("", "%s", err)
	}
	if a.Literal != "" {
		if o.Literal, err = abstract.ParseReadings(a.Literal); err != nil {
			return o, refuse("", "--literal: %s", err)
		}
	}
	return o, nil
}

// Mode returns the analyzer if it is a mode of RacerDX. The error is a *Refusal.
func (a Analysis) Mode() (*Analyzer, error) {
	if _, err := a.options(); err != nil {
		return nil, err
	}
	if _, err := abstract.ParseMode(cmp.Or(a.Name, abstract.Figure7.String())); err != nil {
		return nil, refuse("", "%s", err)
	}
	return a.Analyzer()
}

// Explainer returns the analyzer if it explains its reports and their absence. The error is a
// *Refusal.
func (a Analysis) Explainer() (*Analyzer, error) {
	x, err := a.find()
	if err != nil {
		return nil, err
	}
	if !explains(x) {
		hint := "These have: " + strings.Join(namesOf(explains), ", ") + "."
		return nil, refuse(hint, "%s has no explanations", x.Name)
	}
	return a.Analyzer()
}

// Fits refuses parameters that are given and that the analyzer does not have, and a condition that
// contradicts its name. The error is a *Refusal.
func (a Analysis) Fits() error {
	x, err := a.find()
	if err != nil {
		return err
	}
	condition := a.Condition
	if x.As != nil {
		condition = x.As.Condition.String()
		if a.Condition != "" && a.Condition != condition {
			return refuse("", "--analysis %s is %s with --condition %s", x.Name, x.As.Of, condition)
		}
		x, _ = analyzers.Find(x.As.Of)
	}
	given := map[string]bool{
		"literal": a.Literal != "", "cap": a.Cap != 0, "condition": condition != "",
	}
	var names, hints []string
	for _, p := range analyzers.Parameters() {
		if _, ok := a.Parameters[p.Name]; (ok || given[p.Name]) && !x.Has(p) {
			names = append(names, "--"+p.Name)
			hints = append(hints, fmt.Sprintf("--%s is for %s.", p.Name, p.Owners()))
		}
	}
	if names == nil {
		return nil
	}
	return refuse(strings.Join(hints, "\n"), "%s cannot be used with --analysis %s",
		text.And(names), x.Name)
}

// Flags returns the flags for the same analyzer, without the condition, each after a space.
func (a Analysis) Flags(strict bool) string {
	var b strings.Builder
	if a.Name != abstract.Figure7.String() {
		fmt.Fprintf(&b, " --analysis %s", a.Name)
	}
	if a.Limit != MaxListed {
		fmt.Fprintf(&b, " --limit %d", a.Limit)
	}
	if a.Literal != "" {
		fmt.Fprintf(&b, " --literal %s", text.ShellWord(a.Literal))
	}
	if a.Cap != 0 {
		fmt.Fprintf(&b, " --cap %d", a.Cap)
	}
	if strict {
		b.WriteString(" --strict")
	}
	return b.String()
}

// find returns the analyzer with the name, which may be an alias. The error is a *Refusal.
func (a Analysis) find() (*analyzers.Analyzer, error) {
	return findAnalyzer(cmp.Or(a.Name, abstract.Figure7.String()))
}

// findAnalyzer returns the analyzer with a name. The error is a *Refusal.
func findAnalyzer(name string) (*analyzers.Analyzer, error) {
	x, ok := analyzers.Find(name)
	if !ok {
		names := AnalyzerNames()
		hint := spell.Hint(name, names, "There are: "+strings.Join(names, ", ")+".")
		return nil, refuse(hint, "there is no analyzer %q", name)
	}
	return x, nil
}

// explains reports whether an analyzer explains its reports and their absence.
func explains(x *analyzers.Analyzer) bool {
	return x.Absent != nil || x.Summaries != nil && x.As == nil
}

// namesOf lists the names of some analyzers, including aliases.
func namesOf(is func(*analyzers.Analyzer) bool) []string {
	return slice.Map(slice.Filter(analyzers.All(), is),
		func(x *analyzers.Analyzer) string { return x.Name })
}

// AnalyzerNames lists the names of the analyzers.
func AnalyzerNames() []string { return namesOf(func(*analyzers.Analyzer) bool { return true }) }

// ModeNames lists the names of the modes of RacerDX.
func ModeNames() []string {
	return slice.Map(abstract.Modes, func(m abstract.ModeInfo) string { return m.Name })
}

// CapturingModes lists the modes that count captured fields.
func CapturingModes() []string {
	modes := slice.Filter(abstract.Modes, func(m abstract.ModeInfo) bool { return m.Captures })
	return slice.Map(modes, func(m abstract.ModeInfo) string { return m.Name })
}

// ReadingNames lists the literal readings of the paper.
func ReadingNames() (names []string) {
	for _, r := range abstract.Readings {
		names = append(names, r.Name)
	}
	return names
}

// ConditionNames lists the conditions on the lock levels.
func ConditionNames() []string { return []string{abstract.Or.String(), abstract.Sum.String()} }

// Analyzers describes the analyzers.
func Analyzers() []report.Analyzer { return slice.Map(analyzers.All(), compare.Describe) }

// ProvingNames lists the analyzers that prove each report, without aliases.
func ProvingNames() []string {
	return analyzers.Names(func(x *analyzers.Analyzer) bool { return x.Proves })
}

// ExtractedNames lists the analyzers that are extracted from the Coq text, without aliases.
func ExtractedNames() []string {
	return analyzers.Names(func(x *analyzers.Analyzer) bool { return x.Extracted })
}

// ExplainingNames lists the analyzers that explain their reports without summaries.
func ExplainingNames() []string {
	return analyzers.Names(func(x *analyzers.Analyzer) bool {
		return explains(x) && x.Summaries == nil
	})
}

// Name returns the name on the command line.
func (a *Analyzer) Name() string { return a.of.Name }

// Summarizes reports whether the analyzer is a mode of RacerDX, whose reports follow from
// summaries.
func (a *Analyzer) Summarizes() bool { return a.of.Summaries != nil }

// Summaries returns the options of package abstract for a mode of RacerDX.
func (a *Analyzer) Summaries() abstract.Options { return a.of.Summaries(a.o) }
