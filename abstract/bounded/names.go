package bounded

import (
	"cmp"
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// names lists the names of a unit, the shortest first: its formals, and the paths by
// which it walks while all before the end is its own.
func (x *search) names(u *unit) (all []*half) {
	most := maxObjects / 2
	if x.core.HasLoop(u.Unit) {
		most = x.options.MaxFields
	}
	for i := range u.Formals {
		all = append(all, &half{root: i})
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
func (x *search) beyond(u *unit, q *half, more int) []uint16 {
	s := x.segment(u, q.longer(noField), more+16)
	s.walked = map[uint16]bool{}
	s.begin(u, x.left(1, initial()[:1]))
	var fields []uint16
	for f := range s.walked {
		fields = append(fields, f)
	}
	slice.Sort(fields, cmp.Compare[uint16])
	return fields
}

// named is a name as a path.
func (x *search) named(u *il.Unit, q *half) abstract.Expr {
	name := abstract.Expr(u.Formals[q.root])
	for _, f := range q.fields {
		name += abstract.Expr("." + x.core.Fields[f])
	}
	return name
}
