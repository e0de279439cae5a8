package machine

// Cell names a cell independently of the order in which threads made their
// objects: an object by its origin, or minus its number where it is an initial
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
	c := m.At[i]
	f := Footprint{Reads: reads[:0], Lock: c.Op == OpLock || c.Op == OpUnlock, Access: c.Access()}
	switch c.Op {
	case OpLoad:
		f.Reads = m.cells(f.Reads, c.Src, c.Path)
	case OpStore:
		last := len(c.Path) - 1
		f.Reads = m.cells(f.Reads, c.Dst, c.Path[:last])
		at, _ := m.address(c.Dst, c.Path[:last])
		f.Write = m.name(m.mem[at], c.Path[last])
	case OpPush:
		for k := range c.Args {
			f.Reads = m.cells(f.Reads, c.Args[k].Root, c.Args[k].Path)
		}
	}
	return f
}

// cells appends the cells of a path.
func (m *Machine) cells(to []Cell, root Address, path []int32) []Cell {
	at := root
	for _, f := range path {
		to = append(to, m.name(m.mem[at], f))
		at = m.Cell(m.mem[at], f)
	}
	return to
}

// name is the name of a cell.
func (m *Machine) name(object, field int32) Cell {
	if origin := m.made[object-1]; origin != 0 {
		return Cell{origin, field}
	}
	return Cell{-object, field}
}

// Touched appends the objects whose cells the next command of thread i reads or
// writes. It fails where a value on the way to them is not known yet.
func (m *Machine) Touched(i int, to []int32) (objects []int32, known bool) {
	c := m.At[i]
	switch c.Op {
	case OpLoad, OpStore:
		return m.onPath(to, c.Root(), c.Path)
	case OpPush:
		for k := range c.Args {
			var known bool
			if to, known = m.onPath(to, c.Args[k].Root, c.Args[k].Path); !known {
				return to, false
			}
		}
	}
	return to, true
}

// onPath appends the objects whose cells a path names.
func (m *Machine) onPath(to []int32, root Address, path []int32) (objects []int32, known bool) {
	at := root
	for _, f := range path {
		v := m.mem[at]
		if v == 0 {
			return to, false
		}
		to = append(to, v)
		at = m.Cell(v, f)
	}
	return to, true
}
