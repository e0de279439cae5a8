package compact

import (
	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
)

// In mode CommonSuffix two accesses are reported if their paths have a common rest of n >= 1
// fields, no longer than either's own word, and the prefixes before it are intact (Theorem 2m;
// suffix.go of package abstract). Prefixes of intact expressions are intact, so the second
// condition says that n is no less than either's need (needs.go). Hence the pair is reported if and
// only if
//
//	n := max(need1, need2, 1) <= min(own1, own2)
//
// and the last n fields of both paths agree. These are own fields on both sides. The fields before
// them matter only for the needs, so no product of tries is needed: the accesses of each side are
// counted by their endings (reach.go), and endings are related.

// words numbers the own words of sites, the fields of their paths as they are written. They form a
// trie that is read from the end: two words end in the same n fields if and only if they have the
// same ancestor of length n.
type words struct {
	nodes  []wordNode // nodes[0] is the empty word; parents come before children
	index  map[wordKey]int32
	fields map[string]int32
}

// wordNode is a word: the word without its first field, and its length.
type wordNode struct{ rest, length int32 }

// wordKey identifies a word by its first field and the word of the others.
type wordKey struct{ rest, field int32 }

func (w *words) number(fields []string) int32 {
	word := int32(0)
	for i := len(fields) - 1; i >= 0; i-- {
		f, ok := w.fields[fields[i]]
		if !ok {
			f = int32(len(w.fields))
			w.fields[fields[i]] = f
		}
		key := wordKey{word, f}
		next, ok := w.index[key]
		if !ok {
			next = int32(len(w.nodes))
			w.nodes = append(w.nodes, wordNode{word, w.nodes[word].length + 1})
			w.index[key] = next
		}
		word = next
	}
	return word
}

func (w *words) length(word int32) int32 { return w.nodes[word].length }

// end returns the last n fields of a word, which has at least as many.
func (w *words) end(word, n int32) int32 {
	for w.nodes[word].length > n {
		word = w.nodes[word].rest
	}
	return word
}

// endings answers questions about the reports of mode CommonSuffix.
type endings struct {
	a               *Analysis
	same            bool // all unordered pairs of one side; the sides are the same then
	sides           [2]*reach
	races, filtered exact.Nat
}

// byEndings relates units with a limit on keys and edges.
func (a *Analysis) byEndings(
	maxSize int, units [2][]*il.Unit, workers int,
) (_ abstract.Reported, err error) {
	defer recoverTooLarge(maxSize, &err)
	e := &endings{a: a, same: units[1] == nil}
	e.sides[0] = newReach(a, units[0], maxSize, workers)
	e.sides[1] = e.sides[0]
	if !e.same {
		e.sides[1] = newReach(a, units[1], maxSize, workers)
	}
	e.count()
	return e, nil
}

func (e *endings) Races() exact.Nat { return e.races }

func (e *endings) Filtered() exact.Nat { return e.filtered }

// relate returns the verdict on two endings, and false if they are not a candidate.
func (e *endings) relate(c, d ending) (verdict, bool) {
	w := e.a.words
	switch n := max(c.need, d.need, 1); {
	case !e.conflict(c.category(), d.category()) || w.end(c.word, 1) != w.end(d.word, 1):
		return 0, false
	case n <= min(w.length(c.word), w.length(d.word)) && w.end(c.word, n) == w.end(d.word, n):
		return race, true
	default:
		return filtered, true
	}
}

// categories is the number of combinations of a kind and a coarse lock level.
const categories = 2 * coarseLevels

func (e ending) category() int { return coarseLevels*int(e.kind) + int(e.lock) }

// conflict reports whether one of two categories writes and their locks let them meet.
func (e *endings) conflict(s, t int) bool {
	level := func(s int) il.Level { return unpacked(uint32(s % coarseLevels)) }
	return (s/coarseLevels == int(il.Write) || t/coarseLevels == int(il.Write)) &&
		e.a.mayMeet(level(s), level(t))
}

// census is the number of accesses of each category on both sides.
type census [2][categories]exact.Nat

// apply sets each number of c to op of it and that of d.
func (c *census) apply(op func(a, b exact.Nat) exact.Nat, d *census) {
	for i := range c {
		for s := range c[i] {
			c[i][s] = op(c[i][s], d[i][s])
		}
	}
}

// pairs returns the number of pairs of these accesses that may be reported.
func (e *endings) pairs(c *census) (n exact.Nat) {
	left, right := &c[0], &c[e.right()]
	for s := range categories {
		for t := range categories {
			switch {
			case !e.conflict(s, t) || e.same && s > t:
			case e.same && s == t:
				n = n.Plus(left[s].Pairs())
			default:
				n = n.Plus(left[s].Times(right[t]))
			}
		}
	}
	return n
}

// count counts the pairs of each verdict. In the trie of words an access is at its own word and at
// each ancestor, up to that of max(need, 1) fields. Two accesses race if they are at some word
// together, and are counted at the last such word, which is as far up as one of them goes.
func (e *endings) count() {
	w := e.a.words
	here := make([]*census, len(w.nodes)) // the accesses at a word
	last := map[int32]*census{}           // and those that are no further up
	candidates := map[int32]*census{}     // by the last field
	e.eachClass(func(side int, c *endClass) {
		add := func(to *census) *census {
			if to == nil {
				to = &census{}
			}
			to[side][c.category()] = to[side][c.category()].Plus(c.n)
			return to
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
		if ends := last[int32(word)]; ends != nil {
			e.races = e.races.Plus(e.pairs(all))
			all.apply(exact.Nat.Minus, ends)
			e.races = e.races.Minus(e.pairs(all))
		}
		if rest := w.nodes[word].rest; here[rest] == nil {
			here[rest] = all
		} else {
			here[rest].apply(exact.Nat.Plus, all)
		}
	}
	for _, c := range candidates { // sums do not depend on the order
		e.filtered = e.filtered.Plus(e.pairs(c))
	}
	e.filtered = e.filtered.Minus(e.races)
}

// eachClass visits the classes of both sides, or of the only one.
func (e *endings) eachClass(visit func(side int, c *endClass)) {
	for side := range e.right() + 1 {
		for i := range e.sides[side].classes {
			visit(side, &e.sides[side].classes[i])
		}
	}
}

// right returns the number of the right side: 0 if both sides are the same.
func (e *endings) right() int {
	if e.same {
		return 0
	}
	return 1
}
