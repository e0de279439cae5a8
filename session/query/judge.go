package query

import (
	"context"
	"iter"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/semantics/execution"
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

// Judge decides a goal. It is true or false only if that is certain: a search
// that was cut, by Situation.MaxStates or by the context, leaves unknown what it
// has not decided. Searches that do not matter for the whole are not made.
func (e *Expr) Judge(ctx context.Context, in Situation) *Tree {
	j := &judge{ctx: ctx, s: e.s, in: in, values: map[node]Value{}, found: map[node]*execution.Execution{}}
	v := &evaluator{s: e.s, v: in.Now, goal: j.ask, found: j.found}
	if in.Now != nil {
		v.focus = in.Now.Focus
	}
	v.value(e.node)
	j.done = true
	return v.tree(e.node)
}

// maxFollowed is how many moves a witness of a search may stand for: any number,
// since it was made by a search that has an end.
const maxFollowed = 1 << 30

// judge answers the parts of a goal, each once.
type judge struct {
	ctx    context.Context
	s      *Scope
	in     Situation
	done   bool // the whole is decided: what was not asked is left alone
	values map[node]Value
	found  map[node]*execution.Execution // that shows the answer
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
		x, err := execution.Follow(j.s.core, best.Witness(), maxFollowed)
		if err != nil {
			panic("query: a witness that does not replay: " + err.Error())
		}
		j.found[n] = x
		return True, behind(best.Steps)
	}
	if !r.Complete {
		return Unknown, "the search was cut (" + string(r.Cut) + ") after " + text.Count(r.States, "state")
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
		x := j.execution(found)
		j.found[n] = x
		return True, behind(len(x.Moves))
	case search.cut != "":
		return Unknown, search.cut + " after " + text.Count(uint64(search.states), "state")
	default:
		return False, "every execution was looked at, " + text.Count(uint64(search.states), "state")
	}
}

// execution is the one that leads to a state that was found.
func (j *judge) execution(r *reached) *execution.Execution {
	turns := slice.Map(r.moves(), execution.TurnOf)
	var last [2][]semantics.Take
	for _, i := range semantics.Tids {
		for _, c := range r.view.Config.Threads[i].Chosen {
			last[i] = append(last[i], c.Take)
		}
	}
	x, err := execution.Replay(j.s.core, j.s.pair, *j.in.Init, turns, last)
	if err != nil {
		panic("query: a search that does not replay: " + err.Error())
	}
	return x
}

// behind says where a search has found something.
func behind(steps int) string {
	if steps == 0 {
		return "see the initial state"
	}
	return "see the state after " + text.Count(uint64(steps), "step")
}
