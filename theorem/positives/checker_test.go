package positives

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/quick"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	checker "wobbly/witness/check"
)

// TestDamagedBothWays: the checker and the semantics agree on which damaged witnesses are still
// true. Neither kind is rare.
func TestDamagedBothWays(t *testing.T) {
	accepted, refused := 0, map[checker.Kind]int{}
	casetest.Cases(t, quick.Cases(1500), func(c *engine.Case) bool {
		// The only error of Visit says that a program has more reports than the limit.
		_ = damagedAgrees().Visit(c, func(x engine.Instance) bool {
			err := truth.Of(c).Checker.Check(x.(*damaged).w)
			var refusal *checker.Refusal
			if errors.As(err, &refusal) {
				refused[refusal.Kind]++
			} else {
				accepted++
			}
			return true
		})
		return true
	})
	if accepted < quick.Cases(300) || refused[checker.Command] < quick.Cases(300) ||
		refused[checker.Cell] == 0 || refused[checker.Lock] == 0 {
		t.Errorf("%d witnesses are accepted, %v refused; want more of each", accepted, refused)
	}
}

// TestReplayRefuses: the semantics and the checker reject a witness for each reason.
func TestReplayRefuses(t *testing.T) {
	text := `{ if * { lock(); unlock(); } y := new(); arg1.f := y; } ||
	{ lock(); x := arg1.f; unlock(); }`
	for _, x := range []struct {
		damage func(d *damaged)
		why    string
	}{
		{func(d *damaged) {}, ""},
		{func(d *damaged) { d.w.Init.Cells = d.w.Init.Cells[:1] }, "not well-behaved"},
		{func(d *damaged) { d.w.Init.Objects = append(d.w.Init.Objects, "o1") }, "listed twice"},
		{func(d *damaged) { d.w.Steps = d.w.Steps[:0] }, "thread A does not reach"},
		{func(d *damaged) { d.w.Steps[0].Do = "skip" },
			"step 1: the choices do not lead thread A to \"skip\""},
		// A step without choices takes the shortest path.
		{func(d *damaged) { d.w.Steps[0].Choices = nil }, ""},
		{func(d *damaged) { d.w.Steps[0].Choices[0].At = "9:9" },
			"step 1: thread A is not at a choice with \"else\" at 9:9"},
		{func(d *damaged) { d.w.Race.Cell[0] = "o2" }, "the race is another one"},
		{func(d *damaged) { d.w.Race.A.Kind = "read" }, "thread A does not reach \"read\""},
		{func(d *damaged) { d.w.Race.B.Choices = d.w.Steps[0].Choices },
			"thread B is not at a choice"},
	} {
		c := casetest.Of(t, text)
		all, err := Pairs(c, (*Pair).Reported)
		if err != nil || len(all) != 1 {
			t.Fatalf("Pairs = %v, %v, want one reported pair", all, err)
		}
		if err := truth.ProofOf(c, all[0].report()).Err; err != nil {
			t.Fatalf("the report has no witness: %v", err)
		}
		of := truth.ProofOf(c, all[0].report()).Witness
		d := &damaged{Pair: all[0], of: of, w: unsealed(of)}
		x.damage(d)
		err = truth.Replay(c.Core, d.w)
		if (err == nil) != (x.why == "") || err != nil && !strings.Contains(err.Error(), x.why) {
			t.Errorf("Replay = %v, want %q", err, x.why)
		}
		if checked := truth.Of(c).Checker.Check(d.w); (checked == nil) != (err == nil) {
			t.Errorf("Replay = %v, but Check = %v", err, checked)
		}
	}
}

// TestFalseReport: a report is true, false, or too large for the search to decide.
func TestFalseReport(t *testing.T) {
	report := func(text string) (bool, error) {
		c := casetest.Of(t, text)
		p := c.Core.Pairs()[0]
		pairs, err := pairsIn(c, p)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(pairs)
		return truth.FalseReport(c, all[len(all)-1].report())
	}
	if is, err := report(`{ y := new(); arg1.f := y } || { x := arg1.f }`); is || err != nil {
		t.Errorf("FalseReport of a race = %t, %v, want false", is, err)
	}
	if is, err := report(`{ arg1 := new(); arg1.f := arg1 } || { x := arg1.f }`); !is ||
		err != nil {
		t.Errorf("FalseReport of accesses that do not race = %t, %v, want true", is, err)
	}
	const endless = `{
		while * { y := new(); y.g := arg1; arg1 := y; }
		arg1 := new();
		arg1.f := arg1
	} || { x := arg1.f }`
	var limit engine.BoundError
	if _, err := report(endless); !errors.As(err, &limit) {
		t.Errorf("FalseReport after an endless search = %v, want a BoundError", err)
	}
}
