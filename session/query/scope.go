package query

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Scope is what expressions speak about: a program C1 || C2 and the names of
// its objects. It is safe for concurrent use.
type Scope struct {
	core      *il.Core
	pair      il.Pair
	names     Names
	vars      [2][]string                  // of the units that each thread may enter, sorted
	positions [2]map[il.Position]bool      // where each thread may stand; true for loads and stores
	stops     [2][]il.Position             // the same, sorted
	fields    map[string]bool              // Field
	units     map[*il.Unit]map[string]bool // the variables of each unit that a thread may enter
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
	s.positions[i] = map[il.Position]bool{}
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
	s.stops[i] = slice.Sorted(maps.Keys(s.positions[i]), func(a, b il.Position) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// varsOf is the set of the variables of a unit.
func (s *Scope) varsOf(u *il.Unit) map[string]bool {
	if vars := s.units[u]; vars != nil {
		return vars
	}
	vars := slice.Set(u.Formals)
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
	s.positions[i][p] = s.positions[i][p] || access
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

// Names gives objects their names and finds objects by them.
type Names interface {
	// Of is the name of a location.
	Of(l semantics.Loc) string
	// Loc is the location that is called so in every state that has it, and
	// whether there ever is one.
	Loc(name string) (semantics.Loc, bool)
}

// numbered calls objects o1, o2, ... in the order in which they came into being.
type numbered struct{}

// Of implements Names.
func (numbered) Of(l semantics.Loc) string { return l.String() }

// Loc implements Names.
func (numbered) Loc(name string) (semantics.Loc, bool) {
	k, err := strconv.ParseInt(strings.TrimPrefix(name, "o"), 10, 32)
	if l := semantics.Loc(k); err == nil && l > semantics.Nil && l.String() == name {
		return l, true
	}
	return semantics.Nil, false
}

// isShaped tells whether a name has the shape o1, o2, ...: it never stands for a
// variable unless it is in backquotes.
func isShaped(name string) bool {
	digits, ok := strings.CutPrefix(name, "o")
	return ok && digits != "" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}

// View is a state as expressions see it: a configuration, and of the history
// that led there what they can ask for. A View is never changed.
type View struct {
	Config   semantics.Config
	Focus    semantics.Tid // whose variables stand without a thread
	Steps    [2]int        // of A and of B so far
	Switches int           // steps by another thread than the step before
	Last     semantics.Tid // who made the last step; means nothing before the first
	Before   *View         // the state before the last step or choice; nil before the first
}

// Begin is the view of an initial configuration, with A in focus.
func Begin(k semantics.Config) View { return View{Config: k} }

// Stepped is the view after a step of thread i that led to k.
func (v *View) Stepped(i semantics.Tid, k semantics.Config) View {
	w := *v
	w.Config, w.Last, w.Before = k, i, v
	w.Steps[i]++
	if v.moved() && v.Last != i {
		w.Switches++
	}
	return w
}

// Chosen is the view after a choice that led to k, which is no step.
func (v *View) Chosen(k semantics.Config) View {
	w := *v
	w.Config, w.Before = k, v
	return w
}

// Focused is the view with another thread in focus.
func (v *View) Focused(i semantics.Tid) View {
	w := *v
	w.Focus = i
	return w
}

// moved tells whether a step was made.
func (v *View) moved() bool { return v.Steps[semantics.A]+v.Steps[semantics.B] > 0 }
