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
	value [maxObjects]uint8 // the image of each value
}

// A move says that the image has at a position the image of the value at another one.
type move struct{ from, to operand }

// newSymmetry returns nil if the threads cannot be exchanged.
func (l *Layout) newSymmetry() *symmetry {
	sameID := func(a, b *machine.Control) bool { return a.ID == b.ID }
	alike := func(a, b *machine.Control) bool {
		return a.ID == b.ID && a.Op == b.Op && a.Site == b.Site && a.Level == b.Level &&
			slices.Equal(a.Path, b.Path) && slices.EqualFunc(a.Next, b.Next, sameID)
	}
	if l.g.Unit(0) != l.g.Unit(1) || !slices.EqualFunc(l.g.Controls(0), l.g.Controls(1), alike) {
		return nil
	}
	y := &symmetry{}
	for v := range y.value {
		y.value[v] = uint8(v)
	}
	made := (l.firstPooled() - l.value(1)) / 2 // by each thread
	for a := l.value(1); a < l.value(1)+made; a++ {
		y.value[a], y.value[a+made] = uint8(a+made), uint8(a)
	}
	size := int32(len(l.registers)) / 2
	for r := range size {
		if p, q := l.registers[r], l.registers[size+r]; p.mask != 0 {
			y.moves = append(y.moves, move{p, q}, move{q, p})
		}
	}
	for cell, at := range l.cells {
		if at.mask != 0 {
			o := int32(y.value[int32(cell)/l.width])
			y.moves = append(y.moves, move{at, l.cells[o*l.width+int32(cell)%l.width]})
		}
	}
	return y
}

func (s *symmetry) image(state, to []uint64) {
	clear(to)
	for _, v := range s.moves {
		v.to.put(to, s.value[v.from.get(state)])
	}
}

func (l *Layout) exchanged(at [2]*machine.Control) [2]*machine.Control {
	return [2]*machine.Control{l.g.Controls(0)[at[1].ID], l.g.Controls(1)[at[0].ID]}
}
