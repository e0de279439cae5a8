package explore

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// needAlias has programs whose threads race at x.g only if the initial state has an alias.
// Otherwise the two stores before the last load write different cells, and x is the new object,
// which only the first thread has.
var needAlias = []string{
	"{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; x.g := x; } || { arg1.g := arg1; }",
	"{ z := arg1.f; n := new(); arg1.h := n; z.h := arg2; x := arg1.h; x.g := x; } || " +
		"{ arg1.g := arg1; }",
}

// variants returns options that search in each layout, with and without reductions, by a name for
// messages.
func variants(core *il.Core, p il.Pair, o Options) map[string]Options {
	pruned := o
	pruned.Prune, pruned.Reduce = true, true
	flat := o
	flat.Layout, flat.Workers = Flat, 2
	all := map[string]Options{"plain": o, "flat": flat, "pruned": Fitted(core, p, pruned)}
	o.Layout = Canonical
	all["canonical"] = o
	flat.Prune, flat.Reduce, flat.Fingerprint = true, true, true
	all["flat, reduced"] = flat
	o = Fitted(core, p, pruned)
	o.Layout = Canonical
	all["canonical, reduced"] = o
	return all
}

// TestAliases: a race that needs an alias is found if the bound allows an alias.
func TestAliases(t *testing.T) {
	for _, text := range needAlias {
		core := coreOf(t, text)
		p := core.Pairs()[0]
		for aliases, want := range []int{0, 1, 1, 1} {
			o := Defaults()
			o.Aliases = aliases
			for name, o := range variants(core, p, o) {
				r := mustSearch(t, core, p, o)
				checkWitnesses(t, core, r)
				if len(r.Races) != want || r.Complete && want == 0 {
					t.Errorf("%s, %d aliases, %s: %d races (cut %q), want %d", text, aliases, name,
						len(r.Races), r.Cut, want)
				}
			}
		}
	}
}

// TestAliasesComplete: a search that left out no initial value is complete, whatever the bound.
func TestAliasesComplete(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Cut
	}{
		// Only the first thread has x.
		{"{ x := new(); x.f := x; } || { arg1.f := arg1; }", NotCut},
		// One known object lets the threads meet, which is not an alias.
		{"{ arg1.f := arg1; } || { arg1.f := arg1; }", NotCut},
		// arg1 and arg1.f may be different objects.
		{"{ arg1.f.f := arg1; } || { arg1.f := arg1; }", NotCut},
		{needAlias[0], CutAliases},
	} {
		core := coreOf(t, tt.text)
		for _, layout := range []Layout{Canonical, Flat} {
			o := Defaults()
			o.Aliases, o.Layout = 0, layout
			r := mustSearch(t, core, core.Pairs()[0], o)
			if r.Cut != tt.want || r.Complete != (tt.want == NotCut) {
				t.Errorf("%s, %s: complete %t, cut %q, want cut %q", tt.text, layout, r.Complete,
					r.Cut, tt.want)
			}
		}
	}
}

// TestAliasesAgree: every layout finds the same races within a bound, including all that a lower
// bound finds.
func TestAliasesAgree(t *testing.T) {
	searched := 0
	for _, d := range gen.Generators() {
		iltest.Random(t, quick.Cases(8), d.Options, func(core *il.Core) {
			for _, p := range core.Pairs() {
				o := Defaults()
				o.MaxStates, o.MaxObjects = 20_000, 10
				var last map[il.Sites]bool
				for _, aliases := range []int{0, 2, Unbounded} {
					o.Aliases = aliases
					races, ok := sameRaces(t, core, p, o)
					if !ok {
						continue
					}
					searched++
					for s := range last {
						if !races[s] {
							t.Errorf("the race at %v is missing with %d aliases, not with "+
								"fewer\n%s", s, aliases, core.Source.Text)
						}
					}
					last = races
				}
			}
		})
	}
	if want := quick.Cases(300); searched < want {
		t.Errorf("compared %d searches, want at least %d", searched, want)
	}
}

// sameRaces fails the test unless all variants of a search find the same races, and returns these
// races. It returns false if a limit other than that on aliases cut one of the searches.
func sameRaces(t *testing.T, core *il.Core, p il.Pair,
	o Options) (races map[il.Sites]bool, ok bool) {
	t.Helper()
	for name, o := range variants(core, p, o) {
		r := mustSearch(t, core, p, o)
		if r.Cut != NotCut && r.Cut != CutAliases {
			return nil, false
		}
		found := map[il.Sites]bool{}
		for i := range r.Races {
			found[r.Races[i].Sites()] = true
		}
		checkWitnesses(t, core, r)
		if races == nil {
			races = found
		} else if !maps.Equal(races, found) {
			t.Errorf("%d aliases, %s: %d races, another variant finds %d\n%s", o.Aliases, name,
				len(found), len(races), core.Source.Text)
		}
	}
	return races, true
}

// TestAliasesLast: a search that first looks for races without aliases finds the same races as one
// that does not, or more if a limit cuts the latter.
func TestAliasesLast(t *testing.T) {
	large, more := 0, 0
	for _, d := range gen.Generators() {
		iltest.Random(t, quick.Cases(60), d.Options, func(core *il.Core) {
			for _, p := range core.Pairs() {
				o := Defaults()
				o.Prune, o.Reduce, o.MaxStates, o.MaxObjects = true, true, 10_000, 16
				o = Fitted(core, p, o)
				r := mustSearch(t, core, p, o)
				o.Shortest = true
				short := mustSearch(t, core, p, o)
				if short.States > smallSearch {
					large++
				}
				checkWitnesses(t, core, r)
				a, b := sites(r), sites(short)
				if short.Complete && (!r.Complete || !slices.Equal(a, b)) {
					t.Errorf("%d races (cut %q), but %d with Shortest\n%s", len(a), r.Cut, len(b),
						core.Source.Text)
				}
				if len(a) > len(b) {
					more++
				}
			}
		})
	}
	if large < quick.Cases(50) || more == 0 {
		t.Errorf("%d large searches, want %d; %d with more races, want some", large,
			quick.Cases(50), more)
	}
}

// TestAliasesRefused: the bound on aliases is checked, and rejected with options that do not count
// aliases.
func TestAliasesRefused(t *testing.T) {
	core := coreOf(t, needAlias[0]+"\ninit { A.arg1 = o1; A.arg2 = o1; A.arg3 = o1; B.arg1 = o1; }")
	for _, tt := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Aliases = MaxAliases }, ""},
		{func(o *Options) { o.Aliases = MaxAliases + 1 }, "at most 16"},
		{func(o *Options) { o.Init = Given }, "a given initial state"},
		{func(o *Options) { o.Strategy = Random }, "random runs"},
		{func(o *Options) { o.Switches = 1 }, "a bound on switches"},
	} {
		o := Defaults()
		o.Aliases = 0
		tt.change(&o)
		_, err := Search(t.Context(), core, core.Pairs()[0], o)
		if tt.want == "" {
			if err != nil {
				t.Errorf("Search with %+v: error %v, want none", o, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Search with %+v: error %v, want one with %q", o, err, tt.want)
		}
	}
}
