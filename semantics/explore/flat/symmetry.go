package flat

import (
	"slices"

	"wobbly/semantics/explore/machine"
)

// A symmetry exchanges the threads in a state: the control states, the registers and the objects
// made by A with those of B. If both threads execute the same unit from all initial states, the
// image of an execution is an execution. So the image of a state has the image of its future, in as
// many steps, and if p and q race, so do q and p. With the reduction only one of the two states is
// kept: the one in which A's control state has the smaller number. This is symmetry reduction (Ip
// and Dill, Better verification through symmetry, 1996). Emerson, Jha and Peled (1997) combine it
// with persistent sets; the path in the reduction's proof then begins at the image.
//
// States with equal control states are kept as they are, together with their images.
type symmetry struct {
	moves []move
	value [maxObjects]uint8 // the value for a value
}

type move struct{ from, to operand }

// newSymmetry returns nil if the threads cannot be exchanged.
func (f *Layout) newSymmetry() *symmetry {
	sameID := func(a, b *machine.Control) bool { return a.ID == b.ID }
	alike := func(a, b *machine.Control) bool {
		return a.ID == b.ID && a.Op == b.Op && a.Site == b.Site && a.Level == b.Level &&
			slices.Equal(a.Path, b.Path) && slices.EqualFunc(a.Next, b.Next, sameID)
	}
	if f.g.Unit(0) != f.g.Unit(1) || !slices.EqualFunc(f.g.Controls(0), f.g.Controls(1), alike) {
		return nil
	}
	y := &symmetry{}
	for v := range y.value {
		y.value[v] = uint8(v)
	}
	made := (f.firstPooled() - f.value(1)) / 2 // by each thread
	for a := f.value(1); a < f.value(1)+made; a++ {
		y.value[a], y.value[a+made] = uint8(a+made), uint8(a)
	}
	size := int32(len(f.registers)) / 2
	for r := range size {
		if p, q := f.registers[r], f.registers[size+r]; p.mask != 0 {
			y.moves = append(y.moves, move{p, q}, move{q, p})
		}
	}
	for cell, at := range f.cells {
		if at.mask != 0 {
			o := int32(y.value[int32(cell)/f.width])
			y.moves = append(y.moves, move{at, f.cells[o*f.width+int32(cell)%f.width]})
		}
	}
	return y
}

func (y *symmetry) image(state, to []uint64) {
	clear(to)
	for _, v := range y.moves {
		v.to.put(to, y.value[v.from.get(state)])
	}
}

func (f *Layout) exchanged(at [2]*machine.Control) [2]*machine.Control {
	return [2]*machine.Control{f.g.Controls(0)[at[1].ID], f.g.Controls(1)[at[0].ID]}
}
