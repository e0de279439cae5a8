package truth

import (
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	oracle "wobbly/semantics/explore/unordered"
	"wobbly/theorem/engine"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// evidence is the evidence about the races of a case, computed on demand.
type evidence struct {
	Builder   *reconstruct.Builder
	Checker   *checker.Checker
	witnesses map[abstract.Report]Proof
	searches  map[il.Pair]*searched
	racing    map[il.Pair]bool // some witness was accepted
	unordered map[il.Pair]*oracle.Result
}

// Limits on a case. Statements about anything beyond them are Bounded.
const (
	MaxReports = 20     // those with the shortest paths
	maxStates  = 20_000 // of a search
)

// Of returns the evidence about a case.
func Of(c *engine.Case) *evidence {
	type key struct{}
	return engine.Once(c, key{}, func() *evidence {
		return &evidence{
			Builder:   reconstruct.New(c.Core),
			Checker:   checker.New(c.Core),
			witnesses: map[abstract.Report]Proof{},
			searches:  map[il.Pair]*searched{},
			racing:    map[il.Pair]bool{},
			unordered: map[il.Pair]*oracle.Result{},
		}
	})
}

// Reports lists the reports of a case, at most the MaxReports with the shortest paths. The error is
// a BoundError; if it says that there are more, the list is valid nevertheless.
func Reports(c *engine.Case) ([]abstract.Report, error) {
	s, err := c.Sets()
	if err != nil {
		return nil, err
	}
	r, err := c.Reports(s)
	if err != nil {
		return nil, err
	}
	if r.Races().Exceeds(MaxReports) {
		err = engine.BoundError{Limit: fmt.Sprintf("a program has more than %d reports", MaxReports)}
	}
	return r.ListRaces(MaxReports), err
}

// AccessesOf returns the two accesses of a report.
func AccessesOf(r abstract.Report) engine.Accesses {
	p := ProgramOf(r)
	return engine.Accesses{Units: p, Sites: p.Sites(SiteOf(r.Left), SiteOf(r.Right))}
}

// SiteOf is the site of a side of a report.
func SiteOf(s abstract.Side) il.Site { return il.Site{At: s.At, Kind: s.Kind} }
