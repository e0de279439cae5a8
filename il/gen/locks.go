package gen

import (
	"math/rand/v2"

	"wobbly/il"
)

// NameLocks gives p's critical sections random locks from names; an empty name is the unnamed lock.
// Locking must be balanced in every block (A2). It changes and returns p.
func NameLocks(r *rand.Rand, p *il.Program, names ...string) *il.Program {
	draw := func() il.LockRef {
		return il.LockRef{Lock: names[r.IntN(len(names))], LockAt: il.NoPos}
	}
	var nameIn func(b *il.Block)
	nameIn = func(b *il.Block) {
		var open []il.LockRef
		for _, s := range b.List() {
			switch s := s.(type) {
			case *il.Lock:
				s.LockRef = draw()
				open = append(open, s.LockRef)
			case *il.Unlock:
				s.LockRef = open[len(open)-1]
				open = open[:len(open)-1]
			case *il.Synchronized:
				s.LockRef = draw()
			}
			for _, inner := range il.Blocks(s) {
				nameIn(inner)
			}
		}
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			nameIn(d.Body)
		case *il.Parallel:
			nameIn(d.Blocks[0])
			nameIn(d.Blocks[1])
		}
	}
	return il.Positioned(p)
}
