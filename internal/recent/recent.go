// Package recent remembers what was made of names lately, so that it need not be looked
// up or made again for a name that comes often. It forgets: each name has one slot, which
// another one may take.
package recent

// A table begins with fewSlots, so that a small program pays little, and has maxSlots at most.
const fewSlots, maxSlots = 4, 2048

// Table is what was made of names. The zero value is empty.
type Table[V any] struct {
	slots []slot[V]
	taken int // how often a slot was taken since there are so many
}

type slot[V any] struct {
	name string // "" for none
	made V
}

// At returns the slot of a name, and whether it holds what was made of it. If not, it is the
// name's from here on, and what it holds is of no use: the caller puts there what is made
// of the name. It is good until the next call. The name "" is never found.
func (t *Table[V]) At(name string) (made *V, found bool) {
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
		return &s.made, name != ""
	}
	t.taken++
	s.name = name
	return &s.made, false
}

// hash mixes the length and the first and last eight bytes.
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
