package semantics

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Init is an initial state as plain data: the form it has in witnesses.
type Init struct {
	Objects []string             // the names; object i becomes location i+1
	Cells   [][3]string          // an object, a field, and the object that the cell holds
	Stacks  [2]map[string]string // the object that each variable of a thread holds
}

// NewConfig returns the initial configuration of l || r that in describes: one frame for each
// thread, no lock held. Cells and variables that in does not mention have no value; WellBehaved
// checks the result. The error names the first entry that contradicts another one or names
// something unknown.
func NewConfig(core *il.Core, p il.Pair, in Init) (Config, error) {
	h, loc, err := in.heap(core.Fields)
	if err != nil {
		return Config{}, err
	}
	k := Config{H: h}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		s, err := in.frame(Tid(i), loc)
		if err != nil {
			return Config{}, err
		}
		k.Threads[i] = Thread{Point: Begin(core, u), S: &Stack{Top: s}}
	}
	return k, nil
}

// heap makes the objects and cells. It also returns the locations of the objects by their names.
func (in Init) heap(fields []string) (Heap, map[string]Loc, error) {
	h := NewHeap(fields)
	objects, width := make([][]Loc, len(in.Objects)), len(h.fields)
	all := slice.Repeat(absent, width*len(objects))
	loc := make(map[string]Loc, len(objects))
	for i, o := range in.Objects {
		if loc[o] != Nil {
			return Heap{}, nil, fmt.Errorf("object %s is listed twice", o)
		}
		loc[o] = Loc(i + 1)
		objects[i] = all[i*width : (i+1)*width : (i+1)*width]
	}
	for _, c := range in.Cells {
		o, f, v := loc[c[0]], c[1], loc[c[2]]
		at, known := slices.BinarySearch(h.fields, f)
		switch {
		case o == Nil:
			return Heap{}, nil, fmt.Errorf("cell %s.%s: there is no object %s", c[0], f, c[0])
		case v == Nil:
			return Heap{}, nil, fmt.Errorf("cell %s.%s: there is no object %s", c[0], f, c[2])
		case !known:
			return Heap{}, nil, fmt.Errorf("cell %s.%s: the program has no field %s", c[0], f, f)
		case objects[o-1][at] != absent:
			return Heap{}, nil, fmt.Errorf("cell %s.%s is listed twice", c[0], f)
		}
		objects[o-1][at] = v
	}
	h.objects = vectorOf(objects)
	return h, loc, nil
}

func (in Init) frame(i Tid, loc map[string]Loc) (Frame, error) {
	all := make([]binding, 0, len(in.Stacks[i]))
	for x, o := range in.Stacks[i] {
		all = append(all, binding{x, loc[o]})
	}
	slice.Sort(all, func(a, b binding) int { return cmp.Compare(a.name, b.name) })
	for _, b := range all {
		if b.loc == Nil {
			return Frame{},
				fmt.Errorf("variable %s.%s: there is no object %s", i, b.name, in.Stacks[i][b.name])
		}
	}
	return frameOf(all), nil
}

// GivenInit returns the state that a file's init block describes: its objects in the order in which
// its cells and then its bindings name them. A cell that the block does not mention refers to its
// own object, as after new().
func GivenInit(given *il.Init, fields []string) Init {
	in := Init{Stacks: [2]map[string]string{{}, {}}}
	listed := map[string]bool{}
	add := func(o string) {
		if !listed[o] {
			listed[o] = true
			in.Objects = append(in.Objects, o)
		}
	}
	mentioned := map[[2]string]bool{}
	for _, c := range given.Cells {
		add(c.Object)
		add(c.Value)
		in.Cells = append(in.Cells, [3]string{c.Object, c.Field, c.Value})
		mentioned[[2]string{c.Object, c.Field}] = true
	}
	for _, b := range given.Bindings {
		add(b.Value)
		in.Stacks[b.Thread][b.Variable] = b.Value
	}
	for _, o := range in.Objects {
		for _, f := range fields {
			if !mentioned[[2]string{o, f}] {
				in.Cells = append(in.Cells, [3]string{o, f, o})
			}
		}
	}
	return in
}

// FileInit returns the state that the file's init block describes for a pair of units: of its
// variables only those count that are formals of the pair. The file must have a block.
func FileInit(core *il.Core, p il.Pair) Init {
	in := GivenInit(core.Init, core.Fields)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		maps.DeleteFunc(in.Stacks[i], func(x, _ string) bool { return u.Formal(x) < 0 })
	}
	return in
}

// RandomInit returns a random well-behaved initial state of the given number of objects, at least
// one: each cell and each formal holds any of them.
func RandomInit(r *rand.Rand, core *il.Core, p il.Pair, objects int) Init {
	var in Init
	for i := range max(objects, 1) {
		in.Objects = append(in.Objects, "o"+strconv.Itoa(i+1))
	}
	object := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, object()})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = object()
		}
	}
	return in
}

// SpecialInit returns the state in which the true positives theorem (Theorem 6.10) shows a race on
// roots[0].path in p.Left and roots[1].path in p.Right. With k the length of path, it has k+1
// objects: each of o1, ..., ok, the backbone, refers to the next one in the fields of path, and
// both roots refer to o1; every other cell and formal refers to the sink, the last object.
func SpecialInit(core *il.Core, p il.Pair, path []string, roots [2]string) Init {
	in := Init{}
	for i := range len(path) + 1 {
		in.Objects = append(in.Objects, "o"+strconv.Itoa(i+1))
	}
	sink := in.Objects[len(path)]
	for i, o := range in.Objects {
		for _, f := range core.Fields {
			value := sink
			if i+1 < len(path) && f == path[i] {
				value = in.Objects[i+1]
			}
			in.Cells = append(in.Cells, [3]string{o, f, value})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = sink
		}
		in.Stacks[i][roots[i]] = in.Objects[0]
	}
	return in
}
