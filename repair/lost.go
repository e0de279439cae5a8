package repair

import (
	"context"
	"slices"
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// maxLost limits the states that LostUpdate visits from each initial state.
const maxLost = 50_000

// LostUpdate looks for an execution of the changed program in which an update is lost: a thread
// reads a cell, the other one writes it, and then the first one writes it. It searches a bounded
// number of states from each of the initial states. It returns nil if it finds none. The error is
// that of the context.
func (p *Proposal) LostUpdate(ctx context.Context,
	from []semantics.Init) (*execution.Execution, error) {
	if p.updates == [2]bool{} {
		return nil, nil
	}
	for _, in := range from {
		k, err := semantics.NewConfig(p.program.Core, p.pair, in)
		if err != nil {
			continue // a state of another pair
		}
		s := &lostSearch{
			updates: p.updates, field: p.field, threads: semantics.Tids[:], maxStates: maxLost,
		}
		found, err := s.run(ctx, k)
		if err != nil {
			return nil, err
		}
		if found != nil {
			return execution.Replay(p.program.Core, p.pair, in, found.turns(),
				[2][]semantics.Take{})
		}
	}
	return nil, nil
}

// lostSearch visits the reachable states in the order of the steps. At a read, a thread may begin
// to update the cell, or go on with the update of a cell that it has read before.
type lostSearch struct {
	updates   [2]bool         // the threads whose updates are looked for
	field     string          // the last field of the racing path
	threads   []semantics.Tid // the threads that make steps
	single    bool            // whether no write of the other thread is needed in between
	states    int             // how many states have been visited
	maxStates int             // the most that are visited
}

// lostState is a state with the cell of the field that each thread has read, and whether the other
// thread has written it since.
type lostState struct {
	config  semantics.Config
	read    [2]semantics.Addr // the cell that each thread has read
	reads   [2]bool           // whether it has read one
	written [2]bool           // whether the other thread has written it since
	lost    bool              // whether an update has been lost
	from    *lostState        // the state before; nil at the start
	move    *semantics.Move   // the step from there; nil for a choice, and at the start
}

// run returns a state after a lost update, with the fewest steps, or nil if it finds none. The
// error is that of the context.
func (s *lostSearch) run(ctx context.Context, k semantics.Config) (*lostState, error) {
	type key struct {
		config         string
		read           [2]semantics.Addr
		reads, written [2]bool
	}
	seen := map[key]bool{}
	level := []*lostState{{config: k}}
	for len(level) > 0 {
		var next []*lostState
		for i := 0; i < len(level); i++ {
			now := level[i]
			if now.lost {
				return now, nil
			}
			id := key{
				config: now.config.Key(), read: now.read, reads: now.reads, written: now.written,
			}
			if seen[id] {
				continue
			}
			seen[id] = true
			if s.states == s.maxStates || ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s.states++
			for _, t := range s.threads {
				for _, c := range now.config.Threads[t].Point.Choices() {
					to, _ := semantics.Choose(now.config, t, c.Take)
					x := *now
					x.config, x.from, x.move = to, now, nil
					level = append(level, &x)
				}
				next = append(next, s.step(now, t)...)
			}
		}
		level = next
	}
	return nil, nil
}

// step lists the states after a step of a thread; none if it cannot make one. After a read there
// are two: the thread begins to update that cell, or goes on with the cell that it has read before.
func (s *lostSearch) step(now *lostState, t semantics.Tid) []*lostState {
	a, accesses := semantics.NextAccess(now.config, t)
	k, move, stuck := semantics.Next(now.config, t)
	if stuck != nil {
		return nil
	}
	x := *now
	x.config, x.from, x.move = k, now, &move
	switch {
	case !accesses || a.Cell.Field != s.field:
	case a.Kind == il.Read:
		kept := x
		x.read[t], x.reads[t], x.written[t] = a.Cell, true, false
		if now.reads[t] && now.read[t] != a.Cell {
			return []*lostState{&x, &kept}
		}
	default:
		x.lost = s.updates[t] && x.reads[t] && (s.single || x.written[t]) && x.read[t] == a.Cell
		other := t.Other()
		x.written[other] = x.written[other] || x.reads[other] && x.read[other] == a.Cell
	}
	return []*lostState{&x}
}

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

// updates reports for each side whether its thread reads a cell of the racing field and then writes
// it, by any path and in any unit, even if no two parameters hold one object. It assumes so if more
// than maxUpdates states would have to be visited. The error is that of the context.
func (f *fixer) updates() (both [2]bool, err error) {
	core, field := f.p.Core, f.field()
	k, err := semantics.NewConfig(core, f.r.Pair, noAliases(core, f.r.Pair))
	if err != nil {
		return both, nil // a state of another pair
	}
	for _, t := range semantics.Tids {
		s := &lostSearch{
			updates: [2]bool{true, true}, field: field, threads: []semantics.Tid{t}, single: true,
			maxStates: maxUpdates,
		}
		found, err := s.run(f.ctx, k)
		if err != nil {
			return both, err
		}
		both[t] = found != nil || s.states == s.maxStates
	}
	return both, nil
}

// field returns the last field of the racing path.
func (f *fixer) field() string { return raceField(f.at[0].stmt(), f.r.Sites[0].Kind) }

// maxUpdates limits the states that updates visits for each thread.
const maxUpdates = 5_000

// maxUnaliased is about the number of objects that noAliases makes.
const maxUnaliased = 100

// noAliases returns an initial state in which no two paths lead to one object, except long ones:
// the cells of the last objects hold the objects themselves.
func noAliases(core *il.Core, p il.Pair) semantics.Init {
	var in semantics.Init
	object := func() string {
		in.Objects = append(in.Objects, "o"+strconv.Itoa(len(in.Objects)+1))
		return in.Objects[len(in.Objects)-1]
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = object()
		}
	}
	if len(in.Objects) == 0 {
		object()
	}
	for n := 0; n < len(in.Objects); n++ {
		for _, field := range core.Fields {
			holds := in.Objects[n]
			if len(in.Objects) < maxUnaliased {
				holds = object()
			}
			in.Cells = append(in.Cells, [3]string{in.Objects[n], field, holds})
		}
	}
	return in
}
