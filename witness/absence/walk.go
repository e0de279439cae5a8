package absence

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"

	"wobbly/il"
)

// program is a program C1 || C2 with the names of its objects.
type program struct {
	core *il.Core
	pair il.Pair
	// news are the new() statements that either thread may execute, in text order. Their indexes
	// number the names.
	news  []il.Pos
	index map[il.Pos]int
	// fields are those that either thread mentions. Other cells are never read.
	fields []string
	// private are the private names, shared all others.
	private, shared set

	// work is the sum, over all statements walked by all walkers, of the size of the state before
	// the statement. The walk ends with errTooLarge when work exceeds most.
	work, most int
}

func newProgram(core *il.Core, p il.Pair, most int) *program {
	x := &program{core: core, pair: p, index: map[il.Pos]int{}, most: most}
	fields := map[string]bool{}
	units := core.Reachable(p.Left, p.Right)
	sort.Slice(units, func(i, j int) bool { return units[i].Index < units[j].Index })
	for _, u := range units {
		il.Walk(u.Body, func(s il.Stmt) {
			if il.Allocates(s) {
				x.index[s.Pos()] = len(x.news)
				x.news = append(x.news, s.Pos())
			}
			il.EachExpr(s, func(e il.Expr) {
				for _, f := range e.Fields {
					fields[f] = true
				}
			})
		})
	}
	x.fields = slices.Sorted(maps.Keys(fields))
	x.shared = x.shared.With(initial)
	for n := range x.news {
		x.private = x.private.With(private(n))
		x.shared = x.shared.With(public(0, n)).With(public(1, n))
	}
	return x
}

func (x *program) unit(thread int) *il.Unit { return [2]*il.Unit{x.pair.Left, x.pair.Right}[thread] }

// An occurrence is an access at one lock state.
type occurrence struct {
	site il.Site
	held il.Level // without depths
}

// reached is what is known of an occurrence of an access: the objects, and the thread's earlier
// stores into cells of objects that are not private.
type reached struct {
	objects set // except private ones
	own     set // private ones, which decide nothing
	before  cells
}

// walker walks through the unit of a thread.
type walker struct {
	*program
	ctx    context.Context
	thread int
	// formals are the parameters of the method that is walked, none in a unit of a thread.
	formals []string
	// relies are the stores of the other thread into cells that are not private.
	relies cells
	// loop returns a state that covers s and the state after each iteration of a loop.
	loop func(w *walker, l *il.While, s *state, held il.Level) (*state, error)

	found map[occurrence]*reached
	// after are all stores of the thread into cells of objects that are not private.
	after cells
	// exits have the states at the ends of methods, by unit, lock state, and the state at entry.
	exits map[string]*state
	// size is the total size of the entry states in the keys of exits, at most maxSize.
	size int
	// polled counts the statements that were walked; the context is polled now and then.
	polled int
}

const (
	maxSize      = 1 << 22
	maxFact      = 1 << 8 // fields of a path about which a fact is learned or looked up
	pollInterval = 1 << 8 // statements
)

// errTooLarge is the error for a program in which size would exceed maxSize, or work would exceed
// its limit.
var errTooLarge = errors.New("the states have too many values")

// walk walks through the unit of a thread.
func (w *walker) walk() error {
	w.found, w.exits = map[occurrence]*reached{}, map[string]*state{}
	s := newState()
	u := w.unit(w.thread)
	for _, f := range u.Formals {
		s.vars[f] = s.vars[f].With(initial)
	}
	end, err := w.block(u.Body, s, il.Level{})
	if err == nil {
		w.after = end.stored
	}
	return err
}

// block walks through a block of a unit that was entered with some locks, from s, which it changes.
func (w *walker) block(b *il.Block, s *state, held il.Level) (*state, error) {
	var err error
	for _, stmt := range b.List() {
		if s, err = w.statement(stmt, s, held); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// held returns the locks that are held at a statement of a method that was entered with some.
func (w *walker) held(stmt il.Stmt, entered il.Level) il.Level {
	return entered.Plus(w.core.LevelAt(stmt)).Locks()
}

func (w *walker) statement(stmt il.Stmt, s *state, held il.Level) (*state, error) {
	if w.polled++; w.polled%pollInterval == 0 && w.ctx.Err() != nil {
		return nil, w.ctx.Err()
	}
	if w.work += s.size(); w.work > w.most {
		return nil, errTooLarge
	}
	if a, ok := il.AccessOf(stmt); ok {
		w.access(a, s, w.held(stmt, held))
	}
	switch c := stmt.(type) {
	case *il.Skip, *il.Lock, *il.Unlock:
	case *il.Copy:
		if c.Dst != c.Src {
			w.bind(s, c.Dst, s.vars[c.Src], il.Var(c.Src))
		}
	case *il.Load:
		w.bind(s, c.Dst, w.eval(s, c.Src), c.Src)
	case *il.New:
		w.create(s, c)
	case *il.Store:
		w.store(s, c)
	case *il.If:
		then, err := w.block(c.Then, s.clone(), held)
		if err != nil {
			return nil, err
		}
		other, err := w.block(c.Else, s, held)
		if err != nil {
			return nil, err
		}
		w.extend(then, other)
		w.join(then, other)
		return then, nil
	case *il.While:
		return w.loop(w, c, s, held)
	case *il.Call:
		return w.call(c, s, w.held(stmt, held))
	default:
		panic(il.Unknown(c))
	}
	return s, nil
}

func (w *walker) access(a il.Access, s *state, held il.Level) {
	at := occurrence{a.Site, held}
	r := w.found[at]
	if r == nil {
		r = &reached{before: cells{}}
		w.found[at] = r
	}
	base := w.eval(s, a.Base())
	r.objects = r.objects.Union(base.Intersect(w.shared))
	r.own = r.own.Union(base.Intersect(w.private))
	for c, held := range s.cells {
		if !isPrivate(c.object) {
			r.before[c] = r.before[c].Union(held)
		}
	}
}

func (w *walker) assign(s *state, x string, v set) {
	w.keep(s, x)
	s.vars[x] = v
	for p, f := range s.facts {
		if f.path.Root == x {
			delete(s.facts, p)
		}
	}
}

// atEntry follows the name of a parameter in the name of the value that it had when the method was
// entered. A state has that value, as a variable, once the parameter may have been assigned.
const atEntry = "@entry"

// keep saves the value that a parameter had at entry, unless that is done already. It is called
// before the parameter is first assigned, and does nothing if x is not a parameter.
func (w *walker) keep(s *state, x string) {
	old := x + atEntry
	if _, kept := s.vars[old]; kept || !slices.Contains(w.formals, x) {
		return
	}
	s.vars[old] = s.vars[x]
	maps.Copy(s.facts, s.beyond(il.Var(x), old))
}

// bind sets a variable to the value of a path. Facts about longer paths become facts about the
// variable.
func (w *walker) bind(s *state, x string, v set, e il.Expr) {
	known := s.beyond(e, x)
	w.assign(s, x, v)
	maps.Copy(s.facts, known)
}

// join makes s cover t as well. It may add to t what t implies.
func (w *walker) join(s, t *state) {
	w.extend(t, s)
	w.extend(s, &state{vars: t.vars}) // the values at entry, but no facts, so that loops end
	s.join(t)
}

// within reports whether t covers s. It may add to s what s implies.
func (w *walker) within(s, t *state) bool {
	w.extend(s, t)
	return s.within(t)
}

// extend adds to s the values at entry and the facts of t that s implies.
func (w *walker) extend(s, t *state) {
	for _, x := range w.formals {
		if _, kept := t.vars[x+atEntry]; kept {
			w.keep(s, x)
		}
	}
	for p, known := range t.facts {
		if _, ok := s.facts[p]; !ok && w.isStable(s, known.path) {
			s.facts[p] = fact{known.path, w.eval(s, known.path)}
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

// beyond returns the facts of paths that are longer than e, with the variable x in its place.
func (s *state) beyond(e il.Expr, x string) map[string]fact {
	found := map[string]fact{}
	n := len(e.Fields)
	for _, known := range s.facts {
		p := known.path
		if len(p.Fields) > n && p.Root == e.Root && slices.Equal(p.Fields[:n], e.Fields) {
			path := il.Expr{Root: x, Fields: p.Fields[n:]}
			found[path.String()] = fact{path, known.holds}
		}
	}
	return found
}

// eval returns the possible values of a path.
func (w *walker) eval(s *state, e il.Expr) set {
	v := s.vars[e.Root]
	for i := range e.Fields {
		v = w.follow(s, v, e, i)
	}
	return v
}

// bases yields the possible objects of each cell on a path.
func (w *walker) bases(s *state, e il.Expr) iter.Seq2[int, set] {
	return func(yield func(int, set) bool) {
		v := s.vars[e.Root]
		for i := range e.Fields {
			if !yield(i, v) {
				return
			}
			v = w.follow(s, v, e, i)
		}
	}
}

// follow returns the possible values of the first i+1 fields of a path, given those of the first i.
func (w *walker) follow(s *state, v set, e il.Expr, i int) set {
	v = w.load(s, v, e.Fields[i])
	if len(s.facts) > 0 && i < maxFact {
		if known, ok := s.facts[prefix(e, i+1).String()]; ok {
			v = v.Intersect(known.holds)
		}
	}
	return v
}

// prefix returns the path of the first n fields.
func prefix(e il.Expr, n int) il.Expr { return il.Expr{Root: e.Root, Fields: e.Fields[:n:n]} }

// load returns the possible values of a field of some objects.
func (w *walker) load(s *state, base set, f string) (v set) {
	for o := range base.All() {
		c := cell{o, f}
		v = v.Union(s.cells[c])
		if !isPrivate(o) {
			v = v.Union(w.relies[c])
		}
		if o == initial {
			v = v.With(initial)
		}
	}
	return v
}

// create executes a new(): a private object whose cells refer to itself.
func (w *walker) create(s *state, c *il.New) {
	o := private(w.index[c.At])
	if s.single.Has(o) {
		s.single, s.several = s.single.Without(o), s.several.With(o)
	} else if !s.several.Has(o) {
		s.single = s.single.With(o)
	}
	for _, f := range w.fields {
		s.cells[cell{o, f}] = s.cells[cell{o, f}].With(o)
	}
	w.assign(s, c.Dst, set("").With(o))
}

// store executes a store.
func (w *walker) store(s *state, c *il.Store) {
	last := len(c.Dst.Fields) - 1
	base, f, v := w.eval(s, prefix(c.Dst, last)), c.Dst.Fields[last], s.vars[c.Src]
	own, shared := base.Intersect(w.private), base.Intersect(w.shared)
	hits := w.hits(s, c.Dst, last, base, f)
	for o := range own.All() {
		at := cell{o, f}
		if shared == "" && own.Len() == 1 && s.single.Has(o) && !s.several.Has(o) {
			s.cells[at] = v
		} else {
			s.cells[at] = s.cells[at].Union(v)
		}
	}
	if shared != "" {
		public := publicly(v, w.private, w.thread)
		w.forget(s, shared, f, public)
		for o := range shared.All() {
			s.put(cell{o, f}, public)
		}
		w.publish(s, v)
	}
	w.learn(s, c.Dst, publicly(v, w.private, w.thread), hits)
}

// hits lists those of the first n cells on a path that a store into a field of some objects may
// change. After x.f.f := y, for example, x.f.f is y.f if x.f was x.
func (w *walker) hits(s *state, e il.Expr, n int, base set, f string) (all []int) {
	for i, objects := range w.bases(s, prefix(e, n)) {
		if e.Fields[i] == f && objects.Meets(base) {
			all = append(all, i)
		}
	}
	return all
}

// put adds a value stored into a cell of an object that is not private.
func (s *state) put(c cell, v set) {
	s.cells[c] = s.cells[c].Union(v)
	s.stored[c] = s.stored[c].Union(v)
}

// publish makes public the private objects of v and those that they lead to.
func (w *walker) publish(s *state, v set) {
	public := v.Intersect(w.private)
	for grown := public != ""; grown; {
		grown = false
		for c, held := range s.cells {
			if more := held.Intersect(w.private); public.Has(c.object) && !more.Within(public) {
				public, grown = public.Union(more), true
			}
		}
	}
	if public == "" {
		return
	}
	for _, c := range s.cells.sorted() {
		if public.Has(c.object) {
			s.put(cell{c.object + 1 + w.thread, c.field}, publicly(s.cells[c], w.private, w.thread))
			delete(s.cells, c)
		}
	}
	s.single, s.several = s.single.Minus(public), s.several.Minus(public)
	s.published = s.published.Union(public)
	s.rename(public, w.thread)
}

// learn records where a path leads after v was stored at its end: to v, or to what the other thread
// stores in the last cell. The store may also have changed earlier cells of the path, those in hits;
// then the path may lead where the fields after such a cell lead from v. Nothing is recorded unless
// the other thread leaves the cells before the last as they are.
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
	s.facts[e.String()] = fact{il.Expr{Root: e.Root, Fields: e.Fields}, v}
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

// forget weakens or drops the facts that a store of v into a field of some objects may make false.
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

// call walks through a method, unless that has been done from the same state.
func (w *walker) call(c *il.Call, s *state, held il.Level) (*state, error) {
	m := w.core.Methods[c.Method]
	entry := w.enter(c, m, s)
	key := w.key(m, entry, held)
	end, ok := w.exits[key]
	if !ok {
		if w.size += entry.size(); w.size > maxSize {
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
		if _, assigned := end.vars[known.path.Root+atEntry]; i < 0 || assigned ||
			!w.settled(s, c.Args[i], len(c.Args[i].Fields), end.stored) {
			continue
		}
		path := il.Expr{Root: c.Args[i].Root, Fields: slices.Concat(c.Args[i].Fields, known.path.Fields)}
		if other, ok := out.facts[path.String()]; ok { // both are true
			known.holds = known.holds.Intersect(other.holds)
		}
		out.facts[path.String()] = fact{path, known.holds}
	}
	out.stored.join(end.stored)
	out.published = s.published.Union(end.published)
	for x, v := range out.vars { // on some paths it may still be private
		out.vars[x] = v.Union(publicly(v.Intersect(end.published), end.published, w.thread))
	}
	return out
}

func (s *state) size() int {
	return 1 + len(s.vars) + len(s.cells) + len(s.facts) + len(s.stored)
}

// key identifies a walk through a method: the method, the locks held, and the state at entry, in
// which nothing is stored or published yet.
func (w *walker) key(m *il.Unit, s *state, held il.Level) string {
	b := binary.AppendUvarint(nil, uint64(m.Index))
	b = held.AppendKey(b)
	put := func(name string, v set) {
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
