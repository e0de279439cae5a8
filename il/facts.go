package il

import (
	"slices"
	"sort"
	"sync"
)

// facts is what the text of a core says: a side table, made when it is first
// asked for.
type facts struct {
	of    *Core
	once  sync.Once
	units map[*Unit]*unitFacts
	stmts map[Stmt]stmtFacts
	sites map[Site]Stmt
}

// unitFacts is what the text of a unit says.
type unitFacts struct {
	calls   []*Call // in text order
	callees []*Unit // each once, in the order of the first calls
	loops   bool
	rank    int // the place of the unit in Order
}

// stmtFacts is where a statement stands.
type stmtFacts struct {
	unit  *Unit
	depth int
}

// Seal says that c is complete and will not be changed, so that what its text
// says need be found out only once. A copy of a sealed core is not sealed. Who
// changes a core after all, while nobody else reads it, seals it again.
func (c *Core) Seal() {
	if c.facts == nil || c.facts.of != c {
		c.facts = new(facts)
	}
	*c.facts = facts{of: c}
}

// known is the side table of c. It is made anew each time unless c is sealed.
func (c *Core) known() *facts {
	f := c.facts
	if f == nil || f.of != c {
		f = &facts{of: c}
	}
	f.once.Do(f.read)
	return f
}

func (f *facts) read() {
	f.units = make(map[*Unit]*unitFacts, len(f.of.Units))
	f.stmts, f.sites = map[Stmt]stmtFacts{}, map[Site]Stmt{}
	for _, u := range f.of.Units {
		f.units[u] = f.body(u)
	}
	for i, u := range f.of.Order {
		f.units[u].rank = i
	}
	for _, u := range f.of.Units {
		f.locate(u)
	}
}

// body reads what a unit calls, and whether it has loops.
func (f *facts) body(u *Unit) *unitFacts {
	x := &unitFacts{rank: len(f.of.Order)}
	seen := map[*Unit]bool{}
	Walk(u.Body, func(s Stmt) {
		switch s := s.(type) {
		case *While:
			x.loops = true
		case *Call:
			x.calls = append(x.calls, s)
			if callee := f.of.Methods[s.Method]; !seen[callee] {
				seen[callee] = true
				x.callees = append(x.callees, callee)
			}
		}
	})
	return x
}

// locate enters the statements of a unit.
func (f *facts) locate(u *Unit) {
	depth := 0
	Walk(u.Body, func(s Stmt) {
		f.stmts[s] = stmtFacts{u, depth}
		depth += LockChange(s)
		if a, ok := AccessOf(s); ok {
			f.sites[a.Site] = s
		}
	})
}

// unit is what is known of a unit. One that is none of the core is read.
func (f *facts) unit(u *Unit) *unitFacts {
	if x, ok := f.units[u]; ok {
		return x
	}
	return f.body(u)
}

// stmt is what is known of a statement.
func (f *facts) stmt(s Stmt) stmtFacts {
	x, ok := f.stmts[s]
	if !ok {
		panic("il: the statement is none of the core")
	}
	return x
}

// LockDepth is how many lock() of its own unit are open before the statement s
// of c. By A2 that does not depend on the path to s; where A2 is violated it is
// how many more lock() than unlock() stand before s in the text of the unit.
func (c *Core) LockDepth(s Stmt) int { return c.known().stmt(s).depth }

// UnitOf is the unit whose body the statement s of c stands in.
func (c *Core) UnitOf(s Stmt) *Unit { return c.known().stmt(s).unit }

// AccessAt is the load or store at a site, wherever it stands, and whether
// there is one.
func (c *Core) AccessAt(s Site) (Stmt, bool) {
	at, ok := c.known().sites[s]
	return at, ok
}

// Calls lists the calls in the body of a unit, in text order.
func (c *Core) Calls(u *Unit) []*Call { return c.known().unit(u).calls }

// Callees lists the methods that a unit calls itself, each once, in the order
// of the first calls.
func (c *Core) Callees(u *Unit) []*Unit { return c.known().unit(u).callees }

// Reachable lists units and all that they call, directly or through others,
// each once. Callers stand before callees unless calls close a cycle.
func (c *Core) Reachable(units ...*Unit) []*Unit {
	f := c.known()
	var all []*Unit
	reached := make(map[*Unit]*unitFacts, len(units))
	for pending := slices.Clone(units); len(pending) > 0; {
		u := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if reached[u] == nil {
			reached[u] = f.unit(u)
			all = append(all, u)
			pending = append(pending, reached[u].callees...)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return reached[all[i]].rank > reached[all[j]].rank })
	return all
}

// HasLoop tells whether units, or what they call, hold a loop.
func (c *Core) HasLoop(units ...*Unit) bool {
	f := c.known()
	return slices.ContainsFunc(c.Reachable(units...), func(u *Unit) bool { return f.unit(u).loops })
}
