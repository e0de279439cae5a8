package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics/explore"
)

// thread is the code of one thread.
type thread struct {
	sites  []site
	siteOf map[il.Stmt]int32
	points []*point // by the number of the control state; nil where not needed so far
	ended  *point   // where nothing lies ahead
}

// site is a load or store that a thread can come to.
type site struct {
	stmt   il.Stmt
	kind   il.AccessKind
	field  string
	number int32   // of the field
	bit    uint    // explore.Program.Bit
	locked bool    // whenever the thread comes to it, it holds the lock
	base   objects // whose cells it may access
}

// newThread lists the sites that thread i can come to in u.
func newThread(core *il.Core, g *explore.Program, i int, u *il.Unit, to *pointsTo) *thread {
	t := &thread{siteOf: map[il.Stmt]int32{}}
	free := unlocked(core, u)
	for _, u := range reached(core, u) {
		depth := 0
		add := func(s il.Stmt, kind il.AccessKind, path il.Expr) {
			t.siteOf[s] = int32(len(t.sites))
			f := last(path)
			number, _ := slices.BinarySearch(core.Fields, f)
			t.sites = append(t.sites, site{
				stmt: s, kind: kind, field: f, number: int32(number), bit: g.Bit(s),
				locked: depth > 0 || !free[u], base: to.base(i, u, path),
			})
		}
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Lock:
				depth++
			case *il.Unlock:
				depth--
			case *il.Load:
				add(s, il.Read, s.Src)
			case *il.Store:
				add(s, il.Write, s.Dst)
			}
		})
	}
	return t
}

// last is the last field of a path.
func last(path il.Expr) string { return path.Fields[len(path.Fields)-1] }

// reached lists u and the methods that it may call, each once.
func reached(core *il.Core, u *il.Unit) []*il.Unit {
	units := []*il.Unit{u}
	seen := map[*il.Unit]bool{u: true}
	for k := 0; k < len(units); k++ {
		il.Walk(units[k].Body, func(s il.Stmt) {
			if c, ok := s.(*il.Call); ok {
				if callee := core.Methods[c.Method]; !seen[callee] {
					seen[callee] = true
					units = append(units, callee)
				}
			}
		})
	}
	return units
}

// unlocked are the units that u can come to, itself and by calls, without holding
// the lock.
func unlocked(core *il.Core, u *il.Unit) map[*il.Unit]bool {
	free := map[*il.Unit]bool{u: true}
	for _, u := range slices.Backward(core.Order) {
		depth := 0
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Lock:
				depth++
			case *il.Unlock:
				depth--
			case *il.Call:
				if depth == 0 && free[u] {
					free[core.Methods[s.Method]] = true
				}
			}
		})
	}
	return free
}

// locks tells whether a lock() is in u or in what it calls.
func locks(core *il.Core, u *il.Unit) bool {
	found := false
	for _, u := range reached(core, u) {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := s.(*il.Lock); ok {
				found = true
			}
		})
	}
	return found
}
