package explore

// Cell names a cell independently of the order in which threads made their
// objects: an object by its Origin, or minus its number where it is an initial
// one.
type Cell struct{ Object, Field int32 }

// Footprint is what the next command of a thread does to what threads share.
// Commands of two threads with footprints that do not conflict commute.
type Footprint struct {
	Reads  []Cell
	Write  Cell // the zero Cell where none is written
	Lock   bool // lock() or unlock()
	Access bool // a load or store; its cell is Write, or the last of Reads
}

// Conflicts tells whether the commands of two threads may not commute.
func (a Footprint) Conflicts(b Footprint) bool {
	if a.Lock && b.Lock || a.Write != (Cell{}) && a.Write == b.Write {
		return true
	}
	return reads(a.Reads, b.Write) || reads(b.Reads, a.Write)
}

func reads(cells []Cell, written Cell) bool {
	if written == (Cell{}) {
		return false
	}
	for _, c := range cells {
		if c == written {
			return true
		}
	}
	return false
}

// Footprint appends the cells that the next command of thread i reads to reads,
// which it may reuse. All values on the way must be known: Execute must not be
// about to ask for one.
func (m *Machine) Footprint(i int, reads []Cell) Footprint {
	c := m.at[i]
	f := Footprint{Reads: reads[:0], Lock: c.op == opLock || c.op == opUnlock, Access: c.access()}
	switch c.op {
	case opLoad:
		f.Reads = m.cells(f.Reads, c.src, c.path)
	case opStore:
		last := len(c.path) - 1
		f.Reads = m.cells(f.Reads, c.dst, c.path[:last])
		at, _ := m.address(c.dst, c.path[:last])
		f.Write = m.Name(m.mem[at], c.path[last])
	case opPush:
		for k := range c.args {
			f.Reads = m.cells(f.Reads, c.args[k].root, c.args[k].path)
		}
	}
	return f
}

// cells appends the cells of a path.
func (m *Machine) cells(to []Cell, root Place, path []int32) []Cell {
	at := root
	for _, f := range path {
		to = append(to, m.Name(m.mem[at], f))
		at = m.cell(m.mem[at], f)
	}
	return to
}

// Name is the name of a cell.
func (m *Machine) Name(object, field int32) Cell {
	if origin := m.made[object-1]; origin != 0 {
		return Cell{origin, field}
	}
	return Cell{-object, field}
}
