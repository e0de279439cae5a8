package machine

import (
	"maps"
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
)

// Found is what an execution of a lazy machine has revealed about its initial state. Its objects
// are numbered from 0 in the order in which the execution met or made them, and keep their numbers.
type Found struct {
	fresh  []bool                 // whether each object was made on the way
	values map[initialAddress]int // the objects that addresses held initially
}

// An initialAddress is a register (object -1) or a field of an object.
type initialAddress struct {
	object int
	at     int32
}

// Object adds an object and returns its number.
func (f *Found) Object(fresh bool) int {
	f.fresh = append(f.fresh, fresh)
	return len(f.fresh) - 1
}

// Define is Set for an address of m. names maps m's objects, from object 1, to their numbers in f.
func (f *Found) Define(m *Machine, at Address, value int, names []int) {
	object := -1
	if o, field := m.ObjectOf(at); o > 0 {
		object, at = names[o-1], field
	}
	f.Set(object, at, value)
}

// Set records the initial value of a field of an object, or of a register if the object is -1.
func (f *Found) Set(object int, at int32, value int) {
	if f.values == nil {
		f.values = map[initialAddress]int{}
	}
	f.values[initialAddress{object, at}] = value
}

func (f *Found) Clone() Found { return Found{slices.Clone(f.fresh), maps.Clone(f.values)} }

// Loc returns the location of an object in executions of package semantics, where the objects of
// the initial state come first.
func (f *Found) Loc(object int) semantics.Loc {
	n := semantics.Loc(1)
	for o, fresh := range f.fresh {
		if fresh == f.fresh[object] && o < object || !fresh && f.fresh[object] {
			n++
		}
	}
	return n
}

// Init returns an initial state of the units p from which the execution can be made. g is the
// machine's program, whose units may have fewer formals. An unknown cell holds its own object, and
// an unknown formal the first object.
func (f *Found) Init(g *Program, p il.Pair) semantics.Init {
	in := semantics.Init{Objects: []string{}, Cells: [][3]string{}}
	names := make([]string, len(f.fresh))
	for o, fresh := range f.fresh {
		if !fresh {
			names[o] = "o" + strconv.Itoa(len(in.Objects)+1)
			in.Objects = append(in.Objects, names[o])
		}
	}
	if len(in.Objects) == 0 { // what was found, such as a deadlock, depends on no object
		in.Objects = []string{"o1"}
		for _, field := range g.core.Fields {
			in.Cells = append(in.Cells, [3]string{"o1", field, "o1"})
		}
	}
	for o, fresh := range f.fresh {
		if fresh {
			continue
		}
		for i, field := range g.core.Fields {
			v, ok := f.values[initialAddress{o, int32(i)}]
			if !ok {
				v = o
			}
			in.Cells = append(in.Cells, [3]string{names[o], field, names[v]})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = in.Objects[0]
		}
		for k, x := range g.Unit(i).Formals {
			if v, ok := f.values[initialAddress{-1, g.Formal(i, k)}]; ok {
				in.Stacks[i][x] = names[v]
			}
		}
	}
	return in
}
