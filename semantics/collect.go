package semantics

import (
	"iter"
	"slices"

	"wobbly/il"
)

// Bound limits the iterations of each loop, counted from each time the loop is reached.
type Bound int

// Unbounded is the bound that cuts nothing.
const Unbounded Bound = -1

// reached reports whether n iterations are all that b allows.
func (b Bound) reached(n int) bool { return b >= 0 && n >= int(b) }

// Event is one step of a thread: the choices resolved since its last step, and the command.
type Event struct {
	Choices []Choice
	Command il.Command
	Rule    Rule // of Figure 5, for the command
}

// Rules lists the rules of Figure 5 the event instantiates, in order.
func (e Event) Rules() []Rule {
	var rs []Rule
	for _, c := range e.Choices {
		rs = append(rs, c.Rule())
	}
	return append(rs, e.Rule)
}

// Trace is a sequential trace, and how it ends.
type Trace struct {
	Steps []TraceStep
	Tail  []Choice // the choices resolved after the last command
	Stuck *Stuck   // why the next command cannot be executed; nil at the end of C
	Cut   bool     // whether the bound forbade another iteration at some point
}

// TraceStep is an element ⟨c^, S, h, L⟩ of a trace: a command, and the state after it.
type TraceStep struct {
	Event
	After State
}

// Syntactic returns the trace's list of commands (Section 5.1).
func (t Trace) Syntactic() []il.Command {
	cs := make([]il.Command, len(t.Steps))
	for i, s := range t.Steps {
		cs[i] = s.Command
	}
	return cs
}

// Last is last(σ, τ): the state after the trace, or σ if it is empty.
func (t Trace) Last(before State) State {
	if len(t.Steps) == 0 {
		return before
	}
	return t.Steps[len(t.Steps)-1].After
}

// Traces enumerates the traces of u from a state with at most k iterations of each loop. [[C]] of
// Figure 5 is the set of those that are not Stuck; the stuck ones are there to say why [[C]] lacks
// them. If no trace is Cut, the bound has left nothing out. Loops are left as early as possible
// first, and each trace is finite; with Unbounded the sequence need not be.
func Traces(core *il.Core, u *il.Unit, st State, k Bound) iter.Seq[Trace] {
	return func(yield func(Trace) bool) {
		for r := range runs(Begin(core, u), st, k, Step) {
			steps := collect(r.steps, func(s *seqStep[State]) TraceStep {
				return TraceStep{Event: s.event(), After: s.after}
			})
			if !yield(Trace{Steps: steps, Tail: r.chosen.list(), Stuck: r.stuck, Cut: r.cut}) {
				return
			}
		}
	}
}

// SyntacticTrace is a trace without its states (Section 5.1).
type SyntacticTrace struct {
	Commands []il.Command
	Cut      bool // whether the bound forbade another iteration somewhere on the way
}

// SyntacticTraces enumerates the syntactic traces of u with at most k iterations of each loop, in
// the order of Traces. They follow from the program alone; Lemma 5.10 says that they are those of
// [[C]] from every well-behaved state.
func SyntacticTraces(core *il.Core, u *il.Unit, k Bound) iter.Seq[SyntacticTrace] {
	type none struct{}
	skip := func(il.Command, none) (none, *Stuck) { return none{}, nil }
	return func(yield func(SyntacticTrace) bool) {
		for r := range runs(Begin(core, u), none{}, k, skip) {
			cs := collect(r.steps, func(s *seqStep[none]) il.Command { return s.command })
			if !yield(SyntacticTrace{Commands: cs, Cut: r.cut}) {
				return
			}
		}
	}
}

// run is a sequential execution in progress, over states of type S.
type run[S any] struct {
	point  Point
	state  S
	chosen *chosen     // the choices since the last step
	steps  *seqStep[S] // the last step, which links to those before
	stuck  *Stuck
	cut    bool
}

type seqStep[S any] struct {
	command il.Command
	chosen  *chosen     // the choices since the step before
	after   S           // the state after the step
	before  *seqStep[S] // the step before
}

func (s *seqStep[S]) event() Event {
	return Event{Choices: s.chosen.list(), Command: s.command, Rule: RuleOf(s.command)}
}

// chosen is a list of choices, the last one first. Runs with a common beginning share it, since
// there may be as many as branches are nested. nil is the empty list.
type chosen struct {
	Choice
	before *chosen
	n      int // the length of the list
}

// list returns the choices, the first one first.
func (c *chosen) list() []Choice {
	if c == nil {
		return nil
	}
	all := make([]Choice, c.n)
	for ; c != nil; c = c.before {
		all[c.n-1] = c.Choice
	}
	return all
}

func (c *chosen) plus(next Choice) *chosen {
	n := 0
	if c != nil {
		n = c.n
	}
	return &chosen{Choice: next, before: c, n: n + 1}
}

// runs enumerates the executions from p that have ended or are stuck. Its stack is explicit because
// traces can be long.
func runs[S any](p Point, s S, k Bound, step func(il.Command, S) (S, *Stuck)) iter.Seq[run[S]] {
	return func(yield func(run[S]) bool) {
		pending := []run[S]{{point: p, state: s}}
		for len(pending) > 0 {
			r := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			for r.stuck == nil && r.perform(step) {
			}
			if r.stuck == nil && !r.point.Done() {
				pending = append(pending, r.branches(k)...)
			} else if !yield(r) {
				return
			}
		}
	}
}

// perform executes the next command; it returns false if there is none.
func (r *run[S]) perform(step func(il.Command, S) (S, *Stuck)) bool {
	c, ok := r.point.Command()
	if !ok {
		return false
	}
	after, stuck := step(c, r.state)
	if stuck != nil {
		r.stuck = stuck
		return true
	}
	r.steps = &seqStep[S]{command: c, chosen: r.chosen, after: after, before: r.steps}
	r.point, r.state, r.chosen = r.point.Advance(), after, nil
	return true
}

// branches resolves the next choice of r in each way, the first way last.
func (r run[S]) branches(k Bound) []run[S] {
	choices, cut := r.point.choicesWithin(k)
	var out []run[S]
	for _, c := range slices.Backward(choices) {
		b := r
		b.point, _ = r.point.Resolve(c.Take)
		b.chosen = r.chosen.plus(c)
		b.cut = r.cut || cut
		out = append(out, b)
	}
	return out
}

// collect lists f of the steps up to last, the first one first.
func collect[S, T any](last *seqStep[S], f func(*seqStep[S]) T) []T {
	var out []T
	for s := last; s != nil; s = s.before {
		out = append(out, f(s))
	}
	slices.Reverse(out)
	return out
}
