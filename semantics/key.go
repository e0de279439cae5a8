package semantics

import "encoding/binary"

// Key is equal for two configurations of a program if and only if they differ at most in the names
// of locations, in unreachable objects, in the numbers of iterations, and in the choices resolved
// since the last steps. Such configurations have the same future.
func (c Config) Key() string { return c.key(false) }

// key is Key; with counted, it includes the numbers of iterations.
func (c Config) key(counted bool) string {
	n := c.H.Size()
	e := encoder{
		heap: c.H, number: make([]int32, n+1), met: make([]Loc, 0, n),
		out: make([]byte, 0, 128+2*n*len(c.H.fields)),
	}
	for _, t := range c.Threads {
		e.point(t.Point, counted)
		e.out = t.L.AppendKey(e.out)
		e.stack(t.S)
	}
	e.cells()
	return string(e.out)
}

// encoder writes a configuration as bytes. Objects are numbered as they are encountered, and their
// cells written in that order, so the bytes depend only on what the threads can reach.
type encoder struct {
	heap   Heap
	number []int32 // by location; 0 for nil and for objects that were not met
	met    []Loc   // in order; met[i] has number i+1
	out    []byte
}

func (e *encoder) int(n int) { e.out = binary.AppendVarint(e.out, int64(n)) }

func (e *encoder) string(s string) {
	e.int(len(s))
	e.out = append(e.out, s...)
}

func (e *encoder) loc(l Loc) {
	if int(l) >= len(e.number) { // no object of the heap
		e.number = append(e.number, make([]int32, int(l)+1-len(e.number))...)
	}
	if l != Nil && e.number[l] == 0 {
		e.met = append(e.met, l)
		e.number[l] = int32(len(e.met))
	}
	e.int(int(e.number[l]))
}

// point writes the path from p's position out to the unit: each position is given by its index in
// its block, and each block by the statement around it.
func (e *encoder) point(p Point, counted bool) {
	for g := p.top; g != nil; g = g.up {
		e.int(g.next)
		e.int(int(g.part))
		e.int(g.unit.Index)
		if counted {
			e.int(g.iterations)
		}
	}
	e.int(-1)
}

func (e *encoder) stack(s *Stack) {
	for frame := range s.Frames() {
		e.int(frame.len())
		for x, l := range frame.Vars() {
			e.string(x)
			e.loc(l)
		}
	}
	e.int(-1)
}

// cells writes the objects met so far and those met on the way. A missing cell is written as -1.
func (e *encoder) cells() {
	for i := 0; i < len(e.met); i++ {
		if !e.heap.Has(e.met[i]) {
			for range e.heap.fields {
				e.int(-1)
			}
			continue
		}
		for _, l := range e.heap.objects.get(int(e.met[i]) - 1) {
			if l == absent {
				e.int(-1)
			} else {
				e.loc(l)
			}
		}
	}
}
