// Package find has the commands that find, explain and repair races.
package find

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
)

// Commands find and repair races.
var Commands = []console.Command{
	{Name: "check", Help: "Report the races of a program, with an execution for each.",
		Grammar: newCheckCmd},
	{Name: "explain", Help: "Explain a report, a word such as race, or an error code.",
		Grammar: newExplainCmd},
	{Name: "explore", Help: "Search every interleaving for races: the exact search.",
		Grammar: console.Of[exploreCmd]},
	{Name: "fix", Help: "Propose a repair for a race.", Grammar: console.Of[fixCmd]},
}

// parameterFlags are the flags for the parameters of analyzers. A flag that is not given is nil.
type parameterFlags struct {
	// Plugins has one pointer, to a struct with a field for each of parameters, in their order.
	kong.Plugins
	parameters []*ask.Parameter
}

// declare adds a flag for each parameter.
func (f *parameterFlags) declare(parameters []*ask.Parameter) {
	f.parameters = parameters
	var fields []reflect.StructField
	for i, p := range f.parameters {
		tag := fmt.Sprintf("name:%q help:%q placeholder:%q group:\"less\"", p.Name, p.Help,
			p.Placeholder)
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("Parameter%d", i), Type: reflect.PointerTo(p.Type),
			Tag: reflect.StructTag(tag),
		})
	}
	f.Plugins = kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}

// given returns the values of the flags that are given, by the names of the parameters.
func (f *parameterFlags) given() map[string]any {
	values := map[string]any{}
	for i, p := range f.parameters {
		if v := reflect.ValueOf(f.Plugins[0]).Elem().Field(i); !v.IsNil() {
			values[p.Name] = v.Elem().Interface()
		}
	}
	return values
}
