package draw

import (
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// Trace is a random syntactic trace of a method: the commands, and how the choices before each were
// resolved. The possible traces do not depend on the state (Lemma 5.10).
type Trace struct {
	Unit      *il.Unit
	Steps     []Step
	Decisions []semantics.Take // how the choices after the last step were resolved
	depth     int              // the number of open calls at the end
}

// Step is a command of a trace.
type Step struct {
	Decisions []semantics.Take // how the choices before it were resolved
	At        semantics.Point  // the position before it
	Command   il.Command
	depth     int // the number of open calls before it
}

// Before returns the part of the trace before step n, from 0.
func (w *Trace) Before(n int) *Trace {
	s := w.Steps[n]
	return &Trace{Unit: w.Unit, Steps: w.Steps[:n], Decisions: s.Decisions, depth: s.depth}
}

// NewTrace draws a trace of u of at most n steps. A loop has another iteration with probability
// 2/5.
func NewTrace(r *rand.Rand, core *il.Core, u *il.Unit, n int) *Trace {
	w := &Trace{Unit: u}
	p := semantics.Begin(core, u)
	depth := 0
	for {
		var takes []semantics.Take
		p, takes = resolvePoint(r, p)
		c, ok := p.Command()
		if !ok || len(w.Steps) == n {
			w.Decisions, w.depth = takes, depth
			return w
		}
		w.Steps = append(w.Steps, Step{takes, p, c, depth})
		depth += il.FrameChange(c)
		p = p.Advance()
	}
}

// resolvePoint draws a resolution for each choice at p, and returns the position after them.
func resolvePoint(r *rand.Rand, p semantics.Point) (semantics.Point, []semantics.Take) {
	var takes []semantics.Take
	for {
		at := p.Stmt()
		first := false
		if _, loop := at.(*il.While); loop {
			first = r.IntN(5) < 2
		} else if il.IsChoice(at) {
			first = r.IntN(2) == 0
		}
		take, ok := semantics.TakeOf(at, first)
		if !ok {
			return p, takes
		}
		takes = append(takes, take)
		p, _ = p.Resolve(take)
	}
}

// Commands lists the first n commands of a trace.
func (w *Trace) Commands(n int) []il.Command {
	return slice.Map(w.Steps[:n], func(s Step) il.Command { return s.Command })
}

// Depth returns the number of open calls after n steps of the trace.
func (w *Trace) Depth(n int) int {
	if n == len(w.Steps) {
		return w.depth
	}
	return w.Steps[n].depth
}

// AtTop returns e, an expression of the method of p, in terms of the thread's own unit: e^θ of
// Figure 8 without its filter. The bool is false if the root, in some open call, is a local.
func AtTop(p semantics.Point, e abstract.Expr) (abstract.Expr, bool) {
	for a := range p.Activations() {
		if a.Call == nil {
			break
		}
		i := a.Unit.Formal(e.Root())
		if i < 0 {
			return "", false
		}
		_, rest := e.Cut()
		e = abstract.ExprOf(a.Call.Args[i]) + abstract.Expr(rest)
	}
	return e, true
}

// AccessAt returns the access of the command at p, if it is a load or a store.
func AccessAt(p semantics.Point) (abstract.Access, bool) {
	c, ok := p.Command()
	if !ok {
		return abstract.Access{}, false
	}
	return abstract.Accessed(il.StmtOf(c))
}

// Execute returns the configuration after thread i has executed the first n steps of a trace from
// k. The thread is stuck only if the program is not legal or the other thread holds the lock.
func (w *Trace) Execute(
	k semantics.Config, i semantics.Tid, n int,
) (semantics.Config, *semantics.Stuck) {
	var stuck *semantics.Stuck
	for _, s := range w.Steps[:n] {
		if k, _, stuck = semantics.Next(k, i, s.Decisions...); stuck != nil {
			return k, stuck
		}
	}
	return k, nil
}
