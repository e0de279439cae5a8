package semantics

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// The functions below build core programs by hand, including ill-formed ones, which package check
// would refuse.

// expr returns the expression with the text s.
func expr(s string) il.Expr {
	parts := strings.Split(s, ".")
	return il.Path(parts[0], parts[1:]...)
}

func cp(x, y string) il.Stmt       { return &il.Copy{Dst: x, Src: y} }
func load(x, path string) il.Stmt  { return &il.Load{Dst: x, Src: expr(path)} }
func store(path, x string) il.Stmt { return &il.Store{Dst: expr(path), Src: x} }
func alloc(x string) il.Stmt       { return &il.New{Dst: x} }
func skip() il.Stmt                { return &il.Skip{} }
func lock() il.Stmt                { return &il.Lock{} }
func unlock() il.Stmt              { return &il.Unlock{} }

func block(stmts ...il.Stmt) *il.Block   { return &il.Block{Stmts: stmts} }
func choice(then, els *il.Block) il.Stmt { return &il.If{Then: then, Else: els} }
func while(body ...il.Stmt) il.Stmt      { return &il.While{Body: block(body...)} }
func call(m string, args ...string) il.Stmt {
	c := &il.Call{Method: m}
	for _, a := range args {
		c.Args = append(c.Args, expr(a))
	}
	return c
}

// method returns a method, its formals separated by blanks.
func method(name, formals string, body ...il.Stmt) *il.Unit {
	return &il.Unit{Name: name, Formals: strings.Fields(formals), Body: block(body...)}
}

// class returns a program without thread blocks.
func class(methods ...*il.Unit) *il.Core {
	c := &il.Core{Methods: map[string]*il.Unit{}}
	fields := map[string]bool{}
	for _, u := range methods {
		u.Index = len(c.Units)
		c.Units = append(c.Units, u)
		if !u.Thread {
			c.Methods[u.Name] = u
		}
		il.Walk(u.Body, func(s il.Stmt) { il.EachField(s, func(f string) { fields[f] = true }) })
	}
	for f := range fields {
		c.Fields = append(c.Fields, f)
	}
	slices.Sort(c.Fields)
	return c
}

// parallel returns a || b over a method table.
func parallel(a, b []il.Stmt, methods ...*il.Unit) *il.Core {
	threads := [2]*il.Unit{
		{Name: "A", Thread: true, Body: block(a...)},
		{Name: "B", Thread: true, Body: block(b...)},
	}
	for _, u := range threads {
		u.Formals = il.FormalsOf(u.Body)
	}
	c := class(append(methods, threads[:]...)...)
	c.Threads = threads
	return c
}

func stmts(s ...il.Stmt) []il.Stmt { return s }

// aliased returns the initial state of two objects in which every formal holds o1, and every cell
// holds o2.
func aliased(core *il.Core, p il.Pair) Init {
	in := SpecialInit(core, p, []string{"none"}, [2]string{})
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = "o1"
		}
	}
	return in
}

// begin returns the initial configuration of the only pair of a parallel program
// with aliased formals.
func begin(t *testing.T, core *il.Core) Config {
	t.Helper()
	p := core.Pairs()[0]
	return mustConfig(t, core, p, aliased(core, p))
}

// mustConfig fails the test on an error.
func mustConfig(t *testing.T, core *il.Core, p il.Pair, in Init) Config {
	t.Helper()
	k, err := NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// mustNext makes a step that has to be possible.
func mustNext(t *testing.T, k Config, i Tid, takes ...Take) Config {
	t.Helper()
	next, _, stuck := Next(k, i, takes...)
	if stuck != nil {
		t.Fatalf("thread %s is stuck: %s", i, stuck)
	}
	return next
}

// frame returns a frame from "x=1 y=2", locations as numbers.
func frame(bindings string) Frame {
	var s Frame
	for _, b := range strings.Fields(bindings) {
		x, l, _ := strings.Cut(b, "=")
		n := Loc(0)
		for _, d := range l {
			n = n*10 + Loc(d-'0')
		}
		s = s.With(x, n)
	}
	return s
}

// stack has the given frames, the current one first.
func stack(frames ...string) *Stack {
	var s *Stack
	for _, f := range slices.Backward(frames) {
		s = &Stack{Top: frame(f), Rest: s}
	}
	return s
}

// heap returns a heap over fields from "1.f=2 2.f=2", with the given number of objects, at most 9.
func heap(fields string, objects int, cells string) Heap {
	h := NewHeap(strings.Fields(fields))
	for range objects {
		_, h = h.blank()
	}
	for _, c := range strings.Fields(cells) {
		at, v, _ := strings.Cut(c, "=")
		o, f, _ := strings.Cut(at, ".")
		h = h.With(Addr{Loc(o[0] - '0'), f}, Loc(v[0]-'0'))
	}
	return h
}

// show prints a state so that equal texts are equal states.
func show(st State) string {
	var b strings.Builder
	for s := range st.S.Frames() {
		b.WriteString("[")
		sep := ""
		for x, l := range s.Vars() {
			b.WriteString(sep + x + "=" + l.String())
			sep = " "
		}
		b.WriteString("]")
	}
	for a, l := range st.H.Cells() {
		b.WriteString(" " + a.String() + "=" + l.String())
	}
	b.WriteString(" L=" + st.L.String())
	return b.String()
}
