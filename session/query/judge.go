package query

import (
	"context"
	"fmt"
	"iter"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// Situation is what a goal is judged by. What is left out makes the parts that
// ask for it unknown.
type Situation struct {
	Now       *View           // the present state
	History   iter.Seq[*View] // every state that was visited, in any order
	Init      *semantics.Init // where executions begin
	MaxStates int             // how many states each search may meet; 0 for no limit
}

// Way is an execution that a search has found.
type Way struct {
	Init   semantics.Init
	Moves  []semantics.Move
	Config semantics.Config // where it leads, with the choices resolved since
}

// Judge decides a goal. It is true or false only if that is certain: a search
// that was cut, by Situation.MaxStates or by the context, leaves unknown what it
// has not settled. Searches that do not matter for the whole are not made.
func (e *Expr) Judge(ctx context.Context, in Situation) *Tree {
	j := &judge{ctx: ctx, s: e.s, in: in, values: map[node]Value{}, ways: map[node]*Way{}}
	v := &evaluator{s: e.s, v: in.Now, goal: j.ask, ways: j.ways}
	if in.Now != nil {
		v.focus = in.Now.Focus
	}
	v.value(e.node)
	j.done = true
	return v.tree(e.node)
}

// judge answers the parts of a goal, each once.
type judge struct {
	ctx    context.Context
	s      *Scope
	in     Situation
	done   bool // the whole is decided: what was not asked is left alone
	values map[node]Value
	ways   map[node]*Way
}

// ask is the value of an over, a visited or a count.
func (j *judge) ask(n node) Value {
	if v, ok := j.values[n]; ok {
		return v
	}
	if j.done {
		return notAsked(n)
	}
	var v Value
	switch n := n.(type) {
	case *over:
		v = j.over(n)
	case *visited:
		v = j.visited(n)
	case *count:
		v = j.count(n)
	default:
		panic(il.Unknown(n))
	}
	j.values[n] = v
	return v
}

func notAsked(n node) Value {
	const why = "does not matter here"
	if _, ok := n.(*count); ok {
		return unknownCount(why)
	}
	return Value{Kind: Condition, Truth: Unknown, Why: why}
}

// over is the value of always(x), never(x) or possible(x).
func (j *judge) over(n *over) Value {
	found, why := j.find(n)
	if n.quantifier != "possible" {
		found = found.negate()
	}
	return Value{Kind: Condition, Truth: found, Why: why}
}

// find looks for a state in which the target of n holds.
func (j *judge) find(n *over) (Truth, string) {
	x := n.target()
	if !n.all && j.in.Init == nil {
		return Unknown, "no initial state is given"
	}
	if racesOnly(x) {
		init := j.in.Init
		if n.all {
			init = nil
		}
		r, err := j.s.explore(j.ctx, init, j.in.MaxStates)
		if err == nil {
			return j.findRace(n, x, r)
		}
		if n.all {
			return Unknown, err.Error()
		}
	}
	return j.findState(n, x)
}

// findRace looks for the target among the races of an exact search.
func (j *judge) findRace(n, x node, r *explore.Result) (Truth, string) {
	if best := j.s.shortest(r, x); best != nil {
		way, err := j.s.wayOf(best.Witness)
		if err != nil {
			panic("query: a witness that does not replay: " + err.Error())
		}
		j.ways[n] = way
		return True, behind(best.Steps)
	}
	if !r.Complete {
		return Unknown, "the search was cut (" + string(r.Cut) + ") after " + plural(r.States, "state")
	}
	return False, "every execution was looked at"
}

// findState looks for the target in the states that can be reached.
func (j *judge) findState(n, x node) (Truth, string) {
	start, err := semantics.NewConfig(j.s.core, j.s.pair, *j.in.Init)
	if err != nil {
		return Unknown, err.Error()
	}
	search := &search{facts: j.s.factsOf(x), most: j.in.MaxStates}
	var found *reached
	search.run(j.ctx, start, func(r *reached) bool {
		e := &evaluator{s: j.s, v: &r.view, quiet: true}
		if e.truth(x) == True {
			found = r
		}
		return found == nil
	})
	switch {
	case found != nil:
		moves := found.moves()
		j.ways[n] = &Way{Init: *j.in.Init, Moves: moves, Config: found.view.Config}
		return True, behind(len(moves))
	case search.cut != "":
		return Unknown, search.cut + " after " + plural(uint64(search.states), "state")
	default:
		return False, "every execution was looked at, " + plural(uint64(search.states), "state")
	}
}

// behind says where a search has found something.
func behind(steps int) string {
	if steps == 0 {
		return "see the initial state"
	}
	return "see the state after " + plural(uint64(steps), "step")
}

func plural(n uint64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
