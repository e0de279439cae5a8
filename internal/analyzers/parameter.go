package analyzers

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Parameter is an option of some analyzers. Each analyzer declares its parameters
// (Analyzer.Parameters), and the command line has a flag for each.
type Parameter struct {
	Name        string // of the flag, without dashes
	Help        string // the flag's help, in sentences
	Placeholder string // for the value in help

	// For says which analyzers have the parameter, in the error message for one that does not. If
	// it is empty or ends in a space, their names are added.
	For string

	Witnesses bool // whether it concerns only witnesses

	Type reflect.Type                      // of its values; nil if several commands share the flag
	Set  func(o *Options, value any) error // value is of Type
}

func parameter[T any](p Parameter, set func(o *Options, value T) error) *Parameter {
	p.Type = reflect.TypeFor[T]()
	p.Set = func(o *Options, value any) error { return set(o, value.(T)) }
	return &p
}

func number(p Parameter, least int, field func(o *Options) *int) *Parameter {
	return parameter(p, func(o *Options, n int) error {
		if n < least {
			return fmt.Errorf("--%s must be at least %d", p.Name, least)
		}
		*field(o) = n
		return nil
	})
}

// The parameters that several analyzers share.
var (
	maxSteps = parameter(Parameter{
		Name: "max-steps", Placeholder: "N", Witnesses: true, For: "analyses that make witnesses: ",
		Help: "Compress witnesses of more than N steps (analyzers without summaries leave such " +
			"witnesses out). If omitted: 10000, or 100000 for analyzers without summaries.",
	}, func(o *Options, n int) error {
		if n < 0 {
			return errors.New("--max-steps must be 0 or more")
		}
		o.Steps = n
		return nil
	})

	contextDepth = number(Parameter{
		Name: "context", Placeholder: "K",
		For:  "chord, and racemob, which takes its candidates from there",
		Help: "For chord and racemob: the k of Chord's object sensitivity. If omitted: 1.",
	}, 0, func(o *Options) *int { return &o.Context })

	seed = parameter(Parameter{
		Name: "seed", Placeholder: "N", For: "analyzers that watch executions",
		Help: "For dynamic analyzers: the seed of executions. If omitted: 1.",
	}, func(o *Options, n uint64) error { o.Seed = n; return nil })

	runs = number(Parameter{
		Name: "runs", Placeholder: "N", For: "analyzers that watch executions",
		Help: "For dynamic analyzers: executions for each pair of methods. If omitted: 20.",
	}, 1, func(o *Options) *int { return &o.Executions })

	maxStates = number(Parameter{
		Name: "max-states", Placeholder: "N", For: "analyzers whose reports an exact search judges",
		Help: "If an exact search judges the reports, stop it after N states; 0 for no limit. " +
			"If omitted: 2000000.",
	}, 0, func(o *Options) *int { return &o.Search.MaxStates })
)

// Parameters lists the analyzers' parameters, in the order of All, and then that of the search that
// judges reports.
func Parameters() []*Parameter {
	var all []*Parameter
	for _, a := range registered() {
		for _, p := range a.Parameters {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return append(all, maxStates)
}

// Has reports whether an analyzer, or the search that judges its reports, has a parameter.
func (a *Analyzer) Has(p *Parameter) bool {
	return slices.Contains(a.Parameters, p) || p == maxStates && !a.Proves
}

// Owners names the analyzers that have the parameter.
func (p *Parameter) Owners() string {
	if p.For != "" && !strings.HasSuffix(p.For, " ") {
		return p.For
	}
	var names []string
	for _, a := range registered() {
		if a.Has(p) && a.As == nil {
			names = append(names, a.Name)
		}
	}
	return p.For + strings.Join(names, ", ")
}
