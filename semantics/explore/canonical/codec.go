package canonical

import (
	"bytes"
	"encoding/binary"
	"slices"

	"wobbly/internal/slice"
	"wobbly/semantics/explore/machine"
)

// A Codec writes machines as canonical bytes and reads them back. Two machines of a program have
// the same bytes only if they differ at most in the names of objects and in values that no thread
// can still reach or read. The zero Codec is ready for use. It must not be used concurrently.
//
// The bytes are the control states of A and B; then, if switches are bounded, their number and the
// last thread, or the number of known objects that were picked; and then the values, packed or not:
// the live registers of A, then of B, and the cells of the objects in the order in which they are
// met. In a lazy program each object is preceded by its kind. Objects are numbered from 1 as they
// are met.
type Codec struct {
	Switches bool // states have a number of switches, or of known objects that were picked
	// Known bounds the known objects that are picked; 0 means no bound. At the bound, an initial
	// object that nothing reaches is dropped.
	Known int32

	Packed bool // values take fewer bytes, and more time
	// Patch writes the same bytes faster if it can reuse the state that was decoded last. Met is
	// then unknown.
	Patch bool

	narrow  coding[uint8] // for machines with fewer than wideValue objects
	wide    coding[int32] // for others
	isWide  bool          // whether the machine that was encoded last was one of these
	values  []byte        // the values being written
	read    []byte        // the values of the state that was decoded last, unpacked
	decoded decoded
}

// A coding is the memory for numbering a machine's objects.
type coding[V uint8 | int32] struct {
	number  []V   // the number of each object; 0 if it was not met
	order   []V   // the objects by number, from index 1
	met     int   // how many objects have numbers
	values  []V   // the values of the machine
	initial []int // where in values the kinds of initial objects are
}

// decoded is the state that was decoded last, for Codec.Patch.
type decoded struct {
	known bool                 // whether its values are bytes, and the machine is not lazy
	cells []byte               // its values after the registers
	at    [wideValue + 1]int32 // where each object is in cells; -1 for a single 0
	roots int32                // how many objects the registers hold
}

// Kinds of objects in a lazy program's bytes, as bits. In other programs an object whose cells all
// hold the object itself is a single 0.
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

func putID(out []byte, id int32, wide bool) []byte {
	if id < wideID && !wide {
		return append(out, byte(id), byte(id>>8))
	}
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

// Controls returns the numbers of a state's control states and the bytes after them.
func Controls(state []byte) (at [2]int32, rest []byte) {
	a, b := binary.LittleEndian.Uint16(state), binary.LittleEndian.Uint16(state[2:])
	if a != wideID && b != wideID {
		return [2]int32{int32(a), int32(b)}, state[4:]
	}
	at[0], rest = getID(state)
	at[1], rest = getID(rest)
	return at, rest
}

// Encode appends the canonical bytes of m to out. switches is used with Codec.Switches only.
func (k *Codec) Encode(out []byte, m *machine.Machine, switches int32) []byte {
	var values []byte
	k.isWide = m.Objects() >= wideValue
	switch {
	case k.isWide:
		k.wide.encode(m, k.Known == 0 || switches < k.Known)
		values = k.values[:0]
		for _, v := range k.wide.values {
			values = putValue(values, v)
		}
		k.values = values
	case k.Patch && k.patch(m):
		values = k.values
	default:
		k.narrow.encode(m, k.Known == 0 || switches < k.Known)
		values = k.narrow.values
	}
	a, b := m.At[0].ID, m.At[1].ID
	if a < wideID && b < wideID && !k.isWide {
		out = append(out, byte(a), byte(a>>8), byte(b), byte(b>>8))
	} else {
		out = putID(out, a, k.isWide && k.wide.met >= wideValue) // so that Decode reads wide values
		out = putID(out, b, false)
	}
	if k.Switches {
		out = putValue(out, switches)
	}
	if k.Packed {
		return pack(out, values)
	}
	return append(out, values...)
}

// Met lists the objects of the machine that was encoded last, without Patch, in the order of their
// numbers in the bytes.
func (k *Codec) Met() []int32 {
	if k.isWide {
		return slices.Clone(k.wide.order[1 : k.wide.met+1])
	}
	return slice.Map(k.narrow.order[1:k.narrow.met+1], func(o uint8) int32 { return int32(o) })
}

// encode numbers the objects that the threads reach. In a lazy machine, if a live formal or a cell
// that was met is open, it also numbers every initial object about which something is known, and
// all that these reach. (Picking an initial object about which nothing is known and that nothing
// reaches is the same as picking a new one.) If known objects can no longer be picked, those that
// nothing reaches are left out. The values are those of the registers and of the objects' cells.
func (c *coding[V]) encode(m *machine.Machine, known bool) {
	objects, lazy := m.Objects(), m.Lazy()
	for len(c.number) <= int(objects) {
		c.number, c.order = append(c.number, 0), append(c.order, 0)
	}
	size := len(m.At[0].Live) + len(m.At[1].Live) + int(objects*(m.Program().Width()+1))
	if cap(c.values) < size {
		c.values = make([]V, 2*size)
	}
	c.initial = c.initial[:0]
	number, values := c.number, c.values[:cap(c.values)]
	order := c.order[:len(number)]
	n, p, open := V(0), 0, false
	// last is the last object that can be picked. (Another condition below would cost 3 % of time.)
	last := objects
	if !known {
		last = 0
	}
	for _, at := range m.At {
		for _, r := range at.Live {
			v := m.Value(r)
			x := number[v]
			if x == 0 {
				if v == 0 {
					open = true
				} else {
					n++
					x, number[v], order[n] = n, n, V(v)
				}
			}
			values[p] = x
			p++
		}
	}
	done, kept := V(0), int32(0)
	for {
		for done < n {
			done++
			o := int32(order[done])
			cells := m.Cells(o)
			fresh := cells[0] == o && m.Fresh(o)
			if lazy || fresh {
				kind := V(0)
				if lazy && fresh {
					kind = kindFresh
				}
				if lazy && m.Made(o) == 0 {
					c.initial = append(c.initial, p)
				}
				values[p] = kind
				p++
			}
			if fresh {
				continue
			}
			for _, v := range cells {
				x := number[v]
				if x == 0 {
					if v == 0 {
						open = true
					} else {
						n++
						x, number[v], order[n] = n, n, V(v)
					}
				}
				values[p] = x
				p++
			}
		}
		if !lazy || !open {
			break
		}
		kept++
		for kept <= last && (number[kept] != 0 || m.Made(kept) != 0 || !m.Known(kept)) {
			kept++
		}
		if kept > last {
			break
		}
		n++
		number[kept], order[n] = n, V(kept)
	}
	if open { // otherwise initial objects are like others
		for _, at := range c.initial {
			values[at] |= kindInitial
		}
	}
	for _, o := range order[1 : int(n)+1] {
		number[o] = 0
	}
	c.values, c.met = values[:p], int(n)
}

// patch writes the values of m into k.values from those of the state decoded last, of which m is a
// successor, and reports whether it can; if not, the caller numbers the objects anew. It can if
// every object keeps its number: the registers hold as many objects in the order of their numbers,
// and if a store changed the value of a cell, the old and the new one are met before that cell.
func (k *Codec) patch(m *machine.Machine) bool {
	d := &k.decoded
	if !d.known {
		return false
	}
	cell, v := -1, byte(0)
	if at, old, ok := m.LastStore(); ok {
		object, field := m.ObjectOf(at)
		if d.at[object] < 0 { // the object is a single 0
			return false
		}
		cell, v = int(d.at[object]+field), byte(m.Value(at))
		met := func(v int32) bool {
			return v <= d.roots || bytes.IndexByte(d.cells[:cell], byte(v)) >= 0
		}
		if v != byte(old) &&
			(int32(v) == object && m.Fresh(object) || !met(int32(v)) || !met(old)) {
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
	if n != d.roots {
		return false
	}
	at := len(values)
	values = append(values, d.cells...)
	if cell >= 0 {
		values[at+cell] = v
	}
	k.values = values
	return true
}

// Decode sets m to what in describes, with an empty trail, and returns the number of switches.
func (k *Codec) Decode(in []byte, m *machine.Machine) (switches int32) {
	m.Clear()
	wide := binary.LittleEndian.Uint16(in) == wideID
	at, in := Controls(in)
	g := m.Program()
	m.At = [2]*machine.Control{g.Controls(0)[at[0]], g.Controls(1)[at[1]]}
	if k.Switches {
		switches, in = getValue(in)
	}
	if k.Packed {
		k.read = unpack(k.read, in)
		in = k.read
	}
	d := &k.decoded
	d.known = !wide && !m.Lazy()
	switch {
	case d.known:
		d.cells = in[len(m.At[0].Live)+len(m.At[1].Live):]
		decode(in, m, d)
		return switches
	case !wide:
		decode(in, m, nil)
		return switches
	}
	values := k.wide.values[:0]
	for len(in) > 0 {
		var v int32
		v, in = getValue(in)
		values = append(values, v)
	}
	k.wide.values = values
	decode(values, m, nil)
	return switches
}

// decode reads the values of a state. Unless d is nil, it records their positions there.
func decode[V uint8 | int32](in []V, m *machine.Machine, d *decoded) {
	lazy, width := m.Lazy(), int(m.Program().Width())
	roots := V(0)
	for _, c := range m.At {
		for i, v := range in[:len(c.Live)] {
			m.Put(c.Live[i], int32(v))
			roots = max(roots, v)
		}
		in = in[len(c.Live):]
	}
	if d != nil {
		d.roots = int32(roots)
	}
	size := len(in)
	for len(in) > 0 {
		origin, fresh := int32(1), in[0] == 0
		if lazy {
			origin, fresh = 1-int32(in[0]&kindInitial), in[0]&kindFresh != 0
		}
		if lazy || fresh {
			in = in[1:]
		}
		o := m.Add(origin)
		cells := m.Cells(o)
		if fresh {
			for f := range cells {
				cells[f] = o
			}
			if d != nil {
				d.at[o] = -1
			}
			continue
		}
		if d != nil {
			d.at[o] = int32(size - len(in))
		}
		for f, v := range in[:width] {
			cells[f] = int32(v)
		}
		in = in[width:]
	}
}
