package flow

import (
	"encoding/binary"
	"maps"
	"slices"

	"wobbly/il"
)

// set is a set of fields, as its place among those of the analysis of a unit; 0 is empty.
type set uint16

// maxSets is how many sets the analysis of a unit tells apart.
const maxSets = 1 << 16

// sets are the sets of fields of a program: what a thread relies on, and what it
// stores into. A field matters if some command stores into it and some reads it.
type sets struct {
	bit    []int // by field: its place among those that matter, or -1
	column []int // by field: its place among those that are read, or -1
	read   int   // how many are read
	fields []int // that matter
	held   [][]uint64
	index  map[string]set
	joined map[[2]set]set
	full   bool // there were more than maxSets
}

// newSets reads the commands of the units that are called or are of pairs.
func newSets(core *il.Core, fields map[string]int) *sets {
	n := len(core.Fields)
	x := &sets{bit: make([]int, n), column: make([]int, n), index: map[string]set{}, joined: map[[2]set]set{}}
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
	x.intern(make([]uint64, (len(x.fields)+63)/64))
	return x
}

// again are the same sets, to which others may be added.
func (x *sets) again() *sets {
	y := *x
	y.held, y.index, y.joined = slices.Clip(x.held), maps.Clone(x.index), map[[2]set]set{}
	return &y
}

// all are the fields that matter.
func (x *sets) all() []uint64 {
	words := make([]uint64, len(x.held[0]))
	for i := range x.fields {
		words[i/64] |= 1 << (i % 64)
	}
	return words
}

// intern is the set of these words. Where there are too many it is that of all fields:
// who relies on more, or stores into more, is reported less.
func (x *sets) intern(words []uint64) set {
	key := make([]byte, 0, 8*len(words))
	for _, w := range words {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if s, ok := x.index[string(key)]; ok {
		return s
	}
	if len(x.held) == maxSets-1 && !x.full {
		x.full = true
		x.held = append(x.held, x.all())
	}
	if x.full {
		return maxSets - 1
	}
	s := set(len(x.held))
	x.held, x.index[string(key)] = append(x.held, words), s
	return s
}

// only is the set of one field, or none if that does not matter.
func (x *sets) only(f int) set {
	if x.bit[f] < 0 {
		return 0
	}
	words := make([]uint64, len(x.held[0]))
	words[x.bit[f]/64] |= 1 << (x.bit[f] % 64)
	return x.intern(words)
}

// join is the union of two sets.
func (x *sets) join(a, b set) set {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	at := [2]set{min(a, b), max(a, b)}
	s, ok := x.joined[at]
	if !ok {
		words := make([]uint64, len(x.held[0]))
		for i := range words {
			words[i] = x.held[a][i] | x.held[b][i]
		}
		s = x.intern(words)
		x.joined[at] = s
	}
	return s
}

// within tells whether b has all that a has.
func (x *sets) within(a, b set) bool {
	if a == 0 || a == b {
		return true
	}
	for i, w := range x.held[a] {
		if w&^x.held[b][i] != 0 {
			return false
		}
	}
	return true
}

// common lists the fields that two sets of the program have in common.
func (x *sets) common(a, b []uint64) (fields []int) {
	for i, f := range x.fields {
		if a[i/64]&b[i/64]&(1<<(i%64)) != 0 {
			fields = append(fields, f)
		}
	}
	return fields
}

// disjoint tells whether two sets of a program have nothing in common.
func disjoint(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return false
		}
	}
	return true
}

// fronts are sets at keys, of which none at the same key is within another one that came
// later.
type fronts[K comparable] struct {
	at   map[K]front
	more [][]set // behind the first ones
}

// front is the sets at a key.
type front struct {
	first set
	more  int32 // where the others are, from 1 on; 0 for none
}

func newFronts[K comparable]() *fronts[K] { return &fronts[K]{at: map[K]front{}} }

// add adds a set at a key, and tells whether none that is there is within it.
func (f *fronts[K]) add(x *sets, key K, s set) bool {
	at, ok := f.at[key]
	if !ok {
		f.at[key] = front{first: s}
		return true
	}
	if x.within(at.first, s) {
		return false
	}
	if at.more == 0 {
		f.more = append(f.more, nil)
		at.more = int32(len(f.more))
		f.at[key] = at
	}
	others := &f.more[at.more-1]
	for _, o := range *others {
		if x.within(o, s) {
			return false
		}
	}
	*others = append(*others, s)
	return true
}

// ending is the end of a path that some access of the program has, two fields or more.
type ending struct {
	fields []string
	steps  []int // all fields but the last
}

// relate reads which fields the commands of the program store into and read, and how
// its accesses end.
func (x *analysis) relate() {
	x.sets = newSets(x.core, x.fields)
	x.single, x.endings = make([]set, len(x.core.Fields)), map[int][]ending{}
	for f := range x.single {
		x.single[f] = x.sets.only(f)
	}
	if !x.options.Rely {
		return
	}
	known := map[string]bool{}
	for _, u := range x.core.Order {
		il.Walk(u.Body, func(s il.Stmt) {
			a, ok := il.AccessOf(s)
			if !ok {
				return
			}
			for i := range len(a.Path.Fields) - 1 {
				e := ending{fields: a.Path.Fields[i:]}
				if known[dotted(e.fields)] {
					continue
				}
				known[dotted(e.fields)] = true
				last := len(e.fields) - 1
				for _, f := range e.fields[:last] {
					e.steps = append(e.steps, x.fields[f])
				}
				f := x.fields[e.fields[last]]
				x.endings[f] = append(x.endings[f], e)
			}
		})
	}
}

// named lists the fields of a set.
func (x *analysis) named(s set) (fields []string) {
	if s == 0 {
		return nil
	}
	for _, f := range x.sets.common(x.sets.held[s], x.sets.held[s]) {
		fields = append(fields, x.core.Fields[f])
	}
	return fields
}
