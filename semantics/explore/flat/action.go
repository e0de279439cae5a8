package flat

import (
	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// kind is what kind of change a command makes to a flat state.
type kind uint8

const (
	nothing     kind = iota
	copies           // from a position to a position
	loads            // from the end of a path to a position
	stores           // from a position to the end of a path
	several          // several loads: a push
	makes            // constants: a new()
	makesPooled      // an object that is not in use: a new() on a cycle
)

// action is the command of a control state, compiled: what it does to a state
// but for the change of control.
type action struct {
	kind    kind
	from    operand   // what is read, or the root of the path to it
	to      operand   // what is written; of stores the root of the path
	path    []int32   // of loads and stores
	args    []action  // of several
	values  []setting // of makes
	target  rooted    // of an access, the path to the object
	touches []rooted  // the paths that are read or written
}

// rooted is a path and its root.
type rooted struct {
	root operand
	path []int32
}

// setting is a value for a position.
type setting struct {
	at operand
	v  uint8
}

// compile makes the actions and masks of thread i.
func (f *Layout) compile(i int, p *points, news []int32) {
	t, controls := &f.threads[i], f.g.Controls(i)
	t.actions = make([]action, len(controls))
	t.masks = make([][]uint64, len(controls))
	t.roots = make([][]operand, len(controls))
	for id, c := range controls {
		t.actions[id] = f.action(i, p, c, news[id])
		t.masks[id] = make([]uint64, f.words)
		for _, r := range t.needs[id].live {
			at := f.register(i, p, c, r)
			t.roots[id] = append(t.roots[id], at)
			at.put(t.masks[id], 0xff)
		}
		for cell, at := range f.cells {
			if at.mask != 0 && t.effects[id].future.counts.has(f.cellOf(int32(cell))) {
				at.put(t.masks[id], 0xff)
			}
		}
	}
}

// register is where register r of thread i is in control state c.
func (f *Layout) register(i int, p *points, c *machine.Control, r int32) operand {
	return f.operand(p.of(i, c, r), r)
}

func (f *Layout) operand(s *flow.ObjectSet, r int32) operand {
	if f.constant(s) {
		return operand{known: uint8(f.value(only(s)))}
	}
	return f.registers[r]
}

// cellOf is the number of a cell of f.cells in the points-to analysis.
func (f *Layout) cellOf(at int32) int32 { return f.object(at/f.width)*f.width + at%f.width }

// action compiles the command of c, as far as it counts.
func (f *Layout) action(i int, p *points, c *machine.Control, made int32) action {
	n := &f.threads[i].needs[c.ID]
	register := func(r int32) operand { return f.register(i, p, c, r) }
	var a action
	switch {
	case c.Op == machine.OpPush:
		a = f.push(i, p, c, n)
	case !n.value:
	case c.Op == machine.OpCopy, c.Op == machine.OpLoad:
		a = f.load(register(c.Src), c.Path, register(c.Dst))
	case c.Op == machine.OpStore:
		a = action{kind: stores, from: register(c.Src)}
		to := f.known(register(c.Dst), c.Path)
		a.to, a.path = to.root, to.path
		if len(a.path) == 0 {
			a.kind = copies
		}
	case c.Op == machine.OpNew && f.pool > 0 && made == f.objects-1:
		a = action{kind: makesPooled, to: register(c.Dst)}
	case c.Op == machine.OpNew:
		v := uint8(f.value(made))
		a = action{kind: makes, values: []setting{{register(c.Dst), v}}}
		for field := range f.width {
			a.values = append(a.values, setting{f.cells[int32(v)*f.width+field], v})
		}
	}
	if c.Access() && n.address {
		a.target = f.known(register(c.Root()), c.Path[:len(c.Path)-1])
		a.touches = []rooted{{register(c.Root()), c.Path}}
	}
	return a
}

// push compiles a push.
func (f *Layout) push(i int, p *points, c *machine.Control, n *need) action {
	a := action{kind: several}
	for k, arg := range c.Args {
		if n.args[k] {
			root := f.register(i, p, c, arg.Root)
			to := f.operand(p.Of(p.at(i, variable{c.ID, arg.Dst})), arg.Dst)
			a.args = append(a.args, f.load(root, arg.Path, to))
			a.touches = append(a.touches, rooted{root, arg.Path})
		}
	}
	return a
}

// load reads a path.
func (f *Layout) load(root operand, path []int32, to operand) action {
	from := f.known(root, path)
	a := action{kind: loads, from: from.root, path: from.path, to: to}
	switch {
	case to.mask == 0:
		a.kind = nothing
	case len(a.path) == 0:
		a.kind = copies
	}
	return a
}

// known follows a path as far as the objects on it are known beforehand.
func (f *Layout) known(root operand, path []int32) rooted {
	for len(path) > 0 && root.mask == 0 {
		root, path = f.cells[int32(root.known)*f.width+path[0]], path[1:]
	}
	return rooted{root, path}
}

// follow is the object at the end of a path.
func (f *Layout) follow(words []uint64, root operand, path []int32) uint8 {
	v := root.get(words)
	for _, field := range path {
		v = f.cells[int(v)*int(f.width)+int(field)].get(words)
	}
	return v
}

// execute changes the state to, which is a copy of from, as an action that does
// not consist of several does: it gives the position that is written and the value.
func (f *Layout) execute(a *action, from []uint64) (at operand, v uint8) {
	switch a.kind {
	case copies:
		return a.to, a.from.get(from)
	case loads:
		return a.to, f.follow(from, a.from, a.path)
	case stores:
		last := len(a.path) - 1
		o := f.follow(from, a.to, a.path[:last])
		return f.cells[int(o)*int(f.width)+int(a.path[last])], a.from.get(from)
	default:
		return operand{}, 0
	}
}

// executeAll does what an action of several changes to the state to, a copy of
// from.
func (f *Layout) executeAll(a *action, from, to []uint64) {
	for k := range a.args {
		at, v := f.execute(&a.args[k], from)
		at.put(to, v)
	}
	for _, s := range a.values {
		s.at.put(to, s.v)
	}
}
