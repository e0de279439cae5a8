package effect

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/semantics"
)

// Names names objects as witnesses do: the initial state names its k objects, usually o1, o2, and
// so on, and the numbering continues from k+1 for the objects that new() makes, skipping names that
// are taken.
type Names struct {
	// initial[i] is the name of location i+1.
	initial []string
	locs    map[string]semantics.Loc
	// taken has the numbers n > k of the initial objects named "on", in ascending order.
	taken []int
}

// NewNames returns the names of the objects of executions from an initial state.
func NewNames(init semantics.Init) *Names {
	n := &Names{initial: init.Objects, locs: map[string]semantics.Loc{}}
	for i, name := range init.Objects {
		n.locs[name] = semantics.Loc(i + 1)
		if k, ok := numbered(name); ok && k > len(init.Objects) {
			n.taken = append(n.taken, k)
		}
	}
	slices.Sort(n.taken)
	return n
}

func numbered(name string) (number int, ok bool) {
	digits, ok := strings.CutPrefix(name, "o")
	n, err := strconv.ParseInt(digits, 10, 32)
	return int(n), ok && err == nil && n > 0 && strconv.Itoa(int(n)) == digits
}

// Of returns the name of an object, or "nil" for Nil.
func (n *Names) Of(l semantics.Loc) string {
	if l == semantics.Nil {
		return l.String()
	}
	if int(l) <= len(n.initial) {
		return n.initial[l-1]
	}
	k := int(l)
	for _, t := range n.taken {
		if t <= k {
			k++
		}
	}
	return "o" + strconv.Itoa(k)
}

// Loc returns the object with a name, and reports whether an object can have the name. Heap.Has
// reports whether it exists.
func (n *Names) Loc(name string) (semantics.Loc, bool) {
	if l, ok := n.locs[name]; ok {
		return l, true
	}
	k, ok := numbered(name)
	before, taken := slices.BinarySearch(n.taken, k)
	if !ok || taken || k <= len(n.initial) {
		return semantics.Nil, false
	}
	return semantics.Loc(k - before), true
}

// Cell returns the name of a cell, such as "o1.f".
func (n *Names) Cell(a semantics.Addr) string { return n.Of(a.Loc) + "." + a.Field }
