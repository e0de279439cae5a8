package repair

import (
	"context"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// maxLost is how many states LostUpdate looks at from each initial state.
const maxLost = 50_000

// LostUpdate looks for an execution of the changed program in which an update is lost: a
// thread reads a cell, the other one writes it, and then the first one writes it. It
// looks from each of the initial states, at a bounded number of states. nil: none was
// found, or no unit that races reads what it then writes. The error is that of the
// context.
func (p *Proposal) LostUpdate(ctx context.Context, from []semantics.Init) (*execution.Execution, error) {
	if p.updates == [2]bool{} {
		return nil, nil
	}
	for _, in := range from {
		k, err := semantics.NewConfig(p.program.Core, p.pair, in)
		if err != nil {
			continue // a state of another pair
		}
		s := &lostSearch{updates: p.updates, field: p.field}
		found, err := s.run(ctx, k)
		if err != nil {
			return nil, err
		}
		if found != nil {
			return execution.Replay(p.program.Core, p.pair, in, found.turns(), [2][]semantics.Take{})
		}
	}
	return nil, nil
}

// lostSearch walks through what executions lead to, in the order of the steps. States
// that differ only in which cells were read are one: what it finds is real, and it may
// miss some.
type lostSearch struct {
	updates [2]bool
	field   string // that races
	states  int
}

// lostState is a state with the cell of the field that each thread has read last, and whether the other one
// has written it since.
type lostState struct {
	config  semantics.Config
	read    [2]semantics.Addr
	reads   [2]bool
	written [2]bool
	lost    bool
	from    *lostState
	move    *semantics.Move // nil for a choice, and at the start
}

// run is the first state in which an update is lost, nil if none is met.
func (s *lostSearch) run(ctx context.Context, k semantics.Config) (*lostState, error) {
	type key struct {
		config         string
		reads, written [2]bool
	}
	seen := map[key]bool{}
	level := []*lostState{{config: k}}
	for len(level) > 0 {
		var next []*lostState
		for i := 0; i < len(level); i++ {
			at := level[i]
			if at.lost {
				return at, nil
			}
			if x := (key{at.config.Key(), at.reads, at.written}); seen[x] {
				continue
			} else if seen[x] = true; s.states == maxLost || ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.states++
			for _, t := range semantics.Tids {
				for _, c := range at.config.Threads[t].Point.Choices() {
					to, _ := semantics.Choose(at.config, t, c.Take)
					x := *at
					x.config, x.from, x.move = to, at, nil
					level = append(level, &x)
				}
				if to := s.step(at, t); to != nil {
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return nil, nil
}

// step is the state behind a step of a thread, nil if it cannot go.
func (s *lostSearch) step(at *lostState, t semantics.Tid) *lostState {
	a, accesses := semantics.NextAccess(at.config, t)
	k, move, stuck := semantics.Next(at.config, t)
	if stuck != nil {
		return nil
	}
	x := *at
	x.config, x.from, x.move = k, at, &move
	switch {
	case !accesses || a.Cell.Field != s.field:
	case a.Kind == il.Read:
		x.read[t], x.reads[t], x.written[t] = a.Cell, true, false
	default:
		x.lost = s.updates[t] && x.reads[t] && x.written[t] && x.read[t] == a.Cell
		other := t.Other()
		x.written[other] = x.written[other] || x.reads[other] && x.read[other] == a.Cell
	}
	return &x
}

// turns are the steps that lead to a state.
func (x *lostState) turns() []execution.Turn {
	var back []execution.Turn
	for ; x != nil; x = x.from {
		if x.move != nil {
			back = append(back, execution.TurnOf(*x.move))
		}
	}
	slices.Reverse(back)
	return back
}

// updates tells of each side whether its unit reads the path that races before it writes
// it.
func (f *fixer) updates() (both [2]bool) {
	for i := range f.at {
		_, both[i] = f.operation(i)
	}
	return both
}
