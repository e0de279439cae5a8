package flat

import (
	"math/bits"
	"sync"
)

// hashKeys are the random numbers of a multilinear hash function: each word of a state is
// multiplied by a random 128-bit number, and the hash is the high half of the sum modulo 2^128. Two
// different states collide for one in 2^64 choices of the numbers (Lemire and Kaser, Strongly
// universal string hashing is fast, 2014, theorem 3.1). Every search uses the same choice.
type hashKeys struct{ low, high []uint64 }

// seal clears the values of a state that do not count and returns its hash.
func (h *hashKeys) seal(state, mask []uint64) uint64 {
	mask = mask[:len(state)]
	for i := range state {
		state[i] &= mask[i]
	}
	return h.hash(state)
}

func (h *hashKeys) hash(state []uint64) (sumHigh uint64) {
	low, high := h.low[:len(state)], h.high[:len(state)]
	var sum, carry uint64
	for i, v := range state {
		hi, lo := bits.Mul64(v, low[i])
		sum, carry = bits.Add64(sum, lo, 0)
		sumHigh += hi + v*high[i] + carry
	}
	return sumHigh
}

// records is a list of states in chunks, so that states never move. The first two chunks have 16
// records each, and each later one as many as all before it, but at most maxInChunk, which keeps
// the unused part of the last one small.
type records struct{ chunks [][]uint64 }

const (
	firstChunk = 16
	maxInChunk = firstChunk / 2 << largest
	largest    = 8 // the first chunk that has maxInChunk records
)

// chunkOf returns the chunk of record i and the chunk's first record.
func chunkOf(i int) (chunk, first int) {
	if i >= maxInChunk {
		return largest - 1 + i/maxInChunk, i &^ (maxInChunk - 1)
	}
	chunk = bits.Len(uint(i) / firstChunk)
	if chunk > 0 {
		first = firstChunk / 2 << chunk
	}
	return chunk, first
}

func room(chunk int) int { return max(firstChunk, firstChunk/2<<min(chunk, largest)) }

func (r records) at(i, words int) []uint64 {
	chunk, first := chunkOf(i)
	at := (i - first) * words
	return r.chunks[chunk][at : at+words : at+words]
}

func (r records) memory() (total int) {
	for _, c := range r.chunks {
		total += 8 * len(c)
	}
	return total
}

// A pool recycles chunks and tables.
type pool struct {
	words  int
	chunks [largest + 1]spare[uint64]   // by number; the last is for all from there on
	tables [bits.UintSize]spare[uint32] // by the logarithm of the size
	prints [bits.UintSize]spare[uint64] // tables of fingerprints, in the same way
}

// A spare has unused slices of one size.
type spare[T uint32 | uint64] struct {
	sync.Mutex
	free [][]T
}

// take returns a slice of n elements with arbitrary contents.
func (p *spare[T]) take(n int) (s []T) {
	p.Lock()
	if last := len(p.free) - 1; last >= 0 {
		s, p.free = p.free[last], p.free[:last]
	}
	p.Unlock()
	if s == nil {
		s = make([]T, n)
	}
	return s
}

// empty returns a slice of n zeros. It writes even new ones, because a page that is read before it
// is written faults twice.
func (p *spare[T]) empty(n int) []T {
	s := p.take(n)
	clear(s)
	return s
}

func (p *spare[T]) put(s []T) {
	p.Lock()
	p.free = append(p.free, s)
	p.Unlock()
}

func (p *pool) ofChunk(chunk int) *spare[uint64] { return &p.chunks[min(chunk, largest)] }

// release frees the chunks of r except the first few.
func (p *pool) release(r *records, except int) {
	except = min(except, len(r.chunks))
	for k, c := range r.chunks[except:] {
		p.ofChunk(except + k).put(c)
	}
	r.chunks = r.chunks[:except]
}
