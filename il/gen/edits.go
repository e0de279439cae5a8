package gen

import (
	"slices"
	"sync"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/slice"
)

// edits lists what the shrinker tries on a program, larger cuts first. An edit may give a program
// that is not legal or no smaller. Edits that only help where an assumption may be violated are
// left out unless it is tolerated.
func (v *view) edits(tolerated check.Assumption) []rewriting {
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
	if tolerated&check.A2 != 0 { // drop a lock() or an unlock() and leave its partner
		for i, s := range v.stmts {
			if s.partner != i {
				list = append(list, v.replace(i))
			}
		}
	}
	return list
}

// run is a range of numbers, [lo, hi).
type run struct{ lo, hi int }

func (r run) has(i int) bool { return r.lo <= i && i < r.hi }

// runs cuts 0 ... n-1 into runs of n, n/2, ..., 1 numbers, as delta debugging does.
func runs(n int) []run {
	var list []run
	for size := n; size > 0; size /= 2 {
		for lo := 0; lo < n; lo += size {
			list = append(list, run{lo, min(lo+size, n)})
		}
	}
	return list
}

// dropDecls drops declarations, and the calls of each dropped method.
func (v *view) dropDecls() (list []rewriting) {
	for _, r := range runs(len(v.program.Decls)) {
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
		list = append(list, w)
	}
	return list
}

// dropping returns the rewriting that drops the statements with the given numbers, and the partners
// of lock() and unlock() among them.
func (v *view) dropping(gone func(i int) bool) rewriting {
	return rewriting{stmt: func(_, i int, _ il.Stmt) ([]il.Stmt, bool) {
		return nil, gone(i) || gone(v.stmts[i].partner)
	}}
}

func (v *view) dropRuns() (list []rewriting) {
	for _, r := range runs(len(v.stmts)) {
		list = append(list, v.dropping(r.has))
	}
	return list
}

// replace returns the rewriting that replaces statement i.
func (v *view) replace(i int, by ...il.Stmt) rewriting {
	return rewriting{stmt: func(_, j int, _ il.Stmt) ([]il.Stmt, bool) { return by, i == j }}
}

// unwrap replaces a compound statement by the statements of a block in it, or by those of both
// branches in sequence.
func (v *view) unwrap() (list []rewriting) {
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

// dropMentions drops all statements of a unit that name a variable, and all statements of the
// program that name a field.
func (v *view) dropMentions() (list []rewriting) {
	for u := range v.units {
		for _, x := range v.variables(u) {
			list = append(list, v.dropping(func(i int) bool {
				found := false
				if v.stmts[i].unit == u {
					il.EachVar(v.stmts[i].stmt,
						func(name string, _ il.Pos) { found = found || name == x })
				}
				return found
			}))
		}
	}
	for _, f := range v.fields() {
		list = append(list, v.dropping(func(i int) bool {
			found := false
			il.EachField(v.stmts[i].stmt, func(name string) { found = found || name == f })
			return found
		}))
	}
	return list
}

// dropPairs drops any two statements, in programs small enough to try all.
func (v *view) dropPairs() (list []rewriting) {
	const maxStmts = 24
	if len(v.stmts) > maxStmts {
		return nil
	}
	for i := range v.stmts {
		for j := range i {
			list = append(list, v.dropping(func(k int) bool { return k == i || k == j }))
		}
	}
	return list
}

// mirror makes both thread blocks equal.
func (v *view) mirror() (list []rewriting) {
	for side := range 2 {
		same := func(b [2]*il.Block) [2]*il.Block { return [2]*il.Block{b[side], b[side]} }
		list = append(list, rewriting{blocks: same})
	}
	return list
}

// threadsToMethod makes a method of a thread block; its pair with itself replaces C1 || C2.
func (v *view) threadsToMethod() (list []rewriting) {
	for u, t := range v.units {
		if !t.thread {
			continue
		}
		m := &il.Method{Name: v.freshMethod()}
		formals, taken := map[string]string{}, slices.Clone(v.variables(u))
		for _, arg := range il.FormalsOf(t.block) {
			formals[arg] = freshName("abcde", &taken)
			m.Formals = append(m.Formals, il.Formal{Name: formals[arg]})
		}
		finish := func(p *il.Program) {
			n := *m
			n.Formals = slices.Clone(m.Formals)
			for i, d := range p.Decls {
				if c, ok := d.(*il.Parallel); ok {
					n.Body = c.Blocks[t.side]
					p.Decls[i] = &n
				}
			}
		}
		list = append(list, rewriting{variable: renamingAll(u, formals), finish: finish})
	}
	return list
}

// methodsToThreads makes C1 || C2 of two methods of a class.
func (v *view) methodsToThreads() (list []rewriting) {
	for j, right := range v.units {
		for i, left := range v.units[:j] {
			if left.thread || right.thread {
				return nil
			}
			var rename [2]map[string]string
			for k, u := range []unit{left, right} {
				rename[k] = map[string]string{}
				for n, f := range u.formals {
					rename[k][f] = argName(n)
				}
			}
			list = append(list, rewriting{
				variable: func(u int, x string) string {
					return renamingAll(j, rename[1])(u, renamingAll(i, rename[0])(u, x))
				},
				finish: func(p *il.Program) {
					units := unitsOf(p)
					p.Decls = slices.DeleteFunc(p.Decls, func(d il.Decl) bool {
						return d == units[i].method || d == units[j].method
					})
					p.Decls = append(p.Decls,
						&il.Parallel{Blocks: [2]*il.Block{units[i].block, units[j].block}})
				},
			})
		}
	}
	return list
}

// mergeMethods drops a method and calls another one with as many formals instead.
func (v *view) mergeMethods() (list []rewriting) {
	for i, from := range v.units {
		for j, to := range v.units {
			if i == j || from.thread || to.thread || len(from.formals) != len(to.formals) {
				continue
			}
			list = append(list, rewriting{
				decl:   func(i int) bool { return v.program.Decls[i] != from.method },
				called: renaming(from.method.Name, to.method.Name),
				private: func(_ int, m *il.Method) bool {
					return m.Private && (m != to.method || from.method.Private)
				},
			})
		}
	}
	return list
}

// inlineCalls replaces a call by the callee's statements, and drops a callee that is called nowhere
// else.
func (v *view) inlineCalls() (list []rewriting) {
	calls := v.calls()
	for i, s := range v.stmts {
		c, ok := s.stmt.(*il.Call)
		if !ok {
			continue
		}
		body := sync.OnceValue(func() []il.Stmt { return v.inline(i) })
		w := rewriting{stmt: func(_, j int, _ il.Stmt) ([]il.Stmt, bool) {
			if i != j {
				return nil, false
			}
			return body(), true
		}}
		dropped := w
		dropped.decl = func(d int) bool {
			m, ok := v.program.Decls[d].(*il.Method)
			return !ok || m.Name != c.Method || calls[c.Method] > 1
		}
		list = append(list, dropped, w)
	}
	return list
}

func (v *view) calls() map[string]int {
	calls := map[string]int{}
	for _, s := range v.stmts {
		if c, ok := s.stmt.(*il.Call); ok {
			calls[c.Method]++
		}
	}
	return calls
}

// synchronize makes synchronized { C } of lock(); C; unlock().
func (v *view) synchronize() (list []rewriting) {
	v.eachBlock(func(_ int, b *il.Block) {
		for i, s := range b.Stmts {
			if !il.Acquires(s) {
				continue
			}
			end := v.stmts[v.number[s]].partner
			j := slices.IndexFunc(b.Stmts, func(s il.Stmt) bool { return v.number[s] == end })
			if j == i {
				continue // without a partner
			}
			inner := &il.Synchronized{Body: &il.Block{Stmts: b.Stmts[i+1 : j]}}
			list = append(list, rewriting{list: map[*il.Block][]il.Stmt{
				b: slices.Concat(b.Stmts[:i], []il.Stmt{inner}, b.Stmts[j+1:]),
			}})
		}
	})
	return list
}

func (v *view) publish() (list []rewriting) {
	for u, m := range v.units {
		if m.method != nil && m.method.Private {
			private := func(w int, m *il.Method) bool { return m.Private && w != u }
			list = append(list, rewriting{private: private})
		}
	}
	return list
}

// promote drops an allocation x := new() and makes x a formal instead: of a thread block, or of a
// method that nothing calls.
func (v *view) promote() (list []rewriting) {
	calls := v.calls()
	for i, s := range v.stmts {
		n, ok := s.stmt.(*il.New)
		u := v.units[s.unit]
		if !ok || u.isFormal(n.Dst) || !u.thread && calls[u.method.Name] > 0 {
			continue
		}
		w := v.dropping(func(j int) bool { return i == j })
		if u.thread {
			arg := 0
			for slices.Contains(v.variables(s.unit), argName(arg)) {
				arg++
			}
			w.variable = renamingAll(s.unit, map[string]string{n.Dst: argName(arg)})
		} else {
			w.formals = func(y int, m *il.Method) []il.Formal {
				if y != s.unit {
					return m.Formals
				}
				return append(slices.Clone(m.Formals), il.Formal{Name: n.Dst})
			}
		}
		list = append(list, w)
	}
	return list
}

// dropFormals drops a formal with its arguments. The body then uses another variable of the unit
// instead, unless it does not use the formal at all.
func (v *view) dropFormals() (list []rewriting) {
	for u, m := range v.units {
		for k, f := range m.formals {
			drop := func(instead string) {
				w := v.withoutFormal(u, k)
				w.variable = renamingAll(u, map[string]string{f: instead})
				list = append(list, w)
			}
			drop(f)
			for _, x := range v.variables(u) {
				if x != f {
					drop(x)
				}
			}
		}
	}
	return list
}

// withoutFormal returns the rewriting that drops formal k of the method that is unit u, with its
// actuals.
func (v *view) withoutFormal(u, k int) rewriting {
	m := v.units[u].method
	return rewriting{
		formals: func(w int, n *il.Method) []il.Formal {
			if w != u {
				return n.Formals
			}
			return slice.Delete(slices.Clone(n.Formals), k)
		},
		stmt: func(_, _ int, s il.Stmt) ([]il.Stmt, bool) {
			c, ok := s.(*il.Call)
			if !ok || c.Method != m.Name || k >= len(c.Args) {
				return nil, false
			}
			args := slice.Delete(slices.Clone(c.Args), k)
			return []il.Stmt{&il.Call{At: c.At, Method: c.Method, Args: args}}, true
		},
	}
}

// dropValues makes stores of a variable store a new object instead, and drops what provided the
// value: the formal, or the allocations of a local.
func (v *view) dropValues() (list []rewriting) {
	for u, m := range v.units {
		for _, x := range v.variables(u) {
			var w rewriting
			if k := slices.Index(m.formals, x); k >= 0 {
				w = v.withoutFormal(u, k)
			}
			callers := w.stmt
			w.stmt = func(t, i int, s il.Stmt) ([]il.Stmt, bool) {
				switch s := s.(type) {
				case *il.Store:
					if t == u && s.Src == x {
						return []il.Stmt{&il.NewAt{Dst: s.Dst}}, true
					}
				case *il.New:
					if t == u && s.Dst == x {
						return nil, true
					}
				}
				if callers == nil {
					return nil, false
				}
				return callers(t, i, s)
			}
			list = append(list, w)
		}
	}
	return list
}

// dropFields removes a field from all paths that have another one.
func (v *view) dropFields() (list []rewriting) {
	for _, f := range v.fields() {
		for _, last := range []bool{false, true} {
			expr := func(_ int, e il.Expr) (il.Expr, bool) { return without(e, f, last) }
			list = append(list, rewriting{expr: expr})
		}
	}
	return list
}

// without returns e without the first or the last f of its fields, if there is one and it is not
// the only field.
func without(e il.Expr, f string, last bool) (il.Expr, bool) {
	k := slices.Index(e.Fields, f)
	if k < 0 || len(e.Fields) == 1 {
		return e, false
	}
	for i := range e.Fields {
		if last && e.Fields[i] == f {
			k = i
		}
	}
	return withoutFields(e, run{k, k + 1}), true
}

func withoutFields(e il.Expr, r run) il.Expr {
	return il.Expr{
		Root: e.Root, Fields: slices.Delete(slices.Clone(e.Fields), r.lo, r.hi), At: e.At,
	}
}

// mergeVariables renames a variable of a unit to another one. Declared formals are left to
// dropFormals.
func (v *view) mergeVariables() (list []rewriting) {
	for u, m := range v.units {
		all := v.variables(u)
		for _, from := range all[len(m.formals):] {
			for _, to := range all {
				if from != to {
					list = append(list,
						rewriting{variable: renamingAll(u, map[string]string{from: to})})
				}
			}
		}
	}
	return list
}

// mergeFields renames a field to one of the first few.
func (v *view) mergeFields() (list []rewriting) {
	const few = 8
	all := v.fields()
	for i, from := range all {
		for _, to := range all[:min(i, few)] {
			list = append(list, rewriting{field: renaming(from, to)})
		}
	}
	return list
}

func renaming(from, to string) func(string) string {
	return func(name string) string {
		if name == from {
			return to
		}
		return name
	}
}

// renamingAll returns the function that renames variables of unit u, by their old names.
func renamingAll(u int, names map[string]string) func(int, string) string {
	return func(w int, x string) string {
		if n, ok := names[x]; ok && w == u {
			return n
		}
		return x
	}
}

func (v *view) simplify() (list []rewriting) {
	for i, s := range v.stmts {
		for _, simpler := range v.simpler(s) {
			list = append(list, v.replace(i, simpler))
		}
	}
	return list
}

// simpler lists statements that are simpler than p's.
func (v *view) simpler(p placed) (list []il.Stmt) {
	add := func(s il.Stmt) { list = append(list, s) }
	shorten := func(path il.Expr, with func(il.Expr) il.Stmt) {
		for _, e := range shorterPaths(path) {
			add(with(e))
		}
	}
	stores := func(dst il.Expr) { // one for each variable of the unit
		for _, x := range v.variables(p.unit) {
			add(&il.Store{Dst: dst, Src: x})
		}
	}
	// locals lists what may be assigned instead of a formal: the locals of the unit, and a new one.
	locals := func(dst string) []string {
		if !v.units[p.unit].isFormal(dst) {
			return nil
		}
		taken := slices.Clone(v.variables(p.unit))
		local := slices.DeleteFunc(slices.Clone(taken), v.units[p.unit].isFormal)
		return append(local, freshName("xyzuvw", &taken))
	}
	switch s := p.stmt.(type) {
	case *il.Copy:
		add(&il.New{Dst: s.Dst})
		for _, x := range locals(s.Dst) {
			add(&il.Copy{Dst: x, Src: s.Src})
		}
	case *il.New:
		for _, x := range locals(s.Dst) {
			add(&il.New{Dst: x})
		}
	case *il.Load:
		add(&il.New{Dst: s.Dst})
		add(&il.Copy{Dst: s.Dst, Src: s.Src.Root})
		shorten(s.Src, func(e il.Expr) il.Stmt { return &il.Load{Dst: s.Dst, Src: e} })
		for _, x := range locals(s.Dst) {
			add(&il.Load{Dst: x, Src: s.Src})
		}
		add(&il.NewAt{Dst: s.Src})
	case *il.Store:
		shorten(s.Dst, func(e il.Expr) il.Stmt { return &il.Store{Dst: e, Src: s.Src} })
		stores(s.Dst)
		add(&il.NewAt{Dst: s.Dst})
	case *il.NewAt:
		shorten(s.Dst, func(e il.Expr) il.Stmt { return &il.NewAt{Dst: e} })
		stores(s.Dst)
	case *il.Move:
		stores(s.Dst)
		add(&il.NewAt{Dst: s.Dst})
		shorten(s.Dst, func(e il.Expr) il.Stmt { return &il.Move{Dst: e, Src: s.Src} })
		shorten(s.Src, func(e il.Expr) il.Stmt { return &il.Move{Dst: s.Dst, Src: e} })
	case *il.If:
		add(&il.If{Then: s.Then})
	case *il.While:
		add(&il.If{Then: s.Body})
	case *il.Call:
		for i, e := range s.Args {
			for _, shorter := range shorterExprs(e) {
				args := slices.Clone(s.Args)
				args[i] = shorter
				add(&il.Call{Method: s.Method, Args: args})
			}
		}
	}
	return list
}

// shorterExprs returns e without each run of its fields.
func shorterExprs(e il.Expr) (list []il.Expr) {
	for _, r := range runs(len(e.Fields)) {
		list = append(list, withoutFields(e, r))
	}
	return list
}

// shorterPaths is shorterExprs without the bare variable.
func shorterPaths(e il.Expr) []il.Expr { return slices.DeleteFunc(shorterExprs(e), il.Expr.IsVar) }
