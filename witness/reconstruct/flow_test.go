package reconstruct

import (
	"errors"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness/check"
)

// TestFlow: the independent checker accepts the witness of every report of package flow.
func TestFlow(t *testing.T) {
	reports, apart, rests := 0, 0, 0
	for seed := range uint64(quick.Cases(4000)) {
		o := gen.Default()
		if seed%2 == 1 { // formals used like locals, and every kind of statement
			o.Reassign, o.StoreFormal, o.LocalRoot = 0.4, 0.5, 0.5
			o.Longer, o.While, o.Path = 0.5, 0.1, 3
		}
		core := iltest.Core(t, gen.Text(seed, o))
		r, err := flow.Analyze(core, flow.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, c := New(core), check.New(core)
		for _, p := range core.Pairs() {
			for _, x := range r.Reports(p) {
				w, err := b.Flow(x, 10_000)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Check(w); err != nil {
					t.Fatalf("seed %d, %s %v / %v: %v\n%s", seed, p.Left.Name, x.Left, x.Right, err,
						core.Source.Text)
				}
				reports++
				if x.Left.Name.Len() != x.Right.Name.Len() {
					apart++
				}
				if len(strings.Split(x.Left.Rest, ".")) > 2 {
					rests++
				}
			}
		}
	}
	if reports < quick.Cases(10_000) || apart < quick.Cases(1000) || rests < quick.Cases(100) {
		t.Errorf("too few reports: %d, %d of them by names of different lengths, %d with a rest of "+
			"several fields", reports, apart, rests)
	}
}

// TestFlowTooLong: a witness may have exactly the allowed number of steps. One more is an error.
func TestFlowTooLong(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := a.f; x := a.f; a.f := a; }")
	r, err := flow.Analyze(core, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for _, x := range r.Reports(core.Pairs()[0]) {
		steps := x.Left.Step + x.Right.Step
		longest = max(longest, steps)
		if w, err := New(core).Flow(x, steps); err != nil || len(w.Steps) != steps {
			t.Errorf("Flow within %d steps = %v, want a witness of as many", steps, err)
		}
		var long TooLongError
		if _, err := New(core).Flow(x, steps-1); !errors.As(err, &long) ||
			long != (TooLongError{steps, steps - 1}) {
			t.Errorf("Flow within %d of %d steps = %v, want a TooLongError", steps-1, steps, err)
		}
	}
	if longest != 6 {
		t.Errorf("the longest witness has %d steps, want 6", longest)
	}
}
