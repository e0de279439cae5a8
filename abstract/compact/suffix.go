package compact

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
)

// In mode CommonSuffix two accesses are reported if their paths have a common rest of n
// fields, n >= 1, no longer than either's own word, and the prefixes before it are
// intact (Theorem 2m; suffix.go of package abstract). Prefixes of intact
// expressions are intact, so the second condition says that n is no less than
// either's need (needs.go). Hence the pair is reported just if
//
//	n := max(need1, need2, 1) <= min(own1, own2)
//
// and the last n fields of both paths agree. These are own fields on both sides.
// So what is before them matters for the needs only, and no product of tries is
// wanted: the accesses of each side are counted by their endings (reach.go), and
// endings are related.

// endings answers questions about the reports of mode CommonSuffix of one or all
// programs of a file.
type endings struct {
	a               *Analysis
	same            bool      // all unordered pairs of one side, not left against right
	sides           [2]*reach // twice the same one then
	races, filtered exact.Nat
}

// byEndings is Reports for the forms that relate the endings of paths.
func (a *Analysis) byEndings(only *il.Pair, workers int) (_ abstract.Reported, err error) {
	most := 1<<24 + 16*len(a.tries.nodes)
	defer recovered(most, &err)
	units := a.unitsOf(only)
	m := &endings{a: a, same: units[1] == nil}
	m.sides[0] = newReach(a, units[0], most, workers)
	m.sides[1] = m.sides[0]
	if !m.same {
		m.sides[1] = newReach(a, units[1], most, workers)
	}
	m.count()
	return m, nil
}

// Races implements abstract.Reported.
func (m *endings) Races() exact.Nat { return m.races }

// Filtered implements abstract.Reported.
func (m *endings) Filtered() exact.Nat { return m.filtered }

// relate is the verdict on two endings, and whether there is one.
func (m *endings) relate(c, d ending) (verdict, bool) {
	w := m.a.words
	switch n := max(c.need, d.need, 1); {
	case !m.conflict(c.sort(), d.sort()) || w.end(c.word, 1) != w.end(d.word, 1):
		return 0, false
	case n <= min(w.length(c.word), w.length(d.word)) && w.end(c.word, n) == w.end(d.word, n):
		return race, true
	default:
		return filtered, true
	}
}

// sorts are the combinations of a kind and a lock level.
const sorts = 2 * 3

func (e ending) sort() int { return 3*int(e.kind) + int(e.lock) }

// conflict tells whether accesses of two sorts may be reported.
func (m *endings) conflict(s, t int) bool {
	return (s/3 == int(il.Write) || t/3 == int(il.Write)) && m.a.mayMeet(il.LevelOf(s%3), il.LevelOf(t%3))
}

// census is how many accesses there are of each sort on both sides.
type census [2][sorts]exact.Nat

func (c *census) plus(d *census) {
	for i := range c {
		for s := range c[i] {
			c[i][s] = c[i][s].Plus(d[i][s])
		}
	}
}

func (c *census) minus(d *census) {
	for i := range c {
		for s := range c[i] {
			c[i][s] = c[i][s].Minus(d[i][s])
		}
	}
}

// pairs is how many pairs of these accesses may be reported.
func (m *endings) pairs(c *census) (n exact.Nat) {
	right := &c[1]
	if m.same {
		right = &c[0]
	}
	for s := range sorts {
		for t := range sorts {
			switch {
			case !m.conflict(s, t) || m.same && s > t:
			case m.same && s == t:
				n = n.Plus(c[0][s].Pairs())
			default:
				n = n.Plus(c[0][s].Times(right[t]))
			}
		}
	}
	return n
}

// count counts the pairs of each verdict. An access stands in the trie of
// words: it is at its own word, at each end of that with fewer fields, and last at
// the end with max(need, 1) fields. Two accesses are a race if they come to one
// word, and count there where the first of them stays behind.
func (m *endings) count() {
	w := m.a.words
	here := make([]*census, len(w.nodes)) // who comes to a word
	last := map[int32]*census{}           // and who stays there
	candidates := map[int32]*census{}     // by the last field
	m.eachClass(func(side int, c *endClass) {
		add := func(at *census) *census {
			if at == nil {
				at = &census{}
			}
			at[side][c.sort()] = at[side][c.sort()].Plus(c.n)
			return at
		}
		field := w.end(c.word, 1)
		candidates[field] = add(candidates[field])
		if n := max(c.need, 1); n <= w.length(c.word) {
			here[c.word] = add(here[c.word])
			end := w.end(c.word, n)
			last[end] = add(last[end])
		}
	})
	for word := len(here) - 1; word > 0; word-- {
		all := here[word]
		if all == nil {
			continue
		}
		if stay := last[int32(word)]; stay != nil {
			m.races = m.races.Plus(m.pairs(all))
			all.minus(stay)
			m.races = m.races.Minus(m.pairs(all))
		}
		if rest := w.nodes[word].rest; here[rest] == nil {
			here[rest] = all
		} else {
			here[rest].plus(all)
		}
	}
	for _, c := range candidates { // sums do not depend on the order
		m.filtered = m.filtered.Plus(m.pairs(c))
	}
	m.filtered = m.filtered.Minus(m.races)
}

// eachClass visits the classes of both sides, or of the one.
func (m *endings) eachClass(visit func(side int, c *endClass)) {
	for side, r := range m.sides {
		if side == 1 && m.same {
			return
		}
		for i := range r.classes {
			visit(side, &r.classes[i])
		}
	}
}
