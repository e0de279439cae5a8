package check

import (
	"cmp"
	"iter"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/parallel"
	"wobbly/internal/spell"
)

var threadNames = [2]string{"A", "B"}

// declare makes the methods and reports errors among the declarations.
func (c *checker) declare(workers int) {
	c.declareAll()
	n := stretches(len(c.units))
	parallel.Each(workers, 1+n, func(_, i int) { // the first takes long
		if i == 0 {
			c.indexMethods()
		} else {
			c.nameFormals(stretchOf(i-1, len(c.units)))
		}
	})
}

// declareAll makes the units, those of methods without their formals.
func (c *checker) declareAll() {
	var composed *il.Parallel // the first C1 || C2
	for _, d := range c.program.Decls {
		switch d := d.(type) {
		case *il.Method:
			u := il.Unit{Name: d.Name, At: d.NameAt, Private: d.Private, Body: d.Body}
			c.addUnit(u, source{method: d, body: d.Body, broken: d.Broken})
		case *il.Parallel:
			if composed != nil {
				c.second(diag.SecondParallel, d, composed,
					"a file holds one C1 || C2, and this is another")
			}
			for i, b := range d.Blocks {
				u := il.Unit{Name: threadNames[i], At: d.At, Thread: true, Body: b}
				if b != nil {
					u.At = b.At
				}
				if !d.Broken {
					u.Formals = il.FormalsOf(b)
				}
				p := c.addUnit(u, source{body: b, broken: d.Broken})
				if composed == nil {
					c.threads[i] = p
				}
			}
			composed = cmp.Or(composed, d)
		case *il.Init:
			if c.init != nil {
				c.second(diag.SecondInit, d, c.init,
					"a file holds one init block, and this is another")
				continue
			}
			c.init = d
		default:
			panic(il.Unknown(d))
		}
	}
	if len(c.units) == 0 && !c.partial {
		e := c.report(diag.NothingToAnalyse, 0, "",
			"nothing to analyse: the file has no method and no C1 || C2")
		e.Fix = "write a method, as in get(b) { x := b.f; }, " +
			"or two blocks, as in { x := arg1.f; } || { arg1.f := arg2; }"
	}
}

// allocate allocates all methods at once, so that pointers to them stay valid, and returns their
// number.
func (c *checker) allocate() (units int) {
	methods, blocks := 0, 0
	for _, d := range c.program.Decls {
		switch d.(type) {
		case *il.Method:
			methods++
		case *il.Parallel:
			blocks += 2
		}
	}
	c.units = make([]il.Unit, 0, methods+blocks)
	c.sources = make([]source, 0, methods+blocks)
	c.methods = make(map[string]*il.Unit, methods)
	c.calls.first = make([]int32, 0, methods+blocks+1)
	return methods + blocks
}

func (c *checker) addUnit(u il.Unit, s source) *il.Unit {
	u.Index = len(c.units)
	c.units = append(c.units, u)
	c.sources = append(c.sources, s)
	c.partial = c.partial || s.broken
	return &c.units[u.Index]
}

// indexMethods keeps the first method of each name, and reports the others.
func (c *checker) indexMethods() {
	for i, s := range c.sources {
		if s.method == nil {
			continue
		}
		d, first := s.method, c.methods[s.method.Name]
		if first == nil {
			c.methods[d.Name] = &c.units[i]
			continue
		}
		e := c.report(diag.DuplicateMethod, d.NameAt, d.Name, "method "+d.Name+" is declared again")
		e.Label = "every method needs a name of its own"
		e.Fix = "rename or remove one of the two"
		note(e, first.At, first.Name, "the first declaration is here")
	}
}

func (c *checker) nameFormals(s stretch) {
	n := 0
	for _, from := range c.sources[s.from:s.to] {
		n += len(from.formals())
	}
	names := make([]string, 0, n)
	for i := s.from; i < s.to; i++ {
		if c.sources[i].method == nil {
			continue
		}
		first := len(names)
		for _, f := range c.sources[i].formals() {
			names = append(names, f.Name)
		}
		c.units[i].Formals = names[first:len(names):len(names)]
	}
}

// second reports a second declaration of a kind that a file may have only once.
func (c *checker) second(code diag.Code, d, first il.Decl, message string) {
	opening := "{"
	if _, ok := d.(*il.Init); ok {
		opening = "init"
	}
	e := c.report(code, d.Pos(), opening, message)
	e.Fix = "remove it, or move it to a file of its own"
	note(e, first.Pos(), opening, "the first one is here")
}

// suggestionBudget bounds the work spent on "did you mean" for one file, in character comparisons, so
// that a file with many mistakes takes linear time. When it is used up, errors have no suggestion.
const suggestionBudget = 1 << 25

// maxSimilar is the longest name that is compared.
const maxSimilar = 64

// similarTo returns the candidate closest to name, or "": at most a third of its letters may be
// wrong, missing, superfluous or swapped with their neighbours. Of several closest ones, it returns
// the first.
func (c *checker) similarTo(name string, candidates iter.Seq[string]) string {
	if len(name) > maxSimilar || c.budget < 0 {
		return ""
	}
	s := spell.NewSearch(name, len(name)/3)
	for candidate := range candidates {
		c.budget--
		if candidate == name || s.Hopeless(candidate) || c.budget < 0 {
			continue
		}
		c.budget -= len(candidate) * len(name)
		s.Try(candidate)
	}
	return s.Best
}
