package flow_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il"
	control "wobbly/il/flow"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// The reference follows the definition in the package's doc literally: every syntactic trace of a
// unit, one after the other, by every name up to a length, with objects as pointers.

// An object is one that the thread knows; nil is any other one.
type object struct {
	own    bool
	public bool
	meet   bool
	cells  map[string]*object
}

// publish makes an object, and everything that it leads to, public.
func (o *object) publish() {
	if o == nil || !o.own || o.public {
		return
	}
	o.public = true
	for _, c := range o.cells {
		c.publish()
	}
}

// get returns what a cell is known to hold.
func (o *object) get(field string) *object {
	if o == nil || !o.own || o.public {
		return nil
	}
	return o.cells[field]
}

// A sight is an access that a thread reaches by its name, with the fields to walk from the meeting
// object.
type sight struct {
	il.Site
	lock il.Level
	name string
	rest string
}

// A thread follows a trace, with some clauses switched off.
type thread struct {
	without flow.Clause
	stack   []map[string]*object // the variables of each open call
	lock    il.Level
	steps   int
	name    string
	found   map[sight]int // the fewest commands before each access
}

// newThread returns a thread before its unit, with the own objects of a name.
func newThread(
	core *il.Core, u *il.Unit, root string, fields []string, without flow.Clause,
	found map[sight]int,
) *thread {
	elsewhere := &object{own: true, cells: map[string]*object{}}
	fill := func() map[string]*object {
		m := map[string]*object{}
		for _, f := range core.Fields {
			m[f] = elsewhere
		}
		return m
	}
	elsewhere.cells = fill()
	at := &object{meet: true}
	for _, f := range slices.Backward(fields) {
		before := &object{own: true, cells: fill()}
		before.cells[f] = at
		at = before
	}
	frame := map[string]*object{}
	for _, x := range u.Formals {
		frame[x] = elsewhere
	}
	frame[root] = at
	return &thread{
		without: without, stack: []map[string]*object{frame},
		name: strings.Join(append([]string{root}, fields...), "."), found: found,
	}
}

// walk returns the end of a path. If meets is not nil, it is called with the remaining fields each
// time the path comes to the meeting object.
func (t *thread) walk(e il.Expr, meets func(rest []string)) *object {
	o := t.stack[len(t.stack)-1][e.Root]
	for i, f := range e.Fields {
		if o != nil && o.meet && meets != nil {
			meets(e.Fields[i:])
		}
		o = o.get(f)
	}
	return o
}

// see records the access that a command makes, if the thread reaches it by its name.
func (t *thread) see(c il.Command) {
	a, ok := il.AccessOf(c)
	if !ok {
		return
	}
	t.walk(a.Path, func(rest []string) {
		s := sight{a.Site, t.lock, t.name, "." + strings.Join(rest, ".")}
		if least, ok := t.found[s]; !ok || t.steps < least {
			t.found[s] = t.steps
		}
	})
}

// unless returns o, or nil if the clause is switched off.
func (t *thread) unless(off flow.Clause, o *object) *object {
	if t.without&off != 0 {
		return nil
	}
	return o
}

// do executes a command and first records its access.
func (t *thread) do(c il.Command) {
	t.see(c)
	t.steps++
	frame := t.stack[len(t.stack)-1]
	switch c := c.(type) {
	case *il.Copy:
		frame[c.Dst] = t.unless(flow.ClauseCopies, frame[c.Src])
	case *il.Load:
		frame[c.Dst] = t.unless(flow.ClauseLoads, t.walk(c.Src, nil))
	case *il.New:
		if t.without&flow.ClauseFresh == 0 {
			frame[c.Dst] = nil
		}
	case *il.Store:
		t.store(c, frame)
	case *il.Lock:
		t.lock = t.lock.Acquire()
	case *il.Unlock:
		t.lock = t.lock.Release()
	case il.Push:
		callee := map[string]*object{}
		for i, e := range c.Call.Args {
			callee[c.Callee.Formals[i]] = t.unless(flow.ClauseArguments, t.walk(e, nil))
		}
		t.stack = append(t.stack, callee)
	case il.Pop:
		t.stack = t.stack[:len(t.stack)-1]
	}
}

func (t *thread) store(c *il.Store, frame map[string]*object) {
	last := len(c.Dst.Fields) - 1
	into := t.walk(il.Expr{Root: c.Dst.Root, Fields: c.Dst.Fields[:last]}, nil)
	switch known := into != nil && into.own && !into.public; {
	case known && t.without&flow.ClauseCells == 0:
		into.cells[c.Dst.Fields[last]] = frame[c.Src]
	case !known && t.without&flow.ClausePublic == 0:
		frame[c.Src].publish()
	}
}

// traces calls visit with each syntactic trace of a block after some commands, in which loops have
// at most the given number of iterations, until visit returns false. It reports whether it visited
// all.
func traces(
	core *il.Core, b []il.Stmt, iterations int, before []il.Command,
	visit func([]il.Command) bool,
) bool {
	if len(b) == 0 {
		return visit(before)
	}
	rest := func(after []il.Command) bool { return traces(core, b[1:], iterations, after, visit) }
	before = slices.Clip(before)
	switch s := b[0].(type) {
	case *il.Skip:
		return rest(before)
	case *il.If:
		return traces(core, s.Then.List(), iterations, before, rest) &&
			traces(core, s.Else.List(), iterations, before, rest)
	case *il.While:
		var loop func(remaining int, before []il.Command) bool
		loop = func(remaining int, before []il.Command) bool {
			return rest(before) && (remaining == 0 ||
				traces(core, s.Body.List(), iterations, before, func(after []il.Command) bool {
					return loop(remaining-1, slices.Clip(after))
				}))
		}
		return loop(iterations, before)
	case *il.Call:
		callee := core.Methods[s.Method]
		return traces(core, callee.Body.List(), iterations,
			append(before, il.Push{Call: s, Callee: callee}), func(after []il.Command) bool {
				return rest(append(slices.Clip(after), il.Pop{Call: s, Callee: callee}))
			})
	default:
		return rest(append(before, s.(il.Command)))
	}
}

// tracesOf lists the traces of a unit, or fails if there are too many.
func tracesOf(core *il.Core, u *il.Unit, iterations int) (all [][]il.Command, ok bool) {
	const maxTraces = 200
	commands := 0
	ok = traces(core, u.Body.List(), iterations, nil, func(t []il.Command) bool {
		all = append(all, t)
		commands += len(t)
		return len(all) <= maxTraces && commands <= 20*maxTraces
	})
	return all, ok
}

// names lists the sequences of at most n fields.
func names(core *il.Core, n int) [][]string {
	all, last := [][]string{nil}, [][]string{nil}
	for range n {
		var next [][]string
		for _, q := range last {
			for _, f := range core.Fields {
				next = append(next, append(slices.Clone(q), f))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

// sights returns what the traces of a unit reach by names of at most the given number of fields.
func sights(
	core *il.Core, u *il.Unit, all [][]il.Command, fields int, without flow.Clause,
) map[sight]int {
	found := map[sight]int{}
	for _, root := range u.Formals {
		for _, q := range names(core, fields) {
			for _, trace := range all {
				x := newThread(core, u, root, q, without, found)
				for _, c := range trace {
					x.do(c)
				}
			}
		}
	}
	return found
}

// replay follows the decisions of an access from the beginning of its unit. It returns an error
// unless the access comes next after Step commands, at its lock level and below its calls, and its
// name leads there.
func replay(core *il.Core, u *il.Unit, a flow.Access, without flow.Clause) error {
	found := map[sight]int{}
	x := newThread(core, u, string(a.Name.Root()), a.Name.Fields(), without, found)
	next, err := follow(core, u, a, x)
	if err != nil {
		return err
	}
	clear(found)
	x.see(next)
	if steps, ok := found[sight{a.Site, a.Lock, string(a.Name), a.Rest}]; !ok || steps != a.Step {
		return fmt.Errorf("by %s and with %s left at level %d the trace does not reach the "+
			"access: %v", a.Name, a.Rest, a.Lock, found)
	}
	return nil
}

// follow lets a thread execute its unit along the decisions of an access and returns the command
// that comes next, which is the access.
func follow(core *il.Core, u *il.Unit, a flow.Access, x executor) (next il.Command, err error) {
	r := &player{core: core, thread: x, decisions: a.Trace(), steps: a.Step}
	if err := r.block(u.Body.List()); err != nil {
		return nil, err
	}
	switch site, _ := il.SiteOf(r.next); {
	case r.next == nil || site != a.Site:
		return nil, errors.New("the trace does not end before the access")
	case len(r.decisions) > 0:
		return nil, fmt.Errorf("%d decisions are left", len(r.decisions))
	case !slices.Equal(r.calls, a.Calls()):
		return nil, fmt.Errorf("the access has %d open calls, want %d", len(r.calls), len(a.Calls()))
	}
	return r.next, nil
}

// An executor executes commands and counts them.
type executor interface {
	do(c il.Command)
	executed() int
}

func (t *thread) executed() int { return t.steps }

// A player executes a unit along decisions, up to a number of commands.
type player struct {
	core      *il.Core
	thread    executor
	decisions []control.Decision // those that are left
	steps     int
	calls     []*il.Call // those that are open
	next      il.Command // the one after all steps
}

// block executes statements until all steps are done.
func (r *player) block(b []il.Stmt) error {
	for _, s := range b {
		if r.next != nil {
			return nil
		}
		if err := r.stmt(s); err != nil {
			return err
		}
	}
	return nil
}

// command executes a command, unless it is the one after all steps.
func (r *player) command(c il.Command) {
	if r.thread.executed() == r.steps {
		r.next = c
		return
	}
	r.thread.do(c)
}

// decide returns the next decision, which is at s.
func (r *player) decide(s il.Stmt) (first bool, err error) {
	if len(r.decisions) == 0 || r.decisions[0].At != s {
		return false, fmt.Errorf("there is no decision at %d", s.Pos())
	}
	first = r.decisions[0].First
	r.decisions = r.decisions[1:]
	return first, nil
}

func (r *player) stmt(s il.Stmt) error {
	switch s := s.(type) {
	case *il.Skip:
	case *il.If:
		first, err := r.decide(s)
		if err != nil {
			return err
		}
		if first {
			return r.block(s.Then.List())
		}
		return r.block(s.Else.List())
	case *il.While:
		for r.next == nil {
			enter, err := r.decide(s)
			if err != nil {
				return err
			}
			if !enter {
				break
			}
			if err := r.block(s.Body.List()); err != nil {
				return err
			}
		}
	case *il.Call:
		callee := r.core.Methods[s.Method]
		r.command(il.Push{Call: s, Callee: callee})
		r.calls = append(r.calls, s)
		if err := r.block(callee.Body.List()); err != nil || r.next != nil {
			return err
		}
		r.calls = r.calls[:len(r.calls)-1]
		r.command(il.Pop{Call: s, Callee: callee})
	default:
		r.command(s.(il.Command))
	}
	return nil
}

// seen is an access without its name: an access may be found by any name, on any shortest trace.
type seen struct {
	il.Site
	lock il.Level
	rest string
}

// compareAccesses compares the accesses of a unit with those that some of its traces reach: none of
// these is missing or has a shorter trace, and each access has the trace that it says. Without
// loops there are no others. It returns the number of accesses.
func compareAccesses(
	t *testing.T, core *il.Core, u *il.Unit, r *flow.Result, all [][]il.Command, fields int,
	without flow.Clause,
) int {
	t.Helper()
	want := map[seen]int{}
	for s, steps := range sights(core, u, all, fields, without) {
		k := seen{s.Site, s.lock, s.rest}
		if least, ok := want[k]; !ok || steps < least {
			want[k] = steps
		}
	}
	got := map[seen]int{}
	for _, a := range r.Accesses(u) {
		k := seen{a.Site, a.Lock, a.Rest}
		if _, twice := got[k]; twice {
			t.Fatalf("%s: %v is listed twice\n%s", u.Name, k, core.Source.Text)
		}
		got[k] = a.Step
		if err := replay(core, u, a, without); err != nil {
			t.Fatalf("%s: %v by %s after %d: %v\n%s", u.Name, k, a.Name, a.Step, err,
				core.Source.Text)
		}
		if least, ok := want[k]; !core.HasLoop(u) && a.Name.Len() <= fields &&
			(!ok || a.Step != least) {
			t.Fatalf("%s: %v after %d commands, want %d\n%s", u.Name, k, a.Step, least,
				core.Source.Text)
		}
	}
	for k, least := range want {
		if step, ok := got[k]; !ok || step > least {
			t.Fatalf("%s: %v (found: %t) is reached after %d commands, want %d\n%s", u.Name, k, ok,
				step, least, core.Source.Text)
		}
	}
	order := func(a, b flow.Access) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind), a.Lock.Compare(b.Lock),
			cmp.Compare(strings.Count(a.Rest, "."), strings.Count(b.Rest, ".")))
	}
	if !slices.IsSortedFunc(r.Accesses(u), order) ||
		slices.ContainsFunc(r.Accesses(u), func(a flow.Access) bool { return a.Compare(a) != 0 }) {
		t.Fatalf("%s: the accesses are not sorted\n%s", u.Name, core.Source.Text)
	}
	return len(got)
}

// generator makes programs that pass on what names lead to.
func generator() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Path = 6, 3, 2, 2
	o.Reassign, o.StoreFormal, o.LocalRoot, o.Longer, o.Copy = 0.3, 0.5, 0.4, 0.5, 0.2
	o.Lock, o.Call = 0.12, 0.2
	return o
}

// TestReference: for every site, level and rest, the analysis finds the same accesses in a unit as
// enumerating all its traces, even with any one clause switched off.
func TestReference(t *testing.T) {
	const fields = 3
	var clauses []flow.Clause
	for _, c := range flow.Clauses {
		clauses = append(clauses, c.Clause)
	}
	for _, c := range []struct {
		name       string
		while      float64
		programs   int
		iterations int
		without    []flow.Clause // one for each program, in turn
		units      int           // at least this many are compared
		accesses   int           // at least this many are compared
	}{
		{"without loops", 0, 900, 0, []flow.Clause{0}, 1000, 2500},
		{"with loops", 0.2, 1000, 2, []flow.Clause{0}, 400, 400},
		{"clauses switched off", 0.1, 900, 2, clauses, 1000, 2000},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := generator()
			o.While = c.while
			units, accesses, n := 0, 0, 0
			iltest.Random(t, quick.Cases(c.programs), o, func(core *il.Core) {
				without := c.without[n%len(c.without)]
				n++
				r, err := flow.Analyze(core, flow.Options{MaxFields: fields, Without: without})
				if err != nil {
					t.Fatal(err)
				}
				for _, u := range core.Units {
					if !core.IsUnitOfPairs(u) {
						continue
					}
					if all, ok := tracesOf(core, u, c.iterations); ok {
						if c.iterations == 0 || len(c.without) > 1 || core.HasLoop(u) {
							units++
						}
						accesses += compareAccesses(t, core, u, r, all, fields, without)
					}
				}
				for _, p := range core.Pairs() {
					compareReports(t, core, r, p, without)
				}
			})
			if units < quick.Cases(c.units) || accesses < quick.Cases(c.accesses) {
				t.Errorf("%d units with %d accesses were compared, want at least %d with %d", units,
					accesses, quick.Cases(c.units), quick.Cases(c.accesses))
			}
		})
	}
}

// compareReports compares the reports of a pair with their definition, applied to every two
// accesses, and the lists of fewer with the list of all.
func compareReports(t *testing.T, core *il.Core, r *flow.Result, p il.Pair, without flow.Clause) {
	t.Helper()
	type point struct {
		il.Site
		lock il.Level
	}
	type pair struct{ left, right point }
	want := map[pair]int{} // the shortest rest
	for _, a := range r.Accesses(p.Left) {
		for _, b := range r.Accesses(p.Right) {
			x := pair{point{a.Site, a.Lock}, point{b.Site, b.Lock}}
			same := a.Rest == b.Rest
			if without&flow.ClauseSameRest != 0 {
				same = lastField(a.Rest) == lastField(b.Rest)
			}
			writes := a.Kind == il.Write || b.Kind == il.Write || without&flow.ClauseOneWrites != 0
			free := !a.Lock.Excludes(b.Lock) || without&flow.ClauseLock != 0
			if !same || !writes || !free {
				continue
			}
			if p.Left == p.Right && cmp.Or(x.left.Compare(x.right.Site),
				x.left.lock.Compare(x.right.lock)) > 0 {
				continue
			}
			if n := strings.Count(a.Rest, "."); want[x] == 0 || n < want[x] {
				want[x] = n
			}
		}
	}
	all := r.Reports(p)
	for _, x := range all {
		points := pair{point{x.Left.Site, x.Left.Lock}, point{x.Right.Site, x.Right.Lock}}
		if n, ok := want[points]; !ok || n != strings.Count(x.Left.Rest, ".") {
			t.Fatalf("%s, %s: %v is reported with rest %s, want %d fields (a race: %t)\n%s",
				p.Left.Name, p.Right.Name, points, x.Left.Rest, n, ok, core.Source.Text)
		}
		if x.Left.Unit != p.Left || x.Right.Unit != p.Right {
			t.Fatalf("a report of %s, %s has the units %s and %s", p.Left.Name, p.Right.Name,
				x.Left.Unit.Name, x.Right.Unit.Name)
		}
		delete(want, points)
	}
	if len(want) > 0 {
		t.Fatalf("%s, %s: %v are not reported\n%s", p.Left.Name, p.Right.Name, want,
			core.Source.Text)
	}
	order := func(x, y flow.Report) int {
		return cmp.Or(x.Left.Compare(y.Left.Access), x.Right.Compare(y.Right.Access))
	}
	if !slices.IsSortedFunc(all, order) {
		t.Fatalf("%s, %s: the reports are not sorted", p.Left.Name, p.Right.Name)
	}
	same := func(x, y flow.Report) bool { return x.Compare(y) == 0 }
	for limit := range len(all) + 2 {
		few, more := r.List(p, limit)
		if !slices.EqualFunc(few, all[:min(limit, len(all))], same) || more != (len(all) > limit) {
			t.Fatalf("List of %d reports with limit %d returns %d, more %t", len(all), limit,
				len(few), more)
		}
	}
}

func lastField(rest string) string { return rest[strings.LastIndexByte(rest, '.'):] }

// TestManySteps: accesses after very many commands are found.
func TestManySteps(t *testing.T) {
	var b strings.Builder
	b.WriteString("private m0() { skip; x := new(); }\n")
	for i := range 70 {
		fmt.Fprintf(&b, "private m%d() { m%d(); m%d(); }\n", i+1, i, i)
	}
	for _, n := range []int{0, 1, 4, 70} {
		fmt.Fprintf(&b, "k%d(p) { m%d(); x := p.f; }\n", n, n)
	}
	core := iltest.Core(t, b.String())
	r, err := flow.Analyze(core, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// 3 * 2^n for m0, 2 for each other call
	for n, want := range map[int]int{0: 3, 1: 8, 4: 78, 70: math.MaxInt / 4} {
		all := r.Accesses(core.Methods[fmt.Sprint("k", n)])
		if len(all) != 1 {
			t.Fatalf("k%d has %d accesses, want 1", n, len(all))
		}
		if all[0].Step != want || all[0].Path() != "p.f" {
			t.Errorf("k%d reaches %s after %d commands, want p.f after %d", n, all[0].Path(),
				all[0].Step, want)
		}
	}
}
