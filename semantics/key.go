package semantics

import "encoding/binary"

// Key is equal for two configurations of a program exactly if they differ at
// most in the names of locations, in objects that nothing reaches, in how
// often loops have gone round, and in the choices resolved since the last
// steps. Such configurations have the same future.
func (k Config) Key() string { return k.key(false) }

// key is Key; where counted, numbers of iterations tell configurations apart.
func (k Config) key(counted bool) string {
	e := encoder{heap: k.H, number: map[Loc]int{Nil: 0}}
	for _, t := range k.Threads {
		e.point(t.Point, counted)
		e.int(t.L)
		e.stack(t.S)
	}
	e.cells()
	return string(e.out)
}

// encoder writes a configuration as bytes. Objects are numbered as they are
// met, and the cells of each written in that order, so that the bytes show
// what the threads can reach and nothing else.
type encoder struct {
	heap   Heap
	number map[Loc]int
	met    []Loc // in order; met[i] has number i+1
	out    []byte
}

func (e *encoder) int(n int) { e.out = binary.AppendVarint(e.out, int64(n)) }

func (e *encoder) string(s string) {
	e.int(len(s))
	e.out = append(e.out, s...)
}

func (e *encoder) loc(l Loc) {
	n, ok := e.number[l]
	if !ok {
		e.met = append(e.met, l)
		n = len(e.met)
		e.number[l] = n
	}
	e.int(n)
}

// point writes the way from p's place out to the unit: each place is given by
// its index in its block, and each block by the statement around it.
func (e *encoder) point(p Point, counted bool) {
	for g := p.top; g != nil; g = g.up {
		e.int(g.next)
		e.int(int(g.part))
		e.int(g.unit.Index)
		if counted {
			e.int(g.turns)
		}
	}
	e.int(-1)
}

func (e *encoder) stack(s *Stack) {
	for frame := range s.Frames() {
		e.int(len(frame.bindings))
		for x, l := range frame.Vars() {
			e.string(x)
			e.loc(l)
		}
	}
	e.int(-1)
}

// cells writes the objects met so far and those met on the way. A missing cell
// is written as -1.
func (e *encoder) cells() {
	for i := 0; i < len(e.met); i++ {
		for _, f := range e.heap.Fields() {
			if l, ok := e.heap.At(Addr{e.met[i], f}); ok {
				e.loc(l)
			} else {
				e.int(-1)
			}
		}
	}
}
