package query

import (
	"context"
	"slices"

	"wobbly/semantics"
)

// reached is a state that a search has come to.
type reached struct {
	view View
	from *reached // nil at the start
	step bool     // reached by move, not by a choice
	move semantics.Move
}

// search walks through what executions lead to, in the order of the number of
// steps. It does not resolve choices before a thread stands before them, so
// that a state in which a thread is about to choose is met too.
type search struct {
	facts  *facts
	most   int // states to visit; 0 for no limit
	states int // that were visited
	cut    string
}

// run visits the states that can be reached from a configuration, until visit is
// false, the limit is met, or the context is done.
func (s *search) run(ctx context.Context, k semantics.Config, visit func(*reached) bool) {
	seen := map[string]bool{}
	level := []*reached{{view: Begin(k)}} // all as many steps away
	for len(level) > 0 {
		var next []*reached
		for i := 0; i < len(level); i++ {
			at := level[i]
			key := s.facts.key(&at.view)
			if seen[key] {
				continue
			}
			seen[key] = true
			if !s.admit(ctx) || !visit(at) {
				return
			}
			for _, to := range at.successors() {
				if to.step {
					next = append(next, to)
				} else {
					level = append(level, to)
				}
			}
		}
		level = next
	}
}

// admit counts one more state, if that is allowed.
func (s *search) admit(ctx context.Context) bool {
	switch {
	case ctx.Err() != nil:
		s.cut = "the search was interrupted"
	case s.most > 0 && s.states == s.most:
		s.cut = "the search was bounded"
	default:
		s.states++
		return true
	}
	return false
}

// successors lists where one step or choice leads.
func (r *reached) successors() []*reached {
	var out []*reached
	k := r.view.Config
	for _, i := range semantics.Tids {
		for _, c := range k.Threads[i].Point.Choices() {
			to, _ := semantics.Choose(k, i, c.Take)
			out = append(out, &reached{view: r.view.Chosen(to), from: r})
		}
		if to, move, stuck := semantics.Next(k, i); stuck == nil {
			out = append(out, &reached{view: r.view.Stepped(i, to), from: r, step: true, move: move})
		}
	}
	return out
}

// final tells whether neither thread can go on.
func final(k semantics.Config) bool {
	for _, i := range semantics.Tids {
		if stuck := semantics.Enabled(k, i); stuck == nil || stuck.Reason == semantics.AtChoice {
			return false
		}
	}
	return true
}

// moves lists the steps that lead to r.
func (r *reached) moves() []semantics.Move {
	var out []semantics.Move
	for ; r != nil; r = r.from {
		if r.step {
			out = append(out, r.move)
		}
	}
	slices.Reverse(out)
	return out
}
