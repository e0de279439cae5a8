package flow

import "slices"

// name is what is followed: a path v.f1...fm from a formal of a unit.
type name struct {
	root   int   // of v among the formals
	fields []int // as indices of il.Core.Fields
	rely   bool  // values are those of Theorem 2g

	behind bool   // some field of the name is walked only behind what the unit has made
	on     []bool // by field: whether the unit walks it from the end of the name where the threads meet there, once it has been followed; nil where threads do not rely on each other
}

// noField is a field that no object has. With it behind, a name leads to nothing,
// and what it led to before is the thread's own.
const noField = -1

// with is the name with a field more.
func (q name) with(f int) name {
	q.fields, q.on = append(slices.Clone(q.fields), f), nil
	return q
}

// A value is an object as far as it matters for one name v.f1...fm:
//
//	i < m   the thread's own object to which v.f1...fi leads in the beginning
//	m       the object to which the name leads, where the threads meet
//	m+1     the thread's own object to which everything else leads
//	none    any other object
//
// Where threads rely on each other, there are more of them, and which fields a value
// relies on stands in its upper half (memory.go).
type value uint32

// A cell of one of the thread's own objects holds a value. All cells of an object
// that the other thread can have got at are public.
const (
	none   value = 0xffff
	public value = 0xfffe
)

// maxFields bounds the fields of a name, so that a value fits. MaxNames ends long
// before, since each name is followed after those it begins with.
const maxFields = int(public) - 2

// meet is the object to which the name leads.
func (q name) meet() value { return value(len(q.fields)) }

// elsewhere is the thread's own object to which all but the name leads.
func (q name) elsewhere() value { return value(len(q.fields) + 1) }

// row is the place of an own object among the cells, or -1.
func (q name) row(v value) int {
	switch {
	case int(v) < len(q.fields):
		return int(v)
	case v == q.elsewhere():
		return len(q.fields)
	default:
		return -1
	}
}

// narrow tells whether a byte holds each value of the name: none and public then
// are its two largest.
func (q name) narrow() bool { return q.elsewhere() < public&0xff }

// bytes is how many a packed value has.
func (q name) bytes() int {
	switch {
	case q.rely:
		return 4
	case q.narrow():
		return 1
	default:
		return 2
	}
}

// cells is what the cells of the own objects hold: a row of values for each, with one
// for each field of the program.
type cells struct {
	*lists
	width int // of a row
	held  list
}

// initial is the cells in the beginning.
func (x *lists) initial(width int) cells {
	held := slices.Repeat([]value{x.elsewhere()}, (len(x.fields)+1)*width)
	for i, f := range x.fields {
		if f != noField {
			held[i*width+f] = value(i + 1)
		}
	}
	return cells{x, width, x.number(held)}
}

// step is what the field f of an object leads to.
func (c cells) step(at value, f int) value {
	if row := c.row(at); row >= 0 {
		if held := c.at(c.held, row*c.width+f); held != public {
			return held
		}
	}
	return none
}

// store is the cells once the field f of an object holds v. If that is not one of
// the thread's own objects, or no longer its own, then v is public from now on, and
// what v leads to.
func (c cells) store(at value, f int, v value, o Options) list {
	known := c.known(c.held)
	switch row := c.row(at); {
	case row >= 0 && known[row*c.width+f] != public:
		if !o.without(ClauseCells) {
			known[row*c.width+f] = v
		}
	case !o.without(ClausePublic):
		c.publish(known, v)
	}
	return c.number(known)
}

// publish gives an object to the other thread, in what is known of the cells.
func (c cells) publish(known []value, v value) {
	for pending := []value{v}; len(pending) > 0; {
		row := c.row(pending[len(pending)-1])
		pending = pending[:len(pending)-1]
		if row < 0 || c.width == 0 || known[row*c.width] == public {
			continue
		}
		held := known[row*c.width : (row+1)*c.width]
		pending = append(pending, held...)
		for i := range held {
			held[i] = public
		}
	}
}
