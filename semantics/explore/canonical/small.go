package canonical

import (
	"bytes"
	"encoding/binary"
	"slices"

	"wobbly/semantics/explore/machine"
)

// small is what the codec of small machines needs: those that are not lazy, and of which
// all numbers take one byte. It gives the same bytes as the general one.
type small struct {
	num   [wideValue + 1]byte // as Numbers.of
	order [wideValue + 1]byte // as Numbers.met, from 1

	// Of the state that was decoded last:
	tail   []byte               // its values behind the registers
	starts [wideValue + 1]int32 // of each object where it is in tail; -1 for a single 0
	roots  int32                // objects that the registers hold
}

// encodeSmall is Encode for a machine that is not lazy, and of which all numbers take one
// byte.
func (k *Codec) encodeSmall(out []byte, m *machine.Machine, switches int32) []byte {
	if k.tail != nil {
		if fast, ok := k.patch(out, m, switches); ok {
			return fast
		}
	}
	return k.renumber(out, m, switches)
}

// head appends what comes before the registers.
func (k *Codec) head(out []byte, m *machine.Machine, switches int32) []byte {
	a, b := m.At[0].ID, m.At[1].ID
	out = append(out, byte(a), byte(a>>8), byte(b), byte(b>>8))
	if k.Switches {
		out = append(out, byte(switches))
	}
	return out
}

// patch is encodeSmall where what the state before had for cells can be copied
// but for the one that was stored to. That is so if the registers hold the
// objects in the order of their numbers still, and as many of them: then the
// objects are met as before. The value stored must have been met before the
// cell, and so must the one that it replaces.
func (k *Codec) patch(out []byte, m *machine.Machine, switches int32) ([]byte, bool) {
	cell, v := -1, byte(0)
	if at, old, ok := m.LastStore(); ok {
		if cell, v, ok = k.stored(m, at, old); !ok {
			return out, false
		}
	}
	values := k.values[:0]
	n := int32(0)
	for _, c := range m.At {
		for _, r := range c.Live {
			v := m.Value(r)
			if v > n {
				if n++; v != n {
					return out, false
				}
			}
			values = append(values, byte(v))
		}
	}
	if n != k.roots {
		return out, false
	}
	at := len(values)
	values = append(values, k.tail...)
	if cell >= 0 {
		values[at+cell] = v
	}
	k.values = values
	return k.write(k.head(out, m, switches), values), true
}

// stored is where in the tail a cell stands that was stored to, and what it
// holds now, if the tail can be patched there.
func (k *Codec) stored(m *machine.Machine, at machine.Address, before int32) (cell int, v byte, ok bool) {
	object, field := m.ObjectOf(at)
	begin := k.starts[object]
	if begin < 0 { // the object is a single 0
		return 0, 0, false
	}
	cell = int(begin + field)
	v, old := byte(m.Value(at)), byte(before)
	if v == old {
		return cell, v, true
	}
	if int32(v) == object && m.Fresh(object) || int32(v) > k.roots && bytes.IndexByte(k.tail[:cell], v) < 0 {
		return 0, 0, false
	}
	return cell, v, int32(old) <= k.roots || bytes.IndexByte(k.tail[:cell], old) >= 0
}

// renumber is encodeSmall without the help of the state before.
func (k *Codec) renumber(out []byte, m *machine.Machine, switches int32) []byte {
	a, b := m.At[0], m.At[1]
	k.values = slices.Grow(k.values[:0], len(a.Live)+len(b.Live)+int(m.Objects()*m.Program().Width()))
	buf := k.values[:cap(k.values)]
	p, n := 0, byte(0)
	num, order := &k.small.num, &k.order
	for _, r := range a.Live {
		v := byte(m.Value(r))
		x := num[v]
		if x == 0 && v != 0 {
			n++
			x, num[v], order[n] = n, n, v
		}
		buf[p] = x
		p++
	}
	for _, r := range b.Live {
		v := byte(m.Value(r))
		x := num[v]
		if x == 0 && v != 0 {
			n++
			x, num[v], order[n] = n, n, v
		}
		buf[p] = x
		p++
	}
	for i := byte(1); i <= n; i++ {
		cells := m.Cells(int32(order[i]))
		if cells[0] == int32(order[i]) && m.Fresh(int32(order[i])) {
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
	return k.write(k.head(out, m, switches), buf[:p])
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
	for i, v := range in[:len(a.Live)] {
		m.Put(a.Live[i], int32(v))
	}
	for i, v := range in[len(a.Live):][:len(b.Live)] {
		m.Put(b.Live[i], int32(v))
	}
	k.roots = 0
	for _, v := range in[:len(a.Live)+len(b.Live)] {
		k.roots = max(k.roots, int32(v))
	}
	in = in[len(a.Live)+len(b.Live):]
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
