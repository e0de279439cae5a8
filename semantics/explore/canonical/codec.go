package canonical

import (
	"encoding/binary"

	"wobbly/semantics/explore/machine"
)

// Codec writes machines as canonical bytes and reads them back. Two machines of a program give the
// same bytes only if they differ at most in the names of objects and in what no thread can reach or
// read any more. The zero Codec is ready; it is for one goroutine.
//
// The bytes are: the control states of A and B; with bounded switches their number and the last
// thread; and, packed or not, the values: the live registers of A, then of B; and the cells of the
// objects in the order in which they are met, each object after its kind in a lazy program. Objects
// are numbered from 1 as they are met.
type Codec struct {
	Switches bool // states have a number of switches
	// Small writes machines that are not lazy and have few objects faster. Met is not known then.
	Small bool
	// Packed values take fewer bytes, and more time. The bytes are others.
	Packed bool

	numbers Numbers
	values  []byte // being written
	read    []byte // of the state that was decoded last
	small
}

// Kinds of objects in the bytes of a lazy program, as bits. In another program an object whose
// cells all hold itself is a single 0.
const (
	kindInitial = 1
	kindFresh   = 2 // all cells hold the object; they are left out
)

const (
	wideID    = 0xffff // a control state's id follows in 4 bytes
	wideValue = 0xff   // a value follows in 3 bytes
)

// MaxObjects bounds the objects of a state: their numbers take 3 bytes.
const MaxObjects = 1<<24 - 2

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

// Encode appends the canonical bytes of m to out. switches counts with Codec.Switches only.
func (k *Codec) Encode(out []byte, m *machine.Machine, switches int32) []byte {
	narrow := m.At[0].ID < wideID && m.At[1].ID < wideID && switches < wideValue
	if k.Small && narrow && m.Objects() < wideValue {
		return k.encodeSmall(out, m, switches)
	}
	n := &k.numbers
	n.Begin(m)
	k.visit(m)
	if len(n.met) < wideValue {
		out = putID(out, m.At[0].ID)
	} else { // so that Decode reads wide values
		out = putWideID(out, m.At[0].ID)
	}
	out = putID(out, m.At[1].ID)
	if k.Switches {
		out = putValue(out, switches)
	}
	values := k.values[:0]
	for _, c := range m.At {
		for _, r := range c.Live {
			values = putValue(values, n.of[m.Value(r)])
		}
	}
	lazy := m.Lazy()
	for _, o := range n.met {
		fresh := m.Fresh(o)
		switch {
		case lazy:
			kind := byte(0)
			if n.Open && m.Made(o) == 0 { // where nothing is open, initial objects are like others
				kind |= kindInitial
			}
			if fresh {
				kind |= kindFresh
			}
			values = append(values, kind)
		case fresh:
			values = append(values, 0)
		}
		if fresh {
			continue
		}
		for _, v := range m.Cells(o) {
			values = putValue(values, n.of[v])
		}
	}
	n.End()
	k.values = values
	return k.write(out, values)
}

// write appends values as they are kept.
func (k *Codec) write(out, values []byte) []byte {
	if k.Packed {
		return pack(out, values)
	}
	return append(out, values...)
}

// written is the values that were written, until the next call.
func (k *Codec) written(in []byte) []byte {
	if k.Packed {
		k.read = unpack(k.read, in)
		return k.read
	}
	return in
}

// Met lists the objects of the machine that was encoded last, without Small, in the order of their
// numbers in the bytes. It is good until the Codec is used again.
func (k *Codec) Met() []int32 { return k.numbers.met }

// visit numbers the objects: those that the threads reach, and in a lazy machine, if a live formal
// or a cell that was met is still open, every initial object of which something is known, with all
// that these reach. Initial objects of which nothing is known are left out where nothing reaches
// them: picking one is the same as picking a new one.
func (k *Codec) visit(m *machine.Machine) {
	n := &k.numbers
	n.registers(m, 0)
	n.registers(m, 1)
	done := n.follow(m, 0)
	if !m.Lazy() || !n.Open {
		return
	}
	for o := int32(1); o <= m.Objects(); o++ {
		if n.of[o] == 0 && m.Made(o) == 0 && m.Known(o) {
			n.Meet(o)
			done = n.follow(m, done)
		}
	}
}

// Decode makes m the machine of which in holds the bytes, and returns the number of switches. There
// is nothing to undo then.
func (k *Codec) Decode(in []byte, m *machine.Machine) (switches int32) {
	m.Clear()
	a, b := binary.LittleEndian.Uint16(in), binary.LittleEndian.Uint16(in[2:])
	if k.Small && a != wideID && b != wideID && !(k.Switches && in[4] == wideValue) {
		return k.decodeSmall(in, m)
	}
	k.tail = nil
	at, in := Controls(in)
	for i := range m.At {
		m.At[i] = m.Program().Controls(i)[at[i]]
	}
	if k.Switches {
		switches, in = getValue(in)
	}
	in = k.written(in)
	for _, c := range m.At {
		for _, r := range c.Live {
			v := int32(in[0])
			if v < wideValue {
				in = in[1:]
			} else {
				v, in = getValue(in)
			}
			m.Put(r, v)
		}
	}
	for len(in) > 0 {
		in = decodeObject(in, m)
	}
	return switches
}

// Controls are the numbers of the control states of a state, and the bytes after them.
func Controls(state []byte) (at [2]int32, rest []byte) {
	at[0], rest = getID(state)
	at[1], rest = getID(rest)
	return at, rest
}

// decodeObject reads one object.
func decodeObject(in []byte, m *machine.Machine) []byte {
	origin, fresh := int32(1), false
	switch {
	case m.Lazy():
		origin, fresh = 1-int32(in[0]&kindInitial), in[0]&kindFresh != 0
		in = in[1:]
	case in[0] == 0:
		fresh = true
		in = in[1:]
	}
	o := m.Add(origin)
	cells := m.Cells(o)
	if fresh {
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
