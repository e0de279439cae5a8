package check

import (
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/witness"
)

// initial is the state that a witness starts from. Its objects are the values
// 1, 2, ... in the order of the witness.
type initial struct {
	names  []string // by value; names[null] is unused
	number map[string]value
	cells
	order  []cell // the cells as the witness lists them
	stacks [2]stack
}

// initial reads the initial state of a witness: objects with different names,
// every field of every object exactly once and nothing else, every formal of
// both units and nothing else, all of them holding objects.
func (c *Checker) initial(in *witness.Init, units [2]*il.Unit) (*initial, *Refusal) {
	st := &initial{
		names:  make([]string, 1, 1+len(in.Objects)),
		number: make(map[string]value, len(in.Objects)),
		order:  make([]cell, 0, len(in.Cells)),
	}
	if r := st.objects(in.Objects); r != nil {
		return nil, r
	}
	if r := st.heap(in.Cells, c.core.Fields); r != nil {
		return nil, r
	}
	for i, bound := range [2]map[string]string{in.A, in.B} {
		if r := st.bind(i, bound, units[i]); r != nil {
			return nil, r.in(letters[i], "")
		}
	}
	return st, nil
}

func (st *initial) objects(names []string) *Refusal {
	if len(names) == 0 {
		return refuse(Initial, "the initial state has no objects")
	}
	for _, name := range names {
		if name == "" {
			return refuse(Initial, "an initial object has an empty name")
		}
		if st.number[name] != null {
			return refuse(Initial, "the object %s is listed twice", quote(name))
		}
		st.number[name] = value(len(st.names))
		st.names = append(st.names, name)
	}
	return nil
}

func (st *initial) heap(given [][3]string, fields []string) *Refusal {
	st.fields = fields
	all := (len(st.names) - 1) * len(fields)
	known := map[int]bool{} // where cells are missing for sure, so that none of the others count
	if all <= len(given) {
		st.hold = make([]value, all)
	}
	for _, c := range given {
		object, field, v := c[0], c[1], st.number[c[2]]
		base := st.number[object]
		if base == null {
			return refuse(Initial, "a cell is of %s, which is no initial object", quote(object))
		}
		f, ok := slices.BinarySearch(fields, field)
		if !ok {
			return refuse(Initial, "a cell is of the field %s, which the program does not have", quote(field))
		}
		if v == null {
			return refuse(Initial, "the cell %s.%s holds %s, which is no initial object", plain(object), field, quote(c[2]))
		}
		at := int(base-1)*len(fields) + f
		if known[at] || at < len(st.hold) && st.hold[at] != null {
			return refuse(Initial, "the cell %s.%s is given twice", plain(object), field)
		}
		if at < len(st.hold) {
			st.hold[at] = v
		} else {
			known[at] = true
		}
		st.order = append(st.order, cell{base, field})
	}
	if len(st.order) == all {
		return nil
	}
	missing := slices.Index(st.hold, null)
	for missing < 0 || known[missing] {
		missing++
	}
	return refuse(Initial, "the cell %s.%s is not given", plain(st.names[1+missing/len(fields)]), fields[missing%len(fields)])
}

func (st *initial) bind(thread int, bound map[string]string, u *il.Unit) *Refusal {
	s := make(stack, len(bound))
	st.stacks[thread] = s
	for _, x := range u.Formals {
		if v := st.number[bound[x]]; v != null {
			s[x] = v
		}
	}
	if len(s) == len(u.Formals) && len(s) == len(bound) {
		return nil
	}
	for _, x := range slices.Sorted(maps.Keys(bound)) {
		switch {
		case u.Formal(x) < 0:
			return refuse(Initial, "%s is no formal of %s", quote(x), u.Name)
		case s[x] == null:
			return refuse(Initial, "%s holds %s, which is no initial object", x, quote(bound[x]))
		}
	}
	i := slices.IndexFunc(u.Formals, func(x string) bool { return s[x] == null })
	return refuse(Initial, "the formal %s of %s is not bound", u.Formals[i], u.Name)
}

// exact is the initial state as a heap of Figure 5.
func (st *initial) exact() *exact {
	return &exact{cells: st.cells, initial: st, objects: value(len(st.names) - 1)}
}
