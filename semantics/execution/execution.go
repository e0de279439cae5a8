package execution

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

// Execution is an interleaving of Figure 6, or a prefix of one.
type Execution struct {
	Core    *il.Core
	Pair    il.Pair
	Init    semantics.Init
	Moves   []semantics.Move
	Configs []semantics.Config // Configs[i] is the one before move i; the last one is the end
}

// Begin returns the execution without steps from an initial state. The error is that of
// semantics.NewConfig.
func Begin(core *il.Core, p il.Pair, in semantics.Init) (*Execution, error) {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		return nil, err
	}
	return &Execution{Core: core, Pair: p, Init: in, Configs: []semantics.Config{k}}, nil
}

// Last returns the last configuration.
func (e *Execution) Last() semantics.Config { return e.Configs[len(e.Configs)-1] }

// Step makes a step of a thread, with choices as given. If the thread is stuck, e does not change.
func (e *Execution) Step(i semantics.Tid, takes ...semantics.Take) *semantics.Stuck {
	after, m, stuck := semantics.Next(e.Last(), i, takes...)
	if stuck != nil {
		return stuck
	}
	e.Moves = append(e.Moves, m)
	e.Configs = append(e.Configs, after)
	return nil
}

// Choose resolves the next choices of a thread at the end of e, which is not a step. If that fails,
// e does not change.
func (e *Execution) Choose(i semantics.Tid, takes ...semantics.Take) *semantics.Stuck {
	k, stuck := semantics.Choose(e.Last(), i, takes...)
	if stuck == nil {
		e.Configs[len(e.Configs)-1] = k
	}
	return stuck
}

// Prefix returns the execution of the first n moves. Extending it does not change e.
func (e *Execution) Prefix(n int) *Execution {
	p := *e
	p.Moves = e.Moves[:n:n]
	p.Configs = append(e.Configs[:n:n], e.Configs[n])
	return &p
}

// Race returns the pair of accesses that race at the end of e, if two do.
func (e *Execution) Race() (semantics.Racing, bool) { return semantics.Race(e.Last()) }

// Turn is one step of a schedule: the thread, and how it resolves its next choices.
type Turn struct {
	Thread    semantics.Tid
	Decisions []semantics.Take
}

// TurnOf returns the turn that a move was made in.
func TurnOf(m semantics.Move) Turn {
	t := Turn{Thread: m.Thread}
	for _, c := range m.Choices {
		t.Decisions = append(t.Decisions, c.Take)
	}
	return t
}

// Replay makes the steps of a schedule from an initial state. last resolves the choices after the
// threads' last steps; it may be empty. The error is that of Begin, or names the first step that
// the semantics refuses.
func Replay(core *il.Core, p il.Pair, in semantics.Init, schedule []Turn,
	last [2][]semantics.Take) (
	*Execution, error,
) {
	x, err := Begin(core, p, in)
	if err != nil {
		return nil, err
	}
	for n, t := range schedule {
		if stuck := x.Step(t.Thread, t.Decisions...); stuck != nil {
			return nil, fmt.Errorf("step %d, thread %s: %s", n+1, t.Thread, stuck)
		}
	}
	for _, i := range semantics.Tids {
		if stuck := x.Choose(i, last[i]...); stuck != nil {
			return nil, fmt.Errorf("the last choices of thread %s: %s", i, stuck)
		}
	}
	return x, nil
}
