package reconstruct

import (
	"errors"
	"testing"

	"wobbly/abstract/bounded"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/witness/check"
)

// TestBounded: the independent checker accepts the witness of every execution that package bounded
// finds. A witness may have exactly the allowed number of steps.
func TestBounded(t *testing.T) {
	executions, turns, loops, straight := 0, 0, 0, 0
	for seed := range uint64(quick.Cases(60)) {
		o := gen.Default()
		o.Reassign, o.StoreFormal, o.LocalRoot, o.Fields = 0.3, 0.4, 0.4, 1+int(seed%2)
		core := iltest.Core(t, gen.Text(seed, o))
		r, err := bounded.Analyze(core, bounded.Options{Switches: 2})
		if err != nil {
			t.Fatal(err)
		}
		b, c := New(core), check.New(core)
		for _, p := range core.Pairs() {
			all, _ := r.Reports(t.Context(), p)
			for _, x := range all {
				e, err := x.Execution()
				if err != nil {
					continue // the execution exceeds a limit of package bounded
				}
				steps := e.Sides[0].Step + e.Sides[1].Step
				w, err := b.Bounded(e, steps)
				if err != nil {
					t.Fatal(err)
				}
				if len(w.Steps) != steps {
					t.Fatalf("seed %d: Bounded returns %d steps, want %d\n%s", seed, len(w.Steps),
						steps, core.Source.Text)
				}
				if err := c.Check(w); err != nil {
					t.Fatalf("seed %d: the checker refuses %+v: %v\n%s", seed, e, err,
						core.Source.Text)
				}
				var long TooLongError
				_, err = b.Bounded(e, steps-1)
				if !errors.As(err, &long) || long != (TooLongError{steps, steps - 1}) {
					t.Fatalf("Bounded within %d of %d steps = %v, want a TooLongError", steps-1,
						steps, err)
				}
				executions++
				if len(e.Turns) > 2 {
					turns++
				}
				if e.Loop {
					loops++
				} else {
					straight++
				}
			}
		}
	}
	if executions < quick.Cases(300) || turns < 5 || loops < quick.Cases(50) ||
		straight < quick.Cases(200) {
		t.Errorf("too few executions: %d, %d of them with more than two turns, %d from a state "+
			"with a loop, %d from one without", executions, turns, loops, straight)
	}
}
