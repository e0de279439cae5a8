package unordered

import (
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// thread is the code of one thread.
type thread struct {
	sites  []site
	siteOf map[il.Stmt]int32
	points []*point // by the number of the control state; nil where not needed so far
	ended  *point   // that nothing comes after
}

// site is a load or store that a thread can come to.
type site struct {
	il.Access
	stmt   il.Stmt
	number int32          // of the field
	bit    uint           // machine.Program.Bit
	locked bool           // whenever the thread comes to it, it holds the lock
	base   flow.ObjectSet // whose cells it may access
}

// newThread lists the sites that thread i can come to in u.
func newThread(core *il.Core, g *machine.Program, i int, u *il.Unit, to *pointsTo) *thread {
	t := &thread{siteOf: map[il.Stmt]int32{}}
	free := unlocked(core, u)
	for _, u := range core.Reachable(u) {
		for s, a := range il.Accesses(u.Body) {
			t.siteOf[s] = int32(len(t.sites))
			t.sites = append(t.sites, site{
				Access: a, stmt: s, number: g.FieldIndex(a.Field()), bit: g.Bit(s),
				locked: core.LevelAt(s).Held() || !free[u], base: to.value(i, u, a.Base()),
			})
		}
	}
	return t
}

// unlocked are the units that u can come to, itself and by calls, without holding
// the lock.
func unlocked(core *il.Core, u *il.Unit) map[*il.Unit]bool {
	free := map[*il.Unit]bool{u: true}
	for _, u := range core.Reachable(u) {
		for _, c := range core.Calls(u) {
			if free[u] && !core.LevelAt(c).Held() {
				free[core.Methods[c.Method]] = true
			}
		}
	}
	return free
}

// locks tells whether a lock() is in u or in what it calls.
func locks(core *il.Core, u *il.Unit) bool {
	for _, u := range core.Reachable(u) {
		if il.Any(u.Body, func(s il.Stmt) bool { return il.Acquires(s) }) {
			return true
		}
	}
	return false
}
