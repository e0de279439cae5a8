package chord_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// reference is a second implementation of the analysis, straight from the rules and only for small
// programs: it works on sets of strings, applies all rules until nothing is new, and follows call
// paths one by one. An object is its sites, separated by blanks; so is a context. The first k sites
// of an object are the context of a method that is called on it.
type reference struct {
	core    *il.Core
	opts    chord.Options
	reached map[string]context         // by String
	points  map[string]map[string]bool // context and variable to objects
	heap    map[string]map[string]bool // object and field to objects
	shared  map[string]bool
	changed bool
}

// context is a method in a context.
type context struct {
	*il.Unit
	in string
}

func (c context) String() string { return c.Name + "[" + c.in + "]" }

// cut returns the first n sites of a context.
func cut(in string, n int) string {
	sites := strings.Fields(in)
	return strings.Join(sites[:min(n, len(sites))], " ")
}

// newReference applies the rules to a pair of units, and returns the contexts of both.
func newReference(core *il.Core, pair il.Pair, opts chord.Options) (*reference, [2]context) {
	r := &reference{
		core: core, opts: opts, reached: map[string]context{}, points: map[string]map[string]bool{},
		heap: map[string]map[string]bool{}, shared: map[string]bool{},
	}
	roots := [2]context{r.root(pair.Left), r.root(pair.Right)}
	for r.changed = true; r.changed; {
		r.changed = false
		for _, c := range r.reached {
			il.Walk(c.Body, func(s il.Stmt) { r.apply(c, s) })
		}
	}
	for r.changed = true; r.changed; {
		r.changed = false
		for cell, objects := range r.heap {
			if object, _, _ := strings.Cut(cell, "."); r.shared[object] {
				for o := range objects {
					r.changed = r.changed || !r.shared[o]
					r.shared[o] = true
				}
			}
		}
	}
	return r, roots
}

// root adds the harness's call of u and returns the context of u in it.
func (r *reference) root(u *il.Unit) context {
	c, objects := context{Unit: u}, []string{}
	for i, f := range u.Formals {
		n, ok := il.FormalIndex(f)
		if !ok || !u.Thread {
			n = i + 1
		}
		if r.opts.Harness == chord.Environment {
			n = 0
		}
		o := fmt.Sprint("h", n)
		r.shared[o] = true
		objects = append(objects, o)
	}
	if !u.Thread && len(objects) > 0 {
		c.in = cut(objects[0], r.opts.K)
	}
	r.reached[c.String()] = c
	for i, f := range u.Formals {
		r.add(r.points, c.String()+f, objects[i])
	}
	return c
}

// add adds an object to the set with a key.
func (r *reference) add(sets map[string]map[string]bool, key, object string) {
	if sets[key] == nil {
		sets[key] = map[string]bool{}
	}
	r.changed = r.changed || !sets[key][object]
	sets[key][object] = true
}

// addAll adds several objects to the set with a key.
func (r *reference) addAll(sets map[string]map[string]bool, key string, objects map[string]bool) {
	for o := range objects {
		r.add(sets, key, o)
	}
}

// value returns the objects that an expression may point to. A field to which nothing was stored
// points to its own object.
func (r *reference) value(c context, e il.Expr) map[string]bool {
	at := r.points[c.String()+e.Root]
	for _, f := range e.Fields {
		next := maps.Clone(at)
		for o := range at {
			maps.Copy(next, r.heap[o+"."+f])
		}
		at = next
	}
	return at
}

// base returns the path e without its last field.
func base(e il.Expr) il.Expr { return il.Path(e.Root, e.Fields[:len(e.Fields)-1]...) }

// apply applies the rules of a statement.
func (r *reference) apply(c context, s il.Stmt) {
	switch s := s.(type) {
	case *il.Copy:
		r.addAll(r.points, c.String()+s.Dst, r.value(c, il.Var(s.Src)))
	case *il.Load:
		r.addAll(r.points, c.String()+s.Dst, r.value(c, s.Src))
	case *il.Store:
		for o := range r.value(c, base(s.Dst)) {
			r.addAll(r.heap, o+"."+s.Dst.Fields[len(s.Dst.Fields)-1], r.value(c, il.Var(s.Src)))
		}
	case *il.New:
		r.add(r.points, c.String()+s.Dst, cut(fmt.Sprint(s.At, " ", c.in), max(1, r.opts.K)))
	case *il.Call:
		r.call(c, s)
	}
}

// call applies the rules of a call.
func (r *reference) call(c context, s *il.Call) {
	for to, callee := range r.callees(c, s) {
		if _, ok := r.reached[to]; !ok {
			r.reached[to], r.changed = callee, true
		}
		for i, e := range s.Args {
			for o := range r.value(c, e) {
				if i > 0 || cut(o, r.opts.K) == callee.in {
					r.add(r.points, to+callee.Formals[i], o)
				}
			}
		}
	}
}

// callees returns the methods that a call may enter, by String.
func (r *reference) callees(c context, s *il.Call) map[string]context {
	receivers := map[string]bool{"": true}
	if len(s.Args) > 0 {
		receivers = r.value(c, s.Args[0])
	}
	all := map[string]context{}
	for o := range receivers {
		callee := context{r.core.Methods[s.Method], cut(o, r.opts.K)}
		all[callee.String()] = callee
	}
	return all
}

// access is an access in a context, and whether a call path to it holds no lock.
type access struct {
	il.Site
	field string
	base  string // all objects, separated by commas
	free  bool
}

// paths visits the accesses on all call paths from c, which is entered at a lock level.
func (r *reference) paths(c context, level int, visit func(access)) {
	il.Walk(c.Body, func(s il.Stmt) {
		switch s := s.(type) {
		case *il.Lock:
			level++
		case *il.Unlock:
			level--
		case *il.Load:
			visit(r.access(c, il.Site{At: s.At, Kind: il.Read}, s.Src, level))
		case *il.Store:
			visit(r.access(c, il.Site{At: s.At, Kind: il.Write}, s.Dst, level))
		case *il.Call:
			for to := range r.callees(c, s) {
				r.paths(r.reached[to], level, visit)
			}
		}
	})
}

// access returns the access to a path at a site, in context c at a lock level.
func (r *reference) access(c context, s il.Site, path il.Expr, level int) access {
	names := []string{}
	for o := range r.value(c, base(path)) {
		names = append(names, o)
	}
	slices.Sort(names)
	return access{
		Site: s, field: path.Fields[len(path.Fields)-1], base: strings.Join(names, ","),
		free: level == 0,
	}
}

// last returns the last stage of each pair that the threads reach.
func (r *reference) last(pair il.Pair, roots [2]context) map[il.Sites]chord.Stage {
	var sides [2]map[access]bool
	for i, c := range roots {
		sides[i] = map[access]bool{}
		r.paths(c, 0, func(a access) { sides[i][a] = true })
	}
	all := map[il.Sites]chord.Stage{}
	for a := range sides[0] {
		for b := range sides[1] {
			if a.field != b.field || a.Kind == il.Read && b.Kind == il.Read {
				continue
			}
			s := il.Sites{a.Site, b.Site}
			if pair.Left == pair.Right && a.Compare(b.Site) > 0 {
				s[0], s[1] = s[1], s[0]
			}
			all[s] = max(all[s], r.stage(a, b))
		}
	}
	return all
}

// stage returns the last stage of Chord that keeps a pair of accesses in the given contexts.
func (r *reference) stage(a, b access) chord.Stage {
	common, shared := false, false
	for o := range strings.SplitSeq(a.base, ",") {
		if slices.Contains(strings.Split(b.base, ","), o) {
			common = true
			shared = shared || r.shared[o]
		}
	}
	switch {
	case !common:
		return chord.Reachable
	case !shared:
		return chord.Aliasing
	case !a.free && !b.free:
		return chord.Escaping
	default:
		return chord.Unlocked
	}
}

// callsAndLocals returns a mix in which contexts and objects differ.
func callsAndLocals() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods = 6, 4
	o.LocalRoot, o.Reassign = 0.5, 0.1
	o.New, o.Copy = 0.15, 0.08
	o.Call, o.Lock = 0.25, 0.12
	return o
}

// TestAgainstReference: the analysis and the reference remove the same pairs at the same stages.
func TestAgainstReference(t *testing.T) {
	var seen [chord.Unlocked + 1]int
	n := 0
	iltest.Random(t, quick.Cases(600), callsAndLocals(), func(core *il.Core) {
		n++
		opts := chord.Options{K: n % 4, Harness: chord.Harness(n / 4 % 2)}
		for _, pair := range core.Pairs() {
			x, roots := newReference(core, pair, opts)
			want := x.last(pair, roots)
			a, err := chord.New(core, opts)
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Pair(pair)
			if err != nil {
				t.Fatal(err)
			}
			for s, last := range r.All() {
				seen[last]++
				if last != want[s] {
					t.Errorf("%+v: %v of %s || %s: %s, the reference says %s\n%s",
						opts, s, pair.Left.Name, pair.Right.Name, last, want[s], core.Source.Text)
				}
				delete(want, s)
			}
			if len(want) > 0 {
				t.Errorf("%+v: pairs not listed: %v\n%s", opts, want, core.Source.Text)
			}
		}
	})
	for s, count := range seen {
		if count < quick.Cases(50) {
			t.Errorf("vacuous: %d pairs end at %s, want at least %d",
				count, chord.Stage(s), quick.Cases(50))
		}
	}
	t.Log(seen)
}
