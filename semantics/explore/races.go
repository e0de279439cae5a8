package explore

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// raceTable has, for each pair of sites, a state in which they race: the first
// one that was looked at.
type raceTable struct {
	pairs []machine.Sites
	first []hit    // of each of pairs
	seen  [][]bool // by the sites of A and of B
}

// hit is where a race was seen, after how many steps, and in which round of the
// search.
type hit struct {
	at    canonical.Ref
	steps int
	round uint64
}

func (t *raceTable) known(a, b int32) bool {
	return int(a) < len(t.seen) && int(b) < len(t.seen[a]) && t.seen[a][b]
}

func (t *raceTable) add(p machine.Sites, h hit) {
	a, b := int(p[0]), int(p[1])
	for len(t.seen) <= a {
		t.seen = append(t.seen, nil)
	}
	for len(t.seen[a]) <= b {
		t.seen[a] = append(t.seen[a], false)
	}
	t.seen[a][b] = true
	t.pairs = append(t.pairs, p)
	t.first = append(t.first, h)
}

// firstHits gives the pairs of some tables, each once, and the first hit of each;
// of the same round, that of the first table.
func firstHits(tables []raceTable) (pairs []machine.Sites, first map[machine.Sites]hit) {
	first = map[machine.Sites]hit{}
	for i := range tables {
		t := &tables[i]
		for k, p := range t.pairs {
			old, ok := first[p]
			if !ok {
				pairs = append(pairs, p)
			}
			if !ok || t.first[k].round < old.round {
				first[p] = t.first[k]
			}
		}
	}
	return pairs, first
}

// list makes the races of pairs of sites, sorted by positions, of which the numbers
// of steps are known.
func (p problem) list(pairs []machine.Sites, steps func(machine.Sites) int, trailOf func(machine.Sites) *trail) (races []Race) {
	for _, q := range pairs {
		races = append(races, p.race(q, steps(q), trailOf))
	}
	sortRaces(races)
	return races
}

// sortRaces sorts races by positions.
func sortRaces(races []Race) {
	slice.Sort(races, func(q, r Race) int { return cmp.Or(compare(q.Left, r.Left), compare(q.Right, r.Right)) })
}

// race makes the race of a pair of sites.
func (p problem) race(q machine.Sites, steps int, trailOf func(machine.Sites) *trail) Race {
	return Race{
		Left: p.access(0, q), Right: p.access(1, q), Steps: steps,
		Witness: func() *witness.Witness {
			t := trailOf(q)
			if t.of != nil {
				return t.of.witness(t)
			}
			return p.witness(t)
		},
	}
}

// access describes the site of thread i.
func (p problem) access(i int, pair machine.Sites) Access {
	return accessOf(p.g.Sites(i)[pair[i]])
}

// accessOf describes a load or store.
func accessOf(s il.Stmt) Access {
	kind := il.Read
	if _, ok := s.(*il.Store); ok {
		kind = il.Write
	}
	return Access{Stmt: s, At: s.Pos(), Kind: kind}
}

// compare orders accesses by position, reads first.
func compare(a, b Access) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
}
