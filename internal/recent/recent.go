// Package recent is a small cache keyed by name. The hash of a name chooses its slot, and a new
// name displaces the one that had the slot.
package recent

// A table begins with fewSlots, so that a small program pays little, and grows up to maxSlots.
const fewSlots, maxSlots = 4, 2048

// A Table is a cache of values by name, which grows if names compete. The zero value is empty.
type Table[V any] struct {
	slots []slot[V]
	taken int // how often a name took a slot since the table last grew
}

type slot[V any] struct {
	name  string // "" for none
	value V
}

// At returns the value of a name until the next call, and whether the cache had it. If not, the
// value is arbitrary, and the caller must set it. The name "" is never found.
func (t *Table[V]) At(name string) (value *V, found bool) {
	if t.taken >= 2*len(t.slots) && len(t.slots) < maxSlots {
		old := t.slots
		t.slots, t.taken = make([]slot[V], max(fewSlots, 8*len(old))), 0
		for _, s := range old {
			if s.name != "" {
				t.slots[hash(s.name)&uint32(len(t.slots)-1)] = s
			}
		}
	}
	s := &t.slots[hash(name)&uint32(len(t.slots)-1)]
	if s.name == name {
		return &s.value, name != ""
	}
	t.taken++
	s.name = name
	return &s.value, false
}

// hash mixes the length and the first and last eight bytes (Fibonacci hashing).
func hash(s string) uint32 {
	h := uint64(len(s))
	switch n := len(s); {
	case n >= 8:
		h ^= eight(s) ^ eight(s[n-8:])<<1
	case n >= 4:
		h ^= four(s) ^ four(s[n-4:])<<28
	case n > 0:
		h ^= uint64(s[0])<<8 ^ uint64(s[n/2])<<16 ^ uint64(s[n-1])<<24
	}
	return uint32(h * 0x9e3779b97f4a7c15 >> 40)
}

func four(s string) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func eight(s string) uint64 { return four(s) | four(s[4:])<<32 }
