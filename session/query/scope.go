package query

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// Scope has the variables, fields, positions and objects to which expressions about a program C1 ||
// C2 can refer. It is safe for concurrent use.
type Scope struct {
	core  *il.Core
	pair  il.Pair
	names *effect.Names
	// vars has the variables of each thread, sorted, and units those of each unit.
	vars  [2][]string
	units map[*il.Unit]map[string]bool
	// positions has the positions of each thread, and whether they are those of loads or stores.
	// stops has the same positions, sorted.
	positions [2]map[il.Position]bool
	stops     [2][]il.Position
}

// NewScope returns the scope of a program. If the names are nil, the objects are called o1, o2, ...
// in the order in which they were made.
func NewScope(core *il.Core, p il.Pair, n *effect.Names) *Scope {
	if n == nil {
		n = effect.NewNames(semantics.Init{})
	}
	s := &Scope{core: core, pair: p, names: n, units: map[*il.Unit]map[string]bool{}}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		s.addThread(i, u)
	}
	return s
}

// addThread collects the variables and positions of thread i in its unit and all units that it
// calls.
func (s *Scope) addThread(i int, unit *il.Unit) {
	positions, vars := map[il.Position]bool{}, map[string]bool{}
	stop := func(at il.Pos, isAccess bool) {
		p := s.core.Source.Position(at)
		positions[p] = positions[p] || isAccess
	}
	for _, u := range s.core.Reachable(unit) {
		maps.Copy(vars, s.varsOf(u))
		stop(u.Body.End, false)
		il.Walk(u.Body, func(st il.Stmt) {
			if _, isSkip := st.(*il.Skip); !isSkip {
				_, isAccess := il.AccessOf(st)
				stop(st.Pos(), isAccess)
			}
		})
	}
	s.positions[i], s.vars[i] = positions, slices.Sorted(maps.Keys(vars))
	s.stops[i] = slice.Sorted(maps.Keys(positions), func(a, b il.Position) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

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

func (s *Scope) hasVar(i semantics.Tid, x string) bool {
	_, ok := slices.BinarySearch(s.vars[i], x)
	return ok
}

// needsQuotes reports whether a variable with a name needs backquotes, because the name is a word
// of the language or that of an object.
func (s *Scope) needsQuotes(name string) bool {
	_, object := s.names.Loc(name)
	return object || isShaped(name) || slices.Contains(reserved, name)
}

// isShaped reports whether a name has the form o1, o2, ..., which is that of a variable only in
// backquotes.
func isShaped(name string) bool {
	digits, ok := strings.CutPrefix(name, "o")
	return ok && digits != "" && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}

// View is a state on which expressions are evaluated: a configuration with a part of its history.
// It is immutable.
type View struct {
	Config semantics.Config
	// Focus is the thread of variables that are written without a thread.
	Focus semantics.Tid
	// Steps has the numbers of steps of A and of B so far.
	Steps [2]int
	// Switches is the number of steps by another thread than the step before.
	Switches int
	// Last is the thread that made the last step. It has no meaning before the first one.
	Last semantics.Tid
	// Before is the state before the last step or choice, or nil at the start.
	Before *View
}

// Begin returns the view of an initial configuration, with A in focus.
func Begin(k semantics.Config) View { return View{Config: k} }

// Stepped returns the view after a step of thread i that led to k.
func (v *View) Stepped(i semantics.Tid, k semantics.Config) View {
	w := *v
	w.Config, w.Last, w.Before = k, i, v
	w.Steps[i]++
	if last := v.mover(); last != nobody && last != whoIs(i) {
		w.Switches++
	}
	return w
}

// Chosen returns the view after a choice that led to k, which is not a step.
func (v *View) Chosen(k semantics.Config) View {
	w := *v
	w.Config, w.Before = k, v
	return w
}

// mover returns the thread that made the last step, or nobody.
func (v *View) mover() Who {
	if v.Steps == [2]int{} {
		return nobody
	}
	return whoIs(v.Last)
}
