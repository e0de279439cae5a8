package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/parallel"
)

// reach is what the formals of the units of one side lead to, word by word, and
// the classes of the accesses there. Different words that lead to one node with
// one need are not told apart, only counted. So it is no larger than the tries
// times the needs, however many words there are.
type reach struct {
	a       *Analysis
	needs   needs
	owners  []owner
	edges   []reachEdge // of key 0, of key 1, and so on
	from    []uint32    // where in edges those of each key begin; one more at the end
	times   []exact.Nat // by key: how many words lead there, each counted for each formal
	far     []int32     // by key: the fewest fields of such a word
	classes []endClass  // in the order in which they are met
}

// reachEdge leads one field further.
type reachEdge struct {
	field int32
	to    nodeKey
}

// ending is all of an access that decides in mode CommonSuffix which others it is
// reported with: the own word of its site and the need of its path, the kind and
// the lock level.
type ending struct {
	word, need int32 // the need is at most one more than the word has fields
	kind       il.AccessKind
	lock       uint8 // the lock level, 2 for all above 1
}

// endClass is the accesses of an ending.
type endClass struct {
	ending
	n    exact.Nat
	near int32     // fields of the shortest path
	at   []nodeKey // where they are, ascending
}

// newReach follows the tries of the units. It panics with tooLarge where there
// are more pairs of a node and a need than most. One goroutine gives the numbers; so many
// workers say what they mean.
func newReach(a *Analysis, units []*il.Unit, most, workers int) *reach {
	r := &reach{a: a, needs: newNeeds(a)}
	for _, u := range units {
		for i, n := range a.rootsOf(u) {
			if n != 0 {
				r.owners = append(r.owners, owner{u, int32(i), r.needs.key(n, 0)})
			}
		}
	}
	r.walk(most)
	r.countWords(workers)
	r.classify(workers)
	return r
}

// walk finds the keys, those with the shortest words first.
func (r *reach) walk(most int) {
	r.far = make([]int32, len(r.needs.views))
	for k := nodeKey(0); int(k) < len(r.needs.views); k++ {
		r.from = append(r.from, uint32(len(r.edges)))
		need := r.needs.further(k)
		for _, e := range r.a.tries.below(r.needs.node(k)) {
			to := r.needs.key(e.to, need)
			if int(to) == len(r.far) {
				r.far = append(r.far, r.far[k]+1)
			}
			r.edges = append(r.edges, reachEdge{e.field, to})
		}
		if len(r.edges)+len(r.far) > most {
			panic(tooLarge{})
		}
	}
	r.from = append(r.from, uint32(len(r.edges)))
}

// further is the edges from a key.
func (r *reach) further(k nodeKey) []reachEdge { return r.edges[r.from[k]:r.from[k+1]] }

// countWords counts along the edges. These lead to nodes that were made before.
func (r *reach) countWords(workers int) {
	r.times = make([]exact.Nat, len(r.far))
	for _, o := range r.owners {
		r.times[o.key] = r.times[o.key].Plus(exact.Of(1))
	}
	order := make([]nodeKey, len(r.far))
	for k := range order {
		order[k] = nodeKey(k)
	}
	parallel.Sort(workers, order, func(k, l nodeKey) int { return cmp.Compare(r.needs.node(l), r.needs.node(k)) })
	for _, k := range order {
		for _, e := range r.further(k) {
			r.times[e.to] = r.times[e.to].Plus(r.times[k])
		}
	}
}

// stretchKeys is how many keys a worker classifies at a time.
const stretchKeys = 1 << 12

// classify collects the classes: those of one stretch of keys after the other.
func (r *reach) classify(workers int) {
	if workers <= 1 {
		r.classes = r.classesOf(0, nodeKey(len(r.far)))
		return
	}
	n := (len(r.far) + stretchKeys - 1) / stretchKeys
	all := classes{index: map[ending]int{}}
	parallel.InOrder(workers, n, func(_, i int) []endClass {
		return r.classesOf(nodeKey(i*stretchKeys), nodeKey(min((i+1)*stretchKeys, len(r.far))))
	}, func(_ int, some []endClass) {
		for _, c := range some {
			all.add(c)
		}
	})
	r.classes = all.list
}

// classesOf are the classes of the accesses at the keys from one up to another.
func (r *reach) classesOf(from, to nodeKey) []endClass {
	all := classes{index: map[ending]int{}}
	t := r.a.tries
	for k := from; k < to; k++ {
		t.levels(t.nodes[r.needs.node(k)].accs, func(lock uint32, set setID) {
			r.a.owned(set, func(kind il.AccessKind, word int32, n uint32) {
				c := all.of(r.endingOf(k, kind, word, lock), r.far[k])
				c.n = c.n.Plus(r.times[k].Times(exact.Of(n)))
				if len(c.at) == 0 || c.at[len(c.at)-1] != k {
					c.at = append(c.at, k)
				}
			})
		})
	}
	return all.list
}

// classes are classes in the order in which they are met.
type classes struct {
	list  []endClass
	index map[ending]int
}

// of is the class of an ending, which is near if it is new.
func (x *classes) of(e ending, near int32) *endClass {
	i, ok := x.index[e]
	if !ok {
		i = len(x.list)
		x.index[e] = i
		x.list = append(x.list, endClass{ending: e, near: near})
	}
	return &x.list[i]
}

// add enters a class whose accesses are at later keys.
func (x *classes) add(c endClass) {
	known := x.of(c.ending, c.near)
	known.n, known.at = known.n.Plus(c.n), append(known.at, c.at...)
}

// endingOf is the ending of an access at a key.
func (r *reach) endingOf(k nodeKey, kind il.AccessKind, word int32, lock uint32) ending {
	need := min(r.needs.of(k), r.a.words.length(word)+1)
	return ending{word, need, kind, uint8(min(lock, 2))}
}
