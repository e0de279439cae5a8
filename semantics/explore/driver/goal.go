package driver

import "wobbly/semantics/explore/machine"

// A Ref names a state in its layout.
type Ref uint64

// A Hit is a state in which two sites race.
type Hit struct {
	Sites machine.Sites
	At    Ref
	Steps int // of the path on which the state was reached
}

// A Goal has the pairs of sites that a search looks for and the first state found for each. Any
// number of goroutines may read it while states are visited; it changes only between rounds.
type Goal struct {
	candidates *machine.Candidates // nil if nothing is pruned
	found      SiteSet
	hits       []Hit // the first one of each pair, in the order in which they were found
}

// NewGoal returns the goal of finding all pairs except those known. States that cannot lead to one
// of the candidates are pruned; nil prunes nothing. The goal owns candidates and removes each pair
// that is known or found.
func NewGoal(candidates *machine.Candidates, known map[machine.Sites]bool) *Goal {
	g := &Goal{candidates: candidates}
	for p := range known {
		g.found.Add(p)
		if candidates != nil {
			candidates.Found(p)
		}
	}
	return g
}

// Sought reports whether the goal still looks for the sites of two conflicting control states.
func (g *Goal) Sought(a, b *machine.Control) bool {
	return !g.found.Has(machine.Sites{a.Site, b.Site})
}

// Hopeless reports whether the program text rules out, for two control states and all later ones,
// every race that the goal still looks for.
func (g *Goal) Hopeless(a, b *machine.Control) bool {
	return g.candidates != nil && g.candidates.None(a, b)
}

// add adds a hit, unless its pair has one.
func (g *Goal) add(h Hit) {
	if !g.found.Add(h.Sites) {
		return
	}
	g.hits = append(g.hits, h)
	if g.candidates != nil {
		g.candidates.Found(h.Sites)
	}
}

// Hits lists the first hit of each pair in the order of discovery.
func (g *Goal) Hits() []Hit { return g.hits }

// A SiteSet is a set of pairs of sites. The zero SiteSet is empty.
type SiteSet struct{ has [][]bool } // by the sites of A and of B

func (s *SiteSet) Has(p machine.Sites) bool {
	return int(p[0]) < len(s.has) && int(p[1]) < len(s.has[p[0]]) && s.has[p[0]][p[1]]
}

// Add adds a pair and reports whether it is new.
func (s *SiteSet) Add(p machine.Sites) bool {
	if s.Has(p) {
		return false
	}
	for len(s.has) <= int(p[0]) {
		s.has = append(s.has, nil)
	}
	row := &s.has[p[0]]
	for len(*row) <= int(p[1]) {
		*row = append(*row, false)
	}
	(*row)[p[1]] = true
	return true
}
