package unordered

import "encoding/binary"

// States are written as canonical bytes and read back; see States in doc.go. All numbers are
// uvarints: 0 or the first access; the control states of A and B; their live registers; and the
// objects in the order in which they are met, each with its kind and the cells that count.

// Kinds of objects, as bits.
const (
	kindInitial = 1 // an initial one, where that can matter
	kindFresh   = 2 // all cells that count hold the object; they are left out
)

func put(out []byte, v uint64) []byte {
	if v < 0x80 {
		return append(out, byte(v))
	}
	return binary.AppendUvarint(out, v)
}

func get(in []byte) (uint64, []byte) {
	if in[0] < 0x80 {
		return uint64(in[0]), in[1:]
	}
	v, n := binary.Uvarint(in)
	return v, in[n:]
}

// encode appends the bytes of the present state. The result is false if neither thread can ever
// reach the cell of the first access.
func (m *mover) encode(out []byte, f first) ([]byte, bool) {
	k, fields := &m.numbers, m.fieldsOf(m.reads(f))
	k.Begin(m.machine)
	defer k.End()
	for _, p := range m.at {
		for _, r := range p.Live {
			k.Meet(m.machine.Value(r))
		}
	}
	done := m.follow(fields, 0)
	open := m.machine.Lazy() && k.Open
	for o := int32(1); open && o <= m.machine.Objects(); o++ {
		if k.Of(o) == 0 && m.machine.Made(o) == 0 &&
			(m.known(o, fields) || f.made && o == f.object) {
			k.Meet(o)
			done = m.follow(fields, done)
		}
	}
	if f.made && k.Of(f.object) == 0 {
		return out, false
	}
	if f.made {
		out = put(out, 1|uint64(f.thread)<<1|uint64(f.closed)<<2)
		out = put(out, uint64(f.site))
		out = put(out, uint64(k.Of(f.object)))
	} else {
		out = append(out, 0)
	}
	for _, p := range m.at {
		out = put(out, uint64(p.ID))
	}
	for _, p := range m.at {
		for _, r := range p.Live {
			out = put(out, uint64(k.Of(m.machine.Value(r))))
		}
	}
	for _, o := range k.Met() {
		kind := m.kind(o, fields)
		out = append(out, kind)
		if kind&kindFresh != 0 {
			continue
		}
		for _, c := range fields {
			out = put(out, uint64(k.Of(m.machine.Value(m.machine.Cell(o, c)))))
		}
	}
	return out, true
}

// follow meets the objects in cells of those met from number done on, and returns how many are met.
func (m *mover) follow(fields []int32, done int) int {
	k := &m.numbers
	for ; done < len(k.Met()); done++ {
		for _, f := range fields {
			k.Meet(m.machine.Value(m.machine.Cell(k.Met()[done], f)))
		}
	}
	return done
}

// known reports whether any of some cells of an object has a value.
func (m *mover) known(o int32, fields []int32) bool {
	for _, f := range fields {
		if m.machine.Value(m.machine.Cell(o, f)) != 0 {
			return true
		}
	}
	return false
}

func (m *mover) kind(o int32, fields []int32) (kind byte) {
	if m.machine.Lazy() && m.numbers.Open && m.machine.Made(o) == 0 {
		kind |= kindInitial
	}
	for _, f := range fields {
		if m.machine.Value(m.machine.Cell(o, f)) != o {
			return kind
		}
	}
	return kind | kindFresh
}

// decode makes a state the present one and returns its first access.
func (m *mover) decode(in []byte) (f first) {
	var v uint64
	if v, in = get(in); v != 0 {
		f = first{made: true, thread: int(v >> 1 & 1), closed: uint16(v >> 2)}
		v, in = get(in)
		f.site = int32(v)
		f.field = m.threads[f.thread].sites[v].number
		v, in = get(in)
		f.object = int32(v)
	}
	for i := range m.at {
		v, in = get(in)
		m.move(i, m.threads[i].points[v])
	}
	m.machine.Clear()
	for _, p := range m.at {
		for _, r := range p.Live {
			v, in = get(in)
			m.machine.Put(r, int32(v))
		}
	}
	fields := m.fieldsOf(m.reads(f))
	for len(in) > 0 {
		kind := in[0]
		in = in[1:]
		origin := int32(1)
		if kind&kindInitial != 0 {
			origin = 0
		}
		o := m.machine.Add(origin)
		clear(m.machine.Cells(o))
		for _, c := range fields {
			v = uint64(o)
			if kind&kindFresh == 0 {
				v, in = get(in)
			}
			m.machine.Put(m.machine.Cell(o, c), int32(v))
		}
	}
	return f
}
