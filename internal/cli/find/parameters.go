package find

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"wobbly/internal/analyzers"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
)

// parameterFlags are the flags of the parameters that analyzers declare. A flag that
// is not given stays nil.
type parameterFlags struct {
	kong.Plugins
	of []*analyzers.Parameter // which of those that are declared
}

// declare makes the flags of those parameters that are flags of no other command alone:
// a structure for kong with a field for each.
func (f *parameterFlags) declare(has func(p *analyzers.Parameter) bool) {
	f.of = slice.Filter(analyzers.Parameters(), func(p *analyzers.Parameter) bool { return p.Type != nil && has(p) })
	var fields []reflect.StructField
	for i, p := range f.of {
		tag := fmt.Sprintf("name:%q help:%q placeholder:%q", p.Name, p.Help, p.Placeholder)
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("Parameter%d", i), Type: reflect.PointerTo(p.Type), Tag: reflect.StructTag(tag)})
	}
	f.Plugins = kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
}

// value is what was given for the parameter of an index, nil for nothing.
func (f *parameterFlags) value(i int) any {
	v := reflect.ValueOf(f.Plugins[0]).Elem().Field(i)
	if v.IsNil() {
		return nil
	}
	return v.Elem().Interface()
}

// given tells by name which flags are.
func (f *parameterFlags) given() map[string]bool {
	names := map[string]bool{}
	for i, p := range f.of {
		names[p.Name] = f.value(i) != nil
	}
	return names
}

// set sets the parameters that were given.
func (f *parameterFlags) set(o *analyzers.Options) error {
	for i, p := range f.of {
		if v := f.value(i); v != nil {
			if err := p.Set(o, v); err != nil {
				return console.Usage("", "%s", err)
			}
		}
	}
	return nil
}

// refuse is the error for flags that are given and that the analyzer does not have.
func refuse(x *analyzers.Analyzer, given map[string]bool) error {
	var names, hints []string
	for _, p := range analyzers.Parameters() {
		if given[p.Name] && !x.Has(p) {
			names, hints = append(names, "--"+p.Name), append(hints, fmt.Sprintf("--%s is for %s.", p.Name, p.Owners()))
		}
	}
	if names == nil {
		return nil
	}
	makes := "makes"
	if len(names) > 1 {
		makes = "make"
	}
	return console.Usage(strings.Join(hints, "\n"), "%s %s no sense with --analysis %s", strings.Join(names, ", "), makes, x.Name)
}
