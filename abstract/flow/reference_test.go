package flow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// The reference follows the definition in the package's doc literally: every
// syntactic trace of a unit, one after the other, by every name up to a length, with
// objects as pointers.

// object is one that the thread knows; nil is any other one.
type object struct {
	own    bool
	public bool
	meet   bool
	cells  map[string]*object
}

// publish makes an object public, and what it leads to.
func (o *object) publish() {
	if o == nil || !o.own || o.public {
		return
	}
	o.public = true
	for _, c := range o.cells {
		c.publish()
	}
}

// get is what a cell is known to hold.
func (o *object) get(field string) *object {
	if o == nil || !o.own || o.public {
		return nil
	}
	return o.cells[field]
}

// thread is one that follows a trace.
type thread struct {
	stack []map[string]*object
	lock  int
	name  string
	found map[string]bool
}

// newThread is a thread before its unit, with the own objects of a name.
func newThread(core *il.Core, u *il.Unit, root string, fields []string, found map[string]bool) *thread {
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
	return &thread{stack: []map[string]*object{frame}, name: strings.Join(append([]string{root}, fields...), "."), found: found}
}

// walk is what a path leads to; each time it is at the meeting object, with fields
// left, meets is called.
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

// do executes a command.
func (t *thread) do(c il.Command) {
	frame := t.stack[len(t.stack)-1]
	if s, ok := il.SiteOf(c); ok {
		path := il.Expr{}
		switch c := c.(type) {
		case *il.Load:
			path = c.Src
		case *il.Store:
			path = c.Dst
		}
		t.walk(path, func(rest []string) {
			t.found[fmt.Sprintf("%d %v %d %s .%s", s.At, s.Kind, t.lock, t.name, strings.Join(rest, "."))] = true
		})
	}
	switch c := c.(type) {
	case *il.Copy:
		frame[c.Dst] = frame[c.Src]
	case *il.Load:
		frame[c.Dst] = t.walk(c.Src, nil)
	case *il.New:
		frame[c.Dst] = nil
	case *il.Store:
		last := len(c.Dst.Fields) - 1
		into := t.walk(il.Expr{Root: c.Dst.Root, Fields: c.Dst.Fields[:last]}, nil)
		if into != nil && into.own && !into.public {
			into.cells[c.Dst.Fields[last]] = frame[c.Src]
		} else {
			frame[c.Src].publish()
		}
	case *il.Lock:
		t.lock++
	case *il.Unlock:
		t.lock--
	case il.Push:
		callee := map[string]*object{}
		for i, e := range c.Call.Args {
			callee[c.Callee.Formals[i]] = t.walk(e, nil)
		}
		t.stack = append(t.stack, callee)
	case il.Pop:
		t.stack = t.stack[:len(t.stack)-1]
	}
}

// traces calls visit with every syntactic trace of a block in which loops have at
// most one round.
func traces(core *il.Core, b []il.Stmt, before []il.Command, visit func([]il.Command)) {
	if len(b) == 0 {
		visit(before)
		return
	}
	on := func(after []il.Command) { traces(core, b[1:], after, visit) }
	before = slices.Clip(before)
	switch s := b[0].(type) {
	case *il.Skip:
		on(before)
	case *il.If:
		traces(core, s.Then.List(), before, on)
		traces(core, s.Else.List(), before, on)
	case *il.While:
		on(before)
		traces(core, s.Body.List(), before, on)
	case *il.Call:
		callee := core.Methods[s.Method]
		traces(core, callee.Body.List(), append(before, il.Push{Call: s, Callee: callee}), func(after []il.Command) {
			on(append(slices.Clip(after), il.Pop{Call: s, Callee: callee}))
		})
	default:
		on(append(before, s.(il.Command)))
	}
}

// names lists the names of a unit with at most n fields.
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

// TestReference: on programs without loops the accesses of every unit are those of
// all its traces, for every site, level and rest.
func TestReference(t *testing.T) {
	const fields = 4
	o := gen.Default()
	o.While, o.Statements, o.Methods, o.Fields, o.Path = 0, 6, 3, 2, 2
	o.Reassign, o.StoreFormal, o.LocalRoot, o.Longer, o.Copy = 0.3, 0.5, 0.4, 0.5, 0.2
	units, accesses := 0, 0
	iltest.Random(t, 1500, o, func(core *il.Core) {
		r, err := flow.Analyze(core, flow.Options{MaxFields: fields})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range core.Units {
			if !core.IsUnitOfPairs(u) {
				continue
			}
			all := map[string]bool{}
			for _, root := range u.Formals {
				for _, q := range names(core, fields) {
					traces(core, u.Body.List(), nil, func(trace []il.Command) {
						x := newThread(core, u, root, q, all)
						for _, c := range trace {
							x.do(c)
						}
					})
				}
			}
			want, got := map[string]bool{}, map[string]bool{}
			for line := range all { // but for the name
				at := strings.Fields(line)
				want[strings.Join([]string{at[0], at[1], at[2], at[4]}, " ")] = true
			}
			for _, a := range r.Accesses(u) {
				key := fmt.Sprintf("%d %v %d %s", a.At, a.Kind, a.Lock, a.Rest)
				got[key] = true
				if a.Name.Len() > fields { // as long as a path of the unit
					continue
				}
				if !all[fmt.Sprintf("%d %v %d %s %s", a.At, a.Kind, a.Lock, a.Name, a.Rest)] {
					t.Fatalf("%s: %s by %s is on no trace\n%s", u.Name, key, a.Name, core.Source.Text)
				}
			}
			for key := range want {
				if !got[key] {
					t.Fatalf("%s: %s is missing\n%s", u.Name, key, core.Source.Text)
				}
			}
			units++
			accesses += len(got)
		}
	})
	if units < 1500 || accesses < 5000 {
		t.Errorf("%d units with %d accesses say little", units, accesses)
	}
}
