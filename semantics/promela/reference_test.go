package promela

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// reference is a search through settled configurations that merges two only if they are the same
// state of the model: objects have names, by initial state or by the thread that allocated them and
// its counter, and all of them count, whether something reaches them or not.
type reference struct {
	states map[string]bool
	starts int          // the number of initial states
	edges  int          // the number of steps, from each state to each settled successor
	races  map[int]bool // by the Candidate's number
	stuck  bool         // whether a state is a deadlock
}

// named is a configuration with the thread that allocated each object that is not initial.
type named struct {
	k      semantics.Config
	first  int             // the number of initial objects
	owners []semantics.Tid // the thread that allocated each other object
}

// explore searches from an initial state. A thread allocates at most bound objects, unless it is 0.
func explore(core *il.Core, p il.Pair, in semantics.Init, bound int,
	candidates []Candidate) (*reference, error) {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		return nil, err
	}
	r := &reference{states: map[string]bool{}, races: map[int]bool{}}
	var pending []named
	visit := func(n named) {
		if key := n.key(); !r.states[key] {
			r.states[key] = true
			pending = append(pending, n)
			r.race(n.k, candidates)
			if _, ok := semantics.Deadlock(n.k); ok {
				r.stuck = true
			}
		}
	}
	for _, a := range resolve(named{k: k, first: len(in.Objects)}, semantics.A) {
		for _, b := range resolve(a, semantics.B) {
			visit(b)
		}
	}
	r.starts = len(r.states)
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, i := range semantics.Tids {
			next, ok := at.step(i, bound)
			if !ok {
				continue
			}
			for _, n := range resolve(next, i) {
				r.edges++
				visit(n)
			}
		}
	}
	return r, nil
}

// race records the number of the candidate that races in k, if there is one.
func (r *reference) race(k semantics.Config, candidates []Candidate) {
	if race, ok := semantics.Race(k); ok {
		n := slices.Index(candidates, Candidate{race[0].Command, race[1].Command})
		r.races[n+1] = true
	}
}

// raced lists the numbers of the candidates that race.
func (r *reference) raced() []int {
	return slices.Sorted(maps.Keys(r.races))
}

// step returns the configuration after a step of thread i, unless that is an allocation beyond the
// bound.
func (n named) step(i semantics.Tid, bound int) (named, bool) {
	k, move, stuck := semantics.Next(n.k, i)
	if stuck != nil {
		return n, false
	}
	if _, ok := move.Command.(*il.New); ok {
		if bound > 0 && n.allocated(i) == bound {
			return n, false
		}
		n.owners = append(slices.Clip(n.owners), i)
	}
	n.k = k
	return n, true
}

// allocated returns the number of objects that thread i has allocated.
func (n named) allocated(i semantics.Tid) int {
	count := 0
	for _, owner := range n.owners {
		if owner == i {
			count++
		}
	}
	return count
}

// resolve resolves the choices before the next command of thread i in every way. The results are
// distinct.
func resolve(n named, i semantics.Tid) []named {
	var found []named
	seen := map[string]bool{}
	pending := []named{n}
	for len(pending) > 0 {
		at := pending[0]
		pending = pending[1:]
		key := at.key()
		if seen[key] {
			continue
		}
		seen[key] = true
		choices := at.k.Threads[i].Point.Choices()
		if len(choices) == 0 {
			found = append(found, at)
		}
		for _, c := range choices {
			next := at
			next.k, _ = semantics.Choose(at.k, i, c.Take)
			pending = append(pending, next)
		}
	}
	return found
}

// key is equal exactly for equal points, frames, levels and heaps.
func (n named) key() string {
	var b strings.Builder
	for _, t := range n.k.Threads {
		for a := range t.Point.Activations() {
			fmt.Fprintf(&b, "%p,", a.Call)
		}
		fmt.Fprintf(&b, "%p %d\n", t.Point.Stmt(), t.L)
		for s := range t.S.Frames() {
			for x, l := range s.Vars() {
				b.WriteString(x + "=" + n.name(l) + " ")
			}
			b.WriteString("\n")
		}
	}
	var cells []string
	for a, l := range n.k.H.Cells() {
		cells = append(cells, n.name(a.Loc)+"."+a.Field+"="+n.name(l))
	}
	slices.Sort(cells)
	fmt.Fprintf(&b, "%d %d %s", n.allocated(semantics.A), n.allocated(semantics.B),
		strings.Join(cells, " "))
	return b.String()
}

// name is o1, o2, ... for initial objects, and A1, A2, ..., B1, ... for others.
func (n named) name(l semantics.Loc) string {
	if int(l) <= n.first {
		return l.String()
	}
	i := int(l) - n.first - 1
	number := 0
	for _, owner := range n.owners[:i+1] {
		if owner == n.owners[i] {
			number++
		}
	}
	return fmt.Sprintf("%s%d", n.owners[i], number)
}
