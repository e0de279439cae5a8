package query

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
)

// Situation is the information on which goals depend. Parts of a goal that need a missing field are
// unknown.
type Situation struct {
	Now *View
	// History has every state that was visited, in any order.
	History iter.Seq[*View]
	Init    *semantics.Init
	// MaxStates is the number of states that each search may visit, or 0 for no limit.
	MaxStates int
}

// Judge decides a goal. It is true or false only if that is certain: a search that was cut, by
// Situation.MaxStates or by the context, may leave it unknown. Searches that cannot change the
// result are skipped.
func (e *Expr) Judge(ctx context.Context, in Situation) *Tree {
	j := &judge{
		ctx: ctx, s: e.s, in: in, values: map[node]Value{}, found: map[node]*execution.Execution{},
	}
	v := &evaluator{s: e.s, v: in.Now, goal: j.ask, found: j.found}
	if in.Now != nil {
		v.focus = in.Now.Focus
	}
	v.value(e.node)
	j.done = true
	return v.tree(e.node)
}

// judge answers the parts of a goal that are about executions or the history, each once.
type judge struct {
	ctx context.Context
	s   *Scope
	in  Situation
	// done means that the goal is decided, so that no more searches are made.
	done   bool
	values map[node]Value
	found  map[node]*execution.Execution
}

// ask returns the value of a part that is about executions or the history.
func (j *judge) ask(n node) Value {
	if v, ok := j.values[n]; ok {
		return v
	}
	if j.done {
		return unknownGoal(n, "does not matter here")
	}
	var v Value
	switch n := n.(type) {
	case *over:
		found, why := j.find(n)
		if n.quantifier != "possible" {
			found = found.negate()
		}
		v = Value{Kind: Condition, Truth: found, Why: why}
	case *visited:
		v = j.visited(n)
	case *apply:
		v = n.term.count(j)
	default:
		panic(il.Unknown(n))
	}
	j.values[n] = v
	return v
}

// target returns the condition that a search looks for: a state that meets it makes
// possible(x) true, and never(x) or always(x) false.
func (n *over) target() node {
	if n.quantifier == "always" {
		return &not{n.x.where(), n.x}
	}
	return n.x
}

const noInit = "no initial state is given"

// find looks for a state in which the target of n holds.
func (j *judge) find(n *over) (Truth, string) {
	x := n.target()
	if !n.all && j.in.Init == nil {
		return Unknown, noInit
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
	var best *explore.Race
	for i := range r.Races {
		if c := &r.Races[i]; (best == nil || c.Steps < best.Steps) && holdsOf(x, j.s.sitesOf(c)) {
			best = c
		}
	}
	switch {
	case best != nil:
		// The witness comes from a finished search, so it needs no limit.
		x, err := execution.Follow(j.s.core, best.Witness(), math.MaxInt32)
		if err != nil {
			panic("query: a witness that does not replay: " + err.Error())
		}
		j.found[n] = x
		return True, seeAfter(best.Steps)
	case !r.Complete:
		return Unknown,
			"the search was cut (" + string(r.Cut) + ") after " + text.Count(r.States, "state")
	default:
		return False, "every execution was looked at"
	}
}

// findState looks for the target in the states that can be reached.
func (j *judge) findState(n, x node) (Truth, string) {
	search, err := j.search(j.s.factsOf(x))
	if err != nil {
		return Unknown, err.Error()
	}
	for r := range search.all(j.ctx) {
		e := &evaluator{s: j.s, v: &r.view, quiet: true}
		if e.truth(x) != True {
			continue
		}
		var last [2][]semantics.Take
		for _, i := range semantics.Tids {
			for _, c := range r.view.Config.Threads[i].Chosen {
				last[i] = append(last[i], c.Take)
			}
		}
		x, err := execution.Replay(j.s.core, j.s.pair, *j.in.Init,
			slice.Map(r.moves(), execution.TurnOf), last)
		if err != nil {
			panic("query: a search that does not replay: " + err.Error())
		}
		j.found[n] = x
		return True, seeAfter(len(x.Moves))
	}
	states := text.Count(search.states, "state")
	if search.cut != "" {
		return Unknown, search.cut + " after " + states
	}
	return False, "every execution was looked at, " + states
}

// search returns a search from the initial state, which must be given.
func (j *judge) search(f *facts) (*search, error) {
	start, err := semantics.NewConfig(j.s.core, j.s.pair, *j.in.Init)
	return &search{start: start, facts: f, maxStates: j.in.MaxStates}, err
}

// seeAfter says where a search has found something.
func seeAfter(steps int) string {
	if steps == 0 {
		return "see the initial state"
	}
	return "see the state after " + text.Count(steps, "step")
}

// visited decides whether the history has a state for each element.
func (j *judge) visited(n *visited) Value {
	if j.in.History == nil {
		return unknownGoal(n, "there is no history to look at")
	}
	all := Value{Kind: Condition, Truth: True}
	var missing, why []string
	for _, x := range n.list {
		if _, ok := x.(*finals); ok {
			v := j.visitedFinals()
			if v.Why != "" {
				why = append(why, v.Why)
			}
			all.Truth, all.Visits = all.Truth.and(v.Truth), v.Visits
		} else if !j.wasVisited(x) {
			missing = append(missing, j.s.print(x))
			all.Truth = False
		}
	}
	if len(missing) > 0 {
		why = append(why, "not yet: "+strings.Join(missing, ", "))
	}
	all.Why = strings.Join(why, "; ")
	return all
}

// wasVisited reports whether a condition holds in a state of the history.
func (j *judge) wasVisited(x node) bool {
	for v := range j.in.History {
		e := &evaluator{s: j.s, v: v, focus: v.Focus, quiet: true}
		if e.truth(x) == True {
			return true
		}
	}
	return false
}

// Visits counts final states.
type Visits struct{ Visited, All int }

// String returns a text such as "2 of 3 final states visited".
func (v Visits) String() string {
	return fmt.Sprintf("%d of %s visited", v.Visited, text.Count(v.All, "final state"))
}

// visitedFinals decides whether the history has every final state.
func (j *judge) visitedFinals() Value {
	keys, cut := j.finals()
	if keys == nil {
		return Value{Kind: Condition, Truth: Unknown, Why: cut}
	}
	visited := map[string]bool{}
	for v := range j.in.History {
		visited[v.Config.Key()] = true
	}
	n := Visits{slice.Count(keys, func(k string) bool { return visited[k] }), len(keys)}
	switch {
	case n.Visited < n.All:
		return Value{Kind: Condition, Truth: False, Visits: &n,
			Why: n.String() + " (up to the names of objects)"}
	case cut != "":
		return Value{Kind: Condition, Truth: Unknown,
			Why: "final states beyond what was searched: " + cut}
	default:
		return Value{Kind: Condition, Truth: True}
	}
}

// finals returns the keys of the final states, and the limit that kept the search from finding all.
// The keys are nil if there was no search.
func (j *judge) finals() (keys []string, cut string) {
	if j.in.Init == nil {
		return nil, noInit
	}
	search, err := j.search(&facts{s: j.s})
	if err != nil {
		return nil, err.Error()
	}
	keys = []string{}
	for r := range search.all(j.ctx) {
		if isFinal(r.view.Config) {
			keys = append(keys, r.view.Config.Key())
		}
	}
	return keys, search.cut
}

// sameFinals says which final states count as one: those with the same Config.Key.
const sameFinals = "states that differ only in object names or unreachable objects count as one"

func (j *judge) countFinals() Value {
	keys, cut := j.finals()
	v := Value{Kind: numberKind, Number: int64(len(keys)), AtLeast: cut != "", Why: cut}
	if !v.AtLeast {
		v.Why = sameFinals
	}
	return v
}

// schedules returns the number of complete interleavings.
func (j *judge) schedules() Value {
	if err := j.s.legal(); err != nil {
		return unknownCount(err.Error())
	}
	all, err := explore.Interleavings(j.s.core, j.s.pair, explore.Unbounded)
	switch {
	case err != nil:
		return unknownCount(err.Error())
	case all == nil:
		return Value{
			Kind: numberKind, Number: math.MaxInt64, text: "infinitely many",
			Why: "a loop can go round for ever",
		}
	case !all.IsInt64():
		return Value{Kind: numberKind, Number: math.MaxInt64, text: all.String()}
	default:
		return Value{Kind: numberKind, Number: all.Int64()}
	}
}

// races returns the number of unordered pairs of accesses that race.
func (j *judge) races() Value {
	if j.in.Init == nil {
		return unknownCount(noInit)
	}
	r, err := j.s.explore(j.ctx, j.in.Init, j.in.MaxStates)
	if err != nil {
		return j.racesOfStates()
	}
	v := Value{
		Kind: numberKind, Number: int64(len(explore.Distinct(j.s.pair, r.Races))),
		AtLeast: !r.Complete,
	}
	if v.AtLeast {
		v.Why = "the search was cut (" + string(r.Cut) + ")"
	}
	return v
}

// racesOfStates is like races, for programs that package explore refuses.
func (j *judge) racesOfStates() Value {
	search, err := j.search(&facts{s: j.s})
	if err != nil {
		return unknownCount(err.Error())
	}
	siteOf := func(a semantics.Access) il.Site { return il.Site{At: a.Command.Pos(), Kind: a.Kind} }
	pairs := map[il.Sites]bool{}
	for r := range search.all(j.ctx) {
		if both, ok := semantics.Race(r.view.Config); ok {
			pairs[j.s.pair.Sites(siteOf(both[0]), siteOf(both[1]))] = true
		}
	}
	return Value{
		Kind: numberKind, Number: int64(len(pairs)), AtLeast: search.cut != "", Why: search.cut,
	}
}
