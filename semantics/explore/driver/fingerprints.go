package driver

import "math/bits"

// Fingerprints is a set of 64-bit hashes of states: a hash table with open addressing, at most 3/4
// full, whose slot is given by the highest bits of a hash. The hash 0 is treated as 1.
type Fingerprints struct {
	table []uint64 // 0 for a free slot
	shift uint     // 64 less the logarithm of the table's size
	count int
}

// TableLog returns the binary logarithm of the size of the smallest table, of at least 1<<least
// slots, that n entries fill to at most 3/4.
func TableLog(n int, least uint) uint {
	log := least
	for n > 1<<log/4*3 {
		log++
	}
	return log
}

func (f *Fingerprints) Len() int { return f.count }

// Memory returns the size of the table in bytes.
func (f *Fingerprints) Memory() int { return 8 * len(f.table) }

// Fits reports whether there is room for n more hashes.
func (f *Fingerprints) Fits(n int) bool { return f.count+n <= len(f.table)/4*3 }

// Grow moves the hashes to a larger table of zeros of 2ⁿ entries, and returns the old table.
func (f *Fingerprints) Grow(table []uint64) (before []uint64) {
	before, f.table = f.table, table
	f.shift = 64 - uint(bits.TrailingZeros(uint(len(table))))
	for _, h := range before {
		if h != 0 {
			table[f.slot(h)] = h
		}
	}
	return before
}

// Take removes and returns the table. The set is then empty and without room.
func (f *Fingerprints) Take() []uint64 {
	table := f.table
	*f = Fingerprints{}
	return table
}

// Add adds a hash, for which there must be room, and reports whether it is new.
func (f *Fingerprints) Add(h uint64) bool {
	h = max(h, 1)
	i := f.slot(h)
	if f.table[i] == h {
		return false
	}
	f.table[i] = h
	f.count++
	return true
}

// slot returns the slot of a hash, or the free slot where it belongs.
func (f *Fingerprints) slot(h uint64) uint64 {
	mask := uint64(len(f.table) - 1)
	i := h >> (f.shift & 63)
	for f.table[i&mask] != 0 && f.table[i&mask] != h {
		i++
	}
	return i & mask
}

// Peek loads the slot of a hash into the cache, for a later Add.
func (f *Fingerprints) Peek(h uint64) uint64 { return f.table[h>>(f.shift&63)] }

// Missed bounds the probability that a search of n states with 64-bit fingerprints has treated two
// as one, if hashes are as good as random: n(n-1)/2 pairs, each with probability 2^-64.
func Missed(n uint64) float64 {
	hi, lo := bits.Mul64(n, max(n, 1)-1)
	pairs := (float64(hi)*(1<<32)*(1<<32) + float64(lo)) / 2
	return min(1, pairs/(1<<32)/(1<<32))
}
