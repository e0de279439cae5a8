package absence

import (
	"maps"
	"slices"

	"wobbly/il"
)

// A fact says that a path, of at least one field, leads to one of the objects in holds.
type fact struct {
	path  il.Expr
	holds set
}

// bind sets the variable x to v, the value of the path e. Facts about extensions of e become facts
// about the variable.
func (w *walker) bind(s *state, x string, v set, e il.Expr) {
	known := s.beyond(e, x)
	w.assign(s, x, v)
	maps.Copy(s.facts, known)
}

// extend adds to s the values at entry that t has, and the facts of t that s implies.
func (w *walker) extend(s, t *state) {
	for _, x := range w.formals {
		if _, kept := t.vars[x+atEntry]; kept {
			w.keep(s, x)
		}
	}
	for p, known := range t.facts {
		if _, ok := s.facts[p]; !ok && w.isStable(s, known.path) {
			s.facts[p] = fact{path: known.path, holds: w.eval(s, known.path)}
		}
	}
}

// isStable reports whether the objects on a path before its end are all public or initial, and the
// other thread writes none of its cells except the last. Otherwise the other thread might put an
// object on the path that this thread publishes only later and whose cells eval does not know yet.
func (w *walker) isStable(s *state, e il.Expr) bool {
	last := len(e.Fields) - 1
	base := w.eval(s, prefix(e, last))
	return base != "" && !base.Meets(w.private) && w.settled(s, e, last, nil)
}

// beyond returns the facts about proper extensions of e, with the variable x in the place of e.
func (s *state) beyond(e il.Expr, x string) map[string]fact {
	found := map[string]fact{}
	n := len(e.Fields)
	for _, known := range s.facts {
		p := known.path
		if len(p.Fields) > n && p.Root == e.Root && slices.Equal(p.Fields[:n], e.Fields) {
			path := il.Expr{Root: x, Fields: p.Fields[n:]}
			found[path.String()] = fact{path: path, holds: known.holds}
		}
	}
	return found
}

// hits lists the indices of those of the first n cells on a path that a store into the field f of
// the objects in base may change. After x.f.f := y, for example, x.f.f is y.f if x.f was x.
func (w *walker) hits(s *state, e il.Expr, n int, base set, f string) (all []int) {
	for i, objects := range w.bases(s, prefix(e, n)) {
		if e.Fields[i] == f && objects.Meets(base) {
			all = append(all, i)
		}
	}
	return all
}

// learn records where a path leads after v was stored at its end: to v, or to what the other thread
// stores in the last cell. The store may also have changed earlier cells of the path, those in
// hits; then the path may lead where the fields after such a cell lead from v. Nothing is recorded
// unless the other thread leaves the cells before the last as they are.
func (w *walker) learn(s *state, e il.Expr, v set, hits []int) {
	last := len(e.Fields) - 1
	base := w.eval(s, prefix(e, last))
	if last >= maxFact || base.Meets(w.private) || !w.settled(s, e, last, nil) {
		return
	}
	var from set // where the fields so far lead from v
	for i, f := range e.Fields {
		from = w.load(s, from, f)
		if slices.Contains(hits, i) {
			from = from.Union(v)
		}
	}
	v = v.Union(from)
	for o := range base.All() {
		v = v.Union(w.relies[cell{o, e.Fields[last]}])
	}
	s.facts[e.String()] = fact{path: il.Expr{Root: e.Root, Fields: e.Fields}, holds: v}
}

// settled reports whether the first n cells on a path are stable: neither the other thread nor the
// given stores of this one write them, and none belongs to a private object.
func (w *walker) settled(s *state, e il.Expr, n int, stored cells) bool {
	for i, base := range w.bases(s, prefix(e, n)) {
		if base.Meets(w.private) || base == "" {
			return false
		}
		for o := range base.All() {
			if c := (cell{o, e.Fields[i]}); w.relies[c] != "" || stored[c] != "" {
				return false
			}
		}
	}
	return true
}

// forget weakens or drops the facts that a store of v into the field f of the objects in base may
// make false.
func (w *walker) forget(s *state, base set, f string, v set) {
	before := s.clone() // facts are looked up while they change
	for p, known := range before.facts {
		last := len(known.path.Fields) - 1
		for i, objects := range w.bases(before, known.path) {
			if known.path.Fields[i] != f || !objects.Meets(base) {
				continue
			}
			if i < last {
				delete(s.facts, p)
				break
			}
			known.holds = known.holds.Union(v)
			s.facts[p] = known
		}
	}
}
