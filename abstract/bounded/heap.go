package bounded

import (
	"cmp"
	"slices"

	"wobbly/internal/slice"
)

// An object is numbered by one thread. It is the thread's own, or both threads may know it.
//
//	0          the own object to which everything except the names leads initially
//	1 ... m    own objects on the paths of the names
//	m+1 ...    objects that the thread has made
//	shared|k   the k-th shared object that the thread has met; shared is z
//	none       the value of a variable that is not read again
type object uint16

const (
	shared object = 0x8000
	none   object = 0xffff
)

// noField is not a field: no cell of any object has it.
const noField uint16 = 0xffff

// maxObjects bounds the objects of one kind, whatever the options say.
const maxObjects = 0x4000

func (o object) isShared() bool { return o&shared != 0 && o != none }

// write is a written cell: its object, its field, and the object that it holds.
type write uint64

func writeOf(base object, field uint16, to object) write {
	return write(base)<<32 | write(field)<<16 | write(to)
}

func (w write) base() object  { return object(w >> 32) }
func (w write) field() uint16 { return uint16(w >> 16) }
func (w write) to() object    { return object(w) }

// compareCells orders writes by object and field, whatever they hold.
func compareCells(a, b write) int { return cmp.Compare(a>>16, b>>16) }

// writes are the cells of a heap that differ from the initial heap, sorted by cell, with those of
// shared objects last. The writes of a state are never changed.
type writes []write

// lookup returns the object in a cell, and false if the cell has not been written.
func (h writes) lookup(base object, field uint16) (object, bool) {
	i, ok := slices.BinarySearchFunc(h, writeOf(base, field, 0), compareCells)
	if !ok {
		return none, false
	}
	return h[i].to(), true
}

func (h writes) with(w write) writes {
	i, ok := slices.BinarySearchFunc(h, w, compareCells)
	if ok {
		h = slices.Clone(h)
		h[i] = w
		return h
	}
	longer := make(writes, 0, len(h)+1)
	return append(append(append(longer, h[:i]...), w), h[i:]...)
}

// without returns h with a cell as in the initial heap.
func (h writes) without(base object, field uint16) writes {
	i, ok := slices.BinarySearchFunc(h, writeOf(base, field, 0), compareCells)
	if !ok {
		return h
	}
	return slice.Delete(slices.Clone(h), i)
}

func (h writes) of(base object) writes {
	i, _ := slices.BinarySearchFunc(h, writeOf(base, 0, 0), compareCells)
	j := i
	for j < len(h) && h[j].base() == base {
		j++
	}
	return h[i:j]
}

// published reports whether h has a cell of a shared object. These come last.
func (h writes) published() bool { return len(h) > 0 && h[len(h)-1].base().isShared() }
