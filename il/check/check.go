package check

import (
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/parallel"
)

// Options chooses which programs are refused.
type Options struct {
	Strict   bool       // sugar is an error instead of being lowered
	Tolerate Assumption // violations of these are not errors, unless the program names a lock
	NoANF    bool       // methods keep π := arg as it is

	// Incomplete is true if the parser reported errors, so declarations may be missing from the
	// tree. Then there is no core, and a file without a method is not a further error.
	Incomplete bool
}

// Program checks p and lowers it. The list has every error, in text order. The core is nil if there
// are errors, if p is Incomplete, or if p has a declaration that the parser marked as Broken.
// Program does not change p, and the core shares with it whatever has no sugar. Violations that the
// options tolerate are not errors; the core may then violate these assumptions (see il.Core).
func Program(p *il.Program, o Options) (*il.Core, diag.List) {
	return program(p, o, workers)
}

func program(p *il.Program, o Options, workers func(units int) int) (*il.Core, diag.List) {
	c := &checker{
		program: p, strict: o.Strict, noANF: o.NoANF, partial: o.Incomplete,
		budget: suggestionBudget,
	}
	n := workers(c.allocate())
	c.declare(n)
	lowered := c.checkBodies(n)
	c.checkInit()
	order := c.callOrder()
	locks := c.locks.list()
	if len(locks) == 0 {
		c.errs = o.Tolerate.tolerate(c.errs)
	}
	c.checkLimits(locks, order)
	if len(c.errs) > 0 || c.partial {
		c.errs.Sort()
		return nil, c.errs
	}
	if !lowered {
		units := len(c.units)
		parallel.Each(n, stretches(units), func(_, i int) {
			for s := stretchOf(i, units); s.from < s.to; s.from++ {
				u := &c.units[s.from]
				u.Body = c.lower(u)
			}
		})
	}
	if len(locks) > 0 {
		for i := range c.units {
			c.units[i].Body = il.WithSlots(c.units[i].Body, locks)
		}
	}
	return c.core(order, locks), nil
}

type checker struct {
	program *il.Program
	strict  bool
	noANF   bool
	errs    diag.List
	partial bool // some declaration is missing or Broken

	units   []il.Unit           // in file order
	sources []source            // by unit
	methods map[string]*il.Unit // the first of each name
	threads [2]*il.Unit
	init    *il.Init
	cyclic  bool // the call graph has a cycle
	fields  names
	locks   names // without the unnamed one
	calls   callGraph
	budget  int // see suggestionBudget
}

// source is the declaration of a method.
type source struct {
	method *il.Method // nil of a thread block
	body   *il.Block  // as written
	broken bool       // the body is not checked
}

func (s source) formals() []il.Formal {
	if s.method == nil {
		return nil
	}
	return s.method.Formals
}

// report adds an error about text, which begins at at.
func (c *checker) report(code diag.Code, at il.Pos, text, message string) *diag.Diagnostic {
	c.errs = append(c.errs,
		diag.Diagnostic{Code: code, At: at, End: end(at, text), Message: message})
	return &c.errs[len(c.errs)-1]
}

// note adds to d another place: that of text, which begins at at.
func note(d *diag.Diagnostic, at il.Pos, text, message string) {
	d.Notes = append(d.Notes, diag.Note{At: at, End: end(at, text), Message: message})
}

// end returns the end of text, which begins at at.
func end(at il.Pos, text string) il.Pos { return at + il.Pos(len(text)) }

func (c *checker) core(order []*il.Unit, locks []string) *il.Core {
	core := &il.Core{
		Source:  c.program.Source,
		Program: c.program,
		Units:   make([]*il.Unit, len(c.units)),
		Order:   order,
		Methods: c.methods,
		Fields:  c.fields.list(),
		Locks:   locks,
		Threads: c.threads,
		Init:    c.init,

		Recursive: c.cyclic,
	}
	for i := range c.units {
		core.Units[i] = &c.units[i]
	}
	core.Seal()
	return core
}
