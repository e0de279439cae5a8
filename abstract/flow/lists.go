package flow

import "encoding/binary"

// list is the number of an interned list of values, of variables or of cells.
type list int32

// unknown is not a list. It stands for one that has not been computed.
const unknown list = -1

// lists interns the lists of values of a name. They are packed, with 1, 2 or 4 bytes for each
// value.
type lists struct {
	name
	bytes  int             // of a value
	byKey  map[string]list // by packed list
	all    []string        // the packed lists
	key    []byte          // scratch
	values []value         // scratch of known
}

// newLists returns no lists yet, with enough bytes for the values of a name.
func newLists(n name) *lists {
	ls := &lists{name: n, bytes: 2, byKey: map[string]list{}}
	switch {
	case n.rely:
		ls.bytes = 4
	case n.elsewhere() < public&0xff: // none and public then are the largest two bytes
		ls.bytes = 1
	}
	return ls
}

// intern returns the list of some values, which it does not keep.
func (ls *lists) intern(values []value) list {
	b := ls.key[:0]
	switch ls.bytes {
	case 1:
		for _, v := range values {
			b = append(b, byte(v))
		}
	case 2:
		for _, v := range values {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	default:
		for _, v := range values {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	ls.key = b
	l, ok := ls.byKey[string(b)]
	if !ok {
		l = list(len(ls.all))
		packed := string(b)
		ls.byKey[packed], ls.all = l, append(ls.all, packed)
	}
	return l
}

// size returns the number of bytes of a list.
func (ls *lists) size(l list) int { return len(ls.all[l]) }

// length returns the number of values of a list.
func (ls *lists) length(l list) int { return len(ls.all[l]) / ls.bytes }

func (ls *lists) at(l list, i int) value {
	packed := ls.all[l]
	switch ls.bytes {
	case 1:
		return oneByte(packed[i])
	case 2:
		return twoBytes(packed, i)
	default:
		return fourBytes(packed, i)
	}
}

// oneByte returns the value of a byte. The largest two are none and public.
func oneByte(b byte) value {
	if v := value(b); v < public&0xff {
		return v
	}
	return value(b) | 0xff00
}

// twoBytes returns the value with index i of a list whose values have two bytes.
func twoBytes(packed string, i int) value {
	return value(packed[2*i]) | value(packed[2*i+1])<<8
}

// fourBytes returns the value with index i of a list whose values have four bytes.
func fourBytes(packed string, i int) value {
	b := packed[4*i : 4*i+4]
	return value(b[0]) | value(b[1])<<8 | value(b[2])<<16 | value(b[3])<<24
}

func (ls *lists) unpack(values []value, l list) []value {
	packed := ls.all[l]
	switch ls.bytes {
	case 1:
		for i := range len(packed) {
			values = append(values, oneByte(packed[i]))
		}
	case 2:
		for i := range len(packed) / 2 {
			values = append(values, twoBytes(packed, i))
		}
	default:
		for i := range len(packed) / 4 {
			values = append(values, fourBytes(packed, i))
		}
	}
	return values
}

// known returns the values of a list. They may be changed, and are valid until the next call.
func (ls *lists) known(l list) []value {
	ls.values = ls.unpack(ls.values[:0], l)
	return ls.values
}
