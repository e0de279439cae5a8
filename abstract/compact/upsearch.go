package compact

import (
	"cmp"
	"container/heap"

	"wobbly/abstract"
)

// ups is a reach read upwards: from where accesses are to the formals.
type ups struct {
	*reach
	above  []upEdge // of key 0, of key 1, and so on
	from   []uint32
	owners map[nodeKey][]owner
}

// upEdge leads one field back.
type upEdge struct {
	field int32
	to    nodeKey
}

func newUps(r *reach) *ups {
	u := &ups{reach: r, above: make([]upEdge, len(r.edges)), from: make([]uint32, len(r.far)+1), owners: map[nodeKey][]owner{}}
	for _, e := range r.edges {
		u.from[e.to+1]++
	}
	for k := range r.far {
		u.from[k+1] += u.from[k]
	}
	next := append([]uint32{}, u.from...)
	for k := range nodeKey(len(r.far)) {
		for _, e := range r.further(k) {
			u.above[next[e.to]] = upEdge{e.field, k}
			next[e.to]++
		}
	}
	for _, o := range r.owners {
		u.owners[o.key] = append(u.owners[o.key], o)
	}
	return u
}

// upSearch lists the accesses of a class by the length of their paths. It knows
// how far from a formal each key is, so it follows no path in vain.
type upSearch struct {
	*ups
	class *endClass
	queue upQueue
	sites map[nodeKey][]siteLevel

	// What is being listed: the accesses at one key by one word.
	found  upItem
	owners []owner
	done   int // of the accesses of the first of these owners
}

// siteLevel is a site under a lock level.
type siteLevel struct{ site, lock uint32 }

// upItem is a path back from where the class is.
type upItem struct {
	at, origin nodeKey
	word       *upWord // from here on
	length     int32   // of word
	due        int32   // length of the shortest path that ends so
}

// upWord is a list of fields.
type upWord struct {
	field int32
	rest  *upWord
}

type upQueue []upItem

func (q upQueue) Len() int      { return len(q) }
func (q upQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *upQueue) Push(x any)   { *q = append(*q, x.(upItem)) }

func (q upQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].due, q[j].due), cmp.Compare(q[j].length, q[i].length)) < 0
}

func (q *upQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = upItem{}
	*q = (*q)[:last]
	return x
}

func (u *ups) search(c *endClass) *upSearch {
	s := &upSearch{ups: u, class: c, sites: map[nodeKey][]siteLevel{}}
	for _, k := range c.at {
		s.add(upItem{at: k, origin: k})
	}
	return s
}

func (s *upSearch) add(x upItem) {
	x.due = x.length + s.far[x.at]
	heap.Push(&s.queue, x)
}

// next is the next access, and false at the end.
func (s *upSearch) next() (abstract.Side, bool) {
	for len(s.owners) == 0 {
		if s.queue.Len() == 0 {
			return abstract.Side{}, false
		}
		s.found, s.done = heap.Pop(&s.queue).(upItem), 0
		s.owners = s.ups.owners[s.found.at]
		for _, e := range s.above[s.ups.from[s.found.at]:s.ups.from[s.found.at+1]] {
			x := s.found
			x.at, x.word, x.length = e.to, &upWord{e.field, x.word}, x.length+1
			s.add(x)
		}
	}
	o, sites := s.owners[0], s.sitesAt(s.found.origin)
	x := sites[s.done]
	if s.done++; s.done == len(sites) {
		s.owners, s.done = s.owners[1:], 0
	}
	fields := make([]int32, 0, s.found.length)
	for w := s.found.word; w != nil; w = w.rest {
		fields = append(fields, w.field)
	}
	path := s.a.path(o.unit.Formals[o.formal], fields)
	return abstract.Side{Unit: o.unit, Access: s.a.access(x.site, path, len(fields), x.lock)}, true
}

// sitesAt is the accesses of the class at a key.
func (s *upSearch) sitesAt(k nodeKey) []siteLevel {
	if list, ok := s.sites[k]; ok {
		return list
	}
	var list []siteLevel
	t := s.a.tries
	t.levels(t.nodes[s.needs.node(k)].accs, func(lock uint32, set setID) {
		t.sets.each(set, func(site uint32) {
			if s.endingOf(k, s.a.sites[site].Kind, s.a.label[site], lock) == s.class.ending {
				list = append(list, siteLevel{site, lock})
			}
		})
	})
	s.sites[k] = list
	return list
}
