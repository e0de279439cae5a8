package compact

import (
	"cmp"
	"container/heap"
	"slices"

	"wobbly/abstract"
	"wobbly/internal/slice"
)

// upward is a reach with its edges reversed, for searching from accesses to the formals.
type upward struct {
	*reach
	// The reversed edges of key k are above[from[k]:from[k+1]].
	above  []reachEdge
	from   []uint32
	owners map[nodeKey][]owner
}

func newUpward(r *reach) *upward {
	u := &upward{
		reach: r, above: make([]reachEdge, len(r.edges)), from: make([]uint32, len(r.far)+1),
		owners: map[nodeKey][]owner{},
	}
	for _, e := range r.edges {
		u.from[e.to+1]++
	}
	for k := range r.far {
		u.from[k+1] += u.from[k]
	}
	next := slices.Clone(u.from)
	for k := range nodeKey(len(r.far)) {
		for _, e := range r.edgesOf(k) {
			u.above[next[e.to]] = reachEdge{e.field, k}
			next[e.to]++
		}
	}
	for _, o := range r.owners {
		u.owners[o.key] = append(u.owners[o.key], o)
	}
	return u
}

// upSearch lists the accesses of a class by the length of their paths. The distance of each key
// from a formal is known, so every path that is followed ends at a formal.
type upSearch struct {
	*upward
	class *endClass
	queue queue[upItem]
	sites map[nodeKey][]siteLevel // memoized

	// The accesses at one key by one word that are being listed: those of the first owner from done
	// on, and those of the other owners.
	found  upItem
	owners []owner
	done   int
}

// siteLevel is a site under a lock level.
type siteLevel struct{ site, lock uint32 }

// upItem is a word that leads from a key to the key origin, where the class has accesses.
type upItem struct {
	at, origin nodeKey
	word       *upWord
	length     int32 // of word
	due        int32 // length of the shortest path that ends with word
}

// upWord is a list of fields.
type upWord struct {
	field int32
	rest  *upWord
}

func (u *upward) search(c *endClass) *upSearch {
	s := &upSearch{
		upward: u, class: c, sites: map[nodeKey][]siteLevel{},
		queue: queue[upItem]{less: func(a, b *upItem) bool {
			return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(b.length, a.length)) < 0
		}},
	}
	for _, k := range c.at {
		s.queue.push(upItem{at: k, origin: k, due: s.far[k]})
	}
	return s
}

// next returns the next access, false at the end.
func (s *upSearch) next() (abstract.Side, bool) {
	for len(s.owners) == 0 {
		if s.queue.Len() == 0 {
			return abstract.Side{}, false
		}
		s.found, s.done = s.queue.pop(), 0
		s.owners = s.upward.owners[s.found.at]
		for _, e := range s.above[s.upward.from[s.found.at]:s.upward.from[s.found.at+1]] {
			x := s.found
			x.at, x.word, x.length = e.to, &upWord{e.field, x.word}, x.length+1
			x.due = x.length + s.far[x.at]
			s.queue.push(x)
		}
	}
	sites, ok := s.sites[s.found.origin]
	if !ok {
		k := s.found.origin
		s.needs.accesses(k, func(lock uint32, set setID) {
			s.a.tries.sets.each(set, func(site uint32) {
				if s.endingOf(k, s.a.sites[site].Kind, s.a.label[site], lock) == s.class.ending {
					sites = append(sites, siteLevel{site, lock})
				}
			})
		})
		s.sites[k] = sites
	}
	o, x := s.owners[0], sites[s.done]
	s.done++
	if s.done == len(sites) {
		s.owners, s.done = s.owners[1:], 0
	}
	fields := make([]int32, 0, s.found.length)
	for w := s.found.word; w != nil; w = w.rest {
		fields = append(fields, w.field)
	}
	path := s.a.path(o.unit.Formals[o.formal], fields)
	return abstract.Side{Unit: o.unit, Access: s.a.access(x.site, path, len(fields), x.lock)}, true
}

// queue is a priority queue: less items come first.
type queue[T any] struct {
	items []T
	less  func(a, b *T) bool
}

func (q *queue[T]) push(x T) { heap.Push(q, x) }
func (q *queue[T]) pop() T   { return heap.Pop(q).(T) }

func (q *queue[T]) Len() int           { return len(q.items) }
func (q *queue[T]) Less(i, j int) bool { return q.less(&q.items[i], &q.items[j]) }
func (q *queue[T]) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue[T]) Push(x any)         { q.items = append(q.items, x.(T)) }

func (q *queue[T]) Pop() any {
	last := len(q.items) - 1
	x := q.items[last]
	q.items = slice.Delete(q.items, last)
	return x
}

// search lists the words of an acyclic automaton, shortest first and words of one length in
// lexicographic order. Each state S has the distance to the end of its nearest word, so the search
// visits no unnecessary states.
type search[S any] struct {
	near  func(S) int32                      // fields to the nearest word; far for none
	below func(S, func(field int32, next S)) // transitions, in any order
	queue queue[found[S]]
}

// found is a state, with a word that leads to it.
type found[S any] struct {
	root   int32 // rank of the word's root; 0 where there are none
	fields []int32
	state  S
	due    int32 // length of the nearest word through here
}

func newSearch[S any](near func(S) int32, below func(S, func(field int32, next S))) *search[S] {
	less := func(a, b *found[S]) bool {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.root, b.root),
			slices.Compare(a.fields, b.fields)) < 0
	}
	return &search[S]{near: near, below: below, queue: queue[found[S]]{less: less}}
}

func (s *search[S]) add(root int32, fields []int32, state S) {
	if near := s.near(state); near < far {
		s.queue.push(found[S]{
			root: root, fields: fields, state: state, due: int32(len(fields)) + near,
		})
	}
}

// next returns the state of the next word, false at the end.
func (s *search[S]) next() (found[S], bool) {
	for s.queue.Len() > 0 {
		f := s.queue.pop()
		s.below(f.state, func(field int32, to S) {
			s.add(f.root, append(slices.Clip(slices.Clone(f.fields)), field), to)
		})
		if int(f.due) == len(f.fields) {
			return f, true
		}
	}
	return found[S]{}, false
}
