package flat

import (
	"slices"

	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

type kind uint8

const (
	nothing     kind = iota
	copies           // copies a value from one position to another
	loads            // copies the value at the end of a path to a position
	stores           // copies a value from a position to the end of a path
	several          // makes several loads, for a push
	makes            // writes constants, for a new()
	makesPooled      // picks an object that is not in use, for a new() on a cycle
)

// An action is a control state's command compiled for the layout. It changes values, not control.
type action struct {
	kind    kind
	from    operand   // the position that is read, or the root of the path to it
	to      operand   // the position that is written; for stores the root of the path
	path    []int32   // the path of loads and stores
	args    []action  // the loads of several
	values  []setting // the constants of makes
	target  rooted    // the path to the object of an access
	touches []rooted  // the paths that are read or written
}

// resolves reports whether the command needs a cell of an object, so that symbols become objects.
func (a *action) resolves() bool {
	switch a.kind {
	case loads, stores:
		return true
	case several:
		return slices.ContainsFunc(a.args, func(b action) bool { return b.resolves() })
	default:
		return false
	}
}

type rooted struct {
	root operand
	path []int32
}

type setting struct {
	at operand
	v  uint8
}

// compile compiles the commands of thread i and finds the values that it may still read in each
// control state. made lists the objects that its control states allocate.
func (l *Layout) compile(i int, p *points, made []int32) {
	t, controls := &l.threads[i], l.g.Controls(i)
	t.actions = make([]action, len(controls))
	t.masks = make([][]uint64, len(controls))
	t.roots = make([][]operand, len(controls))
	for id, c := range controls {
		t.actions[id] = l.action(i, p, c, made[id])
		t.masks[id] = make([]uint64, l.words)
		for _, r := range t.relevant[id].live {
			at := l.operand(p.of(i, c, r), r)
			t.roots[id] = append(t.roots[id], at)
			at.put(t.masks[id], 0xff)
		}
		for cell, at := range l.cells {
			if at.mask != 0 && t.effects[id].future.counts.has(l.cellOf(int32(cell))) {
				at.put(t.masks[id], 0xff)
			}
		}
	}
}

// operand returns the position of register r, or its value if it holds the only object of s.
func (l *Layout) operand(s *flow.ObjectSet, r int32) operand {
	if l.constant(s) {
		return operand{known: uint8(l.value(only(s)))}
	}
	return l.registers[r]
}

// action compiles the relevant part of c's command. made is the object that it allocates.
func (l *Layout) action(i int, p *points, c *machine.Control, made int32) action {
	n := &l.threads[i].relevant[c.ID]
	register := func(r int32) operand { return l.operand(p.of(i, c, r), r) }
	var a action
	switch {
	case c.Op == machine.OpPush:
		a.kind = several
		for k, arg := range c.Args {
			if n.args[k] {
				root := register(arg.Root)
				to := l.operand(p.Of(p.at(i, variable{c.ID, arg.Dst})), arg.Dst)
				a.args = append(a.args, l.compileLoad(root, arg.Path, to))
				a.touches = append(a.touches, rooted{root, arg.Path})
			}
		}
	case !n.value:
	case c.Op == machine.OpCopy, c.Op == machine.OpLoad:
		a = l.compileLoad(register(c.Src), c.Path, register(c.Dst))
	case c.Op == machine.OpStore:
		to := l.shorten(register(c.Dst), c.Path)
		a = action{kind: stores, from: register(c.Src), to: to.root, path: to.path}
		if len(a.path) == 0 {
			a.kind = copies
		}
	case c.Op == machine.OpNew && l.pool > 0 && made == l.objects-1:
		a = action{kind: makesPooled, to: register(c.Dst)}
	case c.Op == machine.OpNew:
		v := uint8(l.value(made))
		a = action{kind: makes, values: []setting{{register(c.Dst), v}}}
		for field := range l.width {
			a.values = append(a.values, setting{l.cells[int32(v)*l.width+field], v})
		}
	}
	if c.Access() && n.address {
		a.target = l.shorten(register(c.Root()), c.Path[:len(c.Path)-1])
		a.touches = []rooted{{register(c.Root()), c.Path}}
	}
	return a
}

func (l *Layout) compileLoad(root operand, path []int32, to operand) action {
	from := l.shorten(root, path)
	a := action{kind: loads, from: from.root, path: from.path, to: to}
	switch {
	case to.mask == 0:
		a.kind = nothing
	case len(a.path) == 0:
		a.kind = copies
	}
	return a
}

// shorten follows a path while its objects are known before the search.
func (l *Layout) shorten(root operand, path []int32) rooted {
	for len(path) > 0 && root.mask == 0 {
		root, path = l.cells[int32(root.known)*l.width+path[0]], path[1:]
	}
	return rooted{root, path}
}

func (l *Layout) follow(words []uint64, root operand, path []int32) uint8 {
	v := root.get(words)
	for _, field := range path {
		v = l.cells[int(v)*int(l.width)+int(field)].get(words)
	}
	return v
}

// execute executes an action that writes to at most one position, and returns what it writes where.
func (l *Layout) execute(a *action, from []uint64) (at operand, v uint8) {
	switch a.kind {
	case copies:
		return a.to, a.from.get(from)
	case loads:
		return a.to, l.follow(from, a.from, a.path)
	case stores:
		last := len(a.path) - 1
		o := l.follow(from, a.to, a.path[:last])
		return l.cells[int(o)*int(l.width)+int(a.path[last])], a.from.get(from)
	default:
		return operand{}, 0
	}
}

// executeAll executes an action that may write to several positions of to, a copy of from.
func (l *Layout) executeAll(a *action, from, to []uint64) {
	for k := range a.args {
		at, v := l.execute(&a.args[k], from)
		at.put(to, v)
	}
	for _, s := range a.values {
		s.at.put(to, s.v)
	}
}

// executeClosed is execute for a search from all initial states. ok is true if every value that the
// action reads is known, and so is the object whose cell it writes.
func (l *Layout) executeClosed(a *action, from []uint64) (at operand, v uint8, ok bool) {
	switch a.kind {
	case nothing:
		return operand{}, 0, true
	case copies, loads:
		v = l.follow(from, a.from, a.path)
		return a.to, v, v != 0
	case stores:
		o := l.follow(from, a.to, a.path[:len(a.path)-1])
		v = a.from.get(from)
		return l.cells[int32(o)*l.width+last(a.path)], v, o != 0 && v != 0 && !l.symbol(o)
	default:
		return operand{}, 0, false
	}
}
