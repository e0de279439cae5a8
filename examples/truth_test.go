package examples_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
)

// TestTruth holds the truth lines against a search of all interleavings from
// all initial states with one or two objects: "truth race" lists exactly the
// pairs of places that race (Definition 3.6) in some of them, and "truth no
// race" names places that do not.
//
// That every listed race is found proves it. That nothing else is found is a
// statement about states of at most two objects.
func TestTruth(t *testing.T) {
	const mostObjects = 2
	for _, x := range load(t, "*.il") {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			real, unreal := sites(x.truth["race"]), sites(x.truth["no race"])
			_, nothing := x.truth["no races"]
			if len(real)+len(unreal) == 0 && !nothing {
				t.Fatal("no line says what the truth is")
			}
			core := x.core(t)
			x.placesExist(t, core, slices.Concat(real, unreal))
			if _, ok := x.truth["not searched"]; ok {
				return
			}
			got := x.search(t, core, mostObjects)
			if d := difference(got, real); d != "" {
				t.Errorf("truth race:%s", d)
			}
			for _, s := range unreal {
				if slices.Contains(real, s) {
					t.Errorf("%s is said to race and not to race", s)
				}
			}
		})
	}
}

// search lists the pairs of places that race in some run of some pair of units
// from some initial state with at most n objects, each once.
func (x example) search(t *testing.T, core *il.Core, n int) []string {
	t.Helper()
	limits := semantics.Limits{Iterations: semantics.Unbounded, States: 50_000}
	found := []string{}
	for _, p := range core.Pairs() {
		for objects := 1; objects <= n; objects++ {
			for init := range initials(core, p, objects) {
				races, cut, err := semantics.Races(core, p, init, limits)
				if err != nil || cut {
					t.Fatalf("the search from %v is not complete: cut %v, error %v", init, cut, err)
				}
				for _, r := range races {
					a, b := r.Race[semantics.A], r.Race[semantics.B]
					s := x.sites(p.Left, a.Command.Pos(), a.Kind, p.Right, b.Command.Pos(), b.Kind)
					if !slices.Contains(found, s) {
						found = append(found, s)
					}
				}
			}
		}
	}
	return found
}

// initials enumerates the initial states of a pair with n objects, up to
// renaming thread A's first formal. The cells of a field that neither thread
// ever reads have no influence and hold one object.
func initials(core *il.Core, p il.Pair, n int) iter.Seq[semantics.Init] {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("o%d", i+1)
	}
	read := fieldsRead(core, p)
	return func(yield func(semantics.Init) bool) {
		base := semantics.Init{Objects: names, Stacks: [2]map[string]string{{}, {}}}
		var holes []func(semantics.Init, string)
		for _, o := range names {
			for _, f := range core.Fields {
				i := len(base.Cells)
				base.Cells = append(base.Cells, [3]string{o, f, names[0]})
				if read[f] {
					holes = append(holes, func(s semantics.Init, v string) { s.Cells[i][2] = v })
				}
			}
		}
		for i, u := range [2]*il.Unit{p.Left, p.Right} {
			for j, f := range u.Formals {
				base.Stacks[i][f] = names[0]
				if i+j > 0 {
					holes = append(holes, func(s semantics.Init, v string) { s.Stacks[i][f] = v })
				}
			}
		}
		digits := make([]int, len(holes))
		for {
			for i, hole := range holes {
				hole(base, names[digits[i]])
			}
			if !yield(base) || !increment(digits, n) {
				return
			}
		}
	}
}

// increment counts up in base n; false behind the last number.
func increment(digits []int, n int) bool {
	for i := range digits {
		if digits[i]++; digits[i] < n {
			return true
		}
		digits[i] = 0
	}
	return false
}

// fieldsRead are the fields whose cells can decide where a run of the pair
// goes: those of loads and of actuals, and all but the last of a store's path.
// The last field of a load does not count if its local occurs nowhere else.
func fieldsRead(core *il.Core, p il.Pair) map[string]bool {
	read, seen := map[string]bool{}, map[*il.Unit]bool{}
	add := func(fields []string) {
		for _, f := range fields {
			read[f] = true
		}
	}
	pending := []*il.Unit{p.Left, p.Right}
	for len(pending) > 0 {
		u := pending[0]
		pending = pending[1:]
		if seen[u] {
			continue
		}
		seen[u] = true
		occurs := occurrences(u)
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Load:
				if occurs[s.Dst] == 1 {
					add(s.Src.Fields[:len(s.Src.Fields)-1])
				} else {
					add(s.Src.Fields)
				}
			case *il.Store:
				add(s.Dst.Fields[:len(s.Dst.Fields)-1])
			case *il.Call:
				for _, e := range s.Args {
					add(e.Fields)
				}
				pending = append(pending, core.Methods[s.Method])
			}
		})
	}
	return read
}

// occurrences counts how often each variable stands in the body of u.
func occurrences(u *il.Unit) map[string]int {
	n := map[string]int{}
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(name string, _ il.Pos) { n[name]++ })
	})
	return n
}

// placesExist: the places that truth lines speak of are accesses of the unit,
// of its own or in a method it calls.
func (x example) placesExist(t *testing.T, core *il.Core, lines []string) {
	t.Helper()
	for _, l := range lines {
		places := strings.Split(l, " / ")
		if len(places) != 2 {
			t.Errorf("%q is no pair of places", l)
			continue
		}
		for _, place := range places {
			if !x.placeExists(core, place) {
				t.Errorf("%q is no place of an access", place)
			}
		}
	}
}

// placeExists looks for "unit line kind" in the bodies of the file; that the
// unit gets there is for the search to say.
func (x example) placeExists(core *il.Core, place string) bool {
	found := false
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			kind := ""
			switch s.(type) {
			case *il.Load:
				kind = il.Read.String()
			case *il.Store:
				kind = il.Write.String()
			default:
				return
			}
			for _, v := range core.Units {
				found = found || place == fmt.Sprintf("%s %d %s", v.Name, x.src.Position(s.Pos()).Line, kind)
			}
		})
	}
	return found
}
