package query

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strconv"

	"wobbly/internal/slice"
	"wobbly/semantics"
)

type reached struct {
	view View
	// from is the node before, or nil at the start.
	from *reached
	// move is the step from there, or nil at the start and for a choice.
	move *semantics.Move
}

// search enumerates the reachable states in the order of the number of steps, including those in
// which a thread is about to choose.
type search struct {
	start semantics.Config
	facts *facts
	// maxStates is the maximum number of states, or 0 for no limit.
	maxStates int
	states    int
	// cut is a clause that says why the search is incomplete, or "".
	cut string
}

// all yields the reachable states, until the limit is reached or the context is done.
func (s *search) all(ctx context.Context) iter.Seq[*reached] {
	return func(yield func(*reached) bool) {
		seen := map[string]bool{}
		level := []*reached{{view: Begin(s.start)}} // all with the same number of steps
		for len(level) > 0 {
			var next []*reached
			for i := 0; i < len(level); i++ {
				at := level[i]
				key := s.facts.key(&at.view)
				if seen[key] {
					continue
				}
				seen[key] = true
				switch {
				case ctx.Err() != nil:
					s.cut = "the search was interrupted"
					return
				case s.maxStates > 0 && s.states == s.maxStates:
					s.cut = "the search was bounded"
					return
				}
				s.states++
				if !yield(at) {
					return
				}
				for view, move := range at.view.Successors() {
					to := &reached{view: view, from: at, move: move}
					if move != nil {
						next = append(next, to)
					} else {
						level = append(level, to)
					}
				}
			}
			level = next
		}
	}
}

// Successors yields the states after one step with its move, and those after one choice with nil.
func (v *View) Successors() iter.Seq2[View, *semantics.Move] {
	return func(yield func(View, *semantics.Move) bool) {
		for _, i := range semantics.Tids {
			for _, c := range v.Config.Threads[i].Point.Choices() {
				k, stuck := semantics.Choose(v.Config, i, c.Take)
				if stuck == nil && !yield(v.Chosen(k), nil) {
					return
				}
			}
			k, move, stuck := semantics.Next(v.Config, i)
			if stuck == nil && !yield(v.Stepped(i, k), &move) {
				return
			}
		}
	}
}

func (r *reached) moves() []semantics.Move {
	var out []semantics.Move
	for ; r != nil; r = r.from {
		if r.move != nil {
			out = append(out, *r.move)
		}
	}
	slices.Reverse(out)
	return out
}

// isFinal reports whether neither thread can take a step or make a choice.
func isFinal(k semantics.Config) bool {
	for _, i := range semantics.Tids {
		if stuck := semantics.Enabled(k, i); stuck == nil || stuck.Reason == semantics.AtChoice {
			return false
		}
	}
	return true
}

// facts are the properties of a state, besides Config.Key, on which a condition depends. Two states
// that agree on the facts and on Config.Key agree on the condition, and the same moves lead them to
// states that also agree. So a search that distinguishes states by them is exact.
type facts struct {
	s *Scope
	// named has the objects that the condition names, in ascending order.
	named    []semantics.Loc
	counters []counter
	// mover means that the condition depends on the thread that made the last step.
	mover   bool
	changes []*changed
}

// counter is a number that grows along an execution. The condition cannot distinguish values above
// max.
type counter struct {
	*apply
	max int64
}

func (s *Scope) factsOf(x node) *facts {
	f := &facts{s: s}
	count := func(n *apply, max int64) {
		if n.term.grows {
			f.counters = append(f.counters, counter{n, max})
		}
		f.mover = f.mover || n.term.mover
	}
	visitParts(x, func(n node) bool {
		if p := cellOf(n); p != nil && p.root == rootObject {
			f.named = append(f.named, p.object)
		}
		switch n := n.(type) {
		case *apply:
			count(n, math.MaxInt64)
		case *comparison:
			for _, sides := range [2][2]node{{n.l, n.r}, {n.r, n.l}} {
				m, ok := sides[0].(*apply)
				bound, isLiteral := sides[1].(*literal)
				if ok && isLiteral && m.term.kind == numberKind {
					count(m, bound.value.Number+1)
					return false
				}
			}
		case *changed:
			// Whether a counter has changed depends on the thread that moves and, for
			// some, on the one that moved before.
			f.changes = append(f.changes, n)
			m, ok := n.x.(*apply)
			f.mover = f.mover || ok && m.term.mover
			return !ok
		}
		return true
	})
	slice.Sort(f.named, cmp.Compare)
	f.named = slices.Compact(f.named)
	return f
}

// key returns a key that two states share only if the expression has the same value in both and
// in all states that follow them by the same moves.
func (f *facts) key(v *View) string {
	e := &evaluator{s: f.s, v: v, focus: v.Focus, quiet: true}
	var out []byte
	for _, c := range f.counters {
		out = binary.AppendVarint(out, min(c.max, e.value(c.apply).Number))
	}
	if f.mover {
		out = append(out, byte(v.mover()))
	}
	for _, n := range f.changes {
		out = append(out, byte(truthOf(e.changed(n))))
	}
	k := v.Config
	if len(f.named) > 0 {
		last := int(f.named[len(f.named)-1])
		out = binary.AppendVarint(out, int64(min(last, k.H.Size())))
		// Add a frame that refers to the objects by name, so that Key distinguishes them.
		var pins semantics.Frame
		for _, l := range f.named {
			if k.H.Has(l) {
				pins = pins.With(strconv.Itoa(int(l)), l)
			}
		}
		k.Threads[semantics.A].S = &semantics.Stack{Top: pins, Rest: k.Threads[semantics.A].S}
	}
	return string(out) + k.Key()
}
