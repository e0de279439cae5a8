package absence

import (
	"context"

	"wobbly/il"
)

// A Reason says why two accesses never race.
type Reason struct {
	Locked  bool       // whether both are always under a common lock
	Objects [2]Objects // what threads A and B access where no common lock separates them
}

// Objects are the objects that a thread may access at a site. There are none if the thread never
// reaches it.
type Objects struct {
	Initial bool        // whether an initial object may be accessed
	Private []il.Pos    // the new() of each object that only the thread can reach
	Public  [2][]il.Pos // the new() of each other object, by the thread that executes it
}

// Reason returns why the accesses of a certificate never race. The error is that of Check.
func (k *Checker) Reason(ctx context.Context, c *Certificate) (r Reason, err error) {
	if err := k.Check(ctx, c); err != nil || k.threads != c.threads {
		return r, err
	}
	r.Locked = true
	for i, w := range k.walkers {
		var all set
		for l, reached := range w.at(c.Sites[i]) {
			if k.walkers[1-i].alwaysShares(c.Sites[1-i], l) {
				continue
			}
			all = all.Union(reached.objects).Union(reached.own)
			r.Locked = false
		}
		r.Objects[i] = w.objects(all)
	}
	return r, nil
}

// alwaysShares reports whether the thread always holds a lock of l at a site.
func (w *walker) alwaysShares(s il.Site, l il.Level) bool {
	for m := range w.at(s) {
		if !l.Excludes(m) {
			return false
		}
	}
	return l.Held()
}

// objects returns the objects of a set, in text order.
func (p *program) objects(names set) (o Objects) {
	o.Initial = names.Has(initial)
	for n, pos := range p.news {
		if names.Has(private(n)) {
			o.Private = append(o.Private, pos)
		}
		for t := range o.Public {
			if names.Has(public(t, n)) {
				o.Public[t] = append(o.Public[t], pos)
			}
		}
	}
	return o
}
