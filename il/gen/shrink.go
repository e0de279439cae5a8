package gen

import (
	"slices"

	"wobbly/il"
)

// Shrink looks for a small legal program for which fails still holds, starting
// from p. It tries ever smaller edits (drop methods, runs of statements,
// compounds around their bodies, formals with their arguments, fields of
// paths; merge names) and keeps what fails still accepts, until no edit helps.
// Smaller means fewer statements, then fewer declarations, then simpler
// statements (shorter paths, fewer arguments, no sugar, no assigned formals),
// then fewer names; at the end names are made regular.
//
// The result is a new tree with the positions of its own text (Place), without
// comments; p is not changed. Where p is not legal, or fails does not hold for
// it, the result is a copy of p. The same p and fails give the same result if
// fails depends on nothing else. An init block is kept or dropped as a whole.
func Shrink(p *il.Program, fails func(*il.Program) bool) *il.Program {
	best := Place(viewOf(p).rewrite(rewriting{}))
	if !legal(best) || !fails(best) {
		return best
	}
	for improved := true; improved; {
		improved = false
		pending := viewOf(best).edits()
		for i := 0; i < len(pending); {
			smaller := pending[i].from(best)
			if smaller == nil || !fails(smaller) {
				i++
				continue
			}
			best, improved = smaller, true
			pending = viewOf(best).edits()
		}
	}
	if regular := Place(viewOf(best).regular()); legal(regular) && fails(regular) {
		return regular
	}
	return best
}

// edit makes a copy of a program with one change.
type edit func() *il.Program

// from is what the edit makes of p, in its final form, or nil where that is
// not legal or no smaller than p.
func (e edit) from(p *il.Program) *il.Program {
	n := e()
	if !legal(n) || slices.Compare(cost(n), cost(p)) >= 0 {
		return nil
	}
	return Place(n)
}

// cost orders programs by size, lexicographically. Every accepted edit makes
// it smaller, so shrinking ends.
func cost(p *il.Program) []int {
	m := Measure(p)
	weight := m.Reassigned
	for _, u := range unitsOf(p) {
		weight += len(u.formals)
		if u.method != nil && u.method.Private {
			weight++
		}
		il.Walk(u.block, func(s il.Stmt) { weight += weigh(s, u.formals) })
	}
	return []int{m.Statements, len(p.Decls), weight, m.Fields + m.Variables}
}

// weigh says how much there is to understand about s, inner blocks left out.
func weigh(s il.Stmt, formals []string) int {
	switch s := s.(type) {
	case *il.Skip:
		return 0
	case *il.New, *il.Lock, *il.Unlock, *il.Synchronized:
		return 1
	case *il.Copy:
		return 2
	case *il.Load:
		return 2 + len(s.Src.Fields)
	case *il.Store:
		n := 2 + len(s.Dst.Fields)
		if slices.Contains(formals, s.Src) { // sugar
			n++
		}
		return n
	case *il.NewAt:
		return 4 + len(s.Dst.Fields)
	case *il.Move:
		return 4 + len(s.Dst.Fields) + len(s.Src.Fields)
	case *il.If:
		if s.Else == nil {
			return 1
		}
		return 2
	case *il.While:
		return 3
	case *il.Call:
		n := 1
		for _, e := range s.Args {
			n += 1 + len(e.Fields)
		}
		return n
	default:
		panic(il.Unknown(s))
	}
}

// regular renames everything to the names of names.go, in the order in which
// it occurs. A program with an init block keeps its names.
func (v *view) regular() *il.Program {
	methods, fields := newOrdered(), newOrdered()
	for _, d := range v.program.Decls {
		switch d := d.(type) {
		case *il.Method:
			methods.add(d.Name)
		case *il.Init:
			return v.rewrite(rewriting{})
		}
	}
	for _, f := range v.fields() {
		fields.add(f)
	}
	renaming := make([]map[string]string, len(v.units))
	for i := range v.units {
		renaming[i] = v.regularVariables(i)
	}
	return v.rewrite(rewriting{
		called:   func(m string) string { return methodName(methods.index[m]) },
		field:    func(f string) string { return name("fghijk", fields.index[f]) },
		variable: func(u int, x string) string { return renaming[u][x] },
	})
}

// regularVariables gives the variables of unit u their regular names.
func (v *view) regularVariables(u int) map[string]string {
	renaming := map[string]string{}
	formals, locals := 0, 0
	for _, x := range v.variables(u) {
		switch {
		case v.units[u].isFormal(x) && v.units[u].thread:
			renaming[x] = argName(formals)
			formals++
		case v.units[u].isFormal(x):
			renaming[x] = name("abcde", formals)
			formals++
		default:
			renaming[x] = name("xyzuvw", locals)
			locals++
		}
	}
	return renaming
}

func (u unit) isFormal(name string) bool {
	if u.thread {
		return il.IsFormalName(name)
	}
	return slices.Contains(u.formals, name)
}
