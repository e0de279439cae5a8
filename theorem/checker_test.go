package theorem

import (
	"errors"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics"
	checker "wobbly/witness/check"
)

// TestDamagedBothWays: among the damaged witnesses are many that are wrong, and
// many that are still true; both are told by the checker as by the semantics.
func TestDamagedBothWays(t *testing.T) {
	still, wrong := 0, map[checker.Kind]int{}
	cases(t, 1500, func(c *Case) bool {
		c.statement = "damaged"
		_ = eachDamaged(c, func(x Instance) bool {
			err := c.evidence().checker.Check(x.(*damaged).w)
			var no *checker.Refusal
			if errors.As(err, &no) {
				wrong[no.Kind]++
			} else {
				still++
			}
			return true
		}) // some programs have more reports than are looked at
		return true
	})
	t.Logf("%d still true, wrong: %v", still, wrong)
	if still < 300 || wrong[checker.Command] < 300 || wrong[checker.Cell] == 0 || wrong[checker.Lock] == 0 {
		t.Errorf("vacuous: %d still true, wrong: %v", still, wrong)
	}
}

// TestReplayRefuses: the semantics refuses for each reason of its own.
func TestReplayRefuses(t *testing.T) {
	text := `{ if * { lock(); unlock(); } y := new(); arg1.f := y; } || { lock(); x := arg1.f; unlock(); }`
	for _, x := range []struct {
		damage func(d *damaged)
		why    string
	}{
		{func(d *damaged) {}, ""},
		{func(d *damaged) { d.w.Init.Cells = d.w.Init.Cells[1:] }, "not well-behaved"},
		{func(d *damaged) { d.w.Init.Objects = append(d.w.Init.Objects, "o1") }, "listed twice"},
		{func(d *damaged) { d.w.Steps = d.w.Steps[:0] }, "do not end in a race"},
		{func(d *damaged) { d.w.Steps[0].Do = "skip" }, "step 1: thread A stands before y := new()"},
		{func(d *damaged) { d.w.Steps[0].Choices = nil }, "step 1: "},
		{func(d *damaged) { d.w.Steps[0].Choices[0].At = "9:9" }, "step 1: the choices stand elsewhere"},
		{func(d *damaged) { d.w.Race.Cell[0] = "o2" }, "the race is another one"},
		{func(d *damaged) { d.w.Race.A.Kind = "read" }, "the race is another one"},
		{func(d *damaged) { d.w.Race.B.Choices = d.w.Steps[0].Choices }, "no such choice here"},
	} {
		c := caseOf(t, text)
		all, err := c.pairs((*pair).reported)
		if err != nil || len(all) != 1 || c.proof(all[0].report()).err != nil {
			t.Fatalf("%v, %v", all, err)
		}
		d := &damaged{pair: all[0], of: c.proof(all[0].report()).witness}
		d.copy()
		x.damage(d)
		if err := replay(c.Core, d.w); (err == nil) != (x.why == "") || err != nil && !strings.Contains(err.Error(), x.why) {
			t.Errorf("got %v, want %q", err, x.why)
		}
	}
}

// TestFalseReport: a true report, a false one, and one that the search cannot
// decide.
func TestFalseReport(t *testing.T) {
	report := func(text string) (bool, error) {
		c := caseOf(t, text)
		p := c.Core.Pairs()[0]
		all, err := c.pairsOf(p)
		if err != nil || len(all) == 0 {
			t.Fatalf("%v, %v", all, err)
		}
		return c.FalseReport(all[len(all)-1].report())
	}
	if is, err := report(`{ y := new(); arg1.f := y } || { x := arg1.f }`); is || err != nil {
		t.Errorf("a race is called %v, %v", is, err)
	}
	if is, err := report(`{ arg1 := new(); arg1.f := arg1 } || { x := arg1.f }`); !is || err != nil {
		t.Errorf("no race is called %v, %v", is, err)
	}
	var limit BoundError
	if _, err := report(`{ while * { y := new(); y.g := arg1; arg1 := y; } arg1 := new(); arg1.f := arg1 } || { x := arg1.f }`); !errors.As(err, &limit) {
		t.Errorf("an endless search ends with %v", err)
	}
}

// TestDefinitions has Definitions 6.2 to 6.4 on small states.
func TestDefinitions(t *testing.T) {
	for _, x := range []struct {
		path, state           string
		disconnected, acyclic bool
		address               string
	}{
		{"a.f", "o1.f=o2 o2.f=o2 a=o1 b=o2", true, true, "o1.f"},
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o3 a=o1 b=o3", true, true, "o2.f"},
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o3 a=o1 b=o2", false, true, "o2.f"}, // b holds an object of the path
		{"a.f.f", "o1.f=o2 o2.f=o3 o3.f=o2 a=o1 b=o3", false, true, "o2.f"}, // so does o3.f
		{"a.f", "o1.f=o1 a=o1 b=o1", false, false, "o1.f"},
		{"a.f.f", "o1.f=o2 o2.f=o1 o3.f=o3 a=o1 b=o3", true, false, "o2.f"}, // the last cell leads back
		{"a.f.f", "o1.f=o2 o2.f=o2 o3.f=o3 a=o1 b=o3", true, false, "o2.f"}, // to its own object
	} {
		s := traversed(t, `m(a, b) { x := a.f }`, 0, x.path, "", x.state)
		f, ok := s.footprint()
		if !ok {
			t.Fatalf("%s in %s has no address", x.path, x.state)
		}
		frame, _ := s.frames()
		if got := f.disconnected(s.path, frame, s.from.H) == nil; got != x.disconnected {
			t.Errorf("%s in %s: disconnected %v", x.path, x.state, got)
		}
		if got := f.acyclic(s.path) == nil; got != x.acyclic {
			t.Errorf("%s in %s: acyclic %v", x.path, x.state, got)
		}
		if got := f.address().String(); got != x.address {
			t.Errorf("%s in %s: the address is %s", x.path, x.state, got)
		}
	}
	if _, ok := footprintOf(il.Path("z", "f"), semantics.Frame{}, semantics.NewHeap([]string{"f"})); ok {
		t.Error("a path of a variable without a value has an address")
	}
}
