package query

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/semantics"
	"wobbly/semantics/explore"
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
	a, ok := il.AccessOf(st)
	if !ok {
		panic(il.Unknown(st))
	}
	return a.Path.Fields[len(a.Path.Fields)-1]
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
