package positives

import (
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/theorem/engine"
)

// inBothForms returns the case and, if it differs, the case of the same program with methods that
// are not lowered to ANF: π := arg stays as it is.
func inBothForms(c *engine.Case) []*engine.Case {
	type directForm struct{}
	direct := engine.Once(c, directForm{}, func() *engine.Case {
		if !storesFormal(c.Core.Program) {
			return nil
		}
		core, _ := check.Program(c.Core.Program, check.Options{NoANF: true})
		if core == nil {
			return nil
		}
		direct := engine.NewCase(core, c.Seed)
		direct.Analysis, direct.Variant = c.Analysis, c.Variant
		return direct
	})
	if direct == nil {
		return []*engine.Case{c}
	}
	return []*engine.Case{c, direct}
}

// storesFormal reports whether a method as written stores a parameter.
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

// considered is an access of a unit, with its properties in Theorems 6.10 and 2.
type considered struct {
	abstract.Access
	fields      string     // of the path, as text
	Stable      bool       // no proper prefix is wobbly, leaving out WB
	independent bool       // and if so, none is because of WB either
	unit        abstract.D // the summary of its unit in mode Plus
}

// Site returns the site of the access.
func (a considered) Site() il.Site { return il.Site{At: a.At, Kind: a.Kind} }

// accesses lists A of a unit. The error is a BoundError.
func accesses(c *engine.Case, u *il.Unit) ([]considered, error) {
	type key struct{}
	type result struct {
		byUnit [][]considered // by Unit.Index
		err    error
	}
	all := engine.Once(c, key{}, func() result {
		full, err := c.Sets()
		if err != nil {
			return result{err: err}
		}
		bare, err := c.SetsIn(abstract.Plus) // in which there is no WB
		if err != nil {
			return result{err: err}
		}
		list := make([][]considered, len(c.Core.Units))
		for _, u := range c.Core.Units {
			d, without := full.Summary(u), bare.Summary(u)
			for _, a := range without.Accesses() {
				_, fields := a.Path.Cut()
				stable := without.Stable(a.Path)
				list[u.Index] = append(list[u.Index], considered{
					Access: a, fields: fields, Stable: stable, independent: !stable || d.Stable(a.Path), unit: without,
				})
			}
		}
		return result{byUnit: list}
	})
	if all.err != nil {
		return nil, all.err
	}
	return all.byUnit[u.Index], nil
}
