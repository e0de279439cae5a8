package flat

import (
	"slices"

	"wobbly/semantics/explore/machine"
)

// Where both threads execute one unit, and from all initial states, to exchange the threads
// takes each execution to one: the control states, the registers and the objects that A makes
// for those of B, and the other way round. So the image of a state has the image of its future,
// with as many steps, and where p and q race, so do q and p. With the reduction only one of the
// two is kept: that of which the control state of A has the lesser number. This is symmetry
// reduction (Ip and Dill, Better verification through symmetry, 1996); that it goes with a choice
// of threads is due to Emerson, Jha and Peled (1997): the path of the reduction's proof begins at
// the image where the path before would begin at the state.
//
// States of equal control states are kept as they come, with their images or without.

// mirror exchanges the threads in a state.
type mirror struct {
	moves []move
	value [maxObjects]uint8 // the value for a value
}

// move takes the value of a position to another one.
type move struct{ from, to operand }

// mirrored is the mirror of a layout, nil where the threads cannot be exchanged.
func (f *Layout) mirrored() *mirror {
	if f.g.Unit(0) != f.g.Unit(1) || !slices.EqualFunc(f.g.Controls(0), f.g.Controls(1), alike) {
		return nil
	}
	m := &mirror{}
	for v := range m.value {
		m.value[v] = uint8(v)
	}
	made := (f.firstPooled() - f.value(1)) / 2
	for a := f.value(1); a < f.value(1)+made; a++ {
		m.value[a], m.value[a+made] = uint8(a+made), uint8(a)
	}
	size := int32(len(f.registers)) / 2
	for r := range size {
		m.exchange(f.registers[r], f.registers[size+r])
	}
	for cell, at := range f.cells {
		if at.mask != 0 {
			o := int32(m.value[int32(cell)/f.width])
			m.moves = append(m.moves, move{at, f.cells[o*f.width+int32(cell)%f.width]})
		}
	}
	return m
}

// alike tells whether two control states of one number do the same, and lead to the same.
func alike(a, b *machine.Control) bool {
	return a.ID == b.ID && a.Op == b.Op && a.Site == b.Site && a.Level == b.Level && slices.Equal(a.Path, b.Path) &&
		slices.EqualFunc(a.Next, b.Next, func(c, d *machine.Control) bool { return c.ID == d.ID })
}

// exchange has two positions change their values.
func (m *mirror) exchange(p, q operand) {
	if p.mask != 0 {
		m.moves = append(m.moves, move{p, q}, move{q, p})
	}
}

// image puts into to the image of a state.
func (m *mirror) image(state, to []uint64) {
	clear(to)
	for _, v := range m.moves {
		v.to.put(to, m.value[v.from.get(state)])
	}
}

// crosses tells whether the images of states of a pair of control states are kept, and not
// these.
func (s *Search) crosses(at [2]*machine.Control) bool { return s.mirror != nil && at[0].ID > at[1].ID }

// turned are the control states of the images.
func (s *Search) turned(at [2]*machine.Control) [2]*machine.Control {
	return [2]*machine.Control{s.f.g.Controls(0)[at[1].ID], s.f.g.Controls(1)[at[0].ID]}
}

// twin is the race of the image of an execution.
func twin(race machine.Sites) machine.Sites { return machine.Sites{race[1], race[0]} }
