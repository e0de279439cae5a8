package flow

import (
	"slices"

	"wobbly/internal/slice"
)

// name is a path v.f1...fm from a formal of a unit.
type name struct {
	root   int   // of v among the formals
	fields []int // as indices of il.Core.Fields
	rely   bool  // values are those of Theorem 2g

	// behind is set if some field of the name is walked only from an object that the unit has made
	// or has read from such an object.
	behind bool
	// walked has, for each field, whether the unit walks it from the end of the name where the
	// threads meet there. It is nil until the name has been followed, and without rely.
	walked []bool
}

// noField is a field that no object has. A name that ends with it leads nowhere, so that the object
// before its end is the thread's own.
const noField = -1

// with returns the name with another field at its end, not yet followed.
func (n name) with(f int) name {
	n.fields, n.walked = append(slices.Clone(n.fields), f), nil
	return n
}

// A value is what matters of an object for one name v.f1...fm:
//
//	i < m   the own object to which v.f1...fi leads initially
//	m       the object to which the name leads, where the threads meet: z
//	m+1     the own object to which everything else leads: e
//	none    any other object
//
// Theorem 2g has more objects, and the set of fields that the value relies on in the upper 16 bits
// (memory.go).
type value uint32

const (
	none value = 0xffff
	// public is the value of an own object's cells once the other thread may have reached it.
	public value = 0xfffe
)

// maxFields bounds the fields of a name, so that a value fits. MaxNames ends long before, since
// each name is followed after its prefixes.
const maxFields = int(public) - 2

// meet returns z.
func (n name) meet() value { return value(len(n.fields)) }

// elsewhere returns e.
func (n name) elsewhere() value { return value(len(n.fields) + 1) }

// row returns the position of an own object among the cells, -1 for other objects.
func (n name) row(v value) int {
	switch {
	case int(v) < len(n.fields):
		return int(v)
	case v == n.elsewhere():
		return len(n.fields)
	default:
		return -1
	}
}

// initialCells returns the initial cells of Theorem 2f: a list with a row for each own object,
// which has a value for each of the width fields of the program.
func (ls *lists) initialCells(width int) list {
	cells := slice.Repeat(ls.elsewhere(), (len(ls.fields)+1)*width)
	for i, f := range ls.fields {
		if f != noField {
			cells[i*width+f] = value(i + 1)
		}
	}
	return ls.intern(cells)
}

// load returns what the field f of an object is known to hold. As in initialCells, width is the
// number of fields of the program.
func (ls *lists) load(cells list, width int, base value, f int) value {
	if row := ls.row(base); row >= 0 {
		if v := ls.at(cells, row*width+f); v != public {
			return v
		}
	}
	return none
}

// store returns the cells after v is stored into the field f of an object. If the object is not the
// thread's own, or is public, then v and everything it leads to become public.
func (ls *lists) store(cells list, width int, base value, f int, v value, o Options) list {
	known := ls.known(cells)
	if row := ls.row(base); row >= 0 && known[row*width+f] != public {
		if o.without(ClauseCells) {
			return cells
		}
		known[row*width+f] = v
		return ls.intern(known)
	}
	if o.without(ClausePublic) {
		return cells
	}
	for pending := []value{v}; len(pending) > 0; {
		row := ls.row(pending[len(pending)-1])
		pending = pending[:len(pending)-1]
		if row < 0 || width == 0 || known[row*width] == public {
			continue
		}
		values := known[row*width : (row+1)*width]
		pending = append(pending, values...)
		for i := range values {
			values[i] = public
		}
	}
	return ls.intern(known)
}
