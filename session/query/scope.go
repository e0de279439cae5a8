package query

import (
	"cmp"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// Scope is what expressions speak about: a program C1 || C2 and the names of
// its objects. It is safe for concurrent use.
type Scope struct {
	core   *il.Core
	pair   il.Pair
	names  Names
	vars   [2][]string                  // of the units that each thread may enter, sorted
	places [2]map[il.Position]bool      // where each thread may stand; true for loads and stores
	stops  [2][]il.Position             // the same, sorted
	fields map[string]bool              // Field
	units  map[*il.Unit]map[string]bool // the variables of each unit that a thread may enter
}

// NewScope is the scope of a program of core. The names are those that objects
// are shown with; nil stands for o1, o2, ... in the order in which they came into
// being.
func NewScope(core *il.Core, p il.Pair, n Names) *Scope {
	if n == nil {
		n = numbered{}
	}
	s := &Scope{core: core, pair: p, names: n, fields: map[string]bool{}, units: map[*il.Unit]map[string]bool{}}
	for _, f := range core.Fields {
		s.fields[f] = true
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		s.enter(i, u)
	}
	return s
}

// enter collects what thread i may come to in the units that it may enter.
func (s *Scope) enter(i int, u *il.Unit) {
	s.places[i] = map[il.Position]bool{}
	vars := map[string]bool{}
	seen := map[*il.Unit]bool{u: true}
	for work := []*il.Unit{u}; len(work) > 0; {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		maps.Copy(vars, s.varsOf(u))
		s.stop(i, u.Body.End, false)
		il.Walk(u.Body, func(st il.Stmt) {
			s.stmt(i, st)
			c, ok := st.(*il.Call)
			if !ok {
				return
			}
			if callee := s.core.Methods[c.Method]; callee != nil && !seen[callee] {
				seen[callee] = true
				work = append(work, callee)
			}
		})
	}
	s.vars[i] = slices.Sorted(maps.Keys(vars))
	s.stops[i] = slices.SortedFunc(maps.Keys(s.places[i]), func(a, b il.Position) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// varsOf is the set of the variables of a unit.
func (s *Scope) varsOf(u *il.Unit) map[string]bool {
	if vars := s.units[u]; vars != nil {
		return vars
	}
	vars := map[string]bool{}
	for _, x := range u.Formals {
		vars[x] = true
	}
	il.Walk(u.Body, func(st il.Stmt) {
		il.EachVar(st, func(x string, _ il.Pos) { vars[x] = true })
	})
	s.units[u] = vars
	return vars
}

// stmt notes where a statement lets thread i stand: before it, except where it
// is skip.
func (s *Scope) stmt(i int, st il.Stmt) {
	if _, skip := st.(*il.Skip); !skip {
		_, access := il.AccessOf(st)
		s.stop(i, st.Pos(), access)
	}
}

func (s *Scope) stop(i int, at il.Pos, access bool) {
	p := s.core.Source.Position(at)
	s.places[i][p] = s.places[i][p] || access
}

// hasVar tells whether thread i may have a variable.
func (s *Scope) hasVar(i semantics.Tid, x string) bool {
	_, ok := slices.BinarySearch(s.vars[i], x)
	return ok
}

// isTaken tells whether a variable of this name has to be written in
// backquotes: the bare name is a word of the language or names an object.
func (s *Scope) isTaken(name string) bool {
	_, object := s.names.Loc(name)
	return object || isShaped(name) || slices.Contains(reserved, name)
}

// at is where thread i stands.
func (s *Scope) at(k semantics.Config, i semantics.Tid) il.Position {
	return s.core.Source.Position(k.Threads[i].Point.Pos())
}

// mentions tells whether a unit has a variable.
func (s *Scope) mentions(u *il.Unit, x string) bool { return s.units[u][x] }
