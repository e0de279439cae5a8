package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/theorem/engine"
)

// stores returns a switch that is broken by programs with at least minimum stores, and undecided on
// those with fewer.
func stores(minimum int) *engine.Switch {
	return &engine.Switch{
		Name: "stores", Statement: "s", Needed: true, Text: "text", Step: "step",
		Refute: func(c *engine.Case) (*engine.Refutation, bool) {
			n := countStores(c)
			if n < minimum {
				return nil, n > 0
			}
			return &engine.Refutation{What: "stores", Why: "so\nmany"}, false
		},
	}
}

// TestBreakFindsAndShrinks checks Break with random programs only, with enumerated programs only,
// and with a switch that nothing breaks.
func TestBreakFindsAndShrinks(t *testing.T) {
	b := stores(3).Break(context.Background(), engine.Breaking{Seed: 1, Cases: 500})
	if b.Found == nil || b.Drawn == 0 || b.Enumerated > 0 || b.Size != -1 {
		t.Fatalf("Break by drawing = %+v, want a drawn counterexample", b)
	}
	if b.Found.Size > b.Found.Before || b.Found.Size < 3 {
		t.Errorf("shrunk from %d to %d statements, want at least 3", b.Found.Before, b.Found.Size)
	}
	b = stores(1).Break(context.Background(), engine.Breaking{Seed: 1, Size: 1})
	if b.Found == nil || b.Drawn > 0 || b.Enumerated == 0 || b.Size != 0 {
		t.Fatalf("Break by enumeration = %+v, want an enumerated counterexample", b)
	}
	if b.Found.Size != 1 {
		t.Errorf("shrunk to %d statements, want 1", b.Found.Size)
	}
	b = stores(1000).Break(context.Background(), engine.Breaking{Seed: 1, Cases: 50})
	if b.Found != nil || b.Drawn != 50 || b.Undecided == 0 || b.Undecided > 50 {
		t.Errorf("Break of 50 cases = %+v, want none found and some undecided", b)
	}
}

// TestDemo checks the comment of a demo, and that its program and seed reproduce it.
func TestDemo(t *testing.T) {
	s := stores(2)
	x := s.Break(context.Background(), engine.Breaking{Seed: 1, Cases: 500}).Found
	text := x.Demo(s)
	head := fmt.Sprintf("// switched off: stores\n// so that: %s\n// case seed: %d\n",
		s.Text, x.Seed)
	if !strings.HasPrefix(text, head) || !strings.Contains(text, "// why: so\n//   many\n") {
		t.Errorf("Demo = %s\nwant a head of\n%sand a reason of two lines", text, head)
	}
	if again := s.Try(x.Program, x.Seed); again == nil || again.Demo(s) != text {
		t.Errorf("Try of the counterexample = %+v, want the same demo", again)
	}
}

// TestWithout checks each result of Without: refuted, not refuted and undecided.
func TestWithout(t *testing.T) {
	c := engine.NewCase(iltest.Core(t, `m() { }`), 1)
	for _, tt := range []struct {
		instance         instance
		found, undecided bool
	}{
		{instance{false, errPlanted}, true, false},
		{instance{true, nil}, false, false},
		{instance{true, engine.BoundError{Limit: "far"}}, false, true},
	} {
		s := planted("s", func(*engine.Case) []instance { return []instance{tt.instance} })
		found, undecided := engine.Without(s, "met")(c)
		if (found != nil) != tt.found || undecided != tt.undecided {
			t.Errorf("Without with the instance %+v = %v, undecided %t; want found %t, undecided %t",
				tt.instance, found, undecided, tt.found, tt.undecided)
		}
	}
}
