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

// sites are the positions of two racing accesses and the field that they access.
type sites struct {
	a, b  il.Position
	field string
}

// racesOnly reports whether a condition depends only on which accesses race in a state, and is
// false in every state without a race.
func racesOnly(n node) bool { return isOfRaces(n) && !holdsOf(n, nil) }

// isOfRaces reports whether a condition depends only on which accesses race in a state.
func isOfRaces(n node) bool {
	switch n := n.(type) {
	case *race:
		return n.cell == nil || n.cell.root == rootAny
	case *literal:
		return true
	case *not:
		return isOfRaces(n.x)
	case *connective:
		return isOfRaces(n.l) && isOfRaces(n.r)
	default:
		return false
	}
}

// holdsOf evaluates a condition of races in a state in which the accesses at p race, or in one
// without a race if p is nil.
func holdsOf(n node, p *sites) bool {
	switch n := n.(type) {
	case *race:
		return p != nil && (n.cell == nil || n.cell.fields[0] == p.field) &&
			(n.at == nil || n.isAt(p.a, p.b))
	case *literal:
		return n.value.isTrue()
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

// sitesOf returns the sites of a race.
func (s *Scope) sitesOf(r *explore.Race) *sites {
	a, ok := il.AccessOf(r.Left.Stmt)
	if !ok {
		panic(il.Unknown(r.Left.Stmt))
	}
	at := s.core.Source.Position
	return &sites{
		a: at(r.Left.At), b: at(r.Right.At), field: a.Path.Fields[len(a.Path.Fields)-1],
	}
}

// errIllegal is the error for programs that package explore cannot search, because it relies on the
// assumptions.
var errIllegal = errors.New("the program violates an assumption")

// legal returns an error if package check does not accept the program.
func (s *Scope) legal() error {
	if what, errs := check.Violated(s.core.Program); what != 0 || len(errs) > 0 {
		return fmt.Errorf("%w (%s)", errIllegal, what)
	}
	return nil
}

// explore finds the pairs that race, from one initial state or, if in is nil, from all.
func (s *Scope) explore(
	ctx context.Context, in *semantics.Init, maxStates int,
) (*explore.Result, error) {
	if err := s.legal(); err != nil {
		return nil, err
	}
	o := explore.Defaults()
	o.Reduce, o.Prune, o.MaxStates = true, true, maxStates
	if in != nil {
		o.Init, o.Start = explore.Given, in
	}
	return explore.Search(ctx, s.core, s.pair, o)
}
