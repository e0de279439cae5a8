package canonical

import (
	"bytes"
	"encoding/binary"
	"slices"

	"wobbly/semantics/explore/machine"
)

// small is what the codec of small machines needs: those that are not lazy, and of which all
// numbers take one byte. It writes the same bytes as the general one.
type small struct {
	num   [wideValue + 1]byte // as Numbers.of
	order [wideValue + 1]byte // as Numbers.met, from 1

	// Of the state that was decoded last:
	tail   []byte               // its values after the registers
	starts [wideValue + 1]int32 // of each object where it is in tail; -1 for a single 0
	roots  int32                // objects that the registers hold
}

// encodeSmall is Encode for a small machine.
func (k *Codec) encodeSmall(out []byte, m *machine.Machine, switches int32) []byte {
	if k.tail == nil || !k.patch(m) {
		k.renumber(m)
	}
	a, b := m.At[0].ID, m.At[1].ID
	out = append(out, byte(a), byte(a>>8), byte(b), byte(b>>8))
	if k.Switches {
		out = append(out, byte(switches))
	}
	return k.write(out, k.values)
}

// patch writes the values where those that the state before had for cells can be copied, except for
// the cell that was stored to. That is so if the registers still hold the objects in the order of
// their numbers, and as many of them: then the objects are met as before. The value stored must
// have been met before the cell, and so must the one that it replaces.
func (k *Codec) patch(m *machine.Machine) bool {
	cell, v := -1, byte(0)
	if at, old, ok := m.LastStore(); ok {
		object, field := m.ObjectOf(at)
		begin := k.starts[object]
		if begin < 0 { // the object is a single 0
			return false
		}
		cell, v = int(begin+field), byte(m.Value(at))
		met := func(v int32) bool { return v <= k.roots || bytes.IndexByte(k.tail[:cell], byte(v)) >= 0 }
		if v != byte(old) && (int32(v) == object && m.Fresh(object) || !met(int32(v)) || !met(old)) {
			return false
		}
	}
	values := k.values[:0]
	n := int32(0)
	for _, c := range m.At {
		for _, r := range c.Live {
			v := m.Value(r)
			if v > n {
				n++
				if v != n {
					return false
				}
			}
			values = append(values, byte(v))
		}
	}
	if n != k.roots {
		return false
	}
	at := len(values)
	values = append(values, k.tail...)
	if cell >= 0 {
		values[at+cell] = v
	}
	k.values = values
	return true
}

// renumber writes the values without the help of the state before.
func (k *Codec) renumber(m *machine.Machine) {
	a, b := m.At[0], m.At[1]
	k.values = slices.Grow(k.values[:0], len(a.Live)+len(b.Live)+int(m.Objects()*m.Program().Width()))
	buf := k.values[:cap(k.values)]
	p, n := 0, byte(0)
	num, order := &k.small.num, &k.order
	for _, c := range m.At {
		for _, r := range c.Live {
			v := byte(m.Value(r))
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
		o := int32(order[i])
		cells := m.Cells(o)
		if cells[0] == o && m.Fresh(o) {
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
	k.values = buf[:p]
}

// decodeSmall is Decode for bytes of which every value is one.
func (k *Codec) decodeSmall(in []byte, m *machine.Machine) (switches int32) {
	g := m.Program()
	a := g.Controls(0)[binary.LittleEndian.Uint16(in)]
	b := g.Controls(1)[binary.LittleEndian.Uint16(in[2:])]
	m.At = [2]*machine.Control{a, b}
	in = in[4:]
	if k.Switches {
		switches, in = int32(in[0]), in[1:]
	}
	in = k.written(in)
	k.roots = 0
	for _, c := range m.At {
		for i, v := range in[:len(c.Live)] {
			m.Put(c.Live[i], int32(v))
			k.roots = max(k.roots, int32(v))
		}
		in = in[len(c.Live):]
	}
	k.tail = in
	size := len(in)
	width := int(g.Width())
	for len(in) > 0 {
		o := m.Add(1)
		cells := m.Cells(o)
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
	return switches
}
