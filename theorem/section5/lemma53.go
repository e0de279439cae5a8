package section5

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/theorem/compound"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/notation"
)

func lemma53() *engine.Statement {
	return &engine.Statement{
		Name: "5.3", Title: "Preservation of well-behavedness", Cite: "Lemma 5.3 (POPL 2019)",
		Words: "Every configuration of every interleaving from a well-behaved state is " +
			"well-behaved: every object has every field, and every cell, every formal and every " +
			"assigned variable holds an object.",
		Symbols: "WB(ζ0) ∧ τ ∈ [[C1 ∥ C2]]ζ0 ⟹ ∀ζ ∈ τ. WB(ζ)",
		Printed: "Printed for all variables: s(x) ∈ locn(h) for every frame s and every x. That " +
			"is false at every push, because the locals of the callee hold nil until they are " +
			"assigned (G10). Without the hypothesis \"assigned\" any variable is checked.",
		Hypotheses: []engine.Hypothesis{
			engine.On("WB", "The initial state is well-behaved.",
				func(x *askedVariable) bool { return x.run.wellBehaved }),
			engine.On("A3",
				"Units and methods assign each variable before they use it.",
				func(x *askedVariable) bool { return x.run.definite }),
			engine.On("assigned",
				"The variable that is checked is a formal or has been assigned (G10).",
				(*askedVariable).assigned),
		},
		Floor:     0.95,
		Instances: askedVariables,
	}
}

type interleaved struct {
	start       semantics.Config
	moves       []semantics.Move
	after       []semantics.Config // the configuration after each move
	wellBehaved bool               // whether start is well-behaved
	definite    bool               // whether both units satisfy A3
	checked     bool               // whether preserves was called
	violation   error              // its result
}

// interleavingSteps is the maximum length of a random interleaving. A prefix of a trace is a trace.
const interleavingSteps = 40

// at returns the configuration after n moves.
func (iv *interleaved) at(n int) semantics.Config {
	if n == 0 {
		return iv.start
	}
	return iv.after[n-1]
}

// preserves returns an error if a configuration of the interleaving is not well-behaved.
func (iv *interleaved) preserves() error {
	if iv.checked {
		return iv.violation
	}
	iv.checked = true
	for i, k := range iv.after {
		if err := semantics.WellBehaved(k); err != nil {
			iv.violation = fmt.Errorf("after step %d: %w", i+1, err)
			break
		}
	}
	return iv.violation
}

func (iv *interleaved) String() string {
	frameB := semantics.State{S: &semantics.Stack{Top: iv.start.Threads[semantics.B].S.Top}}
	texts := slice.Map(iv.moves,
		func(m semantics.Move) string {
			return m.Thread.String() + ": " + il.CommandText(m.Command)
		})
	return fmt.Sprintf("from A %s and B's %s, [%s]", notation.State(iv.start.State(semantics.A)),
		notation.State(frameB), strings.Join(texts, ", "))
}

// askedVariable is an instance of Lemma 5.3: a variable in a frame of a configuration of an
// interleaving.
type askedVariable struct {
	run    *interleaved
	step   int // the number of moves before the configuration
	thread semantics.Tid
	depth  int // the index of the frame in the stack, 0 for the current one
	unit   *il.Unit
	frame  semantics.Frame
	name   string
}

// askedVariables visits random variables of two random interleavings: one of two units, and one of
// fragments of units, from a state that may lack a cell or a parameter.
func askedVariables(c *engine.Case, visit func(engine.Instance) bool) error {
	r, legal := c.Rand(), compound.NewLegality(c.Core)
	pairs := c.Core.Pairs()
	if len(pairs) == 0 {
		return nil // all methods are private: there is nothing to interleave
	}
	for i := range 2 {
		p := pairs[r.IntN(len(pairs))]
		if i == 1 && r.IntN(2) == 0 {
			p = il.Pair{
				Left: draw.Fragment(r, c.Core, p.Left), Right: draw.Fragment(r, c.Core, p.Right),
			}
		}
		in := draw.Init(r, c.Core, p)
		if i == 1 && r.IntN(3) == 0 {
			in = draw.Lacking(r, in, p.Left)
		}
		k := draw.Config(c.Core, p, in)
		x := &interleaved{start: k, wellBehaved: semantics.WellBehaved(k) == nil}
		for len(x.moves) < interleavingSteps {
			i := semantics.Tid(r.IntN(2))
			next, move, stuck := semantics.Next(k, i, draw.Resolve(r, k, i)...)
			if stuck != nil {
				i = i.Other()
				next, move, stuck = semantics.Next(k, i, draw.Resolve(r, k, i)...)
			}
			if stuck != nil {
				break
			}
			k = next
			x.moves = append(x.moves, move)
			x.after = append(x.after, k)
		}
		x.definite = legal.Assigned(p.Left.Body, compound.Formals(p.Left)) &&
			legal.Assigned(p.Right.Body, compound.Formals(p.Right))
		for range 3 {
			if a, ok := ask(r, x); ok && !visit(a) {
				return nil
			}
		}
	}
	return nil
}

// ask draws a variable of an interleaving; ok is false if the unit has none.
func ask(r *rand.Rand, x *interleaved) (a *askedVariable, ok bool) {
	a = &askedVariable{run: x, step: r.IntN(len(x.moves) + 1), thread: semantics.Tid(r.IntN(2))}
	t := x.at(a.step).Threads[a.thread]
	units := slices.Collect(t.Point.Activations())
	frames := slices.Collect(t.S.Frames())
	a.depth = r.IntN(len(frames))
	a.unit, a.frame = units[a.depth].Unit, frames[a.depth]
	names := compound.Occurrences(a.unit)
	if len(names) == 0 {
		return nil, false
	}
	a.name = names[r.IntN(len(names))]
	return a, true
}

func (a *askedVariable) assigned() bool {
	return a.unit.Formal(a.name) >= 0 || a.frame.Assigned(a.name)
}

func (a *askedVariable) Conclusion() error {
	if err := a.run.preserves(); err != nil {
		return err
	}
	if l := a.frame.At(a.name); !a.run.at(a.step).H.Has(l) {
		return fmt.Errorf("after step %d, %s holds %s, which is not an object", a.step,
			a.location(), l)
	}
	return nil
}

func (a *askedVariable) location() string {
	return fmt.Sprintf("%s.%s in %s's frame", a.thread, a.name, a.unit.Name)
}

func (a *askedVariable) String() string {
	return fmt.Sprintf("%s; asked for %s after step %d", a.run, a.location(), a.step)
}
