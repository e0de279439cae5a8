package flow

import (
	"bytes"
	"slices"
)

// name is what is followed: a path v.f1...fm from a formal of a unit.
type name struct {
	root   int   // of v among the formals
	fields []int // as indices of il.Core.Fields
}

// noField is a field that no object has. With it behind, a name leads to nothing,
// and what it led to before is the thread's own.
const noField = -1

// A value is an object as far as it matters for one name v.f1...fm:
//
//	i < m   the thread's own object to which v.f1...fi leads in the beginning
//	m       the object to which the name leads, where the threads meet
//	m+1     the thread's own object to which everything else leads
//	none    any other object
type value = byte

// A cell of one of the thread's own objects holds a value. All cells of an object
// that the other thread can have got at are public.
const (
	none   value = 0xff
	public value = 0xfe
)

// mostFields bounds the fields of a name, so that a value fits.
const mostFields = int(public) - 2

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

// cells is what the cells of the own objects hold: a row of values for each, with
// one for each field of the program.
type cells struct {
	name
	width int // of a row
	held  []byte
}

// initial is the cells in the beginning.
func (q name) initial(width int) cells {
	c := cells{q, width, bytes.Repeat([]byte{q.elsewhere()}, (len(q.fields)+1)*width)}
	for i, f := range q.fields {
		if f != noField {
			c.held[i*width+f] = value(i + 1)
		}
	}
	return c
}

// step is what the field f of an object leads to.
func (c cells) step(at value, f int) value {
	row := c.row(at)
	if row < 0 || c.held[row*c.width+f] == public {
		return none
	}
	return c.held[row*c.width+f]
}

// store makes the field f of an object hold v. If that is not one of the thread's
// own objects, or no longer its own, then v is public from now on, and what v leads
// to.
func (c cells) store(at value, f int, v value, o Options) {
	switch row := c.row(at); {
	case row >= 0 && c.held[row*c.width+f] != public:
		if !o.without(ClauseCells) {
			c.held[row*c.width+f] = v
		}
	case !o.without(ClausePublic):
		c.publish(v)
	}
}

// publish gives an object to the other thread.
func (c cells) publish(v value) {
	row := c.row(v)
	if row < 0 || c.width == 0 || c.held[row*c.width] == public {
		return
	}
	held := c.held[row*c.width : (row+1)*c.width]
	before := slices.Clone(held)
	for i := range held {
		held[i] = public
	}
	for _, v := range before {
		c.publish(v)
	}
}
