package explore

// Machine is a configuration that is executed in place: the control states of
// both threads, and one array of values. A value is the number of an object,
// from 1, or 0 where there is none or none is known yet.
//
// The array holds the registers of A, those of B, and then the cells, object
// after object; a Place is an index of it.
type Machine struct {
	g     *Program
	at    [2]*Control
	mem   []int32
	n     int32   // objects
	made  []int32 // of object i+1: 0 initial, else its Origin
	count [2]int32
	trail []change
	lazy  bool // initial values come into being when they are read
}

// Place is a register or a cell.
type Place = int32

// change is an entry of the trail: what a place held before.
type change struct {
	at  Place
	old int32
}

// Outcomes of Execute other than a place.
const (
	Done  Place = -1 // executed
	Stuck Place = -2 // no rule applies; no legal program comes to this
)

// NewMachine makes a machine without objects whose threads stand before their
// units. With lazy, the initial state is not fixed: see Execute.
func NewMachine(g *Program, lazy bool) *Machine {
	return &Machine{
		g: g, lazy: lazy, mem: make([]int32, g.heap, 4*g.heap+64),
		at: [2]*Control{g.threads[0].controls[0], g.threads[1].controls[0]},
	}
}

// Control is the control state of thread i.
func (m *Machine) Control(i int) *Control { return m.at[i] }

// Go moves thread i to a control state: one of Next after Execute, one of
// Program.Starts at the beginning.
func (m *Machine) Go(i int, c *Control) { m.at[i] = c }

// Next lists the control states that thread i may be in after its next command:
// one for each way to resolve the choices up to the command after that.
func (m *Machine) Next(i int) []*Control {
	m.g.Expand(i, m.at[i])
	return m.at[i].next
}

// Ended tells whether thread i has no command left.
func (m *Machine) Ended(i int) bool { return m.at[i].op == opEnd }

// Enabled tells whether Figure 6 lets thread i go: it has a command left, and
// L_j = 0 or L_i = L_i' = 0.
func (m *Machine) Enabled(i int) bool {
	c := m.at[i]
	return c.op != opEnd && (c.free || m.at[1-i].level == 0)
}

// Mark is a state to go back to.
type Mark struct {
	trail int
	n     int32
	count [2]int32
	at    [2]*Control
}

// Mark notes the present state for Undo.
func (m *Machine) Mark() Mark {
	return Mark{trail: len(m.trail), n: m.n, count: m.count, at: m.at}
}

// Undo goes back to the state in which k was noted.
func (m *Machine) Undo(k Mark) {
	for i := len(m.trail) - 1; i >= k.trail; i-- {
		m.mem[m.trail[i].at] = m.trail[i].old
	}
	m.trail, m.n, m.count, m.at = m.trail[:k.trail], k.n, k.count, k.at
}

// set writes a place and notes what it held.
func (m *Machine) set(at Place, v int32) {
	m.trail = append(m.trail, change{at, m.mem[at]})
	m.mem[at] = v
}

// cell is the place of a field of an object.
func (m *Machine) cell(object, field int32) Place {
	return m.g.heap + (object-1)*m.g.width + field
}

// address is ⌊root.path⌋ of Definition 3.1, or, as need, the first place on the
// way that holds nothing.
func (m *Machine) address(root Place, path []int32) (at, need Place) {
	at = root
	for _, f := range path {
		v := m.mem[at]
		if v == 0 {
			return 0, at
		}
		at = m.cell(v, f)
	}
	return at, Done
}

// Execute executes the command of thread i, which is not at its end, but leaves
// its control where it is: Go moves it on. It returns Done, or Stuck, or, in a
// lazy machine, the place whose initial value has to be picked first (Define)
// before it is tried again; in the last two cases nothing has changed.
// Whether the lock lets it happen is for Enabled to say.
func (m *Machine) Execute(i int) Place {
	c := m.at[i]
	switch c.op {
	case opCopy:
		v := m.mem[c.src]
		if v == 0 {
			return m.unlessIdle(c, c.src)
		}
		m.set(c.dst, v)
	case opLoad:
		at, need := m.address(c.src, c.path)
		if need == Done && m.mem[at] == 0 {
			return m.unlessIdle(c, at)
		}
		if need != Done {
			return m.missing(need)
		}
		m.set(c.dst, m.mem[at])
	case opStore:
		at, need := m.address(c.dst, c.path)
		if need == Done && m.mem[c.src] == 0 {
			need = c.src
		}
		if need != Done {
			return m.missing(need)
		}
		m.set(at, m.mem[c.src])
	case opNew:
		m.count[i]++
		m.set(c.dst, m.object(Origin(i, m.count[i])))
	case opUnlock:
		if c.level == 0 {
			return Stuck
		}
	case opPush:
		return m.push(c)
	case opLock, opPop:
	default:
		panic("explore: a thread goes on behind its end")
	}
	return Done
}

// push executes the push of c. The registers of the new frame are not those
// that the arguments are read from.
func (m *Machine) push(c *Control) Place {
	for k := range c.args {
		a := &c.args[k]
		at, need := m.address(a.root, a.path)
		if need == Done && m.mem[at] == 0 {
			need = at
		}
		if need != Done {
			return m.missing(need)
		}
	}
	for k := range c.args {
		a := &c.args[k]
		at, _ := m.address(a.root, a.path)
		m.set(a.dst, m.mem[at])
	}
	for _, r := range c.clear {
		m.set(r, 0)
	}
	return Done
}

// missing is what Execute returns where a place holds nothing: initial values
// are formals of the two units and cells.
func (m *Machine) missing(at Place) Place {
	if !m.lazy || at < m.g.heap && !m.g.isFormal(at) {
		return Stuck
	}
	return at
}

// unlessIdle is missing, but Done where the value would go to a variable that
// counts nowhere: whatever the initial value is, it need not be picked.
func (m *Machine) unlessIdle(c *Control, at Place) Place {
	need := m.missing(at)
	if need != Stuck && c.idle {
		return Done
	}
	return need
}

// isFormal tells whether a register is a formal of one of the two units.
func (g *Program) isFormal(r Place) bool {
	for i := range g.threads {
		t := &g.threads[i]
		if r >= t.base && r < t.base+int32(len(t.unit.Formals)) {
			return true
		}
	}
	return false
}

// Origin is the name of the object that thread i makes by its nth new(). It
// does not depend on what the other thread does.
func Origin(i int, n int32) int32 { return n<<1 | int32(i) }

// Made is the Origin of an object, 0 of an initial one.
func (m *Machine) Made(object int32) int32 { return m.made[object-1] }

// Objects is the number of objects.
func (m *Machine) Objects() int32 { return m.n }

// At is what a place holds.
func (m *Machine) At(p Place) int32 { return m.mem[p] }

// object adds an object as new() makes it: all its fields point to itself.
func (m *Machine) object(origin int32) int32 {
	o := m.add(origin)
	at := m.cell(o, 0)
	for f := range m.g.width {
		m.mem[at+f] = o
	}
	return o
}

// Discover adds an initial object without any known cell.
func (m *Machine) Discover() int32 {
	o := m.add(0)
	at := m.cell(o, 0)
	clear(m.mem[at : at+m.g.width])
	return o
}

// add makes room for one more object.
func (m *Machine) add(origin int32) int32 {
	m.n++
	for need := int(m.cell(m.n+1, 0)); len(m.mem) < need; {
		m.mem = append(m.mem, 0)
	}
	if int(m.n) > len(m.made) {
		m.made = append(m.made, 0)
	}
	m.made[m.n-1] = origin
	return m.n
}

// Define gives a place its initial value.
func (m *Machine) Define(at Place, object int32) { m.set(at, object) }
