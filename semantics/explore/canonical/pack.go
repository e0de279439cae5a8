package canonical

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// The values of a state are small: they are numbers of its objects, of which there are few. All are
// written with as many bits as the largest needs, eight at a time, so that eight values of w bits
// are w bytes. Most cells of objects with many cells have no value yet, so a group of eight zeros
// may be a single bit.
//
// The low three bits of the first byte are the width less 1. In the dense form the next three bits
// say how many more values would fit into the bytes that follow. The sparse form, marked by the bit
// packedSparse, has the number of values, a bit for each group that is not all 0, and these groups.
// The shorter form is used, so the same values have the same bytes.

const packedSparse = 1 << 6

// A width says how 8 values of its number of bits are packed: in three steps, each of which moves
// the higher half of each lane next to the lower one.
type width struct {
	shift     [3]uint8
	low, high [3]uint64 // the masks of the halves when they have moved
	inverse   uint64    // 2^32 divided by the width: see count
}

// count returns how many values fit in n bytes. It avoids a division, which is slower.
func (w *width) count(bytes int) int { return int(uint64(8*bytes) * w.inverse >> 32) }

// widths has the widths of 1 to 8 bits at these indices.
var widths = func() (all [9]width) {
	for w := 1; w <= 8; w++ {
		all[w].inverse = 1<<32/uint64(w) + 1
		for k := range 3 {
			half := uint(w) << k  // the bits of one half
			lane := uint(16) << k // the bits of the lane that two halves share
			low := uint64(0)
			for at := uint(0); at < 64; at += lane {
				low |= (1<<half - 1) << at
			}
			all[w].shift[k] = uint8(lane/2 - half)
			all[w].low[k], all[w].high[k] = low, low<<half
		}
	}
	return all
}()

// squeeze puts the low bits of each of the 8 bytes of x side by side; the others must be 0.
func (w *width) squeeze(x uint64) uint64 {
	x = x&w.low[0] | x>>(w.shift[0]&63)&w.high[0]
	x = x&w.low[1] | x>>(w.shift[1]&63)&w.high[1]
	return x&w.low[2] | x>>(w.shift[2]&63)&w.high[2]
}

// stretch is the inverse of squeeze. It ignores bits above the values.
func (w *width) stretch(x uint64) uint64 {
	x = x&w.low[2] | x&w.high[2]<<(w.shift[2]&63)
	x = x&w.low[1] | x&w.high[1]<<(w.shift[1]&63)
	return x&w.low[0] | x&w.high[0]<<(w.shift[0]&63)
}

// squeeze4 is squeeze for 4 bits, the most frequent width.
func squeeze4(x uint64) uint64 {
	x = x&0x000f000f000f000f | x>>4&0x00f000f000f000f0
	x = x&0x000000ff000000ff | x>>8&0x0000ff000000ff00
	return x&0x000000000000ffff | x>>16&0x00000000ffff0000
}

// minSparse is the least number of values for which the sparse form is tried.
const minSparse = 64

// pack appends values to out. It may write up to 8 bytes beyond the end of both.
func pack(out, values []byte) []byte {
	n := len(values)
	if cap(values) < n+8 {
		values = slices.Grow(values, 8)
	}
	values = values[:n+8]
	binary.LittleEndian.PutUint64(values[n:], 0)
	all := uint64(0)
	for v := values; len(v) > 8; v = v[8:] {
		all |= binary.LittleEndian.Uint64(v)
	}
	all |= all >> 32
	all |= all >> 16
	w := max(1, bits.Len8(byte(all|all>>8)))
	groups, size := (n+7)/8, (n*w+7)/8
	if n >= minSparse {
		zeros := 0
		for i := 0; i < n; i += 8 {
			if binary.LittleEndian.Uint64(values[i:]) == 0 {
				zeros++
			}
		}
		if length := (groups+7)/8 + (groups-zeros)*w + 3; length < size {
			return packSparse(out, values, w)
		}
	}
	by := &widths[w]
	out = append(out, byte(w-1|(by.count(size)-n)<<3))
	begin := len(out)
	if w == 8 {
		return append(out, values[:n]...)
	}
	if cap(out) < begin+groups*w+8 {
		out = slices.Grow(out, groups*w+8)
	}
	to := out[begin : begin+groups*w+8]
	from := values[:groups*8]
	if w == 4 {
		for ; len(from) >= 8 && len(to) >= 8; from, to = from[8:], to[4:] {
			binary.LittleEndian.PutUint64(to, squeeze4(binary.LittleEndian.Uint64(from)))
		}
		return out[:begin+size]
	}
	for ; len(from) >= 8; from, to = from[8:], to[w:] {
		binary.LittleEndian.PutUint64(to, by.squeeze(binary.LittleEndian.Uint64(from)))
	}
	return out[:begin+size]
}

// packSparse is pack in the sparse form. There must be 8 bytes after the values.
func packSparse(out, values []byte, w int) []byte {
	n := len(values) - 8
	out = append(out, byte(w-1|packedSparse))
	out = binary.AppendUvarint(out, uint64(n))
	mask := len(out)
	out = append(out, make([]byte, (n+63)/64)...)
	for i := 0; i < n; i += 8 {
		x := binary.LittleEndian.Uint64(values[i:])
		if x == 0 {
			continue
		}
		out[mask+i/64] |= 1 << (i / 8 % 8)
		out = binary.LittleEndian.AppendUint64(out, widths[w].squeeze(x))
		out = out[:len(out)-8+w]
	}
	return out
}

// unpack reads packed values to their end, into a buffer that it may grow.
func unpack(buffer, in []byte) []byte {
	head := in[0]
	w := int(head&7) + 1
	in = in[1:]
	if head&packedSparse != 0 {
		return unpackSparse(buffer, in, w)
	}
	by := &widths[w]
	n := by.count(len(in)) - int(head>>3)
	if w == 8 {
		return append(buffer[:0], in...)
	}
	if cap(buffer) < n+8 {
		buffer = make([]byte, 2*(n+8))
	}
	buffer = buffer[:n+8]
	i := 0
	for ; len(in) >= 8; i += 8 {
		binary.LittleEndian.PutUint64(buffer[i:], by.stretch(binary.LittleEndian.Uint64(in)))
		in = in[w:]
	}
	for ; i < n; i += 8 {
		binary.LittleEndian.PutUint64(buffer[i:], by.stretch(load(in)))
		in = in[min(w, len(in)):]
	}
	return buffer[:n]
}

func unpackSparse(buffer, in []byte, w int) []byte {
	size, head := binary.Uvarint(in)
	n := int(size)
	mask := in[head:]
	in = mask[(n+63)/64:]
	buffer = slices.Grow(buffer[:0], n+8)[:n+8]
	for i := 0; i < n; i += 8 {
		x := uint64(0)
		if mask[i/64]>>(i/8%8)&1 != 0 {
			x = widths[w].stretch(load(in))
			in = in[w:]
		}
		binary.LittleEndian.PutUint64(buffer[i:], x)
	}
	return buffer[:n]
}

// load reads 8 bytes; bytes after the end of in count as 0.
func load(in []byte) uint64 {
	if len(in) >= 8 {
		return binary.LittleEndian.Uint64(in)
	}
	var b [8]byte
	copy(b[:], in)
	return binary.LittleEndian.Uint64(b[:])
}
