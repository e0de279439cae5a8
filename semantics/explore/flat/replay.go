package flat

import (
	"slices"

	"wobbly/semantics/explore/machine"
)

// Picks are the initial values that the path to a race picks, in a search from all
// initial states: those that make its accesses meet, too. All others may be
// anything.
func (s *Search) Picks(race machine.Sites) []Pick {
	at, path, turned := s.visits(race)
	r := &replay{turned: turned, lone: map[Pick]int{}, numbering: newNumbering(s.f), state: make([]uint64, s.f.words), names: make([]int, s.f.initial+s.f.symbols+1)}
	r.picker.f = s.f
	for _, v := range path {
		r.step(&s.f.threads[v.thread].actions[at[v.thread].ID], v)
		at = v.to
	}
	p := s.f.threads[0].actions[at[0].ID].target
	q := s.f.threads[1].actions[at[1].ID].target
	if !r.meet(p, q, r.state) || r.narrow {
		panic("flat: a state that raced does not race")
	}
	r.take()
	r.renumber()
	return r.found
}

// renumber leaves no number out.
func (r *replay) renumber() {
	of := make([]int, r.count)
	n := 0
	for k := range r.found {
		p := &r.found[k]
		if of[p.Value] == 0 {
			n++
			of[p.Value] = n
		}
		p.Value = of[p.Value] - 1
		if p.Object >= 0 {
			p.Object = of[p.Object] - 1
		}
	}
}

// merge makes two objects one, of which the first was that of a symbol: nothing is known of its
// cells, and no position has lost it.
func (r *replay) merge(was, is int) {
	for k := range r.found {
		p := &r.found[k]
		if p.Value == was {
			p.Value = is
		}
		if p.Object == was {
			p.Object = is
		}
	}
	for v := range r.names {
		if r.names[v] == was {
			r.names[v] = is
		}
	}
}

// replay executes a path again.
type replay struct {
	picker
	numbering
	state  []uint64
	names  []int        // of the initial objects of the state
	lone   map[Pick]int // the objects of positions that have lost their values
	turned bool         // the state is the image of that of the execution
	count  int          // objects so far
	found  []Pick
}

// step executes a command, with the outcome that a visit is.
func (r *replay) step(a *action, v visit) {
	n := uint32(0)
	r.emit = func(to []uint64, at operand, value uint8) bool {
		n++
		if n <= v.outcome {
			return false
		}
		copy(r.state, to)
		at.put(r.state, value)
		return true
	}
	from := slices.Clone(r.state)
	if !r.execute(a, from) || r.narrow {
		panic("flat: a state does not lead to its successor")
	}
	r.take()
	if v.crosses {
		copy(from, r.state)
		r.numbering.f.mirror.image(from, r.state)
		r.turned = !r.turned
	}
	mask := make([]uint64, r.numbering.f.words)
	r.numbering.f.counting(v.to, mask)
	for k, m := range mask {
		r.state[k] &= m
	}
	r.number(r.state, mask)
	names := slices.Clone(r.names)
	for v := range r.names {
		if was := r.was[v]; r.of[was] == uint8(v) {
			r.names[v] = names[was]
		}
	}
}

// take notes the picks that were made last.
func (r *replay) take() {
	for _, p := range r.picks {
		switch {
		case p.value == 0:
			r.lone[r.address(p.at)] = r.names[p.was]
		case p.was == 0:
			found := r.address(p.at)
			if was, lone := r.lone[found]; lone {
				r.names[p.value] = was
				delete(r.lone, found)
				continue
			}
			r.names[p.value] = r.count
			found.Value = r.count
			r.found = append(r.found, found)
			r.count++
		case p.fresh:
			r.names[p.value] = r.names[p.was]
		default:
			r.merge(r.names[p.was], r.names[p.value])
		}
	}
	r.picks = r.picks[:0]
}

// address is what a position holds.
func (r *replay) address(at operand) Pick {
	if k := slices.Index(r.numbering.f.registers, at); k >= 0 {
		if half := len(r.numbering.f.registers) / 2; r.turned {
			k = (k + half) % len(r.numbering.f.registers)
		}
		return Pick{Object: -1, At: machine.Address(k)}
	}
	k := int32(slices.Index(r.numbering.f.cells, at))
	return Pick{Object: r.names[k/r.numbering.f.width], At: k % r.numbering.f.width}
}
