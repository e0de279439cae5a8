package compact

import (
	"cmp"
	"slices"

	"wobbly/abstract"
)

// upward is a reach with its edges reversed, for searching from accesses to the formals.
type upward struct {
	*reach
	// The reversed edges of key k are above[from[k]:from[k+1]].
	above  []reachEdge
	from   []uint32
	owners map[nodeKey][]owner
}

// newUpward reverses the edges of r.
func newUpward(r *reach) *upward {
	u := &upward{
		reach:  r,
		above:  make([]reachEdge, len(r.edges)),
		from:   make([]uint32, len(r.far)+1),
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

// next returns the next access, and false at the end.
func (s *upSearch) next() (abstract.Side, bool) {
	for len(s.owners) == 0 {
		if s.queue.Len() == 0 {
			return abstract.Side{}, false
		}
		s.found, s.done = s.queue.pop(), 0
		s.owners = s.upward.owners[s.found.at]
		for _, e := range s.above[s.upward.from[s.found.at]:s.upward.from[s.found.at+1]] {
			x := s.found
			x.at = e.to
			x.word = &upWord{e.field, x.word}
			x.length++
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
