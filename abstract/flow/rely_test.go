package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// The reference of Theorem 2g, literally: for each set U of fields that the other thread may store
// into, every trace by every name, with objects as pointers. What an object that is not private
// holds in a field of U is not known.

// relyObject is an object that a thread knows under Theorem 2g; nil is any other one.
type relyObject struct {
	private bool
	cells   map[string]*relyObject
}

// expose makes a private object, and all objects that it leads to, known to the other thread.
func (o *relyObject) expose() {
	if o == nil || !o.private {
		return
	}
	o.private = false
	for _, c := range o.cells {
		c.expose()
	}
}

// A relyProgram is a program with the facts that the reference needs.
type relyProgram struct {
	core    *il.Core
	matter  []string   // fields that some command reads and some stores into
	endings [][]string // the suffixes of accessed paths
}

func newRelyProgram(core *il.Core) *relyProgram {
	p := &relyProgram{core: core}
	read, stored := map[string]bool{}, map[string]bool{}
	for _, u := range core.Order {
		il.Walk(u.Body, func(s il.Stmt) {
			if store, ok := s.(*il.Store); ok {
				stored[store.Dst.Fields[len(store.Dst.Fields)-1]] = true
			}
			il.EachExpr(s, func(e il.Expr) {
				fields := e.Fields
				if _, ok := s.(*il.Store); ok && len(fields) > 0 {
					fields = fields[:len(fields)-1]
				}
				for _, f := range fields {
					read[f] = true
				}
			})
			if a, ok := il.AccessOf(s); ok {
				for i := range len(a.Path.Fields) - 1 {
					p.endings = append(p.endings, a.Path.Fields[i:])
				}
			}
		})
	}
	for _, f := range core.Fields {
		if read[f] && stored[f] {
			p.matter = append(p.matter, f)
		}
	}
	return p
}

// relyThread is a thread that follows a trace.
type relyThread struct {
	*relyProgram
	others  map[string]bool // U
	without flow.Clause
	all     []*relyObject // those that it has known
	meet    *relyObject
	stack   []map[string]*relyObject // the variables of each open call
	lock    il.Level
	steps   int
	stores  map[string]bool   // the fields that it has stored into, except of private objects
	found   map[relySight]int // the fewest commands before each access
}

// A relySight is an access that a thread reaches, with the fields that it has stored into.
type relySight struct {
	il.Site
	lock         il.Level
	rest, stores string
}

// newRelyThread returns a thread before its unit, by a name.
func newRelyThread(
	p *relyProgram, u *il.Unit, root string, fields []string, others map[string]bool,
	without flow.Clause,
) *relyThread {
	t := &relyThread{
		relyProgram: p, others: others, without: without, stores: map[string]bool{},
		found: map[relySight]int{},
	}
	elsewhere := t.fresh(nil)
	o := t.fresh(nil)
	o.private = false
	t.meet = t.fresh(o)
	t.meet.private = false
	at := t.meet
	for _, f := range slices.Backward(fields) {
		before := t.fresh(elsewhere)
		before.cells[f] = at
		at = before
	}
	frame := map[string]*relyObject{}
	for _, x := range u.Formals {
		frame[x] = elsewhere
	}
	frame[root] = at
	t.stack = []map[string]*relyObject{frame}
	return t
}

// fresh returns a private object whose cells hold another one, or itself.
func (t *relyThread) fresh(holds *relyObject) *relyObject {
	o := &relyObject{private: true, cells: map[string]*relyObject{}}
	if holds == nil {
		holds = o
	}
	for _, f := range t.core.Fields {
		o.cells[f] = holds
	}
	t.all = append(t.all, o)
	return o
}

func (t *relyThread) executed() int { return t.steps }

// get returns what a cell is known to hold.
func (t *relyThread) get(o *relyObject, f string) *relyObject {
	if o == nil || !o.private && t.others[f] {
		return nil
	}
	return o.cells[f]
}

// walk returns the object to which fields lead. If visit is not nil, it is called before each field
// with the object and the index of the field.
func (t *relyThread) walk(
	from *relyObject, fields []string, visit func(o *relyObject, i int),
) *relyObject {
	for i, f := range fields {
		if visit != nil {
			visit(from, i)
		}
		from = t.get(from, f)
	}
	return from
}

func (t *relyThread) root(e il.Expr) *relyObject { return t.stack[len(t.stack)-1][e.Root] }

// see notes the access that a command makes.
func (t *relyThread) see(c il.Command) {
	a, ok := il.AccessOf(c)
	if !ok {
		return
	}
	var stored []string
	for _, f := range t.matter {
		if t.stores[f] {
			stored = append(stored, f)
		}
	}
	note := func(rest []string) {
		s := relySight{a.Site, t.lock, "." + strings.Join(rest, "."), strings.Join(stored, " ")}
		if least, ok := t.found[s]; !ok || t.steps < least {
			t.found[s] = t.steps
		}
	}
	last := len(a.Path.Fields) - 1
	t.walk(t.root(a.Path), a.Path.Fields, func(o *relyObject, i int) {
		if o == t.meet {
			note(a.Path.Fields[i:])
		}
		if i < last || o == nil || o.private {
			return
		}
		for _, e := range t.endings { // the object may be found by walking
			if n := len(e) - 1; e[n] == a.Path.Fields[last] && t.walk(t.meet, e[:n], nil) == o {
				note(e)
			}
		}
	})
}

func (t *relyThread) unless(off flow.Clause, o *relyObject) *relyObject {
	if t.without&off != 0 {
		return nil
	}
	return o
}

// do executes a command.
func (t *relyThread) do(c il.Command) {
	t.see(c)
	t.steps++
	frame := t.stack[len(t.stack)-1]
	switch c := c.(type) {
	case *il.Copy:
		frame[c.Dst] = t.unless(flow.ClauseCopies, frame[c.Src])
	case *il.Load:
		frame[c.Dst] = t.unless(flow.ClauseLoads, t.walk(t.root(c.Src), c.Src.Fields, nil))
	case *il.New:
		if t.without&flow.ClauseFresh == 0 {
			frame[c.Dst] = t.fresh(nil)
		}
	case *il.Store:
		t.store(c, frame[c.Src])
	case *il.Lock:
		t.lock = t.lock.Acquire()
	case *il.Unlock:
		t.lock = t.lock.Release()
	case il.Push:
		callee := map[string]*relyObject{}
		for i, e := range c.Call.Args {
			callee[c.Callee.Formals[i]] = t.unless(flow.ClauseArguments,
				t.walk(t.root(e), e.Fields, nil))
		}
		t.stack = append(t.stack, callee)
	case il.Pop:
		t.stack = t.stack[:len(t.stack)-1]
	}
}

func (t *relyThread) store(c *il.Store, v *relyObject) {
	last := len(c.Dst.Fields) - 1
	f := c.Dst.Fields[last]
	base := t.walk(t.root(c.Dst), c.Dst.Fields[:last], nil)
	if base == nil || !base.private {
		t.stores[f] = true
		if base == nil && t.without&flow.ClauseForget == 0 {
			for _, o := range t.all {
				if !o.private {
					o.cells[f] = nil
				}
			}
		}
		if t.without&flow.ClausePublic == 0 {
			v.expose()
		}
	}
	if base != nil && t.without&flow.ClauseCells == 0 {
		base.cells[f] = v
	}
}

// subsets lists the subsets of some words.
func subsets(words []string) (all []map[string]bool) {
	for n := range 1 << len(words) {
		m := map[string]bool{}
		for i, w := range words {
			if n>>i&1 != 0 {
				m[w] = true
			}
		}
		all = append(all, m)
	}
	return all
}

// within reports whether all of some words are in a text.
func within(some []string, text string) bool {
	words := strings.Fields(text)
	return !slices.ContainsFunc(some, func(w string) bool { return !slices.Contains(words, w) })
}

// foundAmong reports whether some access is that of s, stores into no more, and relies on no field
// into which the other thread may store.
func (s relySight) foundAmong(all []flow.Access, others map[string]bool) bool {
	return slices.ContainsFunc(all, func(a flow.Access) bool {
		return a.Site == s.Site && a.Lock == s.lock && a.Rest == s.rest &&
			within(a.Stores, s.stores) &&
			!slices.ContainsFunc(a.Relies, func(f string) bool { return others[f] })
	})
}

// compareRelying compares the accesses of a unit without loops with those that its traces reach,
// for each set of fields that the other thread may store into. Each is found by an access that
// relies on none of these fields and stores into no more. And each access has the trace that it
// says if the other thread stores into the fields that it does not rely on.
func compareRelying(
	t *testing.T, p *relyProgram, u *il.Unit, r *flow.Result, traces [][]il.Command, fields int,
	without flow.Clause,
) (accesses int) {
	t.Helper()
	all := r.Accesses(u)
	for _, others := range subsets(p.matter) {
		for _, root := range u.Formals {
			for _, q := range names(p.core, fields) {
				for _, trace := range traces {
					x := newRelyThread(p, u, root, q, others, without)
					for _, c := range trace {
						x.do(c)
					}
					for s := range x.found {
						if !s.foundAmong(all, others) {
							t.Fatalf("%s: %+v by %s.%v is not found with %v, but %s\n%s", u.Name, s,
								root, q, others, describe(all), p.core.Source.Text)
						}
					}
				}
			}
		}
	}
	for _, a := range all {
		others := map[string]bool{}
		for _, f := range p.matter {
			others[f] = !slices.Contains(a.Relies, f)
		}
		x := newRelyThread(p, u, string(a.Name.Root()), a.Name.Fields(), others, without)
		next, err := follow(p.core, u, a, x)
		if err == nil {
			clear(x.found)
			x.see(next)
			s := relySight{a.Site, a.Lock, a.Rest, strings.Join(a.Stores, " ")}
			if steps, ok := x.found[s]; !ok || steps != a.Step {
				err = fmt.Errorf("the trace comes to %v", x.found)
			}
		}
		if err != nil {
			t.Fatalf("the trace of an access of %s:%s\n%v\n%s", u.Name, describe([]flow.Access{a}),
				err, p.core.Source.Text)
		}
	}
	return len(all)
}

// describe lists accesses.
func describe(all []flow.Access) string {
	var b strings.Builder
	for _, a := range all {
		fmt.Fprintf(&b, "\n%v under %d by %s with %s left after %d, relies on %v, stores into %v",
			a.Site, a.Lock, a.Name, a.Rest, a.Step, a.Relies, a.Stores)
	}
	return b.String()
}

// TestRely: in units without loops, the analysis finds the same accesses as enumerating all traces,
// for every assumption about the other thread, even with any one clause switched off.
func TestRely(t *testing.T) {
	const fields = 2
	clauses := []flow.Clause{
		0, 0, flow.ClauseCells, flow.ClausePublic, 0, flow.ClauseCopies, flow.ClauseLoads,
		flow.ClauseArguments, 0, flow.ClauseFresh, flow.ClauseForget,
	}
	units, accesses, n := 0, 0, 0
	o := generator()
	o.While, o.New, o.Statements, o.Path = 0, 0.2, 5, 3
	iltest.Random(t, quick.Cases(4000), o, func(core *il.Core) {
		without := clauses[n%len(clauses)]
		n++
		r, err := flow.Analyze(core, flow.Options{Rely: true, Without: without, MaxVariants: 1000})
		if err != nil {
			t.Fatal(err)
		}
		p := newRelyProgram(core)
		for _, u := range core.Units {
			if !core.IsUnitOfPairs(u) {
				continue
			}
			if cut := r.Cut(u); cut != "" {
				t.Fatalf("the analysis of %s is cut: %s\n%s", u.Name, cut, core.Source.Text)
			}
			if all, ok := tracesOf(core, u, 0); ok {
				units++
				accesses += compareRelying(t, p, u, r, all, fields, without)
			}
		}
		for _, q := range core.Pairs() {
			checkReports(t, r, q)
		}
	})
	if units < quick.Cases(5000) || accesses < quick.Cases(9000) {
		t.Errorf("%d units with %d accesses were compared, want at least %d with %d", units,
			accesses, quick.Cases(5000), quick.Cases(9000))
	}
}

// checkReports compares the reports of a pair with their definition.
func checkReports(t *testing.T, r *flow.Result, p il.Pair) {
	t.Helper()
	apart := func(a, b []string) bool {
		return !slices.ContainsFunc(a, func(f string) bool { return slices.Contains(b, f) })
	}
	want := map[il.Sites]bool{}
	for _, a := range r.Accesses(p.Left) {
		for _, b := range r.Accesses(p.Right) {
			if clash := r.Clash(a, b); (len(clash) == 0) != apart(a.Relies, b.Stores) {
				t.Fatalf("%v and %v clash in %v, want their common fields", a.Relies, b.Stores, clash)
			}
			if a.Rest == b.Rest && (a.Kind == il.Write || b.Kind == il.Write) &&
				!a.Lock.Excludes(b.Lock) &&
				apart(a.Relies, b.Stores) && apart(b.Relies, a.Stores) {
				want[p.Sites(a.Site, b.Site)] = true
			}
		}
	}
	for _, x := range r.Reports(p) {
		s := p.Sites(x.Left.Site, x.Right.Site)
		if _, ok := want[s]; !ok {
			t.Fatalf("%v is reported", s)
		}
		want[s] = false
	}
	for s, missing := range want {
		if missing {
			t.Fatalf("%v is not reported", s)
		}
	}
}
