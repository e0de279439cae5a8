package chord

import (
	"wobbly/abstract/lattice"
)

// escape is E, the thread-escape analysis: the objects that may be shared between threads are those
// that the harness makes, which are passed to both, and those that fields lead to from them.
//
//	E(h)  :- h is made by the harness.
//	E(h') :- E(h), H(h, f, h').
type escape struct {
	shared lattice.Subset
	from   []int32 // for each object, the node of H by which it was first reached; -1 if there is none
	owner  []int32 // for each object, the object of that node
}

func (p *points) escape() *escape {
	e := &escape{from: make([]int32, len(p.objects)), owner: make([]int32, len(p.objects))}
	var queue []int32
	for h, o := range p.objects {
		e.from[h] = -1
		if o.Initial() {
			e.shared.Add(int32(h))
			queue = append(queue, int32(h))
		}
	}
	for head := 0; head < len(queue); head++ {
		h := queue[head]
		if int(h) >= len(p.cells) {
			continue // its fields hold h alone
		}
		for _, n := range p.cells[h] {
			p.nodes[n].all.Each(func(to int32) {
				if e.shared.Add(to) {
					e.from[to], e.owner[to] = n, h
					queue = append(queue, to)
				}
			})
		}
	}
	return e
}
