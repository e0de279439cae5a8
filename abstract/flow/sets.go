package flow

import (
	"encoding/binary"
	"maps"
	"slices"

	"wobbly/il"
)

// set is a set of fields, by its number among those of a unit; 0 is empty.
type set uint16

// maxSets bounds the sets of a unit.
const maxSets = 1 << 16

// sets interns sets of fields: those that a value relies on, and those that a thread stores into. A
// field matters if some command stores into it and some reads it; others are in no set.
//
// In a program that names locks, a set of fields that a thread stores into also has the history of
// its trace. Such a set is contained in another one if its history is, too.
type sets struct {
	fields []int // that matter
	bit    []int // by field: its index in fields, or -1
	column []int // by field: its place among those that are read, or -1
	read   int   // how many are read
	words  [][]uint64
	// histories has the history of each set; it is nil if the program names no lock.
	histories []il.History
	byKey     map[string]set
	unions    map[[2]set]set
	full      bool // there were more than maxSets
}

// newSets finds the fields that matter in the units that are called or are of pairs.
func newSets(core *il.Core, fields map[string]int) *sets {
	n := len(core.Fields)
	x := &sets{bit: make([]int, n), column: make([]int, n), byKey: map[string]set{}, unions: map[[2]set]set{}}
	stored, read := make([]bool, n), make([]bool, n)
	for _, u := range core.Order {
		il.Walk(u.Body, func(s il.Stmt) {
			store, ok := s.(*il.Store)
			if ok {
				stored[fields[store.Dst.Fields[len(store.Dst.Fields)-1]]] = true
			}
			il.EachExpr(s, func(e il.Expr) {
				last := len(e.Fields)
				if ok && last > 0 {
					last--
				}
				for _, f := range e.Fields[:last] {
					read[fields[f]] = true
				}
			})
		})
	}
	for f := range n {
		x.bit[f], x.column[f] = -1, -1
		if read[f] {
			x.column[f] = x.read
			x.read++
		}
		if read[f] && stored[f] {
			x.bit[f] = len(x.fields)
			x.fields = append(x.fields, f)
		}
	}
	if len(core.Locks) > 0 {
		x.histories = []il.History{}
	}
	x.intern(make([]uint64, (len(x.fields)+63)/64), il.History{})
	return x
}

// clone returns a copy to which other sets may be added.
func (x *sets) clone() *sets {
	y := *x
	y.words, y.byKey, y.unions = slices.Clip(x.words), maps.Clone(x.byKey), map[[2]set]set{}
	y.histories = slices.Clip(x.histories)
	return &y
}

// intern returns the set of these bits. If there are too many it is the set of all fields with the
// full history, which is sound: whoever relies on more, stores into more or takes more locks is
// reported less.
func (x *sets) intern(words []uint64, h il.History) set {
	key := make([]byte, 0, 8*len(words))
	for _, w := range words {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if x.histories != nil {
		key = h.AppendKey(key)
	}
	if s, ok := x.byKey[string(key)]; ok {
		return s
	}
	if len(x.words) == maxSets-1 && !x.full {
		x.full = true
		all := make([]uint64, len(x.words[0]))
		for i := range x.fields {
			all[i/64] |= 1 << (i % 64)
		}
		x.append(all, il.FullHistory())
	}
	if x.full {
		return maxSets - 1
	}
	s := set(len(x.words))
	x.byKey[string(key)] = s
	x.append(words, h)
	return s
}

func (x *sets) append(words []uint64, h il.History) {
	x.words = append(x.words, words)
	if x.histories != nil {
		x.histories = append(x.histories, h)
	}
}

// history returns the history of a set.
func (x *sets) history(s set) (h il.History) {
	if x.histories != nil {
		h = x.histories[s]
	}
	return h
}

// locking returns a set with its history after a lock() or unlock() at a level.
func (x *sets) locking(s set, l il.Level, c il.Stmt) set {
	if x.histories == nil {
		return s
	}
	return x.intern(x.words[s], x.histories[s].After(l, c))
}

// calling returns the stores of a trace that, with those of before, calls a method at a level and
// comes there to a point at the level inner with those of callee.
func (x *sets) calling(before set, l, inner il.Level, callee set) set {
	if x.histories == nil {
		return x.union(before, callee)
	}
	return x.intern(x.or(before, callee), x.histories[before].Call(l, inner, x.histories[callee]))
}

// singleton returns the set of one field, empty if the field does not matter.
func (x *sets) singleton(f int) set {
	if x.bit[f] < 0 {
		return 0
	}
	words := make([]uint64, len(x.words[0]))
	words[x.bit[f]/64] |= 1 << (x.bit[f] % 64)
	return x.intern(words, il.History{})
}

// or returns the bits of both sets.
func (x *sets) or(a, b set) []uint64 {
	words := slices.Clone(x.words[a])
	for i, w := range x.words[b] {
		words[i] |= w
	}
	return words
}

// union returns the union of two sets, of which the second has no history. It remembers the union.
func (x *sets) union(a, b set) set {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	at := [2]set{a, b}
	if x.histories == nil {
		at = [2]set{min(a, b), max(a, b)}
	}
	s, ok := x.unions[at]
	if !ok {
		s = x.intern(x.or(a, b), x.history(a))
		x.unions[at] = s
	}
	return s
}

// subset reports whether b contains a.
func (x *sets) subset(a, b set) bool {
	if a == 0 || a == b {
		return true
	}
	for i, w := range x.words[a] {
		if w&^x.words[b][i] != 0 {
			return false
		}
	}
	return x.histories == nil || x.histories[a].Within(x.histories[b])
}

// common lists the fields that two sets have in common.
func (x *sets) common(a, b []uint64) (fields []int) {
	for i, f := range x.fields {
		if a[i/64]&b[i/64]&(1<<(i%64)) != 0 {
			fields = append(fields, f)
		}
	}
	return fields
}

// disjoint reports whether two sets have no field in common.
func disjoint(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return false
		}
	}
	return true
}

func (x *analysis) fieldNames(s set) (fields []string) {
	if s == 0 {
		return nil
	}
	for _, f := range x.sets.common(x.sets.words[s], x.sets.words[s]) {
		fields = append(fields, x.core.Fields[f])
	}
	return fields
}

// minimal has, for each key, sets of which none contains an earlier one. Most keys have one set,
// which is in the map itself.
type minimal[K comparable] struct {
	byKey  map[K]minimalSets
	others [][]set
}

type minimalSets struct {
	first set
	// others is 1 more than the index of the other sets; 0 if there are none.
	others int32
}

func newMinimal[K comparable]() *minimal[K] { return &minimal[K]{byKey: map[K]minimalSets{}} }

// add adds a set, unless it contains one that is there. It reports whether it has.
func (m *minimal[K]) add(x *sets, key K, s set) bool {
	at, ok := m.byKey[key]
	if !ok {
		m.byKey[key] = minimalSets{first: s}
		return true
	}
	if x.subset(at.first, s) {
		return false
	}
	if at.others == 0 {
		m.others = append(m.others, nil)
		at.others = int32(len(m.others))
		m.byKey[key] = at
	}
	others := &m.others[at.others-1]
	for _, o := range *others {
		if x.subset(o, s) {
			return false
		}
	}
	*others = append(*others, s)
	return true
}

type ending struct {
	fields []string
	steps  []int // all fields except the last
}
