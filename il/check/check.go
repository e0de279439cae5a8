package check

import (
	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/parallel"
)

// Options chooses which programs are refused, and how the others are lowered.
type Options struct {
	// Strict makes sugar an error.
	Strict bool
	// Tolerate has the assumptions whose violations are not errors, unless the program names a lock.
	Tolerate Assumption
	// NoANF keeps stores of formals in methods, π := arg, so that methods need not be in argument
	// normal form.
	NoANF bool

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
	method *il.Method // nil for a thread block
	body   *il.Block  // as written
	broken bool       // the body is not checked
}

// formals returns the declared formals; a thread block has none.
func (s source) formals() []il.Formal {
	if s.method == nil {
		return nil
	}
	return s.method.Formals
}

// report adds an error about the text that begins at pos. The result is valid until the next error.
func (c *checker) report(code diag.Code, pos il.Pos, text, message string) *diag.Diagnostic {
	c.errs = append(c.errs,
		diag.Diagnostic{Code: code, At: pos, End: end(pos, text), Message: message})
	return &c.errs[len(c.errs)-1]
}

func note(d *diag.Diagnostic, pos il.Pos, text, message string) {
	d.Notes = append(d.Notes, diag.Note{At: pos, End: end(pos, text), Message: message})
}

func end(pos il.Pos, text string) il.Pos { return pos + il.Pos(len(text)) }

// core returns the core of the checked program, whose bodies are lowered.
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
