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

// Begin is the execution without steps from an initial state. The error is that
// of semantics.NewConfig.
func Begin(core *il.Core, p il.Pair, in semantics.Init) (*Execution, error) {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		return nil, err
	}
	return &Execution{Core: core, Pair: p, Init: in, Configs: []semantics.Config{k}}, nil
}

// Last returns the last configuration of x.
func (x *Execution) Last() semantics.Config { return x.Configs[len(x.Configs)-1] }

// Step makes a step of a thread, with its choices resolved as given. If the thread is stuck, x does
// not change.
func (x *Execution) Step(i semantics.Tid, takes ...semantics.Take) *semantics.Stuck {
	after, m, stuck := semantics.Next(x.Last(), i, takes...)
	if stuck != nil {
		return stuck
	}
	x.Moves = append(x.Moves, m)
	x.Configs = append(x.Configs, after)
	return nil
}

// Choose resolves the next choices of a thread at the end of x, which is not a step. If that fails,
// x does not change.
func (x *Execution) Choose(i semantics.Tid, takes ...semantics.Take) *semantics.Stuck {
	k, stuck := semantics.Choose(x.Last(), i, takes...)
	if stuck == nil {
		x.Configs[len(x.Configs)-1] = k
	}
	return stuck
}

// Prefix returns the execution of the first n moves. Extending it does not change x.
func (x *Execution) Prefix(n int) *Execution {
	p := *x
	p.Moves = x.Moves[:n:n]
	p.Configs = append(x.Configs[:n:n], x.Configs[n])
	return &p
}

// Race is the pair of accesses that race at the end of x, if two do.
func (x *Execution) Race() (semantics.Racing, bool) { return semantics.Race(x.Last()) }

// Turn is one step of a schedule: the thread, and how it resolves its next choices.
type Turn struct {
	Thread    semantics.Tid
	Decisions []semantics.Take
}

// TurnOf is the turn that a move was made in.
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
func Replay(core *il.Core, p il.Pair, in semantics.Init, schedule []Turn, last [2][]semantics.Take) (*Execution, error) {
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
