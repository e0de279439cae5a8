package query

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// target is the condition that a search looks for: one that a state must fulfil
// for possible(x) to be true, or for never(x) or always(x) to be false.
func (n *over) target() node {
	if n.quantifier == "always" {
		return &not{n.x.where(), n.x}
	}
	return n.x
}

// sites is a pair of accesses that race.
type sites struct {
	a, b  il.Position
	field string // the last one of both paths
}

// isOfRaces tells whether a condition asks nothing of a state but which accesses
// race in it.
func isOfRaces(n node) bool {
	switch n := n.(type) {
	case *race:
		return n.cell == nil || n.cell.root == rootAny
	case *truth:
		return true
	case *not:
		return isOfRaces(n.x)
	case *connective:
		return isOfRaces(n.l) && isOfRaces(n.r)
	default:
		return false
	}
}

// racesOnly tells whether a condition is one of races, and holds in no state
// without one: then the pairs of accesses that race decide where it holds.
func racesOnly(n node) bool { return isOfRaces(n) && !holdsOf(n, nil) }

// holdsOf is the value of a condition of races where the accesses of p race, or
// none do.
func holdsOf(n node, p *sites) bool {
	switch n := n.(type) {
	case *race:
		return p != nil && (n.cell == nil || n.cell.fields[0] == p.field) && (n.at == nil || n.isAt(p.a, p.b))
	case *truth:
		return n.value
	case *not:
		return !holdsOf(n.x, p)
	case *connective:
		l, r := holdsOf(n.l, p), holdsOf(n.r, p)
		switch n.op {
		case "and":
			return l && r
		case "or":
			return l || r
		default:
			return !l || r
		}
	default:
		panic(il.Unknown(n))
	}
}

// sitesOf is the pair of a race that was found.
func (s *Scope) sitesOf(r *explore.Race) *sites {
	return &sites{s.core.Source.Position(r.Left.At), s.core.Source.Position(r.Right.At), fieldOf(r.Left.Stmt)}
}

// fieldOf is the last field of a load's or store's path.
func fieldOf(st il.Stmt) string {
	var e il.Expr
	switch st := st.(type) {
	case *il.Load:
		e = st.Src
	case *il.Store:
		e = st.Dst
	default:
		panic(il.Unknown(st))
	}
	return e.Fields[len(e.Fields)-1]
}

// errIllegal is why the exact engines are not asked: they rely on the assumptions.
var errIllegal = errors.New("the program violates an assumption")

// legal says why the program is not one of package check, nil if it is.
func (s *Scope) legal() error {
	if what, errs := check.Violated(s.core.Program); what != 0 || len(errs) > 0 {
		return fmt.Errorf("%w (%s)", errIllegal, what)
	}
	return nil
}

// explore finds the pairs that race, from one initial state or, where in is nil,
// from all.
func (s *Scope) explore(ctx context.Context, in *semantics.Init, most int) (*explore.Result, error) {
	if err := s.legal(); err != nil {
		return nil, err
	}
	o := explore.Defaults()
	o.Reduce, o.Prune, o.MaxStates = true, true, most
	if in != nil {
		o.Init, o.Start = explore.Given, in
	}
	return explore.Search(ctx, s.core, s.pair, o)
}

// shortest is the race with the fewest steps for which a condition of races holds.
func (s *Scope) shortest(r *explore.Result, x node) *explore.Race {
	var best *explore.Race
	for i := range r.Races {
		if c := &r.Races[i]; holdsOf(x, s.sitesOf(c)) && (best == nil || c.Steps < best.Steps) {
			best = c
		}
	}
	return best
}

// wayOf is the execution of a witness that the search has made.
func (s *Scope) wayOf(w *witness.Witness) (*Way, error) {
	in := semantics.Init{Objects: w.Init.Objects, Cells: w.Init.Cells, Stacks: [2]map[string]string{w.Init.A, w.Init.B}}
	k, err := semantics.NewConfig(s.core, s.pair, in)
	if err != nil {
		return nil, err
	}
	way := &Way{Init: in}
	for n, step := range w.Steps {
		i := tidOf(step.Thread)
		next, move, stuck := semantics.Next(k, i, takes(step.Choices)...)
		if stuck != nil {
			return nil, fmt.Errorf("step %d of the witness: %s", n+1, stuck)
		}
		k = next
		way.Moves = append(way.Moves, move)
	}
	for i, a := range [2]witness.Access{w.Race.A, w.Race.B} {
		for _, t := range takes(a.Choices) {
			next, stuck := semantics.Choose(k, semantics.Tid(i), t)
			if stuck != nil {
				return nil, fmt.Errorf("the end of the witness: %s", stuck)
			}
			k = next
		}
	}
	way.Config = k
	return way, nil
}

func tidOf(name string) semantics.Tid {
	if name == semantics.B.String() {
		return semantics.B
	}
	return semantics.A
}

// takes are the ways in which choices were resolved; the words are the same.
func takes(choices []witness.Choice) []semantics.Take {
	var out []semantics.Take
	for _, c := range choices {
		out = append(out, semantics.Take(c.Take))
	}
	return out
}
