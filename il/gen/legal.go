package gen

import (
	"slices"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/slice"
)

// judge reports whether p is a legal program in the sense of docs/theory.md (WF-call, WF-lock and
// WF-init) except for the tolerated assumptions, and returns which of them it violates. Of init
// blocks it requires more than necessary: every variable and field must still occur in the units.
func judge(p *il.Program, tolerated check.Assumption) (violated check.Assumption, ok bool) {
	l := legality{tolerated: tolerated, methods: map[string]*il.Method{}, state: map[string]visit{}}
	ok = l.declare(p) && l.units(p) && l.init(p)
	return l.violated, ok
}

type legality struct {
	tolerated, violated check.Assumption

	methods  map[string]*il.Method
	parallel *il.Parallel
	start    *il.Init
	state    map[string]visit // by method
}

// visit is the state of a method in the search for cycles.
type visit uint8

const (
	unseen visit = iota
	onPath
	done
)

// violate records a violation of a and reports whether that is tolerated.
func (l *legality) violate(a check.Assumption) bool {
	l.violated |= a
	return l.tolerated&a != 0
}

// declare collects the declarations, and reports whether no two have the same name or are both of a
// kind that may occur only once.
func (l *legality) declare(p *il.Program) bool {
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			names := formalsOf(d)
			slices.Sort(names)
			if l.methods[d.Name] != nil || len(slices.Compact(names)) < len(d.Formals) {
				return false
			}
			l.methods[d.Name] = d
		case *il.Parallel:
			if l.parallel != nil {
				return false
			}
			l.parallel = d
		case *il.Init:
			if l.start != nil {
				return false
			}
			l.start = d
		default:
			panic(il.Unknown(d))
		}
	}
	return len(l.methods) > 0 || l.parallel != nil
}

// hasPair reports whether p stands for at least one pair of units: it has threads or a public
// method.
func hasPair(p *il.Program) bool {
	return slices.ContainsFunc(p.Decls, func(d il.Decl) bool {
		switch d := d.(type) {
		case *il.Method:
			return !d.Private
		case *il.Parallel:
			return true
		default:
			return false
		}
	})
}

// legalLike returns a predicate for programs near p: legal except for the tolerated assumptions,
// and with a pair of units if p has one.
func legalLike(p *il.Program, tolerated check.Assumption) func(*il.Program) bool {
	paired := hasPair(p)
	return func(n *il.Program) bool {
		_, legal := judge(n, tolerated)
		return legal && (!paired || hasPair(n))
	}
}

// units reports whether all units are legal and call each other without a cycle.
func (l *legality) units(p *il.Program) bool {
	for _, u := range unitsOf(p) {
		if !l.unit(u) || u.method != nil && !l.acyclic(u.method.Name) {
			return false
		}
	}
	return true
}

func formalsOf(m *il.Method) []string {
	return slice.Map(m.Formals, func(f il.Formal) string { return f.Name })
}

// acyclic reports whether no cycle of calls can be reached from m, by a depth-first search.
func (l *legality) acyclic(m string) bool {
	switch l.state[m] {
	case onPath:
		return l.violate(check.A5)
	case done:
		return true
	}
	l.state[m] = onPath
	ok := true
	il.Walk(l.methods[m].Body, func(s il.Stmt) {
		if c, isCall := s.(*il.Call); isCall && l.methods[c.Method] != nil {
			ok = ok && l.acyclic(c.Method)
		}
	})
	l.state[m] = done
	return ok
}

// init reports whether the program has all names of its init block.
func (l *legality) init(p *il.Program) bool {
	if l.start == nil {
		return true
	}
	fields := map[string]bool{}
	formals := [2]map[string]bool{{}, {}}
	for _, u := range unitsOf(p) {
		il.Walk(u.block, func(s il.Stmt) { il.EachField(s, func(f string) { fields[f] = true }) })
		names := u.formals
		if u.thread {
			names = il.FormalsOf(u.block)
		}
		for t := range formals {
			if l.parallel == nil || u.thread && u.side == t {
				for _, f := range names {
					formals[t][f] = true
				}
			}
		}
	}
	for _, c := range l.start.Cells {
		if !fields[c.Field] {
			return false
		}
	}
	for _, b := range l.start.Bindings {
		if !formals[b.Thread][b.Variable] {
			return false
		}
	}
	return true
}

// unit reports whether a body satisfies WF-lock and WF-init and its calls have the right arities.
func (l *legality) unit(u unit) bool {
	body := unitLegality{legality: l, unit: u, assigned: map[string]bool{}}
	return body.inBlock(u.block)
}

type unitLegality struct {
	*legality
	unit
	assigned map[string]bool // the locals assigned at the point reached
	trail    []string        // the assigned locals, in the order of assignment
	held     []string        // the locks taken and not released yet, the last one last
}

// hasValue reports whether a variable may be read here. In a method a name of the form argN that is
// not a formal may not even be assigned.
func (u *unitLegality) hasValue(name string) bool {
	return u.isFormal(name) || u.assigned[name] || !il.IsFormalName(name) && u.violate(check.A3)
}

// assign records an assignment and reports whether it is legal.
func (u *unitLegality) assign(name string) bool {
	if u.isFormal(name) {
		return true
	}
	if il.IsFormalName(name) {
		return false
	}
	if !u.assigned[name] {
		u.assigned[name] = true
		u.trail = append(u.trail, name)
	}
	return true
}

// forget undoes the assignments since the trail had length n and lists them.
func (u *unitLegality) forget(n int) []string {
	since := slices.Clone(u.trail[n:])
	for _, name := range since {
		delete(u.assigned, name)
	}
	u.trail = u.trail[:n]
	return since
}

// inBlock reports whether the statements of b are legal and its locks are nested: each unlock()
// releases the lock of b that was taken last, and all are released at the end.
func (u *unitLegality) inBlock(b *il.Block) bool {
	outer := len(u.held)
	for _, s := range b.List() {
		ok := true
		switch s := s.(type) {
		case *il.Lock:
			u.held = append(u.held, s.Lock)
		case *il.Unlock:
			ok = u.unlock(s.Lock, outer)
		}
		if !ok || !u.stmt(s) {
			return false
		}
	}
	ok := len(u.held) == outer || u.violate(check.A2)
	u.held = u.held[:outer]
	return ok
}

// unlock releases a lock of the block whose locks are held[outer:]. With A2 tolerated, an unlock()
// may lack its lock(), but it must not release a lock that was not taken last.
func (u *unitLegality) unlock(name string, outer int) bool {
	last := len(u.held) - 1
	switch {
	case last >= outer && u.held[last] == name:
		u.held = u.held[:last]
		return true
	case slices.Contains(u.held[outer:], name):
		return false
	case last >= outer && !slices.Contains(u.held, name):
		u.held = u.held[:last]
	}
	return u.violate(check.A2)
}

// stmt reports whether a statement is legal, except for the locks of its own block.
func (u *unitLegality) stmt(s il.Stmt) bool {
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
		return true
	case *il.Copy:
		return u.hasValue(s.Src) && u.assign(s.Dst)
	case *il.Load:
		return u.path(s.Src) && u.assign(s.Dst)
	case *il.Store:
		return u.path(s.Dst) && u.hasValue(s.Src)
	case *il.New:
		return u.assign(s.Dst)
	case *il.If: // only variables that both branches assign stay assigned
		n := len(u.trail)
		ok := u.inBlock(s.Then)
		byThen := u.forget(n)
		ok = ok && u.inBlock(s.Else)
		byElse := u.forget(n)
		for _, name := range byThen {
			if slices.Contains(byElse, name) {
				u.assign(name)
			}
		}
		return ok
	case *il.While:
		n := len(u.trail)
		ok := u.inBlock(s.Body)
		u.forget(n)
		return ok
	case *il.Call:
		m := u.methods[s.Method]
		return m != nil && len(m.Formals) == len(s.Args) &&
			!slices.ContainsFunc(s.Args, func(e il.Expr) bool { return !u.hasValue(e.Root) })
	case *il.Move:
		return u.path(s.Src) && u.path(s.Dst)
	case *il.NewAt:
		return u.path(s.Dst)
	case *il.Synchronized:
		return u.inBlock(s.Body)
	default:
		panic(il.Unknown(s))
	}
}

// path reports whether e is a path whose root has a value.
func (u *unitLegality) path(e il.Expr) bool { return !e.IsVar() && u.hasValue(e.Root) }
