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

type sites struct {
	a, b  il.Position
	field string // the last one of both paths
}

// racesOnly reports whether the pairs of accesses that race decide a condition: it depends only on
// which accesses race in a state, and is false in every state without a race.
func racesOnly(n node) bool { return isOfRaces(n) && !holdsOf(n, nil) }

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

// holdsOf evaluates a condition of races in a state in which the accesses of p race, or, if
// p is nil, none do.
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

// sitesOf returns the pair of a race that was found.
func (s *Scope) sitesOf(r *explore.Race) *sites {
	a, ok := il.AccessOf(r.Left.Stmt)
	if !ok {
		panic(il.Unknown(r.Left.Stmt))
	}
	at := s.core.Source.Position
	return &sites{at(r.Left.At), at(r.Right.At), a.Path.Fields[len(a.Path.Fields)-1]}
}

// errIllegal is why the exact engines are not used: they rely on the assumptions.
var errIllegal = errors.New("the program violates an assumption")

// legal returns an error if package check does not accept the program.
func (s *Scope) legal() error {
	if what, errs := check.Violated(s.core.Program); what != 0 || len(errs) > 0 {
		return fmt.Errorf("%w (%s)", errIllegal, what)
	}
	return nil
}

// explore finds the pairs that race, from one initial state or, if in is nil, from all.
func (s *Scope) explore(ctx context.Context, in *semantics.Init,
	maxStates int) (*explore.Result, error) {
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
