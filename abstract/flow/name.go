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

// pack writes values as a string, so that they can be compared and be a part of a
// key of a map: a byte each, or two, or four, the larger part last.
func (q name) pack(values []value) string {
	if q.rely {
		b := make([]byte, 0, 4*len(values))
		for _, v := range values {
			b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		}
		return string(b)
	}
	if q.narrow() {
		b := make([]byte, len(values))
		for i, v := range values {
			b[i] = byte(v)
		}
		return string(b)
	}
	b := make([]byte, 0, 2*len(values))
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8))
	}
	return string(b)
}

// at is the i-th of packed values.
func (q name) at(packed string, i int) value {
	if q.rely {
		b := packed[4*i : 4*i+4]
		return value(b[0]) | value(b[1])<<8 | value(b[2])<<16 | value(b[3])<<24
	}
	if !q.narrow() {
		return value(packed[2*i]) | value(packed[2*i+1])<<8
	}
	if v := value(packed[i]); v < public&0xff {
		return v
	}
	return value(packed[i]) | 0xff00
}

// unpack gives back what was packed, with room for more values behind it.
func (q name) unpack(packed string, room int) []value {
	n := len(packed) / q.bytes()
	values := make([]value, n, n+room)
	for i := range values {
		values[i] = q.at(packed, i)
	}
	return values
}

// cells is what the cells of the own objects hold: a row of packed values for each,
// with one for each field of the program.
type cells struct {
	name
	width int // of a row
	held  string
}

// initial is the cells in the beginning.
func (q name) initial(width int) cells {
	held := slices.Repeat([]value{q.elsewhere()}, (len(q.fields)+1)*width)
	for i, f := range q.fields {
		if f != noField {
			held[i*width+f] = value(i + 1)
		}
	}
	return cells{q, width, q.pack(held)}
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
func (c cells) store(at value, f int, v value, o Options) cells {
	known := c.unpack(c.held, 0)
	switch row := c.row(at); {
	case row >= 0 && known[row*c.width+f] != public:
		if !o.without(ClauseCells) {
			known[row*c.width+f] = v
		}
	case !o.without(ClausePublic):
		c.publish(known, v)
	}
	c.held = c.pack(known)
	return c
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
