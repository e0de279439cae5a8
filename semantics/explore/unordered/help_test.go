package unordered

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// mustSearch searches with and without random executions, checks every execution, and fails the
// test on an error or if the two searches differ.
func mustSearch(t testing.TB, core *il.Core, p il.Pair, o Options) *Result {
	t.Helper()
	r := mustSearchWith(t, core, p, o, patience)
	s := mustSearchWith(t, core, p, o, 0)
	if r.Complete && s.Complete && !slices.Equal(sitesOf(r), sitesOf(s)) {
		t.Fatalf("with drawn executions %q, without %q\n%s", texts(core, sitesOf(r)),
			texts(core, sitesOf(s)), core.Source.Text)
	}
	return r
}

// mustSearchWith searches after random executions, which end after maxIdle without a new pair. It
// checks every execution, and fails the test on an error.
func mustSearchWith(t testing.TB, core *il.Core, p il.Pair, o Options, maxIdle int) *Result {
	t.Helper()
	r, err := search(context.Background(), core, p, o, maxIdle)
	if err != nil {
		t.Fatalf("search: %v\n%s", err, core.Source.Text)
	}
	for _, race := range r.Races {
		s := race.Sites()
		if err := Check(core, p, s[0], s[1], race.Execution); err != nil {
			t.Fatalf("Check of the execution of %v: %v\n%+v\n%s", s, err, *race.Execution,
				core.Source.Text)
		}
	}
	if r.Complete != (r.Cut == explore.NotCut) {
		t.Fatalf("complete %t although the cut is %q", r.Complete, r.Cut)
	}
	return r
}

// from returns options for a given initial state.
func from(in semantics.Init) Options {
	o := Defaults()
	o.Init, o.Start = explore.Given, &in
	return o
}

// sitesOf lists the sites of all races.
func sitesOf(r *Result) []il.Sites {
	var out []il.Sites
	for _, race := range r.Races {
		out = append(out, race.Sites())
	}
	return out
}

// givenReduced returns options of package explore for a given initial state.
func givenReduced(in semantics.Init) explore.Options {
	o := reduced(0)
	o.Init, o.Start = explore.Given, &in
	return o
}

// coEnabled lists the pairs that race by Definition 3.6, and reports whether the list is complete.
func coEnabled(t testing.TB, core *il.Core, p il.Pair, o explore.Options) ([]il.Sites, bool) {
	t.Helper()
	r, err := explore.Search(context.Background(), core, p, o)
	if err != nil {
		t.Fatalf("explore.Search: %v\n%s", err, core.Source.Text)
	}
	var out []il.Sites
	for _, race := range r.Races {
		out = append(out, race.Sites())
	}
	return out, r.Complete
}

// reduced returns the fastest options of package explore.
func reduced(states int) explore.Options {
	o := explore.Defaults()
	o.Reduce, o.Prune, o.MaxStates = true, true, states
	return o
}

// texts returns the positions and texts of the statements of pairs.
func texts(core *il.Core, pairs []il.Sites) []string {
	at := map[il.Site]string{}
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(il.Command); ok {
				if site, ok := il.SiteOf(c); ok {
					at[site] = il.Text(s)
				}
			}
		})
	}
	var out []string
	for _, s := range pairs {
		out = append(out, fmt.Sprintf("%d %s / %d %s", s[0].At, at[s[0]], s[1].At, at[s[1]]))
	}
	return out
}

// minus returns the elements of a that are not in b.
func minus(a, b []il.Sites) []il.Sites {
	return slices.DeleteFunc(slices.Clone(a),
		func(s il.Sites) bool { return slices.Contains(b, s) })
}

// loopFree returns generator options for small programs without loops that make and publish objects
// and lock more than usual.
func loopFree(statements int) gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Locals = statements, 1, 2, 2
	o.Threads, o.While, o.NoFormals, o.Skip = 0.5, 0, 0, 0
	o.If, o.Call, o.New, o.Copy, o.Lock, o.Sync = 0.07, 0.1, 0.12, 0.05, 0.1, 0
	o.Store, o.StoreFormal, o.Sugar = 0.6, 0.4, 0.05
	o.LocalRoot, o.Longer, o.Reassign = 0.4, 0.3, 0.05
	return o
}

// withLoops returns generator options for small programs with loops.
func withLoops(statements int) gen.Options {
	o := loopFree(statements)
	o.While = 0.2
	return o
}

// initsOf lists every initial state of exactly n objects.
func initsOf(core *il.Core, p il.Pair, n int) []semantics.Init {
	var places []func(in *semantics.Init, o string)
	var objects []string
	for k := range n {
		objects = append(objects, fmt.Sprint("o", k+1))
	}
	for _, o := range objects {
		for _, f := range core.Fields {
			places = append(places, func(in *semantics.Init, v string) {
				in.Cells = append(in.Cells, [3]string{o, f, v})
			})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			places = append(places, func(in *semantics.Init, v string) { in.Stacks[i][x] = v })
		}
	}
	total := states(core, p, n)
	var all []semantics.Init
	for code := range total {
		in := semantics.Init{Objects: objects, Stacks: [2]map[string]string{{}, {}}}
		for _, set := range places {
			set(&in, objects[code%n])
			code /= n
		}
		all = append(all, in)
	}
	return all
}

// states returns the number of initial states of exactly n objects.
func states(core *il.Core, p il.Pair, n int) int {
	total := 1
	for range n*len(core.Fields) + len(p.Left.Formals) + len(p.Right.Formals) {
		total *= n
	}
	return total
}
