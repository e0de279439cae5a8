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
	cells  map[cell]value
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
		cells:  make(map[cell]value, len(in.Cells)),
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

func (st *initial) heap(cells [][3]string, fields []string) *Refusal {
	for _, c := range cells {
		object, field, v := c[0], c[1], st.number[c[2]]
		base := st.number[object]
		if base == null {
			return refuse(Initial, "a cell is of %s, which is no initial object", quote(object))
		}
		if _, ok := slices.BinarySearch(fields, field); !ok {
			return refuse(Initial, "a cell is of the field %s, which the program does not have", quote(field))
		}
		if v == null {
			return refuse(Initial, "the cell %s.%s holds %s, which is no initial object", plain(object), field, quote(c[2]))
		}
		if _, twice := st.cells[cell{base, field}]; twice {
			return refuse(Initial, "the cell %s.%s is given twice", plain(object), field)
		}
		st.cells[cell{base, field}] = v
		st.order = append(st.order, cell{base, field})
	}
	if len(st.cells) == (len(st.names)-1)*len(fields) {
		return nil
	}
	for base, name := range st.names[1:] {
		for _, f := range fields {
			if st.cells[cell{value(base + 1), f}] == null {
				return refuse(Initial, "the cell %s.%s is not given", plain(name), f)
			}
		}
	}
	panic("wobbly: every cell is given once, yet their number is wrong")
}

func (st *initial) bind(thread int, bound map[string]string, u *il.Unit) *Refusal {
	st.stacks[thread] = make(stack, len(bound))
	names := slices.AppendSeq(make([]string, 0, 8), maps.Keys(bound))
	slices.Sort(names)
	for _, x := range names {
		if u.Formal(x) < 0 {
			return refuse(Initial, "%s is no formal of %s", quote(x), u.Name)
		}
		if st.number[bound[x]] == null {
			return refuse(Initial, "%s holds %s, which is no initial object", x, quote(bound[x]))
		}
		st.stacks[thread][x] = st.number[bound[x]]
	}
	for _, x := range u.Formals {
		if st.stacks[thread][x] == null {
			return refuse(Initial, "the formal %s of %s is not bound", x, u.Name)
		}
	}
	return nil
}

// exact is the initial state as a heap of Figure 5.
func (st *initial) exact() *exact {
	return &exact{cells: st.cells, names: st.names, initial: st.number, fresh: len(st.names) - 1}
}
