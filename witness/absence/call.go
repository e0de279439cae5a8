package absence

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"wobbly/il"
)

// atEntry is the suffix of the variable that has the value of a parameter when the method was
// entered. A state has this variable once the parameter may have been assigned.
const atEntry = "@entry"

// keep saves the value that a parameter had at entry, unless it is saved already. It is called
// before the parameter is first assigned, and does nothing if x is not a parameter.
func (w *walker) keep(s *state, x string) {
	initial := x + atEntry
	if _, kept := s.vars[initial]; kept || !slices.Contains(w.formals, x) {
		return
	}
	s.vars[initial] = s.vars[x]
	maps.Copy(s.facts, s.beyond(il.Var(x), initial))
}

// call walks through a method, once for each state at entry.
func (w *walker) call(c *il.Call, s *state, held il.Level) (*state, error) {
	m := w.core.Methods[c.Method]
	entry := w.enter(c, m, s)
	key := entry.key(m, held)
	end, ok := w.exits[key]
	if !ok {
		w.size += entry.size()
		if w.size > maxSize {
			return nil, errTooLarge
		}
		caller := w.formals
		w.formals = m.Formals
		var err error
		end, err = w.block(m.Body, entry, held)
		w.formals = caller
		if err != nil {
			return nil, err
		}
		w.exits[key] = end
	}
	return w.leave(c, m, s, end), nil
}

// enter returns the state in which a method is entered. Of the facts, only those about paths that
// extend an argument carry over, with the parameter in its place.
func (w *walker) enter(c *il.Call, m *il.Unit, s *state) *state {
	entry := newState()
	entry.cells, entry.single, entry.several = maps.Clone(s.cells), s.single, s.several
	for i, e := range c.Args {
		entry.vars[m.Formals[i]] = w.eval(s, e)
		maps.Copy(entry.facts, s.beyond(e, m.Formals[i]))
	}
	return entry
}

// leave returns the state after a call from s of a method that ends with end.
func (w *walker) leave(c *il.Call, m *il.Unit, s, end *state) *state {
	out := s.clone()
	out.cells, out.single, out.several = maps.Clone(end.cells), end.single, end.several
	out.facts = map[string]fact{}
	for p, known := range s.facts {
		e, last := known.path, len(known.path.Fields)-1
		if !w.settled(s, e, last, end.stored) {
			continue
		}
		for o := range w.eval(s, prefix(e, last)).All() {
			known.holds = known.holds.Union(end.stored[cell{o, e.Fields[last]}])
		}
		out.facts[p] = known
	}
	for _, known := range end.facts {
		i := m.Formal(strings.TrimSuffix(known.path.Root, atEntry))
		_, assigned := end.vars[known.path.Root+atEntry]
		if i < 0 || assigned || !w.settled(s, c.Args[i], len(c.Args[i].Fields), end.stored) {
			continue
		}
		path := il.Expr{
			Root: c.Args[i].Root, Fields: slices.Concat(c.Args[i].Fields, known.path.Fields),
		}
		if other, ok := out.facts[path.String()]; ok { // both facts are true
			known.holds = known.holds.Intersect(other.holds)
		}
		out.facts[path.String()] = fact{path: path, holds: known.holds}
	}
	out.stored.join(end.stored)
	out.published = s.published.Union(end.published)
	for x, v := range out.vars { // on some paths an object may still be private
		out.vars[x] = v.Union(publicly(v.Intersect(end.published), end.published, w.thread))
	}
	return out
}

// key returns a text that identifies a walk through m from s with these locks. In s, nothing must
// be stored or published yet.
func (s *state) key(m *il.Unit, held il.Level) string {
	b := binary.AppendUvarint(nil, uint64(m.Index))
	b = held.AppendKey(b)
	put := func(name string, v set) { // appends a name and a value
		b = append(append(b, name...), 0)
		b = binary.AppendUvarint(b, uint64(len(v)))
		b = append(b, v...)
	}
	for _, x := range slices.Sorted(maps.Keys(s.vars)) {
		put(x, s.vars[x])
	}
	for _, c := range s.cells.sorted() {
		b = binary.AppendUvarint(append(b, 2), uint64(c.object))
		put(c.field, s.cells[c])
	}
	for _, p := range slices.Sorted(maps.Keys(s.facts)) {
		put("="+p, s.facts[p].holds)
	}
	put("#", s.single)
	put("#", s.several)
	return string(b)
}
