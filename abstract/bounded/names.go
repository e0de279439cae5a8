package bounded

import (
	"cmp"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// names lists the names of a unit, the shortest first: its formals, and the paths by
// which it walks while all before the end is its own.
func (x *search) names(u *unit) (all []name) {
	most := maxObjects / 2
	if x.core.HasLoop(u.Unit) {
		most = x.options.MaxFields
	}
	for i := range u.Formals {
		all = append(all, name{root: i})
	}
	for i := 0; i < len(all) && x.budget > 0; i++ {
		q := all[i]
		fields := x.beyond(u, q, len(all)-i)
		if len(fields) == 0 {
			continue
		}
		if len(q.fields) >= most {
			x.cut(fmt.Sprintf("%s has names of more than %d fields", u.Name, most))
			continue
		}
		for _, f := range fields {
			if len(all) == x.options.MaxNames {
				x.cut(fmt.Sprintf("%s has more than %d names", u.Name, x.options.MaxNames))
				return all
			}
			all = append(all, q.longer(f))
		}
	}
	return all
}

// beyond is the fields by which the unit walks on from the end of a name, were that an
// object of its own: until the first such walk, nothing depends on the field.
func (x *search) beyond(u *unit, n name, more int) []uint16 {
	s := x.segment(u, opened(u.Unit, n), more+16)
	s.walked = map[uint16]bool{}
	s.begin(u, x.left(1, initial()[:1]))
	var fields []uint16
	for f := range s.walked {
		fields = append(fields, f)
	}
	slice.Sort(fields, cmp.Compare[uint16])
	return fields
}

// together lists the sets of several names by which a unit is looked at: of formals,
// those of two first, and of a formal and a name with fields.
func (x *search) together(u *unit, names []name) (all []*half) {
	var formals []name
	for i := range u.Formals {
		if u.live[u.graph.Entry].Has(int32(i)) {
			formals = append(formals, name{root: i})
		}
	}
	add := func(set ...name) {
		if len(all) == x.options.MaxNames {
			x.cut(fmt.Sprintf("%s has more than %d sets of names", u.Name, x.options.MaxNames))
		} else if q := newHalf(u.Unit, set...); q != nil {
			all = append(all, q)
		}
	}
	sets := slice.Map(formals, func(n name) []name { return []name{n} })
	for i := 0; i < len(sets) && len(all) < x.options.MaxNames; i++ {
		for _, n := range formals {
			if n.root > sets[i][len(sets[i])-1].root {
				set := append(slices.Clip(sets[i]), n)
				sets = append(sets, set)
				add(set...)
			}
		}
	}
	for _, formal := range formals {
		for _, n := range names {
			if len(n.fields) > 0 {
				add(formal, n)
			}
		}
	}
	return all
}

// named is the names of a thread as paths.
func (x *search) named(u *il.Unit, q *half) (all []abstract.Expr) {
	for _, n := range q.names {
		path := abstract.Expr(u.Formals[n.root])
		for _, f := range n.fields {
			path += abstract.Expr("." + x.core.Fields[f])
		}
		all = append(all, path)
	}
	return all
}
