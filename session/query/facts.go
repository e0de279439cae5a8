package query

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"wobbly/semantics"
)

// facts are what a condition can see of a state beyond its configuration up to
// the names of objects. A search tells states apart by them, so that it is exact
// for the condition: two states that agree on them, and whose configurations have
// one Key, agree on the condition, and so do those that the same moves lead to.
type facts struct {
	s        *Scope
	named    []semantics.Loc // objects that the condition names
	counters []counter
	last     bool // who made the last step
	changes  []*changed
}

// counter is a number that grows along an execution. Values above most are one:
// the condition cannot tell them apart.
type counter struct {
	measure *measure
	most    int64
}

// factsOf are the facts of a condition.
func (s *Scope) factsOf(x node) *facts {
	f := &facts{s: s}
	f.add(x)
	slices.Sort(f.named)
	f.named = slices.Compact(f.named)
	return f
}

func (f *facts) add(n node) {
	switch n := n.(type) {
	case *path:
		f.path(n)
	case *does:
		f.path(n.cell)
	case *race:
		f.path(n.cell)
	case *measure:
		f.count(n, math.MaxInt64)
	case *comparison:
		if !f.bounded(n.l, n.r) && !f.bounded(n.r, n.l) {
			f.add(n.l)
			f.add(n.r)
		}
	case *changed:
		f.changed(n)
	default:
		for _, k := range kids(n) {
			f.add(k)
		}
	}
}

func (f *facts) path(n *path) {
	if n != nil && n.root == rootObject {
		f.named = append(f.named, n.object)
	}
}

// bounded adds a counter that is compared with a literal, if m is one.
func (f *facts) bounded(m, literal node) bool {
	n, okN := m.(*measure)
	l, okL := literal.(*number)
	if okN && okL {
		f.count(n, l.n+1)
	}
	return okN && okL
}

// count adds a quantity, if it is none of the configuration.
func (f *facts) count(n *measure, most int64) {
	switch n.what {
	case allSteps, threadSteps, objects:
		f.counters = append(f.counters, counter{n, most})
	case switches:
		f.counters = append(f.counters, counter{n, most})
		f.last = true
	case lastMoved:
		f.last = true
	}
}

// changed adds whether something has changed. That of a counter depends on who
// moves and, for switches and last, on who moved before.
func (f *facts) changed(n *changed) {
	f.changes = append(f.changes, n)
	switch x := n.x.(type) {
	case *path:
		f.path(x)
	case *measure:
		f.last = f.last || x.what == switches || x.what == lastMoved
	}
}

// key is the same for states that the search need not tell apart.
func (f *facts) key(v *View) string {
	e := &evaluator{s: f.s, v: v, focus: v.Focus, quiet: true}
	var out []byte
	for _, c := range f.counters {
		out = binary.AppendVarint(out, min(c.most, e.measure(c.measure).Number))
	}
	if f.last {
		out = append(out, byte(v.mover()))
	}
	for _, n := range f.changes {
		out = append(out, byte(truthOf(e.changed(n))))
	}
	k := v.Config
	if len(f.named) > 0 {
		most := int(f.named[len(f.named)-1])
		out = binary.AppendVarint(out, int64(min(most, k.H.Size())))
		k = f.pin(k)
	}
	return string(out) + k.Key()
}

// pin is k with one more frame, that of the objects with names: Key then tells
// apart which they are.
func (f *facts) pin(k semantics.Config) semantics.Config {
	var s semantics.Frame
	for _, l := range f.named {
		if k.H.Has(l) {
			s = s.With(strconv.Itoa(int(l)), l)
		}
	}
	k.Threads[semantics.A].S = &semantics.Stack{Top: s, Rest: k.Threads[semantics.A].S}
	return k
}
