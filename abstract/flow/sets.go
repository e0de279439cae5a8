package flow

import (
	"encoding/binary"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// set is the number of a set of fields among those of a unit; 0 is empty.
type set uint16

// maxSets bounds the sets of a unit.
const maxSets = 1 << 16

// sets interns sets of fields: those that a value relies on, and those that a thread stores into. A
// field matters if one command stores into it and another reads it; other fields are in no set.
//
// In a program that names locks, a set of fields that a thread stores into also has the history of
// its trace, and is contained in another one only if its history is.
type sets struct {
	fields []int      // the fields that matter
	bit    []int      // by field: its index in fields, or -1
	column []int      // by field: its index among the fields that are read, or -1
	read   int        // the number of fields that are read
	words  [][]uint64 // by set: a bit for each of fields
	// histories has the history of each set. It is nil if the program names no lock.
	histories []il.History
	byKey     map[string]set
	unions    map[[2]set]set // memoized
	full      bool           // there were more than maxSets
}

// newSets returns the sets of a program, with only the empty one. The map has the index of each
// field in core.Fields.
func newSets(core *il.Core, fields map[string]int) *sets {
	n := len(core.Fields)
	ss := &sets{
		bit:    make([]int, n),
		column: make([]int, n),
		byKey:  map[string]set{},
		unions: map[[2]set]set{},
	}
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
		ss.bit[f], ss.column[f] = -1, -1
		if read[f] {
			ss.column[f] = ss.read
			ss.read++
		}
		if read[f] && stored[f] {
			ss.bit[f] = len(ss.fields)
			ss.fields = append(ss.fields, f)
		}
	}
	if len(core.Locks) > 0 {
		ss.histories = []il.History{}
	}
	ss.intern(make([]uint64, (len(ss.fields)+63)/64), il.History{})
	return ss
}

// clone returns a copy to which other sets may be added.
func (ss *sets) clone() *sets {
	c := *ss
	c.words = slices.Clip(ss.words)
	c.byKey = maps.Clone(ss.byKey)
	c.unions = map[[2]set]set{}
	c.histories = slices.Clip(ss.histories)
	return &c
}

// intern returns the set with these bits. If there are too many sets it returns all fields with the
// full history, which is sound: a thread that relies on more, stores into more or takes more locks
// is reported less often.
func (ss *sets) intern(words []uint64, h il.History) set {
	key := make([]byte, 0, 8*len(words))
	for _, w := range words {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if ss.histories != nil {
		key = h.AppendKey(key)
	}
	if s, ok := ss.byKey[string(key)]; ok {
		return s
	}
	if len(ss.words) == maxSets-1 && !ss.full {
		ss.full = true
		all := make([]uint64, len(ss.words[0]))
		for i := range ss.fields {
			all[i/64] |= 1 << (i % 64)
		}
		ss.add(all, il.FullHistory())
	}
	if ss.full {
		return maxSets - 1
	}
	s := set(len(ss.words))
	ss.byKey[string(key)] = s
	ss.add(words, h)
	return s
}

func (ss *sets) add(words []uint64, h il.History) {
	ss.words = append(ss.words, words)
	if ss.histories != nil {
		ss.histories = append(ss.histories, h)
	}
}

// history returns the history of a set, zero if the program names no lock.
func (ss *sets) history(s set) il.History {
	if ss.histories == nil {
		return il.History{}
	}
	return ss.histories[s]
}

// afterLocking returns a set with its history after a lock() or unlock() at a level.
func (ss *sets) afterLocking(s set, l il.Level, c il.Stmt) set {
	if ss.histories == nil {
		return s
	}
	return ss.intern(ss.words[s], ss.histories[s].After(l, c))
}

// afterCalling returns the stores of a trace that called a method at level l with the stores before,
// and is now at level inner of the method, which has made the stores callee.
func (ss *sets) afterCalling(before set, l, inner il.Level, callee set) set {
	if ss.histories == nil {
		return ss.union(before, callee)
	}
	return ss.intern(ss.or(before, callee),
		ss.histories[before].Call(l, inner, ss.histories[callee]))
}

// singleton returns the set of one field, empty if the field does not matter.
func (ss *sets) singleton(f int) set {
	if ss.bit[f] < 0 {
		return 0
	}
	words := make([]uint64, len(ss.words[0]))
	words[ss.bit[f]/64] |= 1 << (ss.bit[f] % 64)
	return ss.intern(words, il.History{})
}

func (ss *sets) or(a, b set) []uint64 {
	words := slices.Clone(ss.words[a])
	for i, w := range ss.words[b] {
		words[i] |= w
	}
	return words
}

// union returns the union of two sets. The second must have no history.
func (ss *sets) union(a, b set) set {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	key := [2]set{a, b}
	if ss.histories == nil {
		key = [2]set{min(a, b), max(a, b)}
	}
	s, ok := ss.unions[key]
	if !ok {
		s = ss.intern(ss.or(a, b), ss.history(a))
		ss.unions[key] = s
	}
	return s
}

// subset reports whether b contains a, with its history.
func (ss *sets) subset(a, b set) bool {
	if a == 0 || a == b {
		return true
	}
	for i, w := range ss.words[a] {
		if w&^ss.words[b][i] != 0 {
			return false
		}
	}
	return ss.histories == nil || ss.histories[a].Within(ss.histories[b])
}

func (ss *sets) common(a, b []uint64) (fields []int) {
	for i, f := range ss.fields {
		if a[i/64]&b[i/64]&(1<<(i%64)) != 0 {
			fields = append(fields, f)
		}
	}
	return fields
}

func disjoint(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return false
		}
	}
	return true
}

func (an *analysis) fieldNames(s set) []string {
	fields := an.sets.common(an.sets.words[s], an.sets.words[s])
	return slice.Map(fields, func(f int) string { return an.core.Fields[f] })
}

// minimal has sets for each key. No set contains an earlier one. Most keys have one set, which is
// in the map itself to save memory.
type minimal[K comparable] struct {
	byKey  map[K]minimalSets
	others [][]set
}

type minimalSets struct {
	first set
	// others is 1 more than the index of the other sets in minimal.others; 0 if there are none.
	others int32
}

func newMinimal[K comparable]() *minimal[K] { return &minimal[K]{byKey: map[K]minimalSets{}} }

// add adds a set unless it contains an earlier one, and reports whether it did.
func (m *minimal[K]) add(ss *sets, key K, s set) bool {
	known, ok := m.byKey[key]
	if !ok {
		m.byKey[key] = minimalSets{first: s}
		return true
	}
	if ss.subset(known.first, s) {
		return false
	}
	if known.others == 0 {
		m.others = append(m.others, nil)
		known.others = int32(len(m.others))
		m.byKey[key] = known
	}
	others := &m.others[known.others-1]
	if slices.ContainsFunc(*others, func(o set) bool { return ss.subset(o, s) }) {
		return false
	}
	*others = append(*others, s)
	return true
}
