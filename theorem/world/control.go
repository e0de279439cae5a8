package world

import (
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// machine executes the two units of a pair in a world.
type machine struct {
	rules rules
	core  *il.Core
	// absent is the index of the field that no object has, or -1.
	absent int
	// width is the number of fields of an object.
	width int
	// codes has the compiled form of each unit, and order lists these in the order of discovery.
	codes   map[*il.Unit]*code
	order   []*code
	effects futures

	frames   map[activation]*frame
	controls int
	// crowded reports whether choices left out a new object because there were too many.
	crowded bool
}

func newMachine(w World, core *il.Core, p il.Pair) *machine {
	m := &machine{
		rules: w.rules(), core: core, width: len(core.Fields),
		codes: map[*il.Unit]*code{}, frames: map[activation]*frame{},
	}
	m.absent = m.rules.absent(core.Fields)
	m.compile(p.Left, p.Right)
	m.effects = m.futures(func(s il.Stmt) future {
		if _, ok := il.AccessOf(s); ok {
			return accesses
		}
		if il.Releases(s) {
			return unlocks
		}
		return 0
	})
	return m
}

// activation identifies a frame: a unit that is being executed, and where it was called.
type activation struct {
	code *code
	// up is the caller's frame, and call the node of the call there. For the thread's own unit, and
	// for a method that never returns, up is nil.
	up   *frame
	call int32
}

// frame is a stack frame without its variables. Equal frames are identical: there is one for each
// chain of open calls.
type frame struct {
	activation
	// depth is the number of frames below.
	depth int
	// controls has the positions in this frame, by node.
	controls map[int32]*control
}

// frame returns the frame of an activation, and creates it if it does not exist.
func (m *machine) frame(a activation) *frame {
	f := m.frames[a]
	if f == nil {
		f = &frame{activation: a, controls: map[int32]*control{}}
		if a.up != nil {
			f.depth = a.up.depth + 1
		}
		m.frames[a] = f
	}
	return f
}

// control is a position of a thread: a frame, which has the open calls, and a command in it that
// is about to be executed, or the end of its unit. Equal controls are identical.
type control struct {
	*node
	id     int
	frame  *frame
	at     int32
	future future
	// next has the result of machine.after, or is nil until it is called.
	next []*control
	keep keep
}

// keep is the part of the stack that a call leaves below the callee's frame.
type keep uint8

const (
	keepAll   keep = iota
	keepLower      // all except the caller's frame: after the call, the caller would only return
	keepNone       // nothing: the callee never returns
)

// positions returns the controls for some nodes of a frame, and creates those that do not exist. So
// there is one control for each position, and controls can be compared as pointers.
func (m *machine) positions(f *frame, nodes []int32) []*control {
	return slice.Map(nodes, func(n int32) *control {
		c := f.controls[n]
		if c != nil {
			return c
		}
		c = &control{node: &f.code.nodes[n], id: m.controls, frame: f, at: n}
		c.future = m.effects.at(c)
		if c.callee != nil {
			last := len(c.node.after) == 1 && c.node.after[0] == flow.End
			switch {
			case !m.mayReturn(c.callee):
				c.keep = keepNone
			case last && m.rules.ownFrames:
				c.keep = keepLower
			}
		}
		m.controls++
		f.controls[n] = c
		return c
	})
}

func (m *machine) starts(u *il.Unit) []*control {
	c := m.codes[u]
	return m.positions(m.frame(activation{code: c}), c.starts)
}

// after lists the positions that a thread can reach by executing its command at c, one for each
// resolution of the branches that follow. There is none at the end of the thread.
func (m *machine) after(c *control) []*control {
	if c.next != nil {
		return c.next
	}
	f := c.frame
	switch {
	case c.callee != nil:
		a := activation{code: c.callee, up: f, call: c.at}
		switch c.keep {
		case keepNone:
			a.up, a.call = nil, 0
		case keepLower:
			a.up, a.call = f.up, f.call
		}
		c.next = m.positions(m.frame(a), c.callee.starts)
	case c.stmt != nil:
		c.next = m.positions(f, c.node.after)
	case f.up != nil:
		c.next = m.positions(f.up, f.up.code.nodes[f.call].after)
	}
	return c.next
}

// future is a set of effects that may follow at a program point.
type future uint8

const (
	returns  future = 1 << iota // the return from the unit
	accesses                    // a load or store
	unlocks                     // an unlock()
)

// futures maps the nodes of each unit to the effects that may follow in it and its callees.
type futures map[*code][]future

// futures computes the least fixpoint in which each statement itself has the effects that own
// returns for it. A method returns only if some path through it does, and a call of a method that
// does not return ends a path. Explanations use it too, with one access as the only effect.
func (m *machine) futures(own func(il.Stmt) future) futures {
	fs := futures{}
	for _, c := range m.order {
		fs[c] = make([]future, len(c.nodes))
		fs[c][flow.End] = returns
	}
	for changed := true; changed; {
		changed = false
		for _, c := range m.order {
			for i := 1; i < len(c.nodes); i++ {
				n := &c.nodes[i]
				now, inside := own(n.stmt), returns
				if n.callee != nil {
					inside = fs.any(n.callee, n.callee.starts)
					now |= inside &^ returns
				}
				if inside&returns != 0 {
					now |= fs.any(c, n.next)
				}
				changed = changed || now != fs[c][i]
				fs[c][i] = now
			}
		}
	}
	return fs
}

// any returns the effects that may follow at any of some nodes of c.
func (fs futures) any(c *code, nodes []int32) future {
	var f future
	for _, i := range nodes {
		f |= fs[c][i]
	}
	return f
}

// at returns the effects that may follow at a position, in its unit and after all open calls.
func (fs futures) at(c *control) future {
	f := fs[c.frame.code][c.at]
	for g := c.frame; g.up != nil && f&returns != 0; g = g.up {
		f = f&^returns | fs.any(g.up.code, g.up.code.nodes[g.call].after)
	}
	return f
}

// mayReturn reports whether some path through c reaches its end.
func (m *machine) mayReturn(c *code) bool {
	return m.effects.any(c, c.starts)&returns != 0
}
