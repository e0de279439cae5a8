package explore

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// fast is what the codec of small machines needs: those that are not lazy, have
// no bound on switches, and of which all numbers take one byte. It gives the
// same bytes as the general one.
type fast struct {
	num   [wideValue + 1]byte // as codec.num
	order [wideValue + 1]byte // as codec.met, from 1

	// Of the state that was decoded last:
	tail   []byte               // its bytes behind the registers
	starts [wideValue + 1]int32 // of each object the place in tail; -1 for a single 0
	roots  int32                // objects that the registers hold
}

// encodeSmall is encode for a machine that is not lazy, has no bound on
// switches, and of which all numbers take one byte.
func (k *codec) encodeSmall(out []byte, m *Machine) []byte {
	if k.tail != nil {
		if fast, ok := k.patch(out, m); ok {
			return fast
		}
	}
	return k.renumber(out, m)
}

// patch is encodeSmall where what the state before had for cells can be copied
// but for the one that was stored to. That is so if the registers hold the
// objects in the order of their numbers still, and as many of them: then the
// objects are met as before. The value stored must have been met before the
// cell, and so must the one that it takes the place of.
func (k *codec) patch(out []byte, m *Machine) ([]byte, bool) {
	a, b := m.at[0], m.at[1]
	cell, v := -1, byte(0)
	if last := len(m.trail) - 1; last >= 0 && m.trail[last].at >= m.g.heap {
		var ok bool
		if cell, v, ok = k.stored(m, m.trail[last]); !ok {
			return out, false
		}
	}
	begin := len(out)
	out = append(out, byte(a.id), byte(a.id>>8), byte(b.id), byte(b.id>>8))
	n := int32(0)
	for _, c := range m.at {
		for _, r := range c.live {
			v := m.mem[r]
			if v > n {
				if n++; v != n {
					return out[:begin], false
				}
			}
			out = append(out, byte(v))
		}
	}
	if n != k.roots {
		return out[:begin], false
	}
	at := len(out)
	out = append(out, k.tail...)
	if cell >= 0 {
		out[at+cell] = v
	}
	return out, true
}

// stored is where in the tail a cell stands that was stored to, and what it
// holds now, if the tail can be patched there.
func (k *codec) stored(m *Machine, c change) (cell int, v byte, ok bool) {
	at := c.at - m.g.heap
	object := at/m.g.width + 1
	begin := k.starts[object]
	if begin < 0 { // the object is a single 0
		return 0, 0, false
	}
	cell = int(begin + at%m.g.width)
	v, old := byte(m.mem[c.at]), byte(c.old)
	if v == old {
		return cell, v, true
	}
	if int32(v) == object && m.self(object) || int32(v) > k.roots && bytes.IndexByte(k.tail[:cell], v) < 0 {
		return 0, 0, false
	}
	return cell, v, int32(old) <= k.roots || bytes.IndexByte(k.tail[:cell], old) >= 0
}

// renumber is encodeSmall without the help of the state before.
func (k *codec) renumber(out []byte, m *Machine) []byte {
	a, b, width := m.at[0], m.at[1], m.g.width
	begin := len(out)
	out = slices.Grow(out, 4+len(a.live)+len(b.live)+int(m.n*width))
	buf := out[begin:cap(out)]
	buf[0], buf[1], buf[2], buf[3] = byte(a.id), byte(a.id>>8), byte(b.id), byte(b.id>>8)
	p, n := 4, byte(0)
	num, order := &k.fast.num, &k.order
	for _, r := range a.live {
		v := byte(m.mem[r])
		x := num[v]
		if x == 0 && v != 0 {
			n++
			x, num[v], order[n] = n, n, v
		}
		buf[p] = x
		p++
	}
	for _, r := range b.live {
		v := byte(m.mem[r])
		x := num[v]
		if x == 0 && v != 0 {
			n++
			x, num[v], order[n] = n, n, v
		}
		buf[p] = x
		p++
	}
	for i := byte(1); i <= n; i++ {
		at := m.g.heap + (int32(order[i])-1)*width
		cells := m.mem[at : at+width]
		if cells[0] == int32(order[i]) && m.self(int32(order[i])) {
			buf[p] = 0
			p++
			continue
		}
		for _, w := range cells {
			v := byte(w)
			x := num[v]
			if x == 0 && v != 0 {
				n++
				x, num[v], order[n] = n, n, v
			}
			buf[p] = x
			p++
		}
	}
	for i := byte(1); i <= n; i++ {
		num[order[i]] = 0
	}
	return out[:begin+p]
}

// decodeSmall is decode for bytes of which every value is one.
func (k *codec) decodeSmall(in []byte, m *Machine) {
	a := m.g.threads[0].controls[binary.LittleEndian.Uint16(in)]
	b := m.g.threads[1].controls[binary.LittleEndian.Uint16(in[2:])]
	m.at = [2]*Control{a, b}
	in = in[4:]
	mem := m.mem
	for i, v := range in[:len(a.live)] {
		mem[a.live[i]] = int32(v)
	}
	for i, v := range in[len(a.live):][:len(b.live)] {
		mem[b.live[i]] = int32(v)
	}
	k.roots = 0
	for _, v := range in[:len(a.live)+len(b.live)] {
		k.roots = max(k.roots, int32(v))
	}
	in = in[len(a.live)+len(b.live):]
	k.tail = in
	size := len(in)
	width := int(m.g.width)
	m.n = 0
	for len(in) > 0 {
		o := m.add(1)
		at := int(m.cell(o, 0))
		cells := m.mem[at : at+width]
		if in[0] == 0 {
			for f := range cells {
				cells[f] = o
			}
			k.starts[o] = -1
			in = in[1:]
			continue
		}
		k.starts[o] = int32(size - len(in))
		from := in[:width]
		for f := range from {
			cells[f] = int32(from[f])
		}
		in = in[width:]
	}
}
