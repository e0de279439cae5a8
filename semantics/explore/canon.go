package explore

import (
	"encoding/binary"
	"math/bits"
)

// codec writes machines as canonical bytes and reads them back. Two machines of
// a program give the same bytes only if they differ at most in the names of
// objects and in what no thread can reach or read any more.
//
// The bytes are: the control states of A and B; with bounded switches their
// number and the last thread; the live registers of A, then of B; and the cells
// of the objects in the order in which they are met, each object headed by its
// kind in a lazy program. Objects are numbered from 1 as they are met.
type codec struct {
	num     []int32 // of an object, its number in the bytes; 0 outside encode
	met     []int32 // by number, from index 0
	bounded bool
	open    bool // something was met whose initial value is not known

	small bool // the fast codec may be used: met does not matter
	fast
}

// Kinds of objects in the bytes of a lazy program, as bits. In another program
// an object whose cells all hold itself is a single 0.
const (
	kindInitial = 1
	kindSelf    = 2 // all cells hold the object; they are left out
)

const (
	wideID    = 0xffff // a control state's id follows in 4 bytes
	wideValue = 0xff   // a value follows in 3 bytes
	// maxObjects bounds the objects of a state.
	maxObjects = 1<<24 - 1
)

func putID(out []byte, id int32) []byte {
	if id < wideID {
		return append(out, byte(id), byte(id>>8))
	}
	return putWideID(out, id)
}

func putWideID(out []byte, id int32) []byte {
	out = append(out, 0xff, 0xff)
	return binary.LittleEndian.AppendUint32(out, uint32(id))
}

func getID(in []byte) (int32, []byte) {
	id := int32(in[0]) | int32(in[1])<<8
	if id < wideID {
		return id, in[2:]
	}
	return int32(binary.LittleEndian.Uint32(in[2:])), in[6:]
}

func putValue(out []byte, v int32) []byte {
	if v < wideValue {
		return append(out, byte(v))
	}
	return append(out, wideValue, byte(v), byte(v>>8), byte(v>>16))
}

func getValue(in []byte) (int32, []byte) {
	if in[0] < wideValue {
		return int32(in[0]), in[1:]
	}
	return int32(in[1]) | int32(in[2])<<8 | int32(in[3])<<16, in[4:]
}

// number is the number of an object, a new one where it is met for the first
// time. Nothing keeps the number 0.
func (k *codec) number(v int32) int32 {
	if v == 0 {
		return 0
	}
	n := k.num[v]
	if n == 0 {
		k.met = append(k.met, v)
		n = int32(len(k.met))
		k.num[v] = n
	}
	return n
}

// begin makes room for the objects of m.
func (k *codec) begin(m *Machine) {
	for len(k.num) <= int(m.n) {
		k.num = append(k.num, 0)
	}
	k.met = k.met[:0]
}

// end forgets the numbers.
func (k *codec) end() {
	for _, o := range k.met {
		k.num[o] = 0
	}
}

// encode appends the canonical bytes of m to out. Afterwards, unless small says
// that it does not matter, met lists the objects in the order of their new
// numbers.
func (k *codec) encode(out []byte, m *Machine, switches int32) []byte {
	if k.small && m.n < wideValue && m.at[0].id < wideID && m.at[1].id < wideID {
		return k.encodeSmall(out, m)
	}
	k.begin(m)
	k.visit(m)
	if len(k.met) < wideValue {
		out = putID(out, m.at[0].id)
	} else { // tells decode that values may be wide
		out = putWideID(out, m.at[0].id)
	}
	out = putID(out, m.at[1].id)
	if k.bounded {
		out = putValue(out, switches)
	}
	for _, c := range m.at {
		for _, r := range c.live {
			out = putValue(out, k.number(m.mem[r]))
		}
	}
	for i := 0; i < len(k.met); i++ {
		o := k.met[i]
		self := m.self(o)
		switch {
		case m.lazy:
			out = append(out, k.kind(m, o, self))
		case self:
			out = append(out, 0)
		}
		if self {
			continue
		}
		at := m.cell(o, 0)
		for _, v := range m.mem[at : at+m.g.width] {
			out = putValue(out, k.number(v))
		}
	}
	k.end()
	return out
}

// self tells whether all cells of an object hold the object, as after new().
func (m *Machine) self(o int32) bool {
	at := m.cell(o, 0)
	for _, v := range m.mem[at : at+m.g.width] {
		if v != o {
			return false
		}
	}
	return true
}

// kind is the kind of an object. Where no initial value is open, nothing can
// tell initial objects from others.
func (k *codec) kind(m *Machine, o int32, self bool) byte {
	kind := byte(0)
	if k.open && m.made[o-1] == 0 {
		kind |= kindInitial
	}
	if self {
		kind |= kindSelf
	}
	return kind
}

// visit numbers the objects: those that the threads reach, and in a lazy
// machine, if a live formal or a cell that was met is still open, every initial
// object of which something is known, with all that these reach. Initial objects
// of which nothing is known are left out where nothing reaches them: picking
// one is the same as picking a new one.
func (k *codec) visit(m *Machine) {
	k.open = false
	for _, c := range m.at {
		for _, r := range c.live {
			k.look(m.mem[r])
		}
	}
	done := k.follow(m, 0)
	if !m.lazy || !k.open {
		return
	}
	for o := int32(1); o <= m.n; o++ {
		if k.num[o] == 0 && m.made[o-1] == 0 && m.known(o) {
			k.number(o)
			done = k.follow(m, done)
		}
	}
}

func (k *codec) look(v int32) {
	if v == 0 {
		k.open = true
	}
	k.number(v)
}

// follow visits the cells of the objects met from number done on.
func (k *codec) follow(m *Machine, done int) int {
	width := m.g.width
	for ; done < len(k.met); done++ {
		at := m.cell(k.met[done], 0)
		for _, v := range m.mem[at : at+width] {
			k.look(v)
		}
	}
	return done
}

// known tells whether some cell of an object has a value.
func (m *Machine) known(o int32) bool {
	at := m.cell(o, 0)
	for _, v := range m.mem[at : at+m.g.width] {
		if v != 0 {
			return true
		}
	}
	return false
}

// decode makes m the machine of which in holds the bytes, and gives the number
// of switches.
func (k *codec) decode(in []byte, m *Machine) (switches int32) {
	m.trail = m.trail[:0]
	if k.small && binary.LittleEndian.Uint16(in) != wideID && binary.LittleEndian.Uint16(in[2:]) != wideID {
		k.decodeSmall(in, m)
		return 0
	}
	k.tail = nil
	var id int32
	for i := range m.at {
		id, in = getID(in)
		m.at[i] = m.g.threads[i].controls[id]
	}
	if k.bounded {
		switches, in = getValue(in)
	}
	for _, c := range m.at {
		for _, r := range c.live {
			if v := in[0]; v < wideValue {
				m.mem[r], in = int32(v), in[1:]
			} else {
				m.mem[r], in = getValue(in)
			}
		}
	}
	m.n = 0
	for len(in) > 0 {
		in = k.object(in, m)
	}
	return switches
}

// object reads one object.
func (k *codec) object(in []byte, m *Machine) []byte {
	origin, self := int32(1), false
	switch {
	case m.lazy:
		origin, self = 1-int32(in[0]&kindInitial), in[0]&kindSelf != 0
		in = in[1:]
	case in[0] == 0:
		self = true
		in = in[1:]
	}
	o := m.add(origin)
	at := m.cell(o, 0)
	cells := m.mem[at : at+m.g.width]
	if self {
		for f := range cells {
			cells[f] = o
		}
		return in
	}
	for f := range cells {
		if v := in[0]; v < wideValue {
			cells[f], in = int32(v), in[1:]
		} else {
			cells[f], in = getValue(in)
		}
	}
	return in
}

// hash is a 64-bit hash of the bytes of a state: each 8 bytes are folded in by
// a multiplication to 128 bits.
func hash(b []byte) uint64 {
	const (
		k0 = 0x9e3779b97f4a7c15
		k1 = 0xbf58476d1ce4e5b9
		k2 = 0x94d049bb133111eb
	)
	h := uint64(len(b)) * k0
	var tail uint64
	if n := len(b); n >= 8 {
		tail = binary.LittleEndian.Uint64(b[n-8:]) // overlaps what comes before it
		for ; len(b) > 8; b = b[8:] {
			hi, lo := bits.Mul64(binary.LittleEndian.Uint64(b)^k1, h^k2)
			h = hi ^ lo
		}
	} else {
		for i, c := range b {
			tail |= uint64(c) << (8 * i)
		}
	}
	hi, lo := bits.Mul64(tail^k1, h^k2)
	h = hi ^ lo
	hi, lo = bits.Mul64(h^k0, k2)
	return hi ^ lo
}
