package machine

import "slices"

// A Cell names a cell independently of the order in which threads allocate: its object is an
// origin, or minus the number of an initial object.
type Cell struct{ Object, Field int32 }

// A Footprint is the effect of a thread's next command on what the threads share. Commands of two
// threads whose footprints do not conflict commute.
type Footprint struct {
	Reads  []Cell
	Write  Cell  // the zero Cell if none is written
	Lock   uint8 // 1 + the slot of the lock that is taken or released; 0 for other commands
	Access bool  // whether it is a load or store; its cell is Write, or the last of Reads
}

// Conflicts reports whether the commands of two threads may not commute.
func (f Footprint) Conflicts(g Footprint) bool {
	none := Cell{}
	return f.Lock != 0 && f.Lock == g.Lock ||
		f.Write != none && (f.Write == g.Write || slices.Contains(g.Reads, f.Write)) ||
		g.Write != none && slices.Contains(f.Reads, g.Write)
}

// Footprint returns the footprint of the next command of thread i; its Reads may reuse the memory
// of reads. All values on the way must be known.
func (m *Machine) Footprint(i int, reads []Cell) Footprint {
	c := m.At[i]
	f := Footprint{Reads: reads[:0], Lock: c.Lock, Access: c.Access()}
	read := func(object, field int32) { f.Reads = append(f.Reads, m.name(object, field)) }
	switch c.Op {
	case OpLoad:
		m.along(c.Src, c.Path, read)
	case OpStore:
		last := len(c.Path) - 1
		m.along(c.Dst, c.Path[:last], read)
		at, _ := m.address(c.Dst, c.Path[:last])
		f.Write = m.name(m.mem[at], c.Path[last])
	case OpPush:
		for k := range c.Args {
			m.along(c.Args[k].Root, c.Args[k].Path, read)
		}
	}
	return f
}

func (m *Machine) name(object, field int32) Cell {
	if origin := m.made[object-1]; origin != 0 {
		return Cell{origin, field}
	}
	return Cell{-object, field}
}

// Touched appends the objects whose cells the next command of thread i reads or writes to to. known
// is false if a value on the way is unknown.
func (m *Machine) Touched(i int, to []int32) (objects []int32, known bool) {
	c := m.At[i]
	touch := func(object, _ int32) { to = append(to, object) }
	known = true
	switch c.Op {
	case OpLoad, OpStore:
		known = m.along(c.Root(), c.Path, touch)
	case OpPush:
		for k := 0; known && k < len(c.Args); k++ {
			known = m.along(c.Args[k].Root, c.Args[k].Path, touch)
		}
	}
	return to, known
}

// along visits the cells of a path and reports whether all objects on it are known.
func (m *Machine) along(root Address, path []int32, visit func(object, field int32)) (known bool) {
	at := root
	for _, f := range path {
		v := m.mem[at]
		if v == 0 {
			return false
		}
		visit(v, f)
		at = m.Cell(v, f)
	}
	return true
}
