package absence

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"sort"

	"wobbly/il"
)

// program is a pair of units with the names of its objects.
type program struct {
	core *il.Core
	pair il.Pair
	// news has the new() statements that either thread may execute, in text order, and index the
	// index of each there.
	news  []il.Pos
	index map[il.Pos]int
	// fields are the fields that either thread mentions. Other cells are never read.
	fields []string
	// private has the private names, and shared all others.
	private, shared set

	// work is the sum, over all statements walked by all walkers, of the size of the state before
	// the statement. The walk ends with errTooLarge when work exceeds maxWork.
	work, maxWork int
}

func newProgram(core *il.Core, p il.Pair, maxWork int) *program {
	x := &program{core: core, pair: p, index: map[il.Pos]int{}, maxWork: maxWork}
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

// unit returns the unit of thread 0 (A) or 1 (B).
func (p *program) unit(thread int) *il.Unit {
	return [2]*il.Unit{p.pair.Left, p.pair.Right}[thread]
}

// An occurrence is an access with the locks that are held.
type occurrence struct {
	site il.Site
	held il.Level // the locks, without depths
}

// reached is what is known of an occurrence of an access.
type reached struct {
	objects set   // the objects that may be accessed, except private ones
	own     set   // the private objects that may be accessed
	before  cells // the thread's earlier stores into cells of objects that are not private
}

// walker walks through the unit of a thread.
type walker struct {
	*program
	ctx    context.Context
	thread int
	// formals are the parameters of the method that is being walked, and nil in a thread's unit.
	formals []string
	// relies are the stores of the other thread into cells that are not private.
	relies cells
	// loop returns a state that covers s and the state after each iteration of a loop.
	loop func(w *walker, l *il.While, s *state, held il.Level) (*state, error)

	found map[occurrence]*reached
	// after are all stores of the thread into cells of objects that are not private.
	after cells
	// exits have the states at the ends of methods, by unit, locks held, and the state at entry.
	exits map[string]*state
	// size is the total size of the entry states in the keys of exits, at most maxSize.
	size int
	// statements is the number of statements that were walked.
	statements int
}

const (
	maxSize      = 1 << 22 // the maximum walker.size
	maxFact      = 1 << 8  // the maximum number of fields of a path in a fact
	pollInterval = 1 << 8  // the number of statements between two polls of the context
)

// errTooLarge is the error for a program in which size would exceed maxSize or work maxWork.
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

// block walks through a block of a unit that was entered with the locks held, from s, which it may
// modify. It returns the state at the end.
func (w *walker) block(b *il.Block, s *state, held il.Level) (*state, error) {
	var err error
	for _, stmt := range b.List() {
		if s, err = w.statement(stmt, s, held); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// held returns the locks that are held at a statement of a method that was entered with these.
func (w *walker) held(stmt il.Stmt, entered il.Level) il.Level {
	return entered.Plus(w.core.LevelAt(stmt)).Locks()
}

// statement is like block for one statement.
func (w *walker) statement(stmt il.Stmt, s *state, held il.Level) (*state, error) {
	w.statements++
	if w.statements%pollInterval == 0 && w.ctx.Err() != nil {
		return nil, w.ctx.Err()
	}
	w.work += s.size()
	if w.work > w.maxWork {
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
	o := occurrence{site: a.Site, held: held}
	r := w.found[o]
	if r == nil {
		r = &reached{before: cells{}}
		w.found[o] = r
	}
	base := w.eval(s, a.Base())
	r.objects = r.objects.Union(base.Intersect(w.shared))
	r.own = r.own.Union(base.Intersect(w.private))
	for c, v := range s.cells {
		if !isPrivate(c.object) {
			r.before[c] = r.before[c].Union(v)
		}
	}
}

// assign sets a variable to a value and drops the facts about it.
func (w *walker) assign(s *state, x string, v set) {
	w.keep(s, x)
	s.vars[x] = v
	for p, f := range s.facts {
		if f.path.Root == x {
			delete(s.facts, p)
		}
	}
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

// store executes a store. If the object may be shared, the stored value is published.
func (w *walker) store(s *state, c *il.Store) {
	last := len(c.Dst.Fields) - 1
	base, f, v := w.eval(s, prefix(c.Dst, last)), c.Dst.Fields[last], s.vars[c.Src]
	own, shared := base.Intersect(w.private), base.Intersect(w.shared)
	hits := w.hits(s, c.Dst, last, base, f)
	for o := range own.All() {
		target := cell{o, f}
		if shared == "" && own.Len() == 1 && s.single.Has(o) && !s.several.Has(o) {
			s.cells[target] = v // the cell is known, so it is overwritten
		} else {
			s.cells[target] = s.cells[target].Union(v)
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
		for c, v := range s.cells {
			reached := v.Intersect(w.private)
			if public.Has(c.object) && !reached.Within(public) {
				public, grown = public.Union(reached), true
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
