package world

import (
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// machine is a pair of units, compiled for a world.
type machine struct {
	rules   rules
	core    *il.Core
	absent  int // the field that no object has, or -1
	width   int // fields of an object
	codes   map[*il.Unit]*code
	order   []*code
	effects futures

	frames   map[activation]*frame
	controls int  // how many there are
	crowded  bool // a new object was left out: there were too many
}

func newMachine(w World, core *il.Core, p il.Pair) *machine {
	m := &machine{
		rules: w.rules(), core: core, width: len(core.Fields),
		codes: map[*il.Unit]*code{}, frames: map[activation]*frame{},
	}
	m.absent = m.rules.absent(core.Fields)
	m.compile(p.Left, p.Right)
	m.effects = m.futures(effects)
	return m
}

// activation is a unit that is being executed, and where to go on afterwards.
type activation struct {
	code *code
	up   *frame // the caller's frame; nil of the thread's own unit
	call int32  // the call, a node of the caller's code
}

// frame is the control part of a stack frame. There is one for each chain of
// open calls, so that frames compare as pointers.
type frame struct {
	activation
	depth    int // how many frames are below
	controls map[int32]*control
}

func (m *machine) frame(a activation) *frame {
	g := m.frames[a]
	if g == nil {
		g = &frame{activation: a, controls: map[int32]*control{}}
		if a.up != nil {
			g.depth = a.up.depth + 1
		}
		m.frames[a] = g
	}
	return g
}

// control is where a thread stands: before a command, or at the end of a unit.
// There is one for each frame and node.
type control struct {
	*node
	id     int
	frame  *frame
	at     int32 // the node
	future future
	next   []*control // after the command; nil as long as nobody has asked
	keep   keep       // of a call
}

// keep says which frames of the stack a call leaves below the callee's.
type keep uint8

const (
	keepAll   keep = iota
	keepLower      // all but the caller's, to which the callee would return only to return
	keepNone       // the callee never returns
)

func (m *machine) control(g *frame, at int32) *control {
	c := g.controls[at]
	if c == nil {
		c = &control{node: &g.code.nodes[at], id: m.controls, frame: g, at: at}
		c.future = m.effects.at(c)
		if c.callee != nil {
			c.keep = m.keeps(c)
		}
		m.controls++
		g.controls[at] = c
	}
	return c
}

func (m *machine) all(g *frame, nodes []int32) []*control {
	return slice.Map(nodes, func(n int32) *control { return m.control(g, n) })
}

// begin lists where a thread that executes u can begin.
func (m *machine) begin(u *il.Unit) []*control {
	c := m.codes[u]
	return m.all(m.frame(activation{code: c}), c.starts)
}

// after lists where a thread can stand after its command at c: one point for
// each way to resolve what follows. At the thread's end there is none.
func (m *machine) after(c *control) []*control {
	if c.next != nil {
		return c.next
	}
	g := c.frame
	switch {
	case c.callee != nil:
		c.next = m.all(m.frame(c.enter()), c.callee.starts)
	case c.stmt != nil:
		c.next = m.all(g, c.node.after)
	case g.up != nil:
		c.next = m.all(g.up, g.up.code.nodes[g.call].after)
	}
	return c.next
}

// enter is the activation that the call at c begins.
func (c *control) enter() activation {
	switch c.keep {
	case keepNone:
		return activation{code: c.callee}
	case keepLower:
		return activation{code: c.callee, up: c.frame.up, call: c.frame.call}
	default:
		return activation{code: c.callee, up: c.frame, call: c.at}
	}
}

// keeps decides what the call at c may leave of the stack. That a frame is gone
// before its pop only shows where addresses are taken in a frame too old. Where
// objects are freed with their frames, the two frames end one after the other,
// and so they may end at once.
func (m *machine) keeps(c *control) keep {
	last := len(c.after) == 1 && c.after[0] == flow.End
	switch {
	case !m.mayReturn(c.callee):
		return keepNone
	case last && m.rules.ownFrames:
		return keepLower
	default:
		return keepAll
	}
}

// open tells whether a call of the thread is still open.
func (c *control) open() bool { return c.frame.up != nil }

// mayReturn tells whether some path through a unit leads to its end.
func (m *machine) mayReturn(c *code) bool {
	return m.effects.any(c, c.starts)&returns != 0
}
