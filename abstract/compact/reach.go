package compact

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/parallel"
)

// reach has everything to which the formals of one side's units lead, word by word, and the classes
// of the accesses there. Words that lead to the same node with the same need are only counted, so
// reach is no larger than the tries times the needs, however many words there are.
type reach struct {
	a      *Analysis
	needs  needs
	owners []owner
	// The edges of key k are edges[from[k]:from[k+1]].
	edges   []reachEdge
	from    []uint32
	times   []exact.Nat // by key: the number of words that lead there, summed over the formals
	far     []int32     // by key: the fewest fields of such a word
	classes []endClass  // in the order of their first keys
}

type reachEdge struct {
	field int32
	to    nodeKey
}

// ending determines with which other accesses an access is reported in mode CommonSuffix.
type ending struct {
	word int32 // the own word of its site
	need int32 // of its path; at most one more than the word has fields
	kind il.AccessKind
	lock uint8 // the coarse lock level
}

// endClass is the set of accesses with one ending.
type endClass struct {
	ending
	n    exact.Nat
	near int32     // the number of fields of the shortest path
	at   []nodeKey // where they are, ascending
}

// newReach follows the tries of the units. Keys are assigned by one goroutine and their accesses
// classified by several. It panics with tooLarge if there are more than maxSize keys and edges.
func newReach(a *Analysis, units []*il.Unit, maxSize, workers int) *reach {
	r := &reach{a: a, needs: newNeeds(a)}
	r.owners = a.owners(&r.needs, units)
	// Find the keys, shortest words first.
	r.far = make([]int32, len(r.needs.keyed))
	for k := nodeKey(0); int(k) < len(r.needs.keyed); k++ {
		r.from = append(r.from, uint32(len(r.edges)))
		need := r.needs.next(k)
		for _, e := range a.tries.below(r.needs.node(k)) {
			to := r.needs.key(e.to, need)
			if int(to) == len(r.far) {
				r.far = append(r.far, r.far[k]+1)
			}
			r.edges = append(r.edges, reachEdge{e.field, to})
		}
		if len(r.edges)+len(r.far) > maxSize {
			panic(tooLarge{})
		}
	}
	r.from = append(r.from, uint32(len(r.edges)))
	// Count the words along the edges, which lead to earlier nodes.
	r.times = make([]exact.Nat, len(r.far))
	for _, o := range r.owners {
		r.times[o.key] = r.times[o.key].Plus(exact.Of(1))
	}
	order := make([]nodeKey, len(r.far))
	for k := range order {
		order[k] = nodeKey(k)
	}
	parallel.Sort(workers, order,
		func(k, l nodeKey) int { return cmp.Compare(r.needs.node(l), r.needs.node(k)) })
	for _, k := range order {
		for _, e := range r.edgesOf(k) {
			r.times[e.to] = r.times[e.to].Plus(r.times[k])
		}
	}
	const keysPerTask = 1 << 12
	if workers <= 1 {
		r.classes = r.classify(0, nodeKey(len(r.far)))
		return r
	}
	all := classes{index: map[ending]int{}}
	tasks := (len(r.far) + keysPerTask - 1) / keysPerTask
	parallel.InOrder(workers, tasks, func(_, i int) []endClass {
		return r.classify(nodeKey(i*keysPerTask), nodeKey(min((i+1)*keysPerTask, len(r.far))))
	}, func(_ int, some []endClass) {
		for _, c := range some {
			known := all.of(c.ending, c.near)
			known.n = known.n.Plus(c.n)
			known.at = append(known.at, c.at...)
		}
	})
	r.classes = all.list
	return r
}

func (r *reach) edgesOf(k nodeKey) []reachEdge { return r.edges[r.from[k]:r.from[k+1]] }

// classify returns the classes of the accesses at a range of keys.
func (r *reach) classify(from, to nodeKey) []endClass {
	all := classes{index: map[ending]int{}}
	for k := from; k < to; k++ {
		r.needs.accesses(k, func(lock uint32, set setID) {
			r.a.countLabels(set, func(kind il.AccessKind, word int32, n uint32) {
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

// classes are endClasses in the order in which they were added.
type classes struct {
	list  []endClass
	index map[ending]int
}

// of returns the class of an ending. The shortest path of a new class has near fields.
func (c *classes) of(e ending, near int32) *endClass {
	i, ok := c.index[e]
	if !ok {
		i = len(c.list)
		c.index[e] = i
		c.list = append(c.list, endClass{ending: e, near: near})
	}
	return &c.list[i]
}

func (r *reach) endingOf(k nodeKey, kind il.AccessKind, word int32, lock uint32) ending {
	need := min(r.needs.need(k), r.a.words.length(word)+1)
	return ending{word: word, need: need, kind: kind, lock: coarse(lock)}
}
