package needs

import (
	"slices"

	"wobbly/il"
)

// execution has the commands of a witness, of both threads in order, and the paths to the objects
// that the two accesses address at its end.
type execution struct {
	units [2]*il.Unit
	steps []step
	ends  [2]il.Expr // the paths of the accesses without their last fields
}

type step struct {
	thread  int
	command *command
}

// command is the effect of a command on variables, cells and frames. At most one of the first four
// fields is set. A lock or a skip has no effect.
type command struct {
	variable string     // the variable that gets values[0], or a new object if there are no values
	cell     *il.Access // the write that stores values[0]
	pushes   bool       // whether a frame is added, in which formals have values
	pops     bool       // whether the innermost frame is removed
	values   []il.Expr
	formals  []string
}

// node is an access path of the initial state that an execution has read.
type node struct {
	parent *node // the path without its last field; nil for a formal
	thread int   // the thread of a formal
	name   string
	depth  int // the number of fields
	object int // the object to which the path leads
	below  map[string]*node
}

// access returns the path as a Path.
func (n *node) access() Path {
	fields := make([]string, 0, n.depth)
	for ; n.parent != nil; n = n.parent {
		fields = append(fields, n.name)
	}
	slices.Reverse(fields)
	return Path{Thread: n.thread, Formal: n.name, Fields: fields}
}

// value is an object with the history of how the execution reached it.
type value struct {
	object int
	path   *node   // the path to an initial object; nil for one that the execution made
	why    *reason // the equations that determine the object; nil if there are none
}

// reason requires that two paths lead to one object, and everything that other reasons require.
// Reasons form a graph without cycles, in which many values share a reason.
type reason struct {
	equal [2]*node   // the two paths; if they are the same or nil, nothing is required
	from  [3]*reason // the other reasons, followed by nil
}

// because returns a reason for the equation p = q and three other reasons, which may be nil. It
// returns an existing one, or nil, if that is enough.
func because(p, q *node, from [3]*reason) *reason {
	r := &reason{equal: [2]*node{p, q}}
	n := 0
	for _, f := range from {
		if f != nil && !slices.Contains(r.from[:n], f) {
			r.from[n] = f
			n++
		}
	}
	switch {
	case p == q && n == 0:
		return nil
	case p == q && n == 1:
		return r.from[0]
	default:
		return r
	}
}

// written is the content of a cell that was written. Its base is the value through which the writer
// reached the object of the cell.
type written struct{ base, value value }

type cell struct {
	object int
	field  string
}

// machine executes the steps of an execution.
type machine struct {
	initial *state
	frames  [2][]map[string]value
	heap    map[cell]written
	made    int // the number of objects that new() made, which are -1, -2, ...
}

// run executes the steps from an initial state, and returns the objects that the two accesses
// address at the end.
func (x *execution) run(initial *state) (ends [2]value) {
	m := &machine{initial: initial, heap: map[cell]written{}}
	for i := range m.frames {
		m.frames[i] = []map[string]value{{}}
	}
	for _, s := range x.steps {
		m.step(s.thread, s.command)
	}
	for i, e := range x.ends {
		ends[i] = m.eval(i, e)
	}
	return ends
}

// step executes a command of thread t.
func (m *machine) step(t int, c *command) {
	top := len(m.frames[t]) - 1
	switch {
	case c.pops:
		m.frames[t] = m.frames[t][:top]
	case c.pushes:
		frame := map[string]value{}
		for i, e := range c.values {
			frame[c.formals[i]] = m.eval(t, e)
		}
		m.frames[t] = append(m.frames[t], frame)
	case c.cell != nil:
		base := m.eval(t, c.cell.Base())
		m.heap[cell{base.object, c.cell.Field()}] = written{
			base: base, value: m.eval(t, c.values[0]),
		}
	case c.variable != "" && c.values == nil:
		m.made++
		m.frames[t][top][c.variable] = value{object: -m.made}
	case c.variable != "":
		m.frames[t][top][c.variable] = m.eval(t, c.values[0])
	}
}

// variable returns the value of a variable in the innermost frame of a thread.
func (m *machine) variable(t int, name string) value {
	frames := m.frames[t]
	if v, ok := frames[len(frames)-1][name]; ok {
		return v
	}
	n := m.initial.formal(t, name)
	return value{object: n.object, path: n}
}

// eval returns the value of a path in thread t.
func (m *machine) eval(t int, e il.Expr) value {
	v := m.variable(t, e.Root)
	for _, f := range e.Fields {
		v = m.load(v, f)
	}
	return v
}

// load returns the value of a cell. An unwritten cell of a new object refers to the object itself.
func (m *machine) load(base value, field string) value {
	if w, ok := m.heap[cell{base.object, field}]; ok {
		v := w.value
		v.why = because(base.path, w.base.path, [3]*reason{base.why, w.base.why, v.why})
		return v
	}
	if base.path == nil {
		return base
	}
	n := m.initial.field(base.path, field)
	return value{object: n.object, path: n, why: base.why}
}
