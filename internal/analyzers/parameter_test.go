package analyzers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestParameters: each parameter is listed once, with all that a flag needs, and belongs to the
// analyzers that declare it. The search that judges reports has one too.
func TestParameters(t *testing.T) {
	var names []string
	for _, p := range Parameters() {
		if slices.Contains(names, p.Name) {
			t.Errorf("%s is listed twice", p.Name)
		}
		names = append(names, p.Name)
		if p.Type != nil && (p.Help == "" || p.Placeholder == "" || p.Set == nil) {
			t.Errorf("the parameter %+v has no help, placeholder or Set", p)
		}
	}
	const want = "literal cap condition max-steps context-switches switches keep context seed " +
		"runs max-states"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the parameters are %s, want %s", got, want)
	}
	for _, x := range []struct {
		analyzer string
		has      string
	}{
		{"plus", "literal cap condition max-steps"}, {"flow", "max-steps"},
		{"racerd", "switches max-states"},
		{"chord", "keep context max-states"}, {"hb", "seed runs max-states"},
		{"racemob", "context seed runs max-states"}, {"oracle", "max-states"},
	} {
		a, _ := Find(x.analyzer)
		var has []string
		for _, p := range Parameters() {
			if a.Has(p) {
				has = append(has, p.Name)
			}
		}
		if got := strings.Join(has, " "); got != x.has {
			t.Errorf("%s has %s, want %s", x.analyzer, got, x.has)
		}
	}
}

// TestOwners: the owners of a parameter are listed by name, without analyzers that are variants of
// others.
func TestOwners(t *testing.T) {
	var names []string
	for _, m := range abstract.Modes {
		names = append(names, m.Name)
	}
	modes := strings.Join(names, ", ")
	for _, x := range []struct {
		p    *Parameter
		want string
	}{
		{literal, "RacerDX: " + modes}, {switches, "racerd"},
		{runs, "analyzers that watch executions"},
		{maxSteps, "analyses that make witnesses: " + modes +
			", flow, rely, bounded-0, bounded, bounded-2, bounded-3, newfree, alone, collapse"},
		{contextSwitches, "bounded"},
	} {
		if got := x.p.Owners(); got != x.want {
			t.Errorf("Owners of %s = %q, want %q", x.p.Name, got, x.want)
		}
	}
}

// TestSet: values reach the options, and invalid ones are rejected.
func TestSet(t *testing.T) {
	o := DefaultOptions()
	for _, x := range []struct {
		p     *Parameter
		value any
		err   string
	}{
		{maxSteps, 0, ""}, {maxSteps, -1, "--max-steps must be 0 or more"}, {runs, 1, ""},
		{runs, 0, "--runs must be at least 1"},
		{contextDepth, 0, ""}, {contextDepth, -1, "--context must be at least 0"},
		{seed, uint64(7), ""}, {maxStates, 9, ""},
		{contextSwitches, 3, ""},
		{contextSwitches, -1, "--context-switches must be between 0 and 3"},
		{contextSwitches, 4, "--context-switches must be between 0 and 3"},
		{switches, "base", ""}, {switches, "bas", "--switches: "}, {keep, "aliasing", ""},
		{keep, "alias", "--keep: "},
	} {
		err := x.p.Set(&o, x.value)
		if (err == nil) != (x.err == "") || err != nil && !strings.HasPrefix(err.Error(), x.err) {
			t.Errorf("Set of %s to %v: %v, want prefix %q", x.p.Name, x.value, err, x.err)
		}
	}
	if o.Steps != 0 || o.Executions != 1 || o.Context != 0 || o.Seed != 7 || o.Switches != 3 ||
		o.Search.MaxStates != 9 {
		t.Errorf("the options are %+v, want seed 7, 3 switches and 9 states", o)
	}
	if n := DefaultOptions().StepsOf(3); n != 3 {
		t.Errorf("StepsOf(3) of the defaults = %d, want 3", n)
	}
	if n := o.StepsOf(3); n != 0 {
		t.Errorf("StepsOf(3) with 0 steps = %d, want 0", n)
	}
}

// TestSearches: for each truth there is one exact search.
func TestSearches(t *testing.T) {
	for truth, want := range map[Truth]string{Coenabled: "oracle", Unordered: "oracle-hb"} {
		if a, ok := Search(truth); !ok || a.Name != want {
			t.Errorf("Search(%s) = %+v, want %s", truth, a, want)
		}
	}
}

// TestInclusionOrder: proved inclusions are in the order of docs/theory.md, and other declared ones
// follow.
func TestInclusionOrder(t *testing.T) {
	var got []string
	for _, in := range Inclusions() {
		got = append(got, in.Sub+"<"+in.Super)
	}
	const want = "racerdx-sum<racerdx racerdx<nowb nowb<plus racerdx<racerd plus<oracle " +
		"plus<meet meet<flow flow<rely flow<bounded bounded-0<bounded bounded<bounded-2 " +
		"bounded-2<bounded-3 newfree<alone alone<collapse collapse<bounded " +
		"flow<oracle rely<oracle bounded-3<oracle collapse<oracle racemob-coenabled<oracle " +
		"oracle<chord oracle<absent rdit<rdit-max rdit-max<hb hb<oracle-hb m2<oracle " +
		"racemob<oracle-hb racemob-plain<oracle-hb"
	if text := strings.Join(got, " "); text != want && !strings.HasPrefix(text, want+" ") {
		t.Errorf("the order is %s, want prefix %s", got, want)
	}
}

// TestCovers: an inclusion for one lock does not cover programs that name locks.
func TestCovers(t *testing.T) {
	always, oneLock := within("x", 1, ""), withinOneLock("x", 1, "")
	if !always.Covers(true) || !always.Covers(false) || oneLock.Covers(true) ||
		!oneLock.Covers(false) {
		t.Errorf("%+v and %+v cover the wrong programs", always, oneLock)
	}
}

// TestPrintedCondition: an access that holds the lock twice is lost by the condition as printed,
// and by no other.
func TestPrintedCondition(t *testing.T) {
	core := iltest.Core(t,
		"m(a) { lock(); lock(); a.f := new(); unlock(); unlock(); } n(a) { x := a.f; }")
	p := core.Pairs()[1]
	for name, want := range map[string]int{"racerdx-sum": 0, "racerdx": 1} {
		a, _ := Find(name)
		run, err := a.Start(core, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := run(t.Context(), p); err != nil || len(got.Reports) != want ||
			a.Condition(DefaultOptions()) != map[int]string{0: "sum", 1: "or"}[want] {
			t.Errorf("%s: %+v, %v; want %d reports and their condition", name, got.Reports, err,
				want)
		}
	}
}

// TestOneLock: exactly the analyzers that are not said to know named locks refuse a program with
// them.
func TestOneLock(t *testing.T) {
	core := iltest.Core(t, "m(a) { lock(first); a.f := a; unlock(first); }")
	for _, a := range All() {
		_, err := a.Start(core, Options{})
		var named *il.NamedLocksError
		if refused := errors.As(err, &named); refused == a.NamedLocks {
			t.Errorf("%s knows named locks: %t, and returns %v", a.Name, a.NamedLocks, err)
		} else if refused && named.What != a.Title {
			t.Errorf("%s names itself %s", a.Title, named.What)
		}
	}
}
