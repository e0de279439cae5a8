package predict

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// maxStates bounds the states of the search of all reorderings of a trace.
const maxStates = 200_000

// maximal yields the races of all correct reorderings by exhaustive search: everything that can be
// predicted if each read must see the write that it saw (the maximal causal model of Şerbănuţă,
// Chen and Roşu, RV 2012, with writes in place of values).
//
// A reordering is correct if each thread executes a prefix of its events, each read reads from the
// same write as in the trace, and each lock is held by one thread at a time. Conflicting accesses
// are a race if both are next after a correct reordering. What they themselves would read does not
// matter, but with prefixes what their paths read does.
//
// It is independent of the closure of m2; tests compare the two.
func maximal(v *view, yield func(hb.Race) bool) (cut bool) {
	found, cut := reorderings(v)
	order := func(a, b hb.Race) int { return cmp.Or(a.Second-b.Second, b.First-a.First) }
	for _, r := range slices.SortedFunc(maps.Keys(found), order) {
		if !yield(r) {
			break
		}
	}
	return cut
}

// reordered is a state of the search: the end of a correct reordering.
type reordered struct {
	done   [2]int        // the number of events of each thread
	last   []int         // the last event that wrote each cell
	from   *reordered    // the state before
	thread semantics.Tid // the thread of the last event
}

// reorderings returns the races of all reorderings, with a reordering for each, and whether the
// limit on states left some out.
func reorderings(v *view) (found map[hb.Race]*reordered, cut bool) {
	begin := &reordered{last: slice.Repeat(initial, len(v.accesses))}
	key := begin.key(nil)
	found, seen := map[hb.Race]*reordered{}, map[string]bool{string(key): true}
	for pending := []*reordered{begin}; len(pending) > 0; {
		x := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if r, ok := x.race(v); ok && found[r] == nil {
			found[r] = x
		}
		for _, t := range semantics.Tids {
			next, ok := x.step(v, t)
			if !ok {
				continue
			}
			key = next.key(key[:0])
			if seen[string(key)] {
				continue
			}
			if len(seen) >= maxStates {
				return found, true
			}
			seen[string(key)] = true
			pending = append(pending, &next)
		}
	}
	return found, false
}

// key appends the identity of the state.
func (ro *reordered) key(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(ro.done[0]))
	b = binary.AppendUvarint(b, uint64(ro.done[1]))
	for _, w := range ro.last {
		b = binary.AppendVarint(b, int64(w))
	}
	return b
}

// next returns the next event of a thread, false at its end.
func (ro *reordered) next(v *view, t semantics.Tid) (int, bool) {
	if ro.done[t] == len(v.chains[t]) {
		return 0, false
	}
	return v.chains[t][ro.done[t]], true
}

// sees reports whether reads see the writes that they saw in the trace.
func (ro *reordered) sees(reads []read) bool {
	for _, r := range reads {
		if ro.last[r.cell] != r.from {
			return false
		}
	}
	return true
}

func (ro *reordered) race(v *view) (hb.Race, bool) {
	i, okA := ro.next(v, semantics.A)
	j, okB := ro.next(v, semantics.B)
	if !okA || !okB || !v.events[i].Conflicts(v.events[j]) || !ro.sees(v.paths[i]) ||
		!ro.sees(v.paths[j]) {
		return hb.Race{}, false
	}
	return hb.Race{First: min(i, j), Second: max(i, j)}, true
}

// step makes the next event of a thread, if that is correct.
func (ro *reordered) step(v *view, t semantics.Tid) (reordered, bool) {
	i, ok := ro.next(v, t)
	if !ok || !ro.sees(v.reads[i]) {
		return reordered{}, false
	}
	if n := ro.done[t.Other()]; n > 0 {
		other := v.events[v.chains[t.Other()][n-1]]
		if v.events[i].Level.Excludes(other.Level) {
			return reordered{}, false
		}
	}
	after := reordered{done: ro.done, last: ro.last, from: ro, thread: t}
	after.done[t]++
	if v.events[i].Kind == dynamic.Write {
		after.last = slices.Clone(ro.last)
		after.last[v.cells[i]] = i
	}
	return after, true
}

func (ro *reordered) path(v *view) []int {
	var list []int
	for ; ro.from != nil; ro = ro.from {
		list = append(list, v.chains[ro.thread][ro.done[ro.thread]-1])
	}
	slices.Reverse(list)
	return list
}
