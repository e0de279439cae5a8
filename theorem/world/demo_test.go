package world

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// demos are programs that show the effect of a switch. RacerDX reports the two accesses that text
// marks. They race in the paper's world, but not in the world of the switch called name, where
// CanRace gives the reason why. In still, unless it is empty, the marked accesses race in that
// world too.
var demos = []struct{ name, text, why, still string }{
	{
		"null",
		"{ x := new(); y := x.f; z := y.g; «arg1.f := x; } || { x := new(); «arg1.f := x; }",
		"thread A never reaches 1:35: it is stuck at 1:25 (y is null)",
		"{ x := new(); y := x.f; x.g := y; «arg1.f := y; } || { x := new(); «arg1.f := x; }",
	},
	{
		"absent-field",
		"{ x := new(); y := x.g; «arg1.f := x; } || { x := new(); «arg1.f := x; }",
		"thread A never reaches 1:25: it is stuck at 1:15 (no object has the field g)",
		"{ x := new(); «arg1.f := x; y := x.g; } || { x := new(); «arg1.f := x; }",
	},
	{
		"absent-field",
		"{ x := new(); «arg1.f := x; } || { x := new(); «arg1.f := x; }",
		"thread A reaches 1:15, but is stuck there (no object has the field f)",
		"{ «arg1.e := arg1; } || { «arg1.e := arg1; x := arg1.f; }",
	},
	{
		"non-reentrant",
		"{ lock(); lock(); unlock(); unlock(); x := new(); «arg1.f := x; } || " +
			"{ x := new(); «arg1.f := x; }",
		"thread A never reaches 1:51: it is stuck at 1:11 (lock() waits for the thread itself)",
		"{ lock(); unlock(); lock(); unlock(); x := new(); «arg1.f := x; } || " +
			"{ x := new(); «arg1.f := x; }",
	},
	{
		"free",
		`make(a) { x := new(); a.g := x; }
		{ make(arg1); x := arg1.g; y := x.h; «arg1.f := y; } ||
		{ make(arg1); x := arg1.g; y := x.h; «arg1.f := y; }`,
		"the threads are never about to make the accesses at the same time",
		`make(a) { x := new(); a.g := x; }
		{ make(arg1); x := arg1.g; y := x; «arg1.f := y; } ||
		{ make(arg1); x := arg1.g; y := x; «arg1.f := y; }`,
	},
	{
		"free",
		`make(a) { x := new(); a.g := x; }
		{ z := new(); make(z); x := z.g; y := x.h; «arg1.f := y; } ||
		{ y := new(); «arg1.f := y; }`,
		"thread A never reaches 2:46: it is stuck at 2:36 (the object of x was freed)",
		`make(a) { x := new(); a.g := x; }
		{ z := new(); make(z); z.g := z; x := z.g; y := x.h; «arg1.f := y; } ||
		{ y := new(); «arg1.f := y; }`,
	},
	{
		"first-branch",
		"{ x := new(); if * { skip; } else { «arg1.f := x; p(x); } } || " +
			"{ x := new(); «arg1.f := x; } p(a) { skip; }",
		"thread A never reaches 1:37: the guards do not let it",
		"{ x := new(); if * { «arg1.f := x; } else { skip; } } || { x := new(); «arg1.f := x; }",
	},
	{
		"first-branch",
		"{ x := new(); «arg1.f := x; } || { x := new(); while * { «arg1.f := x; } }",
		"thread B never reaches 1:57: the guards do not let it",
		"{ x := new(); «arg1.f := x; } || { x := new(); while * { skip; } «arg1.f := x; }",
	},
	{
		"apart",
		"{ x := new(); «arg1.f := x; } || { x := new(); «arg2.f := x; }",
		"the two threads have no object in common",
		"",
	},
	{
		"G1",
		"{ x := new(); «arg1.f := x; } || { x := new(); «arg1.f := x; }",
		"every program begins with skip, and [[skip]] has no trace, so nothing runs",
		"",
	},
	{
		"G3",
		"{ lock(); lock(); unlock(); unlock(); x := new(); «arg1.f := x; } || " +
			"{ x := new(); «arg1.f := x; }",
		"thread A never reaches 1:51: it is stuck at 1:29 (unlock() with no lock held)",
		"{ lock(); unlock(); lock(); unlock(); x := new(); «arg1.f := x; } || " +
			"{ x := new(); «arg1.f := x; }",
	},
	{
		"G12",
		"n() { skip; } m(a) { x := new(); n(); «a.f := x; } { m(arg1); } || { m(arg1); }",
		"when both threads are about to make the accesses, their paths had different addresses " +
			"one step earlier, or none",
		`n() { skip; }
		{ x := new(); n(); skip; «arg1.f := x; } || { x := new(); n(); skip; «arg1.f := x; }`,
	},
	{
		"G13",
		"{ «arg1.f := arg2; } || { «arg1.f := arg2; }",
		"both threads are about to make the accesses only at the start, after an empty trace",
		"{ «arg1.f := arg2; } || { skip; x := arg2; «arg1.f := x; }",
	},
}

func TestDemos(t *testing.T) {
	shown := map[string]bool{}
	for _, d := range demos {
		w := switchNamed(t, d.name).World
		shown[d.name] = true
		text, left, right := marked(t, d.text)
		core := iltest.Core(t, text)
		p := core.Pairs()[0]
		if !reported(t, core, left, right) {
			t.Errorf("%s: RacerDX does not report the pair\n%s", d.name, text)
		}
		if v, why := (World{}).CanRace(core, p, left, right, Limits{}); v != Races {
			t.Errorf("%s: CanRace in the paper's world = %v (%s), want %v\n%s", d.name, v, why,
				Races, text)
		}
		if v, why := w.CanRace(core, p, left, right, Limits{}); v != NoRace || why != d.why {
			t.Errorf("%s: CanRace = %v (%s), want %v (%s)\n%s", d.name, v, why, NoRace, d.why, text)
		}
		if d.still == "" {
			continue
		}
		text, left, right = marked(t, d.still)
		core = iltest.Core(t, text)
		if v, why := w.CanRace(core, core.Pairs()[0], left, right, Limits{}); v != Races {
			t.Errorf("%s, still a race: CanRace = %v (%s), want %v\n%s", d.name, v, why, Races,
				text)
		}
	}
	for _, s := range Switches() {
		if !shown[s.Name] {
			t.Errorf("there is no demo for the switch %s", s.Name)
		}
	}
}

// switchNamed returns the switch called name, which must exist.
func switchNamed(t *testing.T, name string) Switch {
	t.Helper()
	for _, s := range Switches() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no switch %s", name)
	return Switch{}
}

// reported reports whether RacerDX reports the pair of sites.
func reported(t *testing.T, core *il.Core, left, right il.Site) bool {
	t.Helper()
	a, err := abstract.AnalyzeSets(core, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reports, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports.ListRaces(1000) {
		if r.Left.At == left.At && r.Left.Kind == left.Kind && r.Right.At == right.At &&
			r.Right.Kind == right.Kind {
			return true
		}
	}
	return false
}

func TestSwitches(t *testing.T) {
	names, worlds := map[string]bool{}, map[World]bool{{}: true}
	for _, s := range Switches() {
		if names[s.Name] || worlds[s.World] {
			t.Errorf("the switch %+v shares its name or its world with another", s)
		}
		if s.Text == "" || s.Assumption == "" {
			t.Errorf("the switch %+v lacks a text or its assumption", s)
		}
		names[s.Name], worlds[s.World] = true, true
	}
}
