package unordered

import (
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
)

// initials is what an execution has found out about its initial state. Objects
// are numbered from 0 in the order in which the execution met or made them.
type initials struct {
	fresh  []bool // of each object: it was made on the way
	values map[place]int
}

// place is a place of the initial state: a register where object is -1, or a
// field of an object.
type place struct {
	object int
	at     int32
}

func newInitials() initials { return initials{values: map[place]int{}} }

// object adds an object.
func (k *initials) object(fresh bool) int {
	k.fresh = append(k.fresh, fresh)
	return len(k.fresh) - 1
}

// define notes a value that was picked. names are the numbers here of the objects
// of the machine, from its object 1.
func (k *initials) define(m *machine.Machine, v pick, names []int) {
	at := place{-1, v.at}
	if o, f := m.ObjectOf(v.at); o > 0 {
		at = place{names[o-1], f}
	}
	k.values[at] = names[v.object-1]
}

// init is an initial state of the units p in which an execution of c can be made:
// the given one, or that of what is known. A cell of which nothing is known holds
// its own object, and a formal the first object.
func (c *code) init(p il.Pair, k *initials) semantics.Init {
	if c.start != nil {
		return *c.start
	}
	in := semantics.Init{}
	names := make([]string, len(k.fresh))
	for o, fresh := range k.fresh {
		if !fresh {
			names[o] = "o" + strconv.Itoa(len(in.Objects)+1)
			in.Objects = append(in.Objects, names[o])
		}
	}
	for o, fresh := range k.fresh {
		for f, field := range c.core.Fields {
			if fresh {
				continue
			}
			v, ok := k.values[place{o, int32(f)}]
			if !ok {
				v = o
			}
			in.Cells = append(in.Cells, [3]string{names[o], field, names[v]})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = c.frame(i, u, k, names)
	}
	return in
}

// frame is the first frame of thread i. Formals that c has not hold the first
// object too.
func (c *code) frame(i int, u *il.Unit, k *initials, names []string) map[string]string {
	own := [2]*il.Unit{c.units.Left, c.units.Right}[i].Formals
	frame := map[string]string{}
	for _, x := range u.Formals {
		v := slices.Index(k.fresh, false)
		if n := slices.Index(own, x); n >= 0 {
			if picked, ok := k.values[place{-1, c.g.Formal(i, n)}]; ok {
				v = picked
			}
		}
		frame[x] = names[v]
	}
	return frame
}
