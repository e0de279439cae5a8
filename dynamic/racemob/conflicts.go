package racemob

import (
	"iter"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Conflicts is the set of all pairs of sites of two units with the same last field and at least one
// store. It contains every race. It may be as large as the square of the number of accesses, so it
// is never kept in memory.
type Conflicts struct {
	pair   il.Pair
	left   accesses
	right  accesses
	fields map[string]*onField
}

// accesses are those of a unit and its callees.
type accesses struct {
	sorted []il.Access
	at     map[il.Site]il.Access
}

// onField has the accesses of a field, and those of them that store, by unit.
type onField struct {
	sites, stores [2][]il.Site
}

// ConflictsOf returns the conflicts of a pair of units and their callees.
func ConflictsOf(core *il.Core, p il.Pair) *Conflicts {
	c := &Conflicts{pair: p, left: accessesOf(core, p.Left), fields: map[string]*onField{}}
	c.right = c.left
	if p.Left != p.Right {
		c.right = accessesOf(core, p.Right)
	}
	for i, side := range [2]accesses{c.left, c.right} {
		for _, a := range side.sorted {
			f := c.fields[a.Field()]
			if f == nil {
				f = &onField{}
				c.fields[a.Field()] = f
			}
			f.sites[i] = append(f.sites[i], a.Site)
			if a.Kind == il.Write {
				f.stores[i] = append(f.stores[i], a.Site)
			}
		}
	}
	return c
}

func accessesOf(core *il.Core, u *il.Unit) accesses {
	all := accesses{at: map[il.Site]il.Access{}}
	for _, u := range core.Reachable(u) {
		for _, a := range il.Accesses(u.Body) {
			all.sorted = append(all.sorted, a)
			all.at[a.Site] = a
		}
	}
	slice.Sort(all.sorted, func(a, b il.Access) int { return a.Site.Compare(b.Site) })
	return all
}

func (c *Conflicts) Has(s il.Sites) bool {
	a, inLeft := c.left.at[s[0]]
	b, inRight := c.right.at[s[1]]
	return inLeft && inRight && a.Conflicts(b) && c.pair.Sites(s[0], s[1]) == s
}

func (c *Conflicts) Count() int {
	n := 0
	for _, f := range c.fields {
		l, r := len(f.sites[0]), len(f.sites[1])
		stores := len(f.stores[1])
		if c.pair.Left == c.pair.Right { // count each pair in one order only
			n += stores*(stores+1)/2 + stores*(l-stores)
			continue
		}
		n += l*r - (l-len(f.stores[0]))*(r-stores)
	}
	return n
}

func (c *Conflicts) All() iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for _, a := range c.left.sorted {
			f := c.fields[a.Field()]
			others := f.sites[1]
			if a.Kind == il.Read {
				others = f.stores[1]
			}
			if c.pair.Left == c.pair.Right {
				from, _ := slices.BinarySearchFunc(others, a.Site, il.Site.Compare)
				others = others[from:]
			}
			for _, b := range others {
				if !yield(il.Sites{a.Site, b}) {
					return
				}
			}
		}
	}
}

// ConflictingSites lists the conflicts of a small pair of units.
func ConflictingSites(core *il.Core, p il.Pair) []il.Sites {
	return slices.Collect(ConflictsOf(core, p).All())
}
