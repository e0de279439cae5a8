package bounded

import (
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// reference executes a program C1 || C2 in whole heaps, from each of the states of Definition 11 by
// some names, in every interleaving with few switches: a literal Theorem 2k. It is for programs
// without loops.
type reference struct {
	*program
	pair  il.Pair
	found map[il.Sites]bool // the races
	seen  map[string]bool   // the keys of the configurations explored
}

// config is a configuration. Objects are numbers.
type config struct {
	heap    [][]int // by object and field
	threads [2][]activation
}

// activation is a frame of a thread; the last one is active.
type activation struct {
	unit   *unit
	node   int32
	values []int
	level  il.Level // at the unit's entry
}

// races lists the races from the states by names, with at most the given number of switches.
func (r *reference) races(names [2][]*start, switches int) []il.Sites {
	for _, p := range names[0] {
		for _, q := range names[1] {
			for _, loop := range []bool{false, true} {
				for _, c := range r.resolved(r.begin([2]*start{p, q}, loop), 0) {
					for _, d := range r.resolved(c, 1) {
						r.seen = map[string]bool{}
						for first := range 2 {
							r.explore(d, first, switches)
						}
					}
				}
			}
		}
	}
	var all []il.Sites
	for s := range r.found {
		all = append(all, s)
	}
	slices.SortFunc(all, il.Sites.Compare)
	return all
}

// begin returns a state of Definition 11: z is 0, o is 1, and the threads' own objects follow.
func (r *reference) begin(names [2]*start, loop bool) config {
	row := func(to int) []int { return slices.Repeat([]int{to}, len(r.fields)) }
	c := config{heap: [][]int{row(1), row(1)}}
	if loop {
		c.heap[0] = row(0)
	}
	for t, u := range []*il.Unit{r.pair.Left, r.pair.Right} {
		q := names[t]
		e := len(c.heap)
		c.heap = append(c.heap, row(e))
		unit := r.units[u.Index]
		values := slices.Repeat([]int{e}, len(unit.graph.Vars))
		for _, n := range q.names {
			at := &values[n.root]
			for _, f := range n.fields {
				if *at == e {
					*at = len(c.heap)
					c.heap = append(c.heap, row(e))
				}
				at = &c.heap[*at][f]
			}
			*at = 0
		}
		c.threads[t] = []activation{{unit, unit.graph.Entry, values, il.Level{}}}
	}
	return c
}

// clone returns a copy that can be changed.
func (c config) clone() config {
	d := config{heap: make([][]int, len(c.heap))}
	for i, row := range c.heap {
		d.heap[i] = slices.Clone(row)
	}
	for t, frames := range c.threads {
		d.threads[t] = slices.Clone(frames)
		for i := range frames {
			d.threads[t][i].values = slices.Clone(frames[i].values)
		}
	}
	return d
}

// top returns the active frame of a thread, and its node.
func (c config) top(t int) (*activation, *node) {
	f := &c.threads[t][len(c.threads[t])-1]
	return f, &f.unit.nodes[f.node]
}

// resolved returns the configurations after the choices that are next in the thread, one for each
// combination of them.
func (r *reference) resolved(c config, t int) []config {
	_, n := c.top(t)
	if n.op != opChoice {
		return []config{c}
	}
	var all []config
	for _, next := range []int32{n.next, n.alt} {
		d := c.clone()
		f, _ := d.top(t)
		f.node = next
		all = append(all, r.resolved(d, t)...)
	}
	return all
}

// walk returns the object at the end of a path from which the given number of last fields are
// removed.
func (c config) walk(f *activation, p path, without int) int {
	o := f.values[p.root]
	for _, field := range p.fields[:len(p.fields)-without] {
		o = c.heap[o][field]
	}
	return o
}

// level returns a thread's lock level.
func (c config) level(t int) il.Level {
	f, n := c.top(t)
	return f.level.Plus(n.lock)
}

// explore continues with the current thread, and with the other one if a switch is left.
func (r *reference) explore(c config, t, switches int) {
	k := c.key(t, switches)
	if r.seen[k] {
		return
	}
	r.seen[k] = true
	r.note(c)
	for _, d := range r.step(c, t) {
		r.explore(d, t, switches)
	}
	if switches > 0 {
		r.explore(c, 1-t, switches-1)
	}
}

// key is equal for equal configurations.
func (c config) key(t, switches int) string {
	b := []byte{byte(t), byte(switches)}
	for _, row := range c.heap {
		for _, o := range row {
			b = append(b, byte(o))
		}
	}
	for _, frames := range c.threads {
		for _, f := range frames {
			b = append(b, 0xff, byte(f.unit.Index), byte(f.node))
			for _, o := range f.values {
				b = append(b, byte(o))
			}
		}
	}
	return string(b)
}

// note records the race of a configuration, if it has one.
func (r *reference) note(c config) {
	f, m := c.top(0)
	g, n := c.top(1)
	access := func(n *node) bool { return n.op == opLoad || n.op == opStore }
	if !access(m) || !access(n) || m.op == opLoad && n.op == opLoad {
		return
	}
	if m.path.fields[len(m.path.fields)-1] == n.path.fields[len(n.path.fields)-1] &&
		c.walk(f, m.path, 1) == c.walk(g, n.path, 1) {
		r.found[r.pair.Sites(m.site, n.site)] = true
	}
}

// step returns the results of a thread's next step, one for each way to make the choices after it.
func (r *reference) step(c config, t int) []config {
	d, ok := r.execute(c, t)
	if !ok {
		return nil
	}
	return r.resolved(d, t)
}

// execute returns the configuration after a thread's next command; false if the thread is blocked
// or complete.
func (r *reference) execute(c config, t int) (d config, ok bool) {
	d = c.clone()
	f, n := d.top(t)
	f.node = n.next
	switch n.op {
	case opEnd:
		if len(d.threads[t]) == 1 {
			return d, false
		}
		d.threads[t] = d.threads[t][:len(d.threads[t])-1]
	case opCopy:
		f.values[n.to] = f.values[n.from]
	case opNew:
		f.values[n.to] = len(d.heap)
		d.heap = append(d.heap, slices.Repeat([]int{len(d.heap)}, len(r.fields)))
	case opLock:
		if !c.level(t).Held() && c.level(1-t).Held() {
			return d, false
		}
	case opLoad:
		f.values[n.to] = d.walk(f, n.path, 0)
	case opStore:
		d.heap[d.walk(f, n.path, 1)][n.path.fields[len(n.path.fields)-1]] = f.values[n.from]
	case opCall:
		values := make([]int, len(n.callee.graph.Vars))
		for i, a := range n.args {
			values[i] = d.walk(f, a, 0)
		}
		d.threads[t] = append(d.threads[t],
			activation{n.callee, n.callee.graph.Entry, values, f.level.Plus(n.lock)})
	}
	return d, true
}

// TestAgainstReference: on random programs, the analysis and the definition report the same
// accesses for the names of the analysis.
func TestAgainstReference(t *testing.T) {
	for _, o := range []func(*gen.Options){
		func(o *gen.Options) { o.Statements, o.Methods, o.Fields, o.Path = 4, 2, 2, 2 },
		func(o *gen.Options) {
			o.Statements, o.Methods, o.Fields, o.Path, o.Formals, o.Locals = 3, 2, 2, 2, 1, 2
			o.Call, o.New, o.Longer, o.LocalRoot, o.Reassign, o.Store = 0.15, 0.2, 0.4, 0.4, 0.2, 0.6
		},
	} {
		g := gen.Default()
		g.Depth, g.While = 1, 0
		o(&g)
		reports := 0
		iltest.Random(t, quick.Cases(60), g, func(core *il.Core) {
			for _, p := range core.Pairs() {
				if core.HasLoop(p.Left, p.Right) {
					continue
				}
				reports += agree(t, core, p)
			}
		})
		if reports < quick.Cases(10) {
			t.Errorf("%d reports were compared, want at least %d", reports, quick.Cases(10))
		}
	}
}

// agree compares the analysis with the reference on a pair, and returns the number of races with
// MaxSwitches switches.
func agree(t *testing.T, core *il.Core, p il.Pair) (races int) {
	t.Helper()
	for k := range MaxSwitches + 1 {
		r, err := Analyze(core, Options{Switches: k})
		if err != nil {
			t.Fatal(err)
		}
		list, cuts := r.Reports(t.Context(), p)
		var got []il.Sites
		for _, x := range list {
			got = append(got, x.Sites)
		}
		checkExecutions(t, core, p, k)
		ref := &reference{program: r.search.program, pair: p, found: map[il.Sites]bool{}}
		want := ref.races([2][]*start{namesOf(r.search, p.Left), namesOf(r.search, p.Right)}, k)
		if !slices.Equal(got, want) || len(cuts) > 0 {
			t.Fatalf("%s || %s, %d switches: reports %v and cuts %q, want %v and no cuts\n%s",
				p.Left.Name, p.Right.Name, k, got, cuts, want, il.Format(core.Program))
		}
		races = len(want)
	}
	return races
}

// namesOf returns the names of the analysis.
func namesOf(x *search, u *il.Unit) []*start {
	s := x.summary(u)
	return slices.Concat(s.single.starts, x.several(s).starts)
}
