package gen

import (
	"slices"

	"wobbly/il"
)

// The edits of this file change what the units of a program are.

// threadsToMethod makes one method of a thread block, whose pair with itself
// takes the place of C1 || C2.
func (v *view) threadsToMethod() []edit {
	var list []edit
	for u, t := range v.units {
		if t.thread {
			list = append(list, func() *il.Program { return v.asMethod(u) })
		}
	}
	return list
}

// asMethod makes a method of thread block u and drops the other one.
func (v *view) asMethod(u int) *il.Program {
	m := &il.Method{Name: v.freshMethod()}
	formals := map[string]string{}
	taken := v.variables(u)
	for _, arg := range il.FormalsOf(v.units[u].block) {
		formals[arg] = freshName("abcde", &taken)
		m.Formals = append(m.Formals, il.Formal{Name: formals[arg]})
	}
	q := v.rewrite(rewriting{variable: renamingAll(u, formals)})
	for i, d := range q.Decls {
		if c, ok := d.(*il.Parallel); ok {
			m.Body = c.Blocks[v.units[u].side]
			q.Decls[i] = m
		}
	}
	return q
}

// methodsToThreads makes C1 || C2 of two methods of a class.
func (v *view) methodsToThreads() []edit {
	var list []edit
	for i, l := range v.units {
		for j, r := range v.units[:i] {
			if l.thread || r.thread {
				return nil
			}
			list = append(list, func() *il.Program { return v.asThreads(j, i) })
		}
	}
	return list
}

// asThreads makes the thread blocks of the methods that are units i and j.
func (v *view) asThreads(i, j int) *il.Program {
	rename := make([]map[string]string, 2)
	for k, u := range []int{i, j} {
		rename[k] = map[string]string{}
		for n, f := range v.units[u].formals {
			rename[k][f] = argName(n)
		}
	}
	q := v.rewrite(rewriting{variable: func(u int, x string) string {
		return renamingAll(j, rename[1])(u, renamingAll(i, rename[0])(u, x))
	}})
	units := unitsOf(q)
	threads := &il.Parallel{Blocks: [2]*il.Block{units[i].block, units[j].block}}
	q.Decls = slices.DeleteFunc(q.Decls, func(d il.Decl) bool { return d == units[i].method || d == units[j].method })
	q.Decls = append(q.Decls, threads)
	return q
}

// mergeMethods drops a method and lets another of as many formals be called
// instead.
func (v *view) mergeMethods() []edit {
	var list []edit
	for from, m := range v.units {
		for to, n := range v.units {
			if from != to && !m.thread && !n.thread && len(m.formals) == len(n.formals) {
				list = append(list, func() *il.Program { return v.mergeMethod(m.method, n.method) })
			}
		}
	}
	return list
}

func (v *view) mergeMethod(from, to *il.Method) *il.Program {
	return v.rewrite(rewriting{
		decl: func(i int) bool { return v.program.Decls[i] != from },
		called: func(m string) string {
			if m == from.Name {
				return to.Name
			}
			return m
		},
		private: func(_ int, m *il.Method) bool { return m.Private && (m != to || from.Private) },
	})
}

// inlineCalls puts the callee's statements in the place of a call; a callee that
// is called nowhere else goes too.
func (v *view) inlineCalls() []edit {
	var list []edit
	calls := v.calls()
	for i, s := range v.stmts {
		c, ok := s.stmt.(*il.Call)
		if !ok {
			continue
		}
		list = append(list, func() *il.Program {
			return v.inlining(i, func(d il.Decl) bool {
				m, ok := d.(*il.Method)
				return !ok || m.Name != c.Method || calls[c.Method] > 1
			})
		})
		list = append(list, func() *il.Program { return v.inlining(i, func(il.Decl) bool { return true }) })
	}
	return list
}

// calls counts the calls of each method.
func (v *view) calls() map[string]int {
	calls := map[string]int{}
	for _, s := range v.stmts {
		if c, ok := s.stmt.(*il.Call); ok {
			calls[c.Method]++
		}
	}
	return calls
}

// inlining is the program with call i inlined, and of the declarations those
// that are kept.
func (v *view) inlining(i int, keep func(il.Decl) bool) *il.Program {
	body := v.inline(i)
	return v.rewrite(rewriting{
		decl: func(d int) bool { return keep(v.program.Decls[d]) },
		stmt: func(_, j int, _ il.Stmt) ([]il.Stmt, bool) { return body, i == j },
	})
}

// synchronize makes synchronized { C } of lock(); C; unlock().
func (v *view) synchronize() []edit {
	var list []edit
	v.eachBlock(func(_ int, b *il.Block) {
		for i, s := range b.Stmts {
			if _, ok := s.(*il.Lock); !ok {
				continue
			}
			end := v.stmts[v.number[s]].partner
			j := slices.IndexFunc(b.Stmts, func(s il.Stmt) bool { return v.number[s] == end })
			if j == i {
				continue // without a partner
			}
			list = append(list, func() *il.Program {
				inner := &il.Synchronized{Body: &il.Block{Stmts: b.Stmts[i+1 : j]}}
				return v.rewrite(rewriting{list: map[*il.Block][]il.Stmt{
					b: slices.Concat(b.Stmts[:i], []il.Stmt{inner}, b.Stmts[j+1:]),
				}})
			})
		}
	})
	return list
}

// dropHalves drops a lock() or an unlock() and leaves its partner.
func (v *view) dropHalves() []edit {
	var list []edit
	for i, s := range v.stmts {
		if s.partner != i {
			list = append(list, v.replace(i))
		}
	}
	return list
}

// dropFields takes a field out of all paths that have another one.
func (v *view) dropFields() []edit {
	var list []edit
	for _, f := range v.fields() {
		for _, last := range []bool{false, true} {
			list = append(list, func() *il.Program {
				return v.rewrite(rewriting{expr: func(_ int, e il.Expr) (il.Expr, bool) { return without(e, f, last) }})
			})
		}
	}
	return list
}

// without is e without the first or the last f of its fields, if there is one
// and it is not alone.
func without(e il.Expr, f string, last bool) (il.Expr, bool) {
	at := slices.Index(e.Fields, f)
	if at < 0 || len(e.Fields) == 1 {
		return e, false
	}
	for i := range e.Fields {
		if last && e.Fields[i] == f {
			at = i
		}
	}
	return il.Expr{Root: e.Root, Fields: slices.Delete(slices.Clone(e.Fields), at, at+1), At: e.At}, true
}

// renamingAll renames variables of unit u.
func renamingAll(u int, to map[string]string) func(int, string) string {
	return func(w int, x string) string {
		if n, ok := to[x]; ok && w == u {
			return n
		}
		return x
	}
}

// freshName is the first name of those letters that is not taken, and takes it.
func freshName(letters string, taken *[]string) string {
	for i := 0; ; i++ {
		if x := name(letters, i); !slices.Contains(*taken, x) {
			*taken = append(*taken, x)
			return x
		}
	}
}

// freshMethod is the first method name that the program does not have.
func (v *view) freshMethod() string {
	var taken []string
	for _, u := range v.units {
		if u.method != nil {
			taken = append(taken, u.method.Name)
		}
	}
	return freshName("mnpqrs", &taken)
}
