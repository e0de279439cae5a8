package positives

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/engine"
)

// inDirectForm is the case of the same program with methods that are not
// brought into ANF: π := arg stays as it is.
func inDirectForm(c *engine.Case) *engine.Case {
	if !storesFormal(c.Core.Program) {
		return c
	}
	core, _ := check.Program(c.Core.Program, check.Options{NoANF: true})
	if core == nil {
		return c
	}
	direct := engine.NewCase(core, c.Seed)
	direct.Analysis, direct.Variant = c.Analysis, c.Variant
	return direct
}

// Site is where the access is.
func (a considered) Site() il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// directForm is the key of the case in direct form.
type directForm struct{}

// inBothForms is the case, and the one in direct form if that is another one.
func inBothForms(c *engine.Case) []*engine.Case {
	if direct := engine.Once(c, directForm{}, func() *engine.Case { return inDirectForm(c) }); direct != c {
		return []*engine.Case{c, direct}
	}
	return []*engine.Case{c}
}

// storesFormal tells whether a method as written stores a formal.
func storesFormal(p *il.Program) bool {
	found := false
	for _, d := range p.Decls {
		m, ok := d.(*il.Method)
		if !ok {
			continue
		}
		il.Walk(m.Body, func(s il.Stmt) {
			if s, ok := s.(*il.Store); ok {
				found = found || slices.ContainsFunc(m.Formals, func(f il.Formal) bool { return f.Name == s.Src })
			}
		})
	}
	return found
}

// considered is an access of a unit, with what Theorems 6.10 and 2 ask of it.
type considered struct {
	abstract.Access
	fields      string     // behind the root, as text
	Stable      bool       // no proper prefix is wobbly, WB left out
	independent bool       // and if so, nor because of WB
	unit        abstract.D // the summary of its unit in mode Plus
}

// accesses lists A of a unit.
func accesses(c *engine.Case, u *il.Unit) ([]considered, error) {
	all := engine.Once(c, accessesOf{}, func() accessLists { return consider(c) })
	if all.err != nil {
		return nil, all.err
	}
	return all.of[u.Index], nil
}

// accessesOf is the key of the accesses of a case.
type accessesOf struct{}

// accessLists is A of each unit.
type accessLists struct {
	of  [][]considered // by Unit.Index
	err error          // a BoundError
}

func consider(c *engine.Case) accessLists {
	full, err := c.Sets()
	if err != nil {
		return accessLists{err: err}
	}
	bare, err := c.SetsIn(abstract.Plus) // in which there is no WB
	if err != nil {
		return accessLists{err: err}
	}
	list := make([][]considered, len(c.Core.Units))
	for _, u := range c.Core.Units {
		d, without := full.Summary(u), bare.Summary(u)
		for _, a := range without.Accesses() {
			_, fields := a.Path.Cut()
			stable := without.Stable(a.Path)
			list[u.Index] = append(list[u.Index], considered{a, fields, stable, !stable || d.Stable(a.Path), without})
		}
	}
	return accessLists{of: list}
}
