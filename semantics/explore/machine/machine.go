package machine

// A Machine is a configuration that is executed in place: the control states of both threads, and
// an array of values. A value is the number of an object, counted from 1, or 0 if there is none or
// it is not known yet.
//
// The array has the registers of A, those of B, and then the cells, object by object. An Address is
// an index of it.
type Machine struct {
	At [2]*Control // where the threads are

	g     *Program
	mem   []int32
	n     int32    // the number of objects
	made  []int32  // the origin of object i+1; 0 for an initial one
	count [2]int32 // how many objects each thread has made
	trail []change
	lazy  bool // whether initial values are picked when they are read
}

// An Address is an index of the values of a Machine.
type Address = int32

// A change is an entry of the trail: the previous value of an address.
type change struct {
	at  Address
	old int32
}

// New returns a machine without objects whose threads are before their units. If it is lazy, the
// initial state is not fixed; see Execute.
func New(g *Program, lazy bool) *Machine {
	return &Machine{
		g: g, lazy: lazy, mem: make([]int32, g.heap, 4*g.heap+64),
		At: [2]*Control{g.threads[0].controls[0], g.threads[1].controls[0]},
	}
}

func (m *Machine) Program() *Program { return m.g }

// Lazy reports whether initial values are picked when they are read.
func (m *Machine) Lazy() bool { return m.lazy }

// Next lists the control states that thread i may be in after its next command, one for each way to
// resolve the choices up to the command after that.
func (m *Machine) Next(i int) []*Control {
	m.g.Expand(i, m.At[i])
	return m.At[i].Next
}

func (m *Machine) Ended(i int) bool { return m.At[i].Op == OpEnd }

// Enabled reports whether thread i has a command left that Figure 6 allows.
func (m *Machine) Enabled(i int) bool {
	c := m.At[i]
	return c.Op != OpEnd && c.Allowed(m.At[1-i])
}

// A Mark is a state to which Undo can return.
type Mark struct {
	trail int
	n     int32
	count [2]int32
	at    [2]*Control
}

// Mark returns the present state for Undo.
func (m *Machine) Mark() Mark { return Mark{trail: len(m.trail), n: m.n, count: m.count, at: m.At} }

// Undo restores the state in which Mark returned k.
func (m *Machine) Undo(k Mark) {
	for i := len(m.trail) - 1; i >= k.trail; i-- {
		m.mem[m.trail[i].at] = m.trail[i].old
	}
	m.trail, m.n, m.count, m.At = m.trail[:k.trail], k.n, k.count, k.at
}

// Forget empties the trail: earlier marks become invalid.
func (m *Machine) Forget() { m.trail = m.trail[:0] }

// LastStore returns the cell that was changed last since the trail began, and its previous value.
// ok is false if nothing was changed or a register was changed last.
func (m *Machine) LastStore() (at Address, old int32, ok bool) {
	last := len(m.trail) - 1
	if last < 0 || m.trail[last].at < m.g.heap {
		return 0, 0, false
	}
	return m.trail[last].at, m.trail[last].old, true
}

// set writes to an address and records its previous value.
func (m *Machine) set(at Address, v int32) {
	m.trail = append(m.trail, change{at, m.mem[at]})
	m.mem[at] = v
}

// Value returns what an address holds.
func (m *Machine) Value(at Address) int32 { return m.mem[at] }

// Define gives an address its initial value.
func (m *Machine) Define(at Address, object int32) { m.set(at, object) }

// Put makes an address hold an object permanently: Undo does not undo it.
func (m *Machine) Put(at Address, object int32) { m.mem[at] = object }

// Cell returns the address of a field of an object.
func (m *Machine) Cell(object, field int32) Address {
	return m.g.heap + (object-1)*m.g.width + field
}

// ObjectOf returns the object and field of a cell; the object is 0 if at is a register.
func (m *Machine) ObjectOf(at Address) (object, field int32) {
	if at < m.g.heap {
		return 0, 0
	}
	return (at-m.g.heap)/m.g.width + 1, (at - m.g.heap) % m.g.width
}

// Cells returns the cells of an object, by field. Writes to them are not undone. The slice is valid
// until another object is made.
func (m *Machine) Cells(object int32) []int32 {
	at := m.Cell(object, 0)
	return m.mem[at : at+m.g.width]
}

// Fresh reports whether all cells of an object hold the object itself, as after new().
func (m *Machine) Fresh(object int32) bool {
	for _, v := range m.Cells(object) {
		if v != object {
			return false
		}
	}
	return true
}

// Known reports whether any cell of an object has a value.
func (m *Machine) Known(object int32) bool {
	for _, v := range m.Cells(object) {
		if v != 0 {
			return true
		}
	}
	return false
}

func (m *Machine) Objects() int32 { return m.n }

// Made returns the origin of an object, 0 for an initial one. The origin of an object of new() does
// not depend on what the other thread does.
func (m *Machine) Made(object int32) int32 { return m.made[object-1] }

// origin returns the origin of the object that thread i makes by its nth new().
func origin(i int, n int32) int32 { return n<<1 | int32(i) }

// Clear removes all objects and empties the trail. Registers keep their values.
func (m *Machine) Clear() { m.n, m.trail = 0, m.trail[:0] }

// Discover adds an initial object without any known cell.
func (m *Machine) Discover() int32 {
	o := m.Add(0)
	clear(m.Cells(o))
	return o
}

// Add adds an object, an initial one if its origin is 0. Its cells are arbitrary.
func (m *Machine) Add(origin int32) int32 {
	m.n++
	for need := int(m.Cell(m.n+1, 0)); len(m.mem) < need; {
		m.mem = append(m.mem, 0)
	}
	if int(m.n) > len(m.made) {
		m.made = append(m.made, 0)
	}
	m.made[m.n-1] = origin
	return m.n
}

// allocate adds an object as new() makes it: all its fields point to it.
func (m *Machine) allocate(origin int32) int32 {
	o := m.Add(origin)
	cells := m.Cells(o)
	for f := range cells {
		cells[f] = o
	}
	return o
}
