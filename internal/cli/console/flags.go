package console

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/pipeline"
	"wobbly/internal/service"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics/explore"
)

// AnalysisFlags has the parameters of the analysis.
type AnalysisFlags struct {
	Analysis string `help:"The analysis: ${modes} (docs/plus.md); check also takes the other analyzers (wobbly analyzers), and explain ${explaining}." default:"racerdx" complete:"analyses" placeholder:"NAME"`
	Limit    *int   `help:"List at most N elements, the shortest paths first. Left out: 10000, of which check shows ten races as text." placeholder:"N"`
	Literal  string `help:"Follow literal readings of the paper, which the corrected analysis does not: ${readings}." placeholder:"NAME,..."`
	Cap      int    `help:"Count lock levels up to N only (L-hat)." placeholder:"N"`
	StrictFlag
}

// StrictFlag refuses statements that are not in the paper's grammar.
type StrictFlag struct {
	Strict bool `help:"Refuse sugar instead of lowering it."`
}

// PairFlag chooses one program of a file.
type PairFlag struct {
	Pair string `help:"Only this pair of units, such as m,n." placeholder:"M,N"`
}

// PairFlags choose which pairs of accesses are reported.
type PairFlags struct {
	PairFlag
	Condition string `help:"Report a pair if one lock level is 0 (or), or if their sum is at most 1 (sum). Left out: or." complete:"conditions" placeholder:"or|sum"`
}

// MaxListed returns how many elements are listed.
func (f AnalysisFlags) MaxListed() int {
	if f.Limit == nil {
		return service.MaxListed
	}
	return *f.Limit
}

// Mode returns the options of the analysis, with the mode that --analysis names.
func (f AnalysisFlags) Mode(condition string) (abstract.Options, error) {
	o, err := f.Options(condition)
	if err != nil {
		return o, err
	}
	if o.Mode, err = abstract.ParseMode(f.Analysis); err != nil {
		return o, Usage("", "%s", err)
	}
	return o, nil
}

// Options returns the options of the analysis, except the mode.
func (f AnalysisFlags) Options(condition string) (abstract.Options, error) {
	var o abstract.Options
	var err error
	if f.MaxListed() < 0 {
		return o, Usage("", "--limit must not be negative")
	}
	if f.Cap < 0 {
		return o, Usage("", "--cap must not be negative; 0 is no cap")
	}
	o.Cap = f.Cap
	if condition == "" {
		condition = abstract.Or.String()
	}
	if o.Condition, err = abstract.ParseCondition(condition); err != nil {
		return o, Usage("", "%s", err)
	}
	if f.Literal != "" {
		if o.Literal, err = abstract.ParseReadings(f.Literal); err != nil {
			return o, Usage("", "--literal: %s", err)
		}
	}
	return o, nil
}

// Again returns the flags that repeat the analysis, with a space before each.
func (f AnalysisFlags) Again() string {
	var b strings.Builder
	if f.Analysis != abstract.Figure7.String() {
		fmt.Fprintf(&b, " --analysis %s", f.Analysis)
	}
	if f.MaxListed() != service.MaxListed {
		fmt.Fprintf(&b, " --limit %d", f.MaxListed())
	}
	if f.Literal != "" {
		fmt.Fprintf(&b, " --literal %s", ShellWord(f.Literal))
	}
	if f.Cap != 0 {
		fmt.Fprintf(&b, " --cap %d", f.Cap)
	}
	if f.Strict {
		b.WriteString(" --strict")
	}
	return b.String()
}

// Again returns the flags that choose the same pairs, with a space before each.
func (f PairFlags) Again() string {
	var b strings.Builder
	if f.Pair != "" {
		fmt.Fprintf(&b, " --pair %s", ShellWord(f.Pair))
	}
	if f.Condition == abstract.Sum.String() {
		fmt.Fprintf(&b, " --condition %s", f.Condition)
	}
	return b.String()
}

// PairOf returns the units of --pair, or nil for all pairs.
func (f PairFlag) PairOf(core *il.Core) (*il.Pair, error) {
	p, err := pipeline.PairOf(core, f.Pair)
	return p, Failed(err)
}

// AnalysisNames lists the values of check --analysis: the modes of the analysis, and the other
// analyzers.
func AnalysisNames() []string {
	names := ModeNames()
	for _, x := range analyzers.All() {
		if !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	return names
}

// ModeNames lists the modes of the analysis.
func ModeNames() []string {
	return slice.Map(abstract.Modes, func(m abstract.ModeInfo) string { return m.Name })
}

func ReadingNames() string {
	names := make([]string, len(abstract.Readings))
	for i, r := range abstract.Readings {
		names[i] = r.Name
	}
	return strings.Join(names, ", ")
}

// SearchFlags bound and speed up a search of states.
type SearchFlags struct {
	Unroll      *int `help:"Enter each loop at most K times each time it is reached." placeholder:"K"`
	Switches    *int `help:"Change from one thread to the other at most N times." placeholder:"N"`
	MaxStates   int  `help:"Stop at N states; 0 for no limit." default:"${maxstates}" placeholder:"N"`
	Full        bool `help:"Look at every state, also where no further race can come of it; counts are exact then."`
	MaxObjects  int  `help:"Leave out states of more than N objects; 0 for no limit." default:"${maxobjects}" placeholder:"N"`
	Fingerprint bool `help:"Remember 64 bits of each state instead of the state."`
	Workers     int  `help:"Search with N goroutines; 0 for one on each core." default:"0" placeholder:"N"`
}

// Options turns the flags into options of a search.
func (f SearchFlags) Options() (explore.Options, error) {
	o := explore.Defaults()
	if f.Unroll != nil {
		o.Unroll = *f.Unroll
	}
	if f.Switches != nil {
		o.Switches = *f.Switches
	}
	o.MaxStates, o.MaxObjects, o.Fingerprint, o.Workers = f.MaxStates, f.MaxObjects, f.Fingerprint, f.Workers
	o.Prune, o.Reduce = !f.Full, !f.Full
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	for _, n := range []struct {
		name  string
		value *int
	}{{"unroll", f.Unroll}, {"switches", f.Switches}, {"max-states", &f.MaxStates}, {"max-objects", &f.MaxObjects}, {"workers", &f.Workers}} {
		if n.value != nil && *n.value < 0 {
			return o, Usage("", "--%s must not be negative", n.name)
		}
	}
	return o, atMostWorkers(f.Workers)
}

// JSONFlag is shared by the commands that print a JSON document.
type JSONFlag struct {
	JSON bool `help:"Print one JSON document on one line." name:"json"`
}

// ShellWord is a word for the shell that is usual here.
func ShellWord(s string) string { return text.ShellWord(s) }

// FileWord is the name of a program as a word for a shell.
func FileWord(name string) string {
	if name == report.StdinName {
		return name
	}
	return ShellWord(name)
}
