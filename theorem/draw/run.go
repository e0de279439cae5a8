package draw

import (
	"math/rand/v2"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// MaxSteps is the maximum number of steps of a random trace.
const MaxSteps = 400

// Run is a sequential execution of a unit: thread A of a configuration moves, thread B stays where
// it is.
type Run struct {
	Start semantics.Config
	Moves []semantics.Move
	After []semantics.Config // after each move
}

// Commands lists the commands of a run.
func (r *Run) Commands() []il.Command {
	return slice.Map(r.Moves, func(m semantics.Move) il.Command { return m.Command })
}

// Last returns the configuration after the run, last(σ, τ) in the paper.
func (r *Run) Last() semantics.Config {
	if len(r.After) == 0 {
		return r.Start
	}
	return r.After[len(r.After)-1]
}

// Sequential returns the state of thread A after a run.
func (r *Run) Sequential() semantics.State { return r.Last().State(semantics.A) }

// Matched reports whether each push of the run has its pop.
func (r *Run) Matched() bool { return r.Last().Threads[semantics.A].S.Rest == nil }

// Level returns the lock level of thread A after a run.
func (r *Run) Level() il.Level { return r.Last().Threads[semantics.A].L }

// Cut returns the first n steps of a run.
func (r *Run) Cut(n int) *Run {
	return &Run{Start: r.Start, Moves: r.Moves[:n], After: r.After[:n]}
}

// CutAnywhere draws a prefix of a run; two in three are matched.
func CutAnywhere(r *rand.Rand, x *Run) *Run {
	n := r.IntN(len(x.Moves) + 1)
	if r.IntN(3) > 0 {
		for n > 0 && x.After[n-1].Threads[semantics.A].S.Rest != nil {
			n--
		}
	}
	return x.Cut(n)
}

// Walk draws an execution of thread A from k, of at most n steps; it ends earlier if the thread
// ends or is stuck. A loop has another iteration with probability 2/5, so that most executions end.
func Walk(r *rand.Rand, k semantics.Config, n int) *Run {
	x := &Run{Start: k}
	for len(x.Moves) < n {
		takes := Resolve(r, k, semantics.A)
		next, move, stuck := semantics.Next(k, semantics.A, takes...)
		if stuck != nil {
			break
		}
		k = next
		x.Moves = append(x.Moves, move)
		x.After = append(x.After, k)
	}
	return x
}

// Resolve draws a resolution for each choice before the next command of thread i.
func Resolve(r *rand.Rand, k semantics.Config, i semantics.Tid) (takes []semantics.Take) {
	p := k.Threads[i].Point
	for {
		choices := p.Choices()
		if len(choices) == 0 {
			return takes
		}
		take, other := choices[0].Take, choices[1].Take
		if other != semantics.Loop && r.IntN(2) == 0 || other == semantics.Loop && r.IntN(5) < 2 {
			take = other
		}
		takes = append(takes, take)
		p, _ = p.Resolve(take)
	}
}
