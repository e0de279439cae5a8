package bounded

import "slices"

// object is an object as one thread knows it: its own, or one that both may know.
//
//	0          its own object to which everything but the names leads in the beginning
//	1 ... m    its own objects on the way of its names
//	m+1 ...    objects that it has made
//	shared|k   the k-th of those that both may know and it has come by; shared is z
//	none       nothing: a variable that is not read again
type object uint16

const (
	shared object = 0x8000
	none   object = 0xffff
)

// noField is a field that no object has.
const noField uint16 = 0xffff

// maxObjects bounds the objects of one kind, whatever the options say.
const maxObjects = 0x4000

func (o object) isShared() bool { return o&shared != 0 && o != none }

// write is a cell that holds something else than in the beginning: its object, its
// field, and what it holds.
type write uint64

func writeOf(base object, field uint16, to object) write {
	return write(base)<<32 | write(field)<<16 | write(to)
}

func (w write) base() object  { return object(w >> 32) }
func (w write) field() uint16 { return uint16(w >> 16) }
func (w write) to() object    { return object(w) }

// heap is what has been written, in order.
type writes []write

// at is what a cell holds, if it has been written.
func (h writes) at(base object, field uint16) (object, bool) {
	i, ok := slices.BinarySearchFunc(h, writeOf(base, field, 0), compareWrites)
	if !ok {
		return none, false
	}
	return h[i].to(), true
}

// with is the heap once a cell holds an object.
func (h writes) with(w write) writes {
	i, ok := slices.BinarySearchFunc(h, w, compareWrites)
	if ok {
		h = slices.Clone(h)
		h[i] = w
		return h
	}
	longer := make(writes, 0, len(h)+1)
	return append(append(append(longer, h[:i]...), w), h[i:]...)
}

// without is the heap in which a cell holds what it held in the beginning.
func (h writes) without(base object, field uint16) writes {
	i, ok := slices.BinarySearchFunc(h, writeOf(base, field, 0), compareWrites)
	if !ok {
		return h
	}
	return slices.Delete(slices.Clone(h), i, i+1)
}

// of is the writes to the cells of an object.
func (h writes) of(base object) writes {
	i, _ := slices.BinarySearchFunc(h, writeOf(base, 0, 0), compareWrites)
	j := i
	for j < len(h) && h[j].base() == base {
		j++
	}
	return h[i:j]
}
