package semantics

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// legal parses and checks a program that must be legal.
func legal(t *testing.T, text string) *il.Core {
	t.Helper()
	src := il.NewSource("test.il", text)
	p, errs := parse.File(src)
	if len(errs) > 0 {
		t.Fatalf("parsing: %s: %s\n%s", src.At(errs[0].At), errs[0].Message, text)
	}
	core, errs := check.Program(p, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("checking: %s: %s\n%s", src.At(errs[0].At), errs[0].Message, text)
	}
	return core
}

// TestSourceToRace: from source to a race, with lowered sugar, an init block, and positions.
func TestSourceToRace(t *testing.T) {
	core := legal(t, `
reps(b) { b.f := new() }
{ synchronized { x := arg1.f } } || { if * { reps(arg1) } }
init { o1.f = o2; A.arg1 = o1; B.arg1 = o1 }
`)
	p := core.Pairs()[0]
	in := GivenInit(core.Init, core.Fields)
	if err := WellBehaved(mustConfig(t, core, p, in)); err != nil {
		t.Errorf("the state of the init block: %v", err)
	}
	found, cut, err := Races(core, p, in, Limits{Iterations: Unbounded})
	if len(found) != 1 || cut || err != nil {
		t.Fatalf("%d races, cut %v, error %v", len(found), cut, err)
	}
	at := func(c il.Command) string { return core.Source.At(c.Pos()) }
	race := found[0].Race
	if a, b := at(race[A].Command), at(race[B].Command); a != "3:18" || b != "2:11" {
		t.Errorf("race at %s and %s, want 3:18 and 2:11", a, b)
	}
	var steps []string
	for _, m := range found[0].Moves {
		step := m.Thread.String() + " " + at(m.Command) + " " + string(m.Rule)
		for _, c := range m.Choices {
			step += " " + core.Source.At(c.At.Pos()) + " " + string(c.Take)
		}
		steps = append(steps, step)
	}
	want := "A 3:3 Fig5-lock; B 3:46 Fig5-push 3:39 then; B 2:11 Fig5-new"
	if got := strings.Join(steps, "; "); got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
}
