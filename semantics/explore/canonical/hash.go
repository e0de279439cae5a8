package canonical

import (
	"encoding/binary"
	"math/bits"
)

// Hash is a 64-bit hash of the bytes of a state: each 8 bytes are folded in by
// a multiplication to 128 bits.
func Hash(b []byte) uint64 {
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
