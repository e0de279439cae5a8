package absence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/law"
	"wobbly/semantics/explore"
)

// conflicts lists the pairs of accesses of two units and their callees whose texts conflict: they
// have the same field, and one of them writes.
func conflicts(core *il.Core, p il.Pair) (all [][2]il.Site) {
	for _, l := range core.Reachable(p.Left) {
		for _, a := range il.Accesses(l.Body) {
			for _, r := range core.Reachable(p.Right) {
				for _, b := range il.Accesses(r.Body) {
					if a.Conflicts(b) {
						all = append(all, [2]il.Site{a.Site, b.Site})
					}
				}
			}
		}
	}
	return all
}

// open returns the pairs of accesses of the first pair of units for which no certificate is found,
// as paths such as "x.f/y.f", separated by spaces. It checks the certificates of the others.
func open(t *testing.T, text string) string {
	t.Helper()
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	f, err := NewFinder(t.Context(), core, p, NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, s := range conflicts(core, p) {
		c := f.Absent(t.Context(), s)
		if c == nil {
			a, _ := core.AccessAt(s[0])
			b, _ := core.AccessAt(s[1])
			left, _ := il.AccessOf(a)
			right, _ := il.AccessOf(b)
			words = append(words, left.Path.String()+"/"+right.Path.String())
			continue
		}
		if err := NewChecker(core).Check(t.Context(), c); err != nil {
			t.Errorf("%s: the checker refuses the certificate: %v", text, err)
		}
	}
	return strings.Join(words, " ")
}

// TestOpen has a program for each clause of the walk, with the pairs of accesses that have no
// certificate. All of these pairs race.
func TestOpen(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"shared", "{ y := arg1; y.f := y; } || { z := arg1; z.f := z; }", "y.f/z.f"},
		{
			"locked",
			"{ lock(); y := arg1; y.f := y; unlock(); } || { lock(); z := arg1; z.f := z; " +
				"unlock(); }",
			"",
		},
		{
			"locked on one side",
			"{ lock(); y := arg1; y.f := y; unlock(); } || { z := arg1; z.f := z; }",
			"y.f/z.f",
		},
		{
			"locked by the caller",
			"m(p) { y := p; y.f := y; } { lock(); m(arg1); unlock(); } || { lock(); z := arg1; " +
				"z.f := z; unlock(); }",
			"",
		},
		{
			"locked by one caller",
			"m(p) { y := p; y.f := y; } { lock(); m(arg1); unlock(); m(arg1); } || { lock(); " +
				"z := arg1; z.f := z; unlock(); }",
			"y.f/z.f",
		},

		{"private", "{ n := new(); n.f := n; } || { z := arg1; z.f := z; }", ""},
		{
			"private until published",
			"{ n := new(); n.g := n; arg1.f := n; } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f",
		},
		{
			"after it was published",
			"{ n := new(); arg1.f := n; n.g := n; } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f n.g/x.g",
		},
		{
			"published inside another object",
			"{ n := new(); m := new(); m.h := n; arg1.f := m; n.g := n; } || { x := arg1.f; " +
				"y := x.h; y.g := y; }",
			"arg1.f/arg1.f n.g/y.g",
		},
		{
			"published in a call",
			"m(p, q) { p.f := q; } { n := new(); m(arg1, n); n.g := n; } || { x := arg1.f; " +
				"x.g := x; }",
			"n.g/x.g p.f/arg1.f",
		},
		{
			"another one is published in a call",
			"m(p, q) { p.f := q; } { n := new(); k := new(); m(arg1, k); n.g := n; } || { x := arg1.f; " +
				"x.g := x; }",
			"p.f/arg1.f",
		},
		{
			"published in the second of two like calls",
			"m(p, q) { p.f := q; } { n := new(); k := new(); m(n, k); m(arg1, k); k.g := k; } || " +
				"{ x := arg1.f; x.g := x; }",
			"k.g/x.g p.f/arg1.f",
		},
		{
			"published in a like call, from a cell that was overwritten",
			"m(p, q) { y := p.f; q.h := y; } { n := new(); k := new(); n.f := arg2; m(n, arg1); m(n, arg1); " +
				"n.f := k; m(n, arg1); k.g := k; } || { x := arg1.h; x.g := x; }",
			"k.g/x.g q.h/arg1.h",
		},
		{
			"published in one branch",
			"{ n := new(); if * { arg1.f := n; } n.g := n; } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f n.g/x.g",
		},
		{
			"published in an iteration",
			"{ n := new(); while * { n.g := n; arg1.f := n; } } || { x := arg1.f; x.g := x; }",
			"n.g/x.g arg1.f/arg1.f",
		},
		{
			"made again",
			"{ n := new(); arg1.f := n; n := new(); n.g := n; } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f",
		},
		{
			"made again in a loop, with other cells",
			"{ while * { n := new(); y := n.g; y.h := y; n.g := arg1; arg1.f := n; } } || { z := arg1; " +
				"z.h := z; }",
			"",
		},
		{
			"held by another variable",
			"{ n := new(); k := n; arg1.f := n; k.g := k; } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f k.g/x.g",
		},
		{
			"held by a private object",
			"{ n := new(); k := new(); k.h := n; arg1.f := n; y := k.h; y.g := y; } || " +
				"{ x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f y.g/x.g",
		},

		{
			"each its own",
			"{ n := new(); arg1.f := n; n.g := n; } || { m := new(); arg1.h := m; m.g := m; }",
			"",
		},
		{
			"but found by the other",
			"{ n := new(); arg1.f := n; n.g := n; } || { m := arg1.f; m.g := m; }",
			"arg1.f/arg1.f n.g/m.g",
		},
		{
			"stored in different fields",
			"{ n := new(); arg1.f := n; n.g := n; } || { m := arg1.h; m.g := m; }",
			"",
		},

		{
			"overwritten",
			"{ n := new(); arg1.f := n; y := arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"overwritten by another name",
			"{ n := new(); arg1.f := n; arg2.f := arg3; y := arg1.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"y.g/z.g",
		},
		{
			"another field is overwritten by another name",
			"{ n := new(); arg1.f := n; arg2.h := arg3; y := arg1.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"",
		},
		{
			"overwritten at the end of a longer path",
			"{ n := new(); arg1.g.f := n; arg2.f := arg3; y := arg1.g.f; y.h := y; } || { z := arg1; " +
				"z.h := z; }",
			"y.h/z.h",
		},
		{
			"overwritten before, and a call stores nothing",
			"m(p) { skip; } { arg2.g := arg2; n := new(); arg1.g.f := n; m(n); y := arg1.g.f; y.h := y; " +
				"} || { z := arg1; z.h := z; }",
			"",
		},
		{
			"overwritten before, and a call in a call stores nothing",
			"s(p) { skip; } m(p) { s(p); } { arg2.g := arg2; n := new(); arg1.g.f := n; m(n); " +
				"y := arg1.g.f; y.h := y; } || { z := arg1; z.h := z; }",
			"",
		},
		{
			"the cell itself is overwritten before, and a call stores nothing",
			"m(p) { skip; } { arg1.f := arg3; n := new(); arg1.f := n; m(n); y := arg1.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"",
		},
		{
			"both cells of the path are overwritten by another name",
			"{ n := new(); arg1.f.f := n; k := new(); k.f := arg3; arg2.f := k; y := arg1.f.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"overwritten by the other thread",
			"{ n := new(); arg1.f := n; y := arg1.f; y.g := y; } || { z := arg1; z.f := z; " +
				"z.g := z; }",
			"arg1.f/z.f arg1.f/z.f y.g/z.g",
		},
		{
			"after its own access",
			"{ n := new(); arg1.f := n; y := arg1.f; y.g := y; } || { z := arg1; z.g := z; " +
				"z.f := z; }",
			"arg1.f/z.f arg1.f/z.f",
		},
		{
			"the variable is assigned",
			"{ n := new(); arg1.f := n; arg1 := arg2; y := arg1.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"y.g/z.g",
		},
		{
			"overwritten in a call",
			"m(p) { n := new(); p.f := n; } { m(arg1); y := arg1.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"",
		},
		{
			"overwritten by another name, in a call in a call",
			"s(p, q) { p.f := q; } m(p, q) { s(p, q); } { n := new(); arg1.f := n; m(arg2, arg3); " +
				"y := arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"no longer known in the last of three like calls",
			"m(p) { y := p.f; y.g := y; } { n := new(); arg1.f := n; m(arg1); m(arg1); arg1 := arg2; " +
				"m(arg1); } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"a fact about a copy",
			"{ n := new(); arg1.f := n; x := arg1; y := x.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"",
		},
		{
			"a fact about a loaded variable",
			"{ n := new(); arg1.h.f := n; x := arg1.h; y := x.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"",
		},
		{
			"a fact about a variable loaded from itself",
			"{ n := new(); arg1.h.f := n; arg1 := arg1.h; y := arg1.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"",
		},
		{
			"a lost fact about a variable loaded from itself",
			"{ n := new(); arg1.h.f := n; arg1 := arg1.h; y := arg1.h.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a copy that was assigned since",
			"{ n := new(); x := arg1; x.f := n; x := arg2; y := x.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a copy, overwritten by another name",
			"{ n := new(); arg1.f := n; x := arg1; arg2.f := arg3; y := x.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of another path",
			"{ n := new(); arg1.k.f := n; x := arg1.h; y := x.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a parameter that is assigned to itself",
			"m(p) { n := new(); p.f := n; p := p; } { m(arg1); y := arg1.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that gets another one",
			"m(p, q) { n := new(); p := q; p.f := n; } { m(arg1, arg2); y := arg1.f; y.g := y; } || " +
				"{ z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"forgotten in a call",
			"m(p, q) { p.f := q; } { n := new(); arg1.f := n; m(arg2, arg3); y := arg1.f; " +
				"y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"a fact used in a call",
			"m(p) { y := p.f; y.g := y; } { n := new(); arg1.f := n; m(arg1); } || { z := arg1; " +
				"z.g := z; }",
			"",
		},

		{
			"before a call in a branch",
			"m(p) { y := p; y.g := y; } { n := new(); if * { m(n); } else { arg1.f := n; m(n); " +
				"} } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f y.g/x.g",
		},
		{
			"before one of two calls",
			"m(p) { y := p; y.g := y; } { n := new(); if * { arg1.f := n; m(n); } else { m(n); " +
				"} } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f y.g/x.g",
		},
		{
			"before a call in a branch, after more stores than in the other",
			"m(p) { y := p; y.g := y; } { n := new(); k := new(); arg1.f := k; if * { arg1.f := n; " +
				"m(n); } else { m(n); } } || { x := arg1.f; x.g := x; }",
			"arg1.f/arg1.f arg1.f/arg1.f y.g/x.g",
		},
		{
			"of a variable that holds a new object",
			"{ n := new(); x := arg1; x.f := n; x := new(); x.f := arg2; y := x.f; y.g := y; } " +
				"|| { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"overwritten by another object of its own",
			"{ n := new(); arg1.f := n; k := new(); arg2.f := k; y := arg1.f; y.g := y; } || { z " +
				":= arg1; z.g := z; }",
			"",
		},
		{
			"after a store into an object of its own",
			"{ n := new(); arg1.f := n; m := new(); arg1.h := m; m.f := arg2; y := arg1.f; y.g " +
				":= y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that is assigned after a call",
			"k(r) { skip; } m(p, q) { n := new(); k(p); p := q; p.f := n; } { m(arg1, arg2); y " +
				":= arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"the only one of its site, in a call",
			"m(p) { p.f := p; } { n := new(); n.f := arg1; m(n); x := n.f; x.g := x; } || { z := " +
				"arg1; z.g := z; }",
			"",
		},
		{
			"several of one site",
			"m(p) { q := new(); p.h := q; } { k := new(); m(k); a := k.h; m(k); b := k.h; " +
				"a.f := arg1; b.f := b; x := a.f; x.g := x; } || { z := arg1; z.g := z; }",
			"x.g/z.g",
		},
		{
			"and one more",
			"m(p) { q := new(); p.h := q; } { k := new(); m(k); a := k.h; m(k); m(k); b := k.h; " +
				"a.f := arg1; b.f := b; x := a.f; x.g := x; } || { z := arg1; z.g := z; }",
			"x.g/z.g",
		},
		{
			"the cells of an older one",
			"m(p) { q := new(); p.h := q; } { k := new(); m(k); a := k.h; a.f := arg1; m(k); " +
				"x := a.f; x.g := x; } || { z := arg1; z.g := z; }",
			"x.g/z.g",
		},
		{
			"made in the same call",
			"m(p) { q := new(); p.h := q; q.f := q; } { k := new(); m(k); a := k.h; a.f := arg1; " +
				"m(k); x := a.f; x.g := x; } || { z := arg1; z.g := z; }",
			"x.g/z.g",
		},
		{
			"the only one of its site",
			"{ n := new(); n.f := arg1; n.f := n; x := n.f; x.g := x; } || { z := arg1; " +
				"z.g := z; }",
			"",
		},
		{
			"maybe not private",
			"{ n := new(); n.f := arg1; k := new(); x := n; if * { x := arg2; } x.f := k; " +
				"y := n.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"one of two private objects",
			"{ n := new(); m := new(); n.f := arg1; x := n; if * { x := m; } k := new(); " +
				"x.f := k; y := n.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"published through several objects",
			"{ a := new(); b := new(); c := new(); d := new(); a.h := b; b.h := c; c.h := d; " +
				"arg1.f := a; d.g := d; } || { x := arg1.f; x := x.h; x := x.h; x := x.h; x.g := x; }",
			"arg1.f/arg1.f d.g/x.g",
		},
		{
			"made again after it was published",
			"{ n := new(); n.f := arg1; arg1.h := n; n := new(); x := n.f; x.g := x; } || " +
				"{ z := arg1; z.g := z; }",
			"",
		},
		{
			"again the only one of its site",
			"m(p) { q := new(); p.h := q; } { k := new(); m(k); a := k.h; arg2.h := a; m(k); " +
				"b := k.h; b.f := arg1; b.f := b; x := b.f; x.g := x; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"by a path that the other thread changes",
			"{ n := new(); arg1.h.f := n; y := arg1.h.f; y.g := y; } || { z := arg1; w := arg2; " +
				"z.h := w; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path from a variable that may hold a private object",
			"{ n := new(); x := n; if * { x := arg1; } k := new(); x.f := k; n.f := arg2; " +
				"y := x.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path through a private object",
			"{ n := new(); n.h := arg1; k := new(); n.h.f := k; n.h := arg2; y := n.h.f; " +
				"y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path that a call changes",
			"m(p, q) { p.h := q; } { k := new(); arg1.h.f := k; m(arg1, arg2); y := arg1.h.f; " +
				"y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path that a store by another name changes",
			"{ n := new(); arg1.h.f := n; m := new(); m.f := arg3; arg2.h := m; y := arg1.h.f; " +
				"y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path that the store itself changes",
			"{ n := new(); n.f := arg2; arg1.f.f := n; x := arg1.f.f; x.g := x; } || { arg1.g := arg1; }",
			"x.g/arg1.g",
		},
		{
			"of an assigned parameter",
			"m(p, q) { n := new(); p := q; p.f := n; } { m(arg1, arg2); y := arg1.f; y.g := y; " +
				"} || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of an argument whose path the call changes",
			"m(p, q, r) { n := new(); q.h := r; p.f := n; } { m(arg1.h, arg1, arg2); " +
				"y := arg1.h.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"forgotten in a call of a call",
			"m(p, q) { p.f := q; } k(p, q) { m(p, q); } { n := new(); arg1.f := n; " +
				"k(arg2, arg3); y := arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"published in a call of a call",
			"m(p, q) { p.f := q; } k(p, q) { m(p, q); } { n := new(); k(arg1, n); n.g := n; } || " +
				"{ x := arg1.f; x.g := x; }",
			"n.g/x.g p.f/arg1.f",
		},
		{
			"published before a call in a call",
			"m(p) { y := p; } k(p, q) { p.f := q; m(p); } { n := new(); k(arg1, n); n.g := n; " +
				"} || { x := arg1.f; x.g := x; }",
			"n.g/x.g p.f/arg1.f",
		},
		{
			"called with the lock and without",
			"m(p) { y := p.f; } { lock(); m(arg1); unlock(); m(arg1); } || { lock(); z := arg1; " +
				"z.f := z; unlock(); }",
			"p.f/z.f",
		},
		{
			"a fact of one branch",
			"{ if * { n := new(); arg1.f := n; } y := arg1.f; y.g := y; } || { z := arg1; " +
				"z.g := z; }",
			"y.g/z.g",
		},
		{
			"of two branches",
			"{ n := new(); if * { arg1.f := n; } else { arg1.f := arg2; } y := arg1.f; y.g := y; " +
				"} || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"in a later iteration",
			"{ n := new(); arg1.f := n; while * { y := arg1.f; y.g := y; arg2.f := arg3; } } || " +
				"{ z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"published in a later iteration",
			"m(p, q) { p.f := q; } k(p, q) { while * { m(p, q); } } { n := new(); k(arg1, n); " +
				"n.g := n; } || { x := arg1.f; x.g := x; }",
			"n.g/x.g p.f/arg1.f",
		},
		{
			"forgotten in a later iteration",
			"m(p, q) { p.f := q; } k(p, q) { while * { m(p, q); } } { n := new(); arg1.f := n; " +
				"k(arg2, arg3); y := arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"by a path that the store itself changes, to its own object",
			"{ n := new(); arg1.f.f := n; x := arg1.f.f; x.g := x; } || { z := arg1; z.g := " +
				"z; }",
			"",
		},
		{
			"by a path through another cell of the field, which the store does not change",
			"{ n := new(); n.f := arg2; arg1.f := n; m := new(); m.f := arg2; arg1.f.f := m; y := " +
				"arg1.f.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"by a path whose prefix the store itself changes",
			"{ n := new(); m := new(); n.h := m; m.f := arg2; arg1.f.h.f := n; x := " +
				"arg1.f.h.f; x.g := x; } || { z := arg1; z.g := z; }",
			"x.g/z.g",
		},
		{
			"of a parameter that is assigned later",
			"m(p, q) { n := new(); p.f := n; p := q; } { m(arg1, arg2); y := arg1.f; y.g := " +
				"y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that one branch assigns later",
			"m(p, q) { n := new(); p.f := n; if * { p := q; } } { m(arg1, arg2); y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that the other branch assigns later",
			"m(p, q) { n := new(); p.f := n; if * { } else { p := q; } } { m(arg1, arg2); y " +
				":= arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that one branch has assigned",
			"m(p, q) { n := new(); if * { p := q; } p.f := n; } { m(arg1, arg2); y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a parameter that a loop assigns later",
			"m(p, q) { n := new(); p.f := n; while * { p := q; } } { m(arg1, arg2); y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of a parameter that a loop has assigned",
			"m(p, q) { n := new(); while * { p := q; } p.f := n; } { m(arg1, arg2); y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a parameter that is assigned twice",
			"m(p, q) { n := new(); p := q; p.f := n; p := n; } { m(arg1, arg2); y := arg1.f; " +
				"y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a parameter that is assigned, and overwritten",
			"m(p, q) { n := new(); p.f := n; p := q; p.f := q; } { m(arg1, arg2); y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of a parameter that a caller assigns",
			"k(p) { skip; } m(p, q) { n := new(); p := q; k(p); p.f := n; } { m(arg1, arg2); " +
				"y := arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of one branch, and of the object of the other",
			"{ n := new(); arg1.f := n; if * { arg1 := n; } y := arg1.f; y.g := y; } || { z " +
				":= arg1; z.g := z; }",
			"",
		},
		{
			"of the object of one branch, and of the other",
			"{ n := new(); if * { arg2.f := n; arg1 := n; } else { arg1.f := n; } y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"",
		},
		{
			"of one branch, and of a private object",
			"{ n := new(); k := new(); arg1.f := k; if * { arg1 := n; } n.f := arg2; y := " +
				"arg1.f; y.g := y; } || { z := arg1; z.g := z; }",
			"y.g/z.g",
		},
		{
			"of one branch, and of a path onto which the other thread puts what is published later",
			"{ k := new(); if * { arg2.f.g := k; } else { arg2 := arg1.h; } w := arg1.j; q := " +
				"new(); q.g := w; arg1.i := q; y := arg2.f.g; y.z := y; } || { w := new(); arg1.j := " +
				"w; p := new(); arg1.h := p; q := arg1.i; p.f := q; w.z := w; }",
			"arg1.h/arg1.h arg1.j/arg1.j arg1.i/arg1.i y.z/w.z",
		},
		{
			"of an object that a loop reaches",
			"{ n := new(); arg1.f := n; while * { arg1 := arg1.f.f; } y := arg1.f; y.g := y; " +
				"} || { z := arg1; z.g := z; }",
			"",
		},

		{
			"a list",
			"{ n := new(); while * { m := new(); m.f := n; n := m; } lock(); arg1.h := n; " +
				"unlock(); } || { lock(); y := arg1.h; while * { y := y.f; } unlock(); }",
			"",
		},
	} {
		if got := open(t, x.text); got != x.want {
			t.Errorf("%s: the pairs without a certificate are %q, want %q", x.name, got, x.want)
		}
	}
}

// mixes returns options of programs, the last two of which publish objects and find them again.
func mixes() []gen.Options {
	// Objects are published, cells overwritten, and published objects found by another name.
	back := gen.Default()
	back.Threads, back.Methods, back.Formals, back.Statements = 0.7, 2, 2, 10
	back.Fields, back.Locals, back.Path = 2, 2, 2
	back.New, back.Copy, back.Store, back.StoreFormal, back.LocalRoot = 0.3, 0.15, 0.6, 0.3, 0.5
	back.Reassign, back.Call, back.Sugar = 0.15, 0.2, 0.1
	few := back
	few.Fields, few.Formals, few.Methods, few.Statements, few.While, few.If = 1, 1, 1, 8, 0.1, 0.1
	return []gen.Options{gen.Default(), gen.Tiny(), back, few}
}

// TestNoRaceIsAbsent: a race that the exact search finds has no certificate. The certificates of
// other pairs are accepted, and stay the same when they are written and read.
func TestNoRaceIsAbsent(t *testing.T) {
	for i, o := range mixes() {
		l := law.Law{Runs: 150, Gen: o, Floors: law.Floors{"races": 0.08, "absent": 0.08}}
		l.Check(t, func(x *law.Case) {
			for _, p := range x.Core.Pairs() {
				f, err := NewFinder(t.Context(), x.Core, p, NoLimit)
				if err != nil {
					x.Fatal(err)
				}
				racing := races(t, x.Core, p)
				var all []*Certificate
				for _, s := range conflicts(x.Core, p) {
					c := f.Absent(t.Context(), s)
					races := slices.Contains(racing, p.Sites(s[0], s[1]))
					x.LabelIf(races, "races")
					switch {
					case c == nil:
						continue
					case races:
						x.Fatalf("mix %d: %v in %s || %s races, and has a certificate", i,
							words(x.Core, s), p.Left.Name, p.Right.Name)
					}
					x.Label("absent")
					all = append(all, c)
				}
				checkWritten(x, all)
			}
		})
	}
}

// races returns the pairs of sites of the races that the exact search finds.
func races(t testing.TB, core *il.Core, p il.Pair) (all []il.Sites) {
	o := explore.Defaults()
	o.MaxStates, o.MaxObjects, o.Prune, o.Reduce = 4000, 10, true, !core.HasLoop(p.Left, p.Right)
	r, err := explore.Search(t.Context(), core, p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Races {
		s := x.Sites()
		all = append(all, p.Sites(s[0], s[1]))
	}
	return all
}

// words formats two sites.
func words(core *il.Core, s [2]il.Site) string {
	return fmt.Sprintf("%s %s / %s %s", s[0].Kind, core.Source.At(s[0].At), s[1].Kind,
		core.Source.At(s[1].At))
}

// checkWritten writes certificates, reads them and checks them.
func checkWritten(x *law.Case, all []*Certificate) {
	encoder, decoder, checker := NewEncoder(x.Core), NewDecoder(x.Core), NewChecker(x.Core)
	for _, c := range all {
		text := written(x.TB, encoder, c)
		read, err := ReadAll(text)
		if err != nil || len(read) != 1 {
			x.Fatalf("ReadAll returns %d certificates (%v), want 1", len(read), err)
		}
		again, err := decoder.Certificate(read[0])
		if err == nil {
			err = checker.Check(context.Background(), again)
		}
		if err != nil {
			x.Fatalf("a certificate that was written and read is refused: %v\n%s", err, text)
		}
		if twice := written(x.TB, encoder, again); string(twice) != string(text) {
			x.Fatalf("a certificate that was read is written as\n%s\nwant\n%s", twice, text)
		}
	}
}

// written returns the document of a certificate.
func written(t testing.TB, e *Encoder, c *Certificate) []byte {
	t.Helper()
	d, err := e.Document(c)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// corruptions are functions that change a certificate, if they apply.
var corruptions = map[string]func(r *rand.Rand, c *Certificate){
	"units": func(r *rand.Rand, c *Certificate) {
		c.Units[0], c.Units[1] = c.Units[1], c.Units[0]
	},
	"relies": func(r *rand.Rand, c *Certificate) { c.threads[r.IntN(2)].relies = cells{} },
	"one cell": func(r *rand.Rand, c *Certificate) {
		m := c.threads[r.IntN(2)].relies
		if all := m.sorted(); len(all) > 0 {
			delete(m, all[r.IntN(len(all))])
		}
	},
	"no loops": func(r *rand.Rand, c *Certificate) { c.threads[r.IntN(2)].loops = nil },
	"a loop more": func(r *rand.Rand, c *Certificate) {
		t := &c.threads[r.IntN(2)]
		t.loops = append(t.loops, newState())
	},
	"vars":   corruptLoop(func(r *rand.Rand, s *state) { s.vars = map[string]set{} }),
	"cells":  corruptLoop(func(r *rand.Rand, s *state) { s.cells = cells{} }),
	"stored": corruptLoop(func(r *rand.Rand, s *state) { s.stored = cells{} }),
	"single": corruptLoop(func(r *rand.Rand, s *state) {
		s.single, s.several = s.several, s.single
	}),
	"single and several": corruptLoop(func(r *rand.Rand, s *state) {
		s.single = s.single.Union(s.several)
	}),
	"published": corruptLoop(func(r *rand.Rand, s *state) { s.published = "" }),
	"facts": corruptLoop(func(r *rand.Rand, s *state) {
		for p, f := range s.facts {
			f.holds = ""
			s.facts[p] = f
		}
		s.facts["arg1.f"] = fact{path: il.Path("arg1", "f"), holds: ""}
	}),
}

// corruptLoop returns a corruption that changes the state of a random loop, if there is one.
func corruptLoop(change func(*rand.Rand, *state)) func(*rand.Rand, *Certificate) {
	return func(r *rand.Rand, c *Certificate) {
		if t := &c.threads[r.IntN(2)]; len(t.loops) > 0 {
			change(r, t.loops[r.IntN(len(t.loops))])
		}
	}
}

// TestCorrupted: a corrupted certificate, or one used for other accesses, is refused if its
// accesses race.
func TestCorrupted(t *testing.T) {
	refusals := map[string]int{}
	for _, o := range mixes()[2:] {
		o.While = 0.15
		l := law.Law{Runs: 250, Gen: o, Floors: law.Floors{"absent": 0.08}}
		l.Check(t, func(x *law.Case) {
			for _, p := range x.Core.Pairs() {
				f, err := NewFinder(t.Context(), x.Core, p, NoLimit)
				if err != nil {
					x.Fatal(err)
				}
				all := conflicts(x.Core, p)
				racing := races(t, x.Core, p)
				for _, s := range all {
					whole := f.Absent(t.Context(), s)
					if whole == nil {
						continue
					}
					x.Label("absent")
					other := copyOf(whole)
					other.Sites = all[x.Rand.IntN(len(all))]
					judge(x, refusals, "other sites", p, racing, other)
					for name, corrupt := range corruptions {
						c := copyOf(whole)
						corrupt(x.Rand, c)
						judge(x, refusals, name, p, racing, c)
					}
				}
			}
		})
	}
	for name := range corruptions {
		if refusals[name] == 0 && name != "single and several" { // see TestSingleAndSeveral
			t.Errorf("no certificate is refused for its %s", name)
		}
	}
}

// copyOf returns a deep copy of a certificate.
func copyOf(c *Certificate) *Certificate {
	d := *c
	d.threads = &[2]threadInvariant{}
	for i := range d.threads {
		relies := cells{}
		relies.join(c.threads[i].relies)
		d.threads[i].relies, d.threads[i].loops = relies, nil
		for _, s := range c.threads[i].loops {
			d.threads[i].loops = append(d.threads[i].loops, s.clone())
		}
	}
	return &d
}

// judge counts a corrupted certificate that is refused. One that is accepted must not be about a
// race.
func judge(x *law.Case, refusals map[string]int, name string, p il.Pair, racing []il.Sites,
	c *Certificate) {
	if c.Units[0] != p.Left.Name {
		p.Left, p.Right = p.Right, p.Left
	}
	if NewChecker(x.Core).Check(context.Background(), c) != nil {
		refusals[name]++
		return
	}
	for _, s := range racing {
		if s == (il.Sites{c.Sites[0], c.Sites[1]}) ||
			p.Left == p.Right && s == (il.Sites{c.Sites[1], c.Sites[0]}) {
			x.Fatalf("accepted with %s corrupted: %s of %v races", name,
				words(x.Core, c.Sites), c.Units)
		}
	}
}

// TestRefused: the error names the fault of the certificate.
func TestRefused(t *testing.T) {
	core := iltest.Core(t,
		"private k(p) { y := p; y.f := y; y.f := y; } "+
			"m(p) { n := new(); while * { n.f := n; } } r(p) { k(p); }")
	p := core.Pairs()[1]
	f, err := NewFinder(t.Context(), core, p, NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	all := conflicts(core, p)
	s := all[len(all)-1]
	good := f.Absent(t.Context(), s)
	if good == nil {
		t.Fatal("Absent finds no certificate")
	}
	name := strings.Repeat("x", 41) // one character longer than what is quoted
	unknown := func(name string) string {
		return fmt.Sprintf("the program has no thread that runs %q", name)
	}
	for want, change := range map[string]func(c *Certificate){
		unknown("k"):               func(c *Certificate) { c.Units[0] = "k" },
		unknown("none"):            func(c *Certificate) { c.Units[1] = "none" },
		unknown(name[:40]):         func(c *Certificate) { c.Units[1] = name[:40] },
		unknown(name[:40] + "..."): func(c *Certificate) { c.Units[1] = name },
		"a site of the certificate is not an access": func(c *Certificate) {
			c.Sites[0].At++
		},
		"the certificate has no invariant": func(c *Certificate) {
			c.threads = nil
		},
		"the certificate has too few loops": func(c *Certificate) {
			c.threads[0].loops = nil
		},
		"the certificate has too many loops": func(c *Certificate) {
			c.threads[1].loops = []*state{newState()}
		},
		"the state before the loop at 1:65 is not covered": func(c *Certificate) {
			c.threads[0].loops[0].vars = map[string]set{}
		},
		"thread B stores more before its access than the other thread relies on": func(
			c *Certificate) {
			c.Units, c.Sites = [2]string{"m", "r"}, s
			c.threads[0].relies = cells{}
		},
	} {
		c := copyOf(good)
		change(c)
		var refusal Refusal
		if err := NewChecker(core).Check(t.Context(), c); !errors.As(err, &refusal) ||
			string(refusal) != want {
			t.Errorf("Check = %v, want %s", err, want)
		}
	}
	c := copyOf(good)
	c.threads[0].loops = nil
	if _, err := NewChecker(core).Reason(t.Context(), c); err == nil {
		t.Error("Reason of a refused certificate succeeds")
	}
	c.Units[0] = "none"
	if _, err := NewEncoder(core).Document(c); err == nil {
		t.Error("Document of a certificate of an unknown unit succeeds")
	}
	core.Recursive = true
	if err := NewChecker(core).Check(t.Context(), good); err != ErrRecursive || !GaveUp(err) {
		t.Errorf("Check of a recursive program = %v, want %v", err, ErrRecursive)
	}
	if !GaveUp(errTooLarge) || GaveUp(Refusal("")) {
		t.Errorf("GaveUp of a limit = %t, and of a refusal %t, want true and false",
			GaveUp(errTooLarge), GaveUp(Refusal("")))
	}
	if _, err := NewFinder(t.Context(), core, p, NoLimit); err != ErrRecursive {
		t.Errorf("NewFinder of a recursive program = %v, want %v", err, ErrRecursive)
	}
}

// TestInterrupted: after its context has ended, no certificate is found or accepted.
func TestInterrupted(t *testing.T) {
	long := strings.Repeat("n.f := n; ", 2*pollInterval)
	core := iltest.Core(t, "{ n := new(); "+long+"} || { z := arg1; z.f := z; }")
	p := core.Pairs()[0]
	s := conflicts(core, p)[0]
	f, err := NewFinder(t.Context(), core, p, NoLimit)
	if err != nil {
		t.Fatal(err)
	}
	whole := f.Absent(t.Context(), s)
	if whole == nil {
		t.Fatal("no certificate")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := NewChecker(core).Check(ended, whole); err != context.Canceled {
		t.Errorf("Check after the end of its context = %v, want %v", err, context.Canceled)
	}
	if f, err = NewFinder(ended, core, p, NoLimit); err != nil || f.Absent(ended, s) != nil {
		t.Errorf("Absent finds a certificate after the end of its context (%v)", err)
	}
}

// TestSingleAndSeveral: if a certificate claims both that there is one object of a site and that
// there may be several, the checker assumes several: a store does not overwrite the cell.
func TestSingleAndSeveral(t *testing.T) {
	core := iltest.Core(t, "{ n := new(); n.f := n; } || { skip; }")
	w := &walker{program: newProgram(core, core.Pairs()[0], NoLimit)}
	n, f := private(0), cell{private(0), "f"}
	one := set("").With(n)
	for _, x := range []struct {
		single, several set
		weak            bool // whether the old value of the cell remains
	}{{one, "", false}, {one, one, true}, {"", one, true}, {"", "", true}} {
		s := newState()
		s.vars["n"], s.single, s.several = one, x.single, x.several
		s.cells[f] = set("").With(initial)
		w.store(s, core.Threads[0].Body.List()[1].(*il.Store))
		if weak := s.cells[f].Has(initial); weak != x.weak {
			t.Errorf("single %t, several %t: the store is weak: %t, want %t", x.single != "",
				x.several != "", weak, x.weak)
		}
	}
}

// TestLimits: work up to the limit is done, and one unit more is refused.
func TestLimits(t *testing.T) {
	core := iltest.Core(t, "m(p) { skip; } { x := arg1; y := arg1; m(x); } || { skip; }")
	p := core.Pairs()[0]
	f, err := NewFinder(t.Context(), core, p, NoLimit)
	const work = 2 + 3 + 4 + 2 + 1 // one more than the variables before each statement
	if err != nil || f.Work() != work {
		t.Fatalf("NewFinder: work %d, %v, want %d", f.Work(), err, work)
	}
	large := newState()
	for i, x := range []string{"x", "y", "z", "u"} {
		large.stored[cell{0, x}] = ""
		if i < 3 {
			large.facts[x] = fact{}
		}
		if i < 2 {
			large.cells[cell{0, x}] = ""
		}
		if i < 1 {
			large.vars[x] = ""
		}
	}
	if n := large.size(); n != 1+1+2+3+4 {
		t.Errorf("size = %d, want %d", n, 1+1+2+3+4)
	}
	for limit, done := range map[int]bool{work: true, work - 1: false} {
		f, err := NewFinder(t.Context(), core, p, limit)
		if err != nil {
			t.Fatal(err)
		}
		if (f.whole[0] != nil) != done {
			t.Errorf("within the limit %d the solution is found: %t, want %t", limit, !done, done)
		}
	}
	for free, want := range map[int]error{2: nil, 1: errTooLarge} {
		w := &walker{
			program: newProgram(core, p, NoLimit), ctx: t.Context(), loop: iterate,
			exits: map[string]*state{}, size: 4<<20 - free,
		}
		s := newState()
		s.vars["x"] = set("").With(initial)
		if _, err := w.call(core.Threads[0].Body.List()[2].(*il.Call), s, il.Level{}); err != want {
			t.Errorf("call with room for %d values = %v, want %v", free, err, want)
		}
	}
}

// TestManyCalls: a method that is entered again with the same knowledge is not walked again.
func TestManyCalls(t *testing.T) {
	text := "private m0(p) { skip; }\n"
	for i := range 60 {
		text += fmt.Sprintf("private m%d(p) { m%d(p); m%d(p); }\n", i+1, i, i)
	}
	core := iltest.Core(t, text+"{ m60(arg1); } || { skip; }")
	f, err := NewFinder(t.Context(), core, core.Pairs()[0], 10_000)
	if err != nil || f.whole[0] == nil {
		t.Errorf("NewFinder: work %d, %v, want thread A walked within the limit", f.Work(), err)
	}
}

// TestLongPath: facts are learned about paths of at most 256 fields. Without a fact, the two stores
// have no certificate. Paths of any length take reasonable time.
func TestLongPath(t *testing.T) {
	path := func(root string, fields int) string { return root + strings.Repeat(".f", fields) }
	for fields, want := range map[int]bool{256: true, 257: false, 5000: false} {
		for _, way := range []string{
			"y := " + path("arg1", fields) + ";",
			"x := arg1.f; y := " + path("x", fields-1) + ";",
		} {
			text := "{ n := new(); " + path("arg1", fields) + " := n; " + way +
				" y.g := y; } || { z := arg1; z.g := z; }"
			if found := open(t, text); (found == "") != want {
				t.Errorf("%d fields, %.20s: the pairs without a certificate are %q", fields, way,
					found)
			}
		}
	}
}

// TestMadeThreeTimes: after the second new() of a site, the site may have several objects.
func TestMadeThreeTimes(t *testing.T) {
	core := iltest.Core(t, "{ n := new(); } || { skip; }")
	w := &walker{program: newProgram(core, core.Pairs()[0], NoLimit)}
	s, made := newState(), core.Threads[0].Body.List()[0].(*il.New)
	for times := 1; times <= 3; times++ {
		w.create(s, made)
		if n := private(0); s.single.Has(n) != (times == 1) || s.several.Has(n) != (times > 1) {
			t.Errorf("after create number %d: single %t, several %t", times, s.single.Has(n),
				s.several.Has(n))
		}
	}
}

// TestReason: a reason names each object that a thread may access at a site, and no object if a
// lock keeps the other thread out.
func TestReason(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{
			"m(p) { y := p; y.g := y; } " +
				"{ n := new(); m(n); k := new(); m(k); arg1.f := k; m(k); } || " +
				"{ l := new(); x := arg1.h; x.g := l; }",
			"made 1:30 1:48, published 1:48 / initial",
		},
		{
			"m(p) { y := p; y.g := y; } " +
				"{ n := new(); arg1.f := n; lock(); m(n); unlock(); n := new(); m(n); } || " +
				"{ x := arg1.f; lock(); x.g := x; unlock(); }",
			"made 1:79 / initial, found 1:30",
		},
		{
			"{ lock(); y := arg1; y.g := y; unlock(); } || " +
				"{ lock(); x := arg1; x.g := x; unlock(); }",
			"locked:  / ",
		},
	} {
		core := iltest.Core(t, x.text)
		p := core.Pairs()[0]
		f, err := NewFinder(t.Context(), core, p, NoLimit)
		if err != nil {
			t.Fatal(err)
		}
		all := conflicts(core, p)
		r, err := NewChecker(core).Reason(t.Context(), f.Absent(t.Context(), all[len(all)-1]))
		if err != nil {
			t.Fatal(err)
		}
		got := reasonText(core, r)
		if got != x.want {
			t.Errorf("%s: the reason is %q, want %q", x.text, got, x.want)
		}
	}
}

// reasonText formats a reason: for each thread, "initial" and the positions of the new() of private
// objects ("made") and of the public ones that it or the other thread made.
func reasonText(core *il.Core, r Reason) string {
	var sides [2]string
	for i, o := range r.Objects {
		var words []string
		if o.Initial {
			words = append(words, "initial")
		}
		for k, list := range [][]il.Pos{o.Private, o.Public[i], o.Public[1-i]} {
			word := []string{"made", "published", "found"}[k]
			for _, at := range list {
				word += " " + core.Source.At(at)
			}
			if len(list) > 0 {
				words = append(words, word)
			}
		}
		sides[i] = strings.Join(words, ", ")
	}
	text := sides[0] + " / " + sides[1]
	if r.Locked {
		return "locked: " + text
	}
	return text
}
