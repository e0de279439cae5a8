package gen

import (
	"slices"

	"wobbly/il"
	"wobbly/il/check"
)

// edit makes a copy of a program with one change.
type edit func() *il.Program

// edits lists what the shrinker tries on a program, the larger cuts first. An
// edit may give a program that is not legal or no smaller; those that only help
// where an assumption may be violated are left out where it is not tolerated.
func (v *view) edits(tolerated check.Assumption) []edit {
	list := slices.Concat(
		v.dropDecls(),
		v.dropRuns(),
		v.unwrap(),
		v.dropMentions(),
		v.dropPairs(),
		v.mirror(),
		v.threadsToMethod(),
		v.methodsToThreads(),
		v.mergeMethods(),
		v.inlineCalls(),
		v.synchronize(),
		v.publish(),
		v.promote(),
		v.dropFormals(),
		v.dropValues(),
		v.dropFields(),
		v.simplify(),
		v.mergeVariables(),
		v.mergeFields(),
	)
	if tolerated&check.A2 != 0 {
		list = append(list, v.dropHalves()...)
	}
	return list
}

// run is the numbers from lo up to but without hi.
type run struct{ lo, hi int }

func (r run) has(i int) bool { return r.lo <= i && i < r.hi }

// runs cuts 0 ... n-1 into runs of n, n/2, ..., 1 numbers, as delta debugging
// does.
func runs(n int) []run {
	var list []run
	for size := n; size > 0; size /= 2 {
		for lo := 0; lo < n; lo += size {
			list = append(list, run{lo, min(lo+size, n)})
		}
	}
	return list
}

// dropDecls drops declarations, and with a method the calls of it.
func (v *view) dropDecls() []edit {
	var list []edit
	for _, r := range runs(len(v.program.Decls)) {
		list = append(list, func() *il.Program {
			gone := map[string]bool{}
			for _, d := range v.program.Decls[r.lo:r.hi] {
				if m, ok := d.(*il.Method); ok {
					gone[m.Name] = true
				}
			}
			w := v.dropping(func(i int) bool {
				c, ok := v.stmts[i].stmt.(*il.Call)
				return ok && gone[c.Method]
			})
			w.decl = func(i int) bool { return !r.has(i) }
			return v.rewrite(w)
		})
	}
	return list
}

// dropping drops the statements with the given numbers, and of each lock() or
// unlock() among them the partner too.
func (v *view) dropping(gone func(i int) bool) rewriting {
	return rewriting{stmt: func(_, i int, _ il.Stmt) ([]il.Stmt, bool) {
		return nil, gone(i) || gone(v.stmts[i].partner)
	}}
}

func (v *view) dropRuns() []edit {
	var list []edit
	for _, r := range runs(len(v.stmts)) {
		list = append(list, func() *il.Program { return v.rewrite(v.dropping(r.has)) })
	}
	return list
}

// replace is the edit that puts other statements in the place of statement i.
func (v *view) replace(i int, by ...il.Stmt) edit {
	return func() *il.Program {
		return v.rewrite(rewriting{stmt: func(_, j int, _ il.Stmt) ([]il.Stmt, bool) {
			return by, i == j
		}})
	}
}

// unwrap puts the statements of a block in the place of the compound around it,
// or those of both branches one after the other.
func (v *view) unwrap() []edit {
	var list []edit
	for i, s := range v.stmts {
		blocks := il.Blocks(s.stmt)
		for _, b := range blocks {
			list = append(list, v.replace(i, b.List()...))
		}
		if len(blocks) == 2 {
			list = append(list, v.replace(i, slices.Concat(blocks[0].List(), blocks[1].List())...))
		}
	}
	return list
}

// dropMentions drops all statements of a unit that name a variable, and all
// statements of the program that name a field.
func (v *view) dropMentions() []edit {
	var list []edit
	for u := range v.units {
		for _, x := range v.variables(u) {
			list = append(list, func() *il.Program {
				return v.rewrite(v.dropping(func(i int) bool { return v.stmts[i].unit == u && mentions(v.stmts[i].stmt, x) }))
			})
		}
	}
	for _, f := range v.fields() {
		list = append(list, func() *il.Program {
			return v.rewrite(v.dropping(func(i int) bool { return hasField(v.stmts[i].stmt, f) }))
		})
	}
	return list
}

func mentions(s il.Stmt, variable string) bool {
	found := false
	il.EachVar(s, func(name string, _ il.Pos) { found = found || name == variable })
	return found
}

func hasField(s il.Stmt, field string) bool {
	found := false
	il.EachField(s, func(name string) { found = found || name == field })
	return found
}

// dropPairs drops any two statements, in programs small enough to try all.
func (v *view) dropPairs() []edit {
	const most = 24
	if len(v.stmts) > most {
		return nil
	}
	var list []edit
	for i := range v.stmts {
		for j := range i {
			list = append(list, func() *il.Program {
				return v.rewrite(v.dropping(func(k int) bool { return k == i || k == j }))
			})
		}
	}
	return list
}

// mirror makes both thread blocks the same.
func (v *view) mirror() []edit {
	var list []edit
	for side := range 2 {
		list = append(list, func() *il.Program {
			return v.rewrite(rewriting{blocks: func(b [2]*il.Block) [2]*il.Block {
				return [2]*il.Block{b[side], b[side]}
			}})
		})
	}
	return list
}

// publish makes private methods public.
func (v *view) publish() []edit {
	var list []edit
	for u, m := range v.units {
		if m.method == nil || !m.method.Private {
			continue
		}
		list = append(list, func() *il.Program {
			return v.rewrite(rewriting{private: func(w int, m *il.Method) bool { return m.Private && w != u }})
		})
	}
	return list
}

// promote drops an allocation x := new() and makes x a formal instead: of a
// thread block, or of a method that nothing calls.
func (v *view) promote() []edit {
	var list []edit
	calls := v.calls()
	for i, s := range v.stmts {
		n, ok := s.stmt.(*il.New)
		u := v.units[s.unit]
		if !ok || u.isFormal(n.Dst) || !u.thread && calls[u.method.Name] > 0 {
			continue
		}
		list = append(list, v.promoteAt(i, n.Dst))
	}
	return list
}

// promoteAt is promote for the allocation that is statement i, of variable x.
func (v *view) promoteAt(i int, x string) edit {
	u := v.stmts[i].unit
	return func() *il.Program {
		w := v.dropping(func(j int) bool { return i == j })
		if v.units[u].thread {
			w.variable = renaming(u, x, v.freshArg(u))
		} else {
			w.formals = func(y int, m *il.Method) []il.Formal {
				if y != u {
					return m.Formals
				}
				return append(slices.Clone(m.Formals), il.Formal{Name: x})
			}
		}
		return v.rewrite(w)
	}
}

// freshArg is the first of arg1, arg2, ... that unit u does not name.
func (v *view) freshArg(u int) string {
	used := v.variables(u)
	for i := 0; ; i++ {
		if !slices.Contains(used, argName(i)) {
			return argName(i)
		}
	}
}

// renaming renames one variable of unit u.
func renaming(u int, from, to string) func(int, string) string {
	return func(w int, name string) string {
		if w == u && name == from {
			return to
		}
		return name
	}
}

// mergeVariables renames a variable of a unit to another one. Declared formals
// are left to dropFormals.
func (v *view) mergeVariables() []edit {
	var list []edit
	for u, m := range v.units {
		all := v.variables(u)
		for _, from := range all[len(m.formals):] {
			for _, to := range all {
				if from == to {
					continue
				}
				list = append(list, func() *il.Program {
					return v.rewrite(rewriting{variable: renaming(u, from, to)})
				})
			}
		}
	}
	return list
}

// mergeFields renames a field to one of the first few.
func (v *view) mergeFields() []edit {
	const first = 8
	var list []edit
	all := v.fields()
	for i, from := range all {
		for _, to := range all[:min(i, first)] {
			list = append(list, func() *il.Program {
				return v.rewrite(rewriting{field: func(f string) string {
					if f == from {
						return to
					}
					return f
				}})
			})
		}
	}
	return list
}
