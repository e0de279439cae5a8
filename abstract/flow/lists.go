package flow

import "encoding/binary"

// list is a list of values, by its number: what variables hold, or cells.
type list int32

// unknown is no list.
const unknown list = -1

// lists are the lists of values of a name, each once, packed: a byte for each value, or
// two, or four.
type lists struct {
	name
	width int // bytes of a value
	by    map[string]list
	all   []string
	bytes []byte  // room for a list that is being packed
	room  []value // for cells that are being changed
}

func newLists(q name) *lists { return &lists{name: q, width: q.bytes(), by: map[string]list{}} }

// number is the number of a list.
func (x *lists) number(values []value) list {
	b := x.bytes[:0]
	switch x.width {
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
	x.bytes = b
	l, ok := x.by[string(b)]
	if !ok {
		l = list(len(x.all))
		packed := string(b)
		x.by[packed], x.all = l, append(x.all, packed)
	}
	return l
}

// size is how many bytes a list has.
func (x *lists) size(l list) int { return len(x.all[l]) }

// length is how many values a list has.
func (x *lists) length(l list) int { return len(x.all[l]) / x.width }

// at is the i-th value of a list.
func (x *lists) at(l list, i int) value {
	packed := x.all[l]
	switch x.width {
	case 1:
		return wide(packed[i])
	case 2:
		return twoBytes(packed, i)
	default:
		return fourBytes(packed, i)
	}
}

// wide is the value of a byte.
func wide(b byte) value {
	if v := value(b); v < public&0xff {
		return v
	}
	return value(b) | 0xff00
}

// twoBytes is the i-th of values that have two bytes each.
func twoBytes(packed string, i int) value {
	return value(packed[2*i]) | value(packed[2*i+1])<<8
}

// fourBytes is the i-th of values that have four bytes each.
func fourBytes(packed string, i int) value {
	b := packed[4*i : 4*i+4]
	return value(b[0]) | value(b[1])<<8 | value(b[2])<<16 | value(b[3])<<24
}

// unpack appends the values of a list.
func (x *lists) unpack(values []value, l list) []value {
	packed := x.all[l]
	switch x.width {
	case 1:
		for i := range len(packed) {
			values = append(values, wide(packed[i]))
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

// known is the values of cells, to be changed before the next call.
func (x *lists) known(held list) []value {
	x.room = x.unpack(x.room[:0], held)
	return x.room
}
