package check

import (
	"slices"
	"strconv"

	"wobbly/il"
)

// value is a location, or nil, which is its zero value.
type value int32

// null is nil, the value of a variable that was never assigned.
const null value = 0

// heap executes the effects of commands on objects. The base of a load or store is not nil, and
// neither is the value of a store.
type heap interface {
	load(base value, field string) value
	store(base value, field string, v value) *Refusal
	alloc() value
	// name returns the witness's name for a value, and reports whether the value stands for a
	// single object.
	name(v value) (string, bool)
}

// variable returns [[x]]. It refuses if x is nil: an unassigned local, which a legal program never
// reads (assumption A3).
func (s *stack) variable(x string) (value, *Refusal) {
	if v := s.of(x); v != null {
		return v, nil
	}
	return null, refuse(Stuck, "%s holds no object yet", x)
}

// eval returns [[e]], the value of a variable or of a path's cell.
func eval(h heap, s *stack, e il.Expr) (value, *Refusal) {
	v, r := s.variable(e.Root)
	if r != nil {
		return null, r
	}
	for _, f := range e.Fields {
		v = h.load(v, f)
	}
	return v, nil
}

// address returns the cell of a path: the object to which all fields except the last lead, and the
// last field.
func address(h heap, s *stack, path il.Expr) (base value, field string, r *Refusal) {
	last := len(path.Fields) - 1
	base, r = eval(h, s, il.Expr{Root: path.Root, Fields: path.Fields[:last]})
	return base, path.Fields[last], r
}

// execute performs a simple command other than lock() and unlock(), by the upper half of Figure 5.
func execute(h heap, s *stack, command il.Stmt) *Refusal {
	switch c := command.(type) {
	case *il.Copy: // x := y: s[x -> s(y)]
		v, r := s.variable(c.Src)
		if r != nil {
			return r
		}
		s.set(c.Dst, v)
	case *il.Load: // x := pi: s[x -> h(pi)]
		v, r := eval(h, s, c.Src)
		if r != nil {
			return r
		}
		s.set(c.Dst, v)
	case *il.Store: // pi := x: h[pi -> s(x)]
		base, field, r := address(h, s, c.Dst)
		if r != nil {
			return r
		}
		v, r := s.variable(c.Src)
		if r != nil {
			return r
		}
		return h.store(base, field, v)
	case *il.New: // x := new(): s[x -> l], l fresh, all its fields point to l
		s.set(c.Dst, h.alloc())
	default:
		panic(il.Unknown(c))
	}
	return nil
}

// bind returns the frame of a call, in which the formals of the callee have the values of the
// arguments.
func bind(h heap, s *stack, call *il.Call, callee *il.Unit) (stack, *Refusal) {
	frame := newStack(len(call.Args))
	for i, e := range call.Args {
		v, r := eval(h, s, e)
		if r != nil {
			return stack{}, r
		}
		frame.set(callee.Formals[i], v)
	}
	return frame, nil
}

// cell is an address: an object and one of its fields.
type cell struct {
	object value
	field  string
}

// cells are the cells of the initial objects.
type cells struct {
	fields []string // the fields of each object, sorted
	hold   []value  // the values of the cells, object after object
}

// at returns the index of a cell; ok is false if no initial object has it.
func (c *cells) at(base value, field string) (i int, ok bool) {
	i, ok = slices.BinarySearch(c.fields, field)
	i += int(base-1) * len(c.fields)
	return i, ok && i < len(c.hold)
}

// exact is the heap of Figure 5. A cell of a fresh object points to that object until it is
// written.
type exact struct {
	cells
	written map[cell]value // the cells of fresh objects that were written; nil until there are any
	initial *initial
	objects value // the newest object
}

func (h *exact) load(base value, field string) value {
	if i, ok := h.at(base, field); ok {
		return h.hold[i]
	}
	if v, ok := h.written[cell{base, field}]; ok {
		return v
	}
	return base
}

func (h *exact) store(base value, field string, v value) *Refusal {
	if i, ok := h.at(base, field); ok {
		h.hold[i] = v
		return nil
	}
	if h.written == nil {
		h.written = map[cell]value{}
	}
	h.written[cell{base, field}] = v
	return nil
}

func (h *exact) alloc() value {
	h.objects++
	return h.objects
}

// name returns the name of v. That of a fresh object is the next oN that no initial object has.
func (h *exact) name(v value) (string, bool) {
	names := h.initial.names
	if int(v) < len(names) {
		return names[v], true
	}
	n := len(names) - 1
	for remaining := int(v) - n; remaining > 0; remaining-- {
		for n++; h.initial.number("o"+strconv.Itoa(n)) != null; n++ {
		}
	}
	return "o" + strconv.Itoa(n), true
}
