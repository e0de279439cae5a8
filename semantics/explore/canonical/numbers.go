package canonical

import "wobbly/semantics/explore/machine"

// Numbers numbers the objects of a machine from 1 in the order in which they are met. The zero
// Numbers is ready; enclose each use in Begin and End.
type Numbers struct {
	of   []int32 // the number of each object; 0 if it was not met
	met  []int32 // by number, from index 0
	Open bool    // whether an address was met that has no value yet
}

// Begin makes room for the objects of m, none of which has been met.
func (n *Numbers) Begin(m *machine.Machine) {
	for len(n.of) <= int(m.Objects()) {
		n.of = append(n.of, 0)
	}
	n.met, n.Open = n.met[:0], false
}

// End clears the numbers but keeps the list of objects.
func (n *Numbers) End() {
	for _, o := range n.met {
		n.of[o] = 0
	}
}

// Meet numbers the object v unless it has a number. The value 0 is that of an open address.
func (n *Numbers) Meet(v int32) {
	if v == 0 {
		n.Open = true
	} else if n.of[v] == 0 {
		n.met = append(n.met, v)
		n.of[v] = int32(len(n.met))
	}
}

// Of returns the number of an object, 0 if it was not met or is not an object.
func (n *Numbers) Of(object int32) int32 { return n.of[object] }

// Met lists the objects in the order of their numbers.
func (n *Numbers) Met() []int32 { return n.met }

// BeginAt is Begin, and then meets the objects that thread i of m holds or may still get; in a lazy
// machine these include all initial objects.
func (n *Numbers) BeginAt(m *machine.Machine, i int) {
	n.Begin(m)
	for _, r := range m.At[i].Live {
		n.Meet(m.Value(r))
	}
	for o := int32(1); m.Lazy() && o <= m.Objects(); o++ {
		if m.Made(o) == 0 {
			n.Meet(o)
		}
	}
}

// Reach is BeginAt, and then meets the objects that thread i can reach from these.
func (n *Numbers) Reach(m *machine.Machine, i int) {
	n.BeginAt(m, i)
	for done := 0; done < len(n.met); done++ {
		for _, v := range m.Cells(n.met[done]) {
			n.Meet(v)
		}
	}
}
