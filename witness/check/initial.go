package check

import (
	"slices"

	"wobbly/il"
	"wobbly/witness"
)

// initial is the initial state of a witness. Its objects are the values 1, 2, ... in the order of
// the witness.
type initial struct {
	names   []string         // by value; names[null] is unused
	numbers map[string]value // the values by name; nil if there are at most manyObjects
	cells
	given  [][3]string // the cells as the witness lists them
	stacks [2]stack
}

// emptied returns an empty state that reuses the memory of st.
func (st *initial) emptied() (empty initial) {
	empty.names, empty.hold = st.names[:0], st.hold[:0]
	for i := range st.stacks {
		empty.stacks[i].few = st.stacks[i].few[:0]
	}
	return empty
}

// manyObjects is the number of names up to which they are searched linearly.
const manyObjects = 8

// number returns the object with a name, or null if there is none.
func (st *initial) number(name string) value {
	if st.numbers != nil {
		return st.numbers[name]
	}
	for v := len(st.names) - 1; v > 0; v-- {
		if st.names[v] == name {
			return value(v)
		}
	}
	return null
}

// read reads the initial state of a witness: objects with different names, every field of every
// object exactly once and nothing else, every formal of both units and nothing else, all of them
// holding objects.
func (st *initial) read(in *witness.Init, fields []string, units [2]*il.Unit) *Refusal {
	if r := st.objects(in.Objects); r != nil {
		return r
	}
	if r := st.heap(in.Cells, fields); r != nil {
		return r
	}
	for i, bound := range [2]witness.Stack{in.A, in.B} {
		if r := st.bind(i, bound, units[i]); r != nil {
			return r.in(letters[i], "")
		}
	}
	return nil
}

func (st *initial) objects(names []string) *Refusal {
	if len(names) == 0 {
		return refuse(Initial, "the initial state has no objects")
	}
	st.names = append(slices.Grow(st.names, 1+len(names)), "")
	if len(names) > manyObjects {
		st.numbers = make(map[string]value, len(names))
	}
	for _, name := range names {
		if name == "" {
			return refuse(Initial, "an initial object has an empty name")
		}
		if st.number(name) != null {
			return refuse(Initial, "the object %s is listed twice", quote(name))
		}
		if st.numbers != nil {
			st.numbers[name] = value(len(st.names))
		}
		st.names = append(st.names, name)
	}
	return nil
}

// heap reads the cells. A witness can name many objects and list few cells: then only the listed
// cells take memory.
func (st *initial) heap(given [][3]string, fields []string) *Refusal {
	st.fields, st.given = fields, given
	all := (len(st.names) - 1) * len(fields)
	var known map[int]bool // the cells that are listed, if there are too few of them
	if all <= len(given) {
		st.hold = slices.Grow(st.hold, all)[:all]
		clear(st.hold)
	} else {
		known = make(map[int]bool, len(given))
	}
	for _, c := range given {
		object, field, v := c[0], c[1], st.number(c[2])
		base := st.number(object)
		if base == null {
			return refuse(Initial, "a cell is of %s, which is not an initial object", quote(object))
		}
		f, ok := slices.BinarySearch(fields, field)
		if !ok {
			return refuse(Initial, "a cell is of the field %s, which the program does not have",
				quote(field))
		}
		if v == null {
			return refuse(Initial, "the cell %s.%s holds %s, which is not an initial object",
				plain(object), field, quote(c[2]))
		}
		i := int(base-1)*len(fields) + f
		if known[i] || i < len(st.hold) && st.hold[i] != null {
			return refuse(Initial, "the cell %s.%s is given twice", plain(object), field)
		}
		if i < len(st.hold) {
			st.hold[i] = v
		} else {
			known[i] = true
		}
	}
	if len(given) == all {
		return nil
	}
	missing := slices.Index(st.hold, null)
	for missing < 0 || known[missing] {
		missing++
	}
	object := plain(st.names[1+missing/len(fields)])
	return refuse(Initial, "the cell %s.%s is not given", object, fields[missing%len(fields)])
}

// bind reads the values of the formals of thread 0 (A) or 1 (B), which executes u.
func (st *initial) bind(thread int, bound witness.Stack, u *il.Unit) *Refusal {
	s := &st.stacks[thread]
	if cap(s.few) == 0 {
		*s = newStack(len(u.Formals))
	}
	for _, x := range u.Formals {
		if v := st.number(bound.Of(x)); v != null {
			s.set(x, v)
		}
	}
	if s.size() == len(u.Formals) && s.size() == len(bound) {
		return nil
	}
	for _, b := range bound {
		switch x := b.Formal; {
		case u.Formal(x) < 0:
			return refuse(Initial, "%s is not a parameter of %s", quote(x), u.Name)
		case s.of(x) == null:
			return refuse(Initial, "%s holds %s, which is not an initial object", x,
				quote(b.Object))
		}
	}
	i := slices.IndexFunc(u.Formals, func(x string) bool { return s.of(x) == null })
	return refuse(Initial, "the parameter %s of %s is not bound", u.Formals[i], u.Name)
}

// exact returns the initial state as a heap of Figure 5.
func (st *initial) exact() exact {
	return exact{cells: st.cells, initial: st, objects: value(len(st.names) - 1)}
}
