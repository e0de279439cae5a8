package flow

import (
	"wobbly/abstract"
	"wobbly/abstract/paths"
	"wobbly/il"
)

// found is an access whose path leads through the meeting object.
type found struct {
	il.Site
	paths.Found
	lock  il.Level // counted from the frame's entry
	path  []string // the fields of the path
	rest  int      // how many of them, the last ones, are walked from the meeting object
	other bool     // path is not the one that is written at the access
	steps int      // to just before the access

	relies, stores set
}

// kind is the identity of an access of a unit, regardless of the path to it.
type kind struct {
	site il.Site
	lock il.Level
	rest int

	other string // the rest, if it is not the end of the path that is written at the access
}

func (a *found) kind() kind {
	k := kind{site: a.Site, lock: a.lock, rest: a.rest}
	if a.other {
		k.other = dotted(a.path)
	}
	return k
}

// variant is one of the accesses of a kind, with its index in a list of accesses.
type variant struct {
	relies, stores set
	steps, index   int
}

// keepBest adds a variant to those of its kind in best, unless an old one relies on no more and
// stores into no more. It replaces the first one that it is better than and takes over its index. It
// returns the index, and whether the variant was added.
func (ss *sets) keepBest(best map[kind][]variant, k kind, v variant) (index int, ok bool) {
	for i, old := range best[k] {
		same := old.relies == v.relies && old.stores == v.stores
		switch {
		case same && v.steps >= old.steps:
			return 0, false
		case same || ss.subset(v.relies, old.relies) && ss.subset(v.stores, old.stores):
			v.index = old.index
			best[k][i] = v
			return v.index, true
		case ss.subset(old.relies, v.relies) && ss.subset(old.stores, v.stores):
			return 0, false
		}
	}
	best[k] = append(best[k], v)
	return v.index, true
}

// note adds an access to b.found, or replaces one there, if it is among the best of its kind.
func (b *builder) note(a found) {
	v := variant{relies: a.relies, stores: a.stores, steps: a.steps, index: len(b.found)}
	switch i, ok := b.sets.keepBest(b.best, a.kind(), v); {
	case !ok:
	case i == len(b.found):
		b.found = append(b.found, a)
	default:
		b.found[i] = a
	}
}

// add adds those accesses found by following one name that are among the best of their kind.
func (s *summary) add(u *il.Unit, f *follower, best map[kind][]variant) {
	path := u.Formals[f.name.root]
	for _, g := range f.name.fields {
		path += "." + f.core.Fields[g]
	}
	for _, a := range f.whole.found {
		b := Access{
			Site:   a.Site,
			Name:   abstract.Expr(path),
			Rest:   dotted(a.path[len(a.path)-a.rest:]),
			Lock:   a.lock,
			Step:   a.steps,
			Relies: f.fieldNames(a.relies),
			Stores: f.fieldNames(a.stores),
			rest:   a.rest,
			frame:  f.whole,
			end:    a,
			sets:   f.sets,
		}
		v := variant{relies: a.relies, stores: a.stores, steps: a.steps, index: len(s.accesses)}
		switch i, ok := f.sets.keepBest(best, a.kind(), v); {
		case !ok:
		case i == len(s.accesses):
			s.accesses = append(s.accesses, b)
		default:
			s.accesses[i] = b
		}
	}
}
