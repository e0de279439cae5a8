package semantics

import "wobbly/il"

// Tid names a thread of C1 || C2.
type Tid uint8

// The two threads.
const (
	A Tid = iota // C1, on the left
	B            // C2, on the right
)

// Tids lists both threads, to range over.
var Tids = [2]Tid{A, B}

func (i Tid) Other() Tid { return 1 - i }

func (i Tid) String() string {
	if i == A {
		return "A"
	}
	return "B"
}

// Thread is the part of a configuration that belongs to one thread.
type Thread struct {
	Point  Point
	Chosen []Choice // the choices resolved since the last step; not to be changed
	S      *Stack
	L      il.Level // the thread's lock context
}

// Config is a two-threaded configuration ⟨(S1, S2), h, (L1, L2)⟩ together with the program points
// of both threads. Configurations are immutable values: one that was kept can be returned to.
type Config struct {
	Threads [2]Thread
	H       Heap
}

// State is ⟨S_i, h, L_i⟩, the state of thread i alone.
func (c Config) State(i Tid) State {
	t := c.Threads[i]
	return State{S: t.S, H: c.H, L: t.L}
}

// Command returns the next command of thread i, if it is not at a choice or at its end.
func (c Config) Command(i Tid) (il.Command, bool) { return c.Threads[i].Point.Command() }

// Done reports whether both threads have ended.
func (c Config) Done() bool { return c.Threads[A].Point.Done() && c.Threads[B].Point.Done() }

// Choose resolves the next choices of thread i, one for each of takes, which is not a step. The
// result is stuck (NoChoice) if there are fewer.
func Choose(k Config, i Tid, takes ...Take) (Config, *Stuck) {
	if len(takes) == 0 {
		return k, nil
	}
	th := &k.Threads[i]
	chosen := make([]Choice, len(th.Chosen), len(th.Chosen)+len(takes))
	copy(chosen, th.Chosen)
	for _, t := range takes {
		at := th.Point.Stmt()
		next, ok := th.Point.Resolve(t)
		if !ok {
			return Config{}, &Stuck{Reason: NoChoice}
		}
		th.Point = next
		chosen = append(chosen, Choice{at, t})
	}
	th.Chosen = chosen
	return k, nil
}
