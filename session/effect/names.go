package effect

import (
	"slices"
	"strconv"
	"strings"

	"wobbly/semantics"
)

// Names names objects, as in witnesses: the initial state names its own, usually o1 to ok, and the
// numbering continues for those that new() makes, skipping names that are taken.
type Names struct {
	initial []string // of location i+1
	number  map[string]semantics.Loc
	taken   []int // the numbers n > k of the initial objects named oN, ascending
}

// NewNames returns the names of the objects of executions from an initial state.
func NewNames(init semantics.Init) *Names {
	n := &Names{initial: init.Objects, number: map[string]semantics.Loc{}}
	for i, name := range init.Objects {
		n.number[name] = semantics.Loc(i + 1)
		if k, ok := numbered(name); ok && k > len(init.Objects) {
			n.taken = append(n.taken, k)
		}
	}
	slices.Sort(n.taken)
	return n
}

func numbered(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "o")
	n, err := strconv.ParseInt(digits, 10, 32)
	return int(n), ok && err == nil && n > 0 && strconv.Itoa(int(n)) == digits
}

// Of returns the name of an object, "nil" for Nil.
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

// Loc returns the inverse of Of. It reports whether an object can have the name; Heap.Has reports
// whether it exists.
func (n *Names) Loc(name string) (semantics.Loc, bool) {
	if l, ok := n.number[name]; ok {
		return l, true
	}
	k, ok := numbered(name)
	before, taken := slices.BinarySearch(n.taken, k)
	if !ok || taken || k <= len(n.initial) {
		return semantics.Nil, false
	}
	return semantics.Loc(k - before), true
}

// Cell returns the name of a cell, "o1.f".
func (n *Names) Cell(a semantics.Addr) string { return n.Of(a.Loc) + "." + a.Field }
