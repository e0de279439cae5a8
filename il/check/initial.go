package check

import (
	"fmt"
	"iter"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// checkInit checks the init block: it sets each cell and each variable at most once, and the
// variables must be parameters. Everything else has a default.
func (c *checker) checkInit() {
	if c.init == nil {
		return
	}
	type cell struct{ object, field string }
	cells := make(map[cell]il.Cell, len(c.init.Cells))
	for _, d := range c.init.Cells {
		c.fields.add(d.Field)
		k := cell{d.Object, d.Field}
		f, twice := cells[k]
		if !twice {
			cells[k] = d
			continue
		}
		e := c.report(diag.DuplicateCell, d.At, d.Object, d.Object+"."+d.Field+" is set again")
		e.Label = "a second value"
		e.Fix = "remove one of the two"
		note(e, f.At, f.Object, fmt.Sprintf("%s.%s is set to %s here", f.Object, f.Field, f.Value))
	}
	type variable struct {
		thread int
		name   string
	}
	first := make(map[variable]il.Binding, len(c.init.Bindings))
	// The names that a thread may bind; nil if there is no unit, or the block is Broken.
	var formals [2]map[string]bool
	for i := range formals {
		if units := c.unitsOf(i); len(units) > 0 {
			formals[i] = map[string]bool{}
			for f := range formalsOf(units) {
				formals[i][f] = true
			}
		}
	}
	for _, d := range c.init.Bindings {
		k := variable{d.Thread, d.Variable}
		if f, twice := first[k]; twice {
			name := threadNames[d.Thread] + "." + d.Variable
			e := c.report(diag.DuplicateBinding, d.VariableAt, d.Variable, name+" is bound again")
			e.Label = "a second value"
			e.Fix = "remove one of the two"
			note(e, f.VariableAt, f.Variable, fmt.Sprintf("%s is bound to %s here", name, f.Value))
			continue
		}
		first[k] = d
		if known := formals[d.Thread]; known != nil && !known[d.Variable] {
			c.unknownBinding(d)
		}
	}
}

// unitsOf lists the units that thread i may run: its block of C1 || C2, or all methods of the
// class.
func (c *checker) unitsOf(thread int) []il.Unit {
	t := c.threads[thread]
	if t == nil {
		return c.units
	}
	if c.sources[t.Index].broken {
		return nil
	}
	return c.units[t.Index : t.Index+1]
}

// formalsOf lists the formals of some methods, one method after the other.
func formalsOf(units []il.Unit) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range units {
			for _, f := range units[i].Formals {
				if !yield(f) {
					return
				}
			}
		}
	}
}

func (c *checker) unknownBinding(d il.Binding) {
	units := c.unitsOf(d.Thread)
	owner := "any method"
	if c.threads[d.Thread] != nil {
		owner = "thread " + threadNames[d.Thread]
	}
	e := c.report(diag.UnknownBinding, d.VariableAt, d.Variable,
		fmt.Sprintf("%s is not a parameter of %s", d.Variable, owner))
	if similar := c.similarTo(d.Variable, formalsOf(units)); similar != "" {
		e.Label = spell.Question(similar)
		e.Fix = fmt.Sprintf("write %s instead of %s", similar, d.Variable)
		e.Edits = []diag.Edit{{At: e.At, End: e.End, Text: similar}}
		return
	}
	e.Label = "the initial state defines only parameters"
	e.Fix = "remove the binding, or name a parameter"
}
