package machine

import (
	"errors"
	"fmt"
	"slices"

	"wobbly/semantics"
)

// Given returns in, or the initial state of the file's init block if in is nil. The error says why
// there is none or why it is not a well-behaved state of the program.
func (p *Program) Given(in *semantics.Init) (*semantics.Init, error) {
	if in == nil {
		if p.core.Init == nil {
			return nil, errors.New("the file gives no initial state: it has no init block")
		}
		block := semantics.GivenInit(p.core.Init, p.core.Fields)
		in = &block
	}
	k, err := semantics.NewConfig(p.core, p.pair, *in)
	if err != nil {
		return nil, err
	}
	for i := range p.threads {
		for _, x := range p.threads[i].unit.Formals {
			if _, ok := in.Stacks[i][x]; !ok {
				return nil, fmt.Errorf("the initial state gives no value to %s.%s, a formal of %s",
					semantics.Tid(i), x, p.threads[i].unit.Name)
			}
		}
	}
	return in, semantics.WellBehaved(k)
}

// Known returns an error unless each formal and each cell of in holds one of its objects.
func (p *Program) Known(in *semantics.Init) error {
	known := func(o string) bool { return slices.Contains(in.Objects, o) }
	for _, c := range in.Cells {
		if _, field := slices.BinarySearch(p.core.Fields, c[1]); !field || !known(c[0]) ||
			!known(c[2]) {
			return fmt.Errorf("the initial state has a cell %s.%s that holds %s", c[0], c[1], c[2])
		}
	}
	for i := range p.threads {
		for _, x := range p.threads[i].unit.Formals {
			if !known(in.Stacks[i][x]) {
				return fmt.Errorf("the initial state gives no object to %s.%s", semantics.Tid(i), x)
			}
		}
	}
	return nil
}

// Load sets m to the initial state in, which Given has accepted, or to that of a lazy machine if in
// is nil. Control stays as it is.
func (m *Machine) Load(in *semantics.Init) {
	m.Clear()
	clear(m.mem)
	if in == nil {
		return
	}
	number := map[string]int32{}
	for _, o := range in.Objects {
		number[o] = m.allocate(0)
	}
	for _, c := range in.Cells {
		m.Put(m.Cell(number[c[0]], m.g.FieldIndex(c[1])), number[c[2]])
	}
	for i := range m.g.threads {
		for k, x := range m.g.threads[i].unit.Formals {
			m.Put(m.g.Formal(i, k), number[in.Stacks[i][x]])
		}
	}
}

// In returns a machine in the initial state in, or a lazy one if in is nil.
func In(g *Program, in *semantics.Init) *Machine {
	m := New(g, in == nil)
	m.Load(in)
	return m
}
