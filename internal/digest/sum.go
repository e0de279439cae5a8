package digest

import (
	"encoding/binary"
	"math/bits"
)

// block is the size in bytes of the blocks in which the data is hashed.
const block = 64

// start is the state before the first block: the first 32 bits of the fractional parts of the
// square roots of the first 8 primes (FIPS 180-4, section 5.3.3).
var start = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// roundConstants are the same bits of the cube roots of the first 64 primes (section 4.2.2).
var roundConstants = [block]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// sum returns the SHA-256 of data (FIPS 180-4, section 6.2). Only the page uses it; see the package
// comment.
func sum(data []byte) (out [32]byte) {
	state, rest := start, data
	for ; len(rest) >= block; rest = rest[block:] {
		mix(&state, rest[:block])
	}
	last := append(make([]byte, 0, 2*block), rest...)
	last = append(last, 0x80)
	for len(last)%block != block-8 {
		last = append(last, 0)
	}
	last = binary.BigEndian.AppendUint64(last, 8*uint64(len(data)))
	for ; len(last) > 0; last = last[block:] {
		mix(&state, last[:block])
	}
	for i, x := range state {
		binary.BigEndian.PutUint32(out[4*i:], x)
	}
	return out
}

// mix mixes a block into the state. The names are those of the standard.
func mix(state *[8]uint32, data []byte) {
	var w [block]uint32
	for t := range w {
		if t < 16 {
			w[t] = binary.BigEndian.Uint32(data[4*t:])
			continue
		}
		x, y := w[t-15], w[t-2]
		sigma0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		sigma1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[t] = w[t-16] + w[t-7] + sigma0 + sigma1
	}
	a, b, c, d := state[0], state[1], state[2], state[3]
	e, f, g, h := state[4], state[5], state[6], state[7]
	for t := range w {
		sum1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		sum0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		choose, majority := e&f^^e&g, a&b^a&c^b&c
		t1 := h + sum1 + choose + roundConstants[t] + w[t]
		t2 := sum0 + majority
		a, b, c, d, e, f, g, h = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, x := range [8]uint32{a, b, c, d, e, f, g, h} {
		state[i] += x
	}
}
