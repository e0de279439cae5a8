package engine_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/theorem/coverage"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// instance is planted: it meets the hypothesis "met" or not, and comes to conclusion.
type instance struct {
	met        bool
	conclusion error
}

func (x instance) Conclusion() error { return x.conclusion }
func (x instance) String() string    { return "planted" }

// planted is a statement about the instances that tell makes of a case.
func planted(name string, tell func(c *engine.Case) []instance) *engine.Statement {
	return &engine.Statement{
		Name:       name,
		Hypotheses: []engine.Hypothesis{{Name: "met", Met: func(x engine.Instance) bool { return x.(instance).met }}},
		Instances: func(c *engine.Case, visit func(engine.Instance) bool) error {
			for _, x := range tell(c) {
				if !visit(x) {
					return nil
				}
			}
			return nil
		},
	}
}

var errPlanted = errors.New("planted")

// large is refuted where a program has at least three stores.
func large(c *engine.Case) []instance {
	stores := 0
	for _, u := range c.Core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := s.(*il.Store); ok {
				stores++
			}
		})
	}
	if stores >= 3 {
		return []instance{{true, nil}, {true, errPlanted}}
	}
	return []instance{{true, nil}}
}

func drawing(cases uint64) engine.Fuzzing {
	return engine.Fuzzing{Cases: cases, Seed: 3, Gen: draw.Options()}
}

// TestFuzzIsTheSameOnAnyNumberOfWorkers compares everything in the tally.
func TestFuzzIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	tally := func(workers int) *engine.Tally {
		f := drawing(300)
		f.Workers = workers
		return engine.Fuzz(context.Background(), []*engine.Statement{planted("large", large)}, f)
	}
	one, three := tally(1), tally(3)
	if one.Cases != 300 || one.Results[0].Failure == nil || one.Drawn.Programs != 300 || len(one.Coverage) == 0 {
		t.Errorf("%+v", one)
	}
	for _, x := range []*engine.Tally{one, three} {
		x.Results[0].Statement = nil // has functions, which are never equal
	}
	if !reflect.DeepEqual(one, three) {
		t.Errorf("%+v\n%+v", one, three)
	}
}

// TestFuzzRepeatsACase: the case of a number does not depend on those before.
func TestFuzzRepeatsACase(t *testing.T) {
	s := planted("large", large)
	first := engine.Fuzz(context.Background(), []*engine.Statement{s}, drawing(300)).Results[0].Failure
	f := drawing(1)
	f.First = first.Case
	again := engine.Fuzz(context.Background(), []*engine.Statement{s}, f).Results[0].Failure
	if again == nil || again.CaseSeed != first.CaseSeed || il.Format(again.Program) != il.Format(first.Program) {
		t.Errorf("%+v\n%+v", first, again)
	}
}

// TestFuzzStops: at the first round that refutes, and when the context ends,
// with what was counted.
func TestFuzzStops(t *testing.T) {
	refuted := engine.Fuzz(context.Background(), []*engine.Statement{planted("large", large)}, drawing(0))
	if !refuted.Refuted() || refuted.Cut || refuted.Cases == 0 {
		t.Errorf("%+v", refuted)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	slow := planted("slow", func(*engine.Case) []instance {
		if n++; n == 100 {
			cancel()
		}
		return []instance{{true, nil}}
	})
	cut := engine.Fuzz(ctx, []*engine.Statement{slow}, drawing(0))
	if !cut.Cut || cut.Refuted() || cut.Cases < 100 || cut.Cases > 200 || cut.Results[0].Instances != cut.Cases {
		t.Errorf("%+v", cut)
	}
}

// TestFuzzWithout: a hypothesis that is switched off is not asked for, and
// verdicts are counted.
func TestFuzzWithout(t *testing.T) {
	all := []*engine.Statement{
		planted("unmet", func(*engine.Case) []instance { return []instance{{false, errPlanted}} }),
		planted("stuck", func(*engine.Case) []instance { return []instance{{true, engine.BoundError{Limit: "too far"}}} }),
		planted("none", func(*engine.Case) []instance { return nil }),
	}
	f := drawing(20)
	x := engine.Fuzz(context.Background(), all, f)
	for i, v := range []engine.Verdict{engine.NotMet, engine.Bounded, engine.NotMet} {
		if r := x.Results[i]; r.Verdicts[v] != 20 || r.Share() != 0 || x.Refuted() {
			t.Errorf("%s: %+v", all[i].Name, r)
		}
	}
	f.Without = []string{"met"}
	if x = engine.Fuzz(context.Background(), all, f); x.Results[0].Verdicts[engine.Refuted] != 20 || x.Results[1].Verdicts[engine.Bounded] != 20 {
		t.Errorf("%+v", x.Results)
	}
}

// TestShrinkKeepsTheRefutation: the shrunk program refutes with its own seed.
func TestShrinkKeepsTheRefutation(t *testing.T) {
	s := planted("large", large)
	f := engine.Fuzz(context.Background(), []*engine.Statement{s}, drawing(300)).Results[0].Failure
	small := f.Shrink(s)
	text := il.Format(small.Program)
	if small.Case != f.Case || small.Why != errPlanted.Error() || strings.Count(text, ":=") != 3 {
		t.Errorf("shrunk to\n%s%+v", text, small)
	}
	f = &engine.Failure{Program: small.Program, CaseSeed: 1, Why: "not now"}
	if got := f.Shrink(planted("none", func(*engine.Case) []instance { return nil })); got != f {
		t.Errorf("what cannot be shrunk becomes %+v", got)
	}
}

// TestFuzzPanics: a panic in a case is raised where Fuzz was called, and names
// the case.
func TestFuzzPanics(t *testing.T) {
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, "case 0 of seed 3: planted\n") {
			t.Errorf("%v", r)
		}
	}()
	engine.Fuzz(context.Background(), []*engine.Statement{planted("broken", func(*engine.Case) []instance { panic("planted") })}, drawing(10))
}

// TestRulesAreNamedOnce, and everything that is counted is one of them.
func TestRulesAreNamedOnce(t *testing.T) {
	rules := coverage.Rules()
	if sorted := slices.Sorted(slices.Values(rules)); len(slices.Compact(sorted)) != len(rules) {
		t.Error("a rule is listed twice")
	}
	x := engine.Fuzz(context.Background(), nil, drawing(500))
	for r := range x.Coverage {
		if !slices.Contains(rules, r) {
			t.Errorf("%s is no rule", r)
		}
	}
	if len(x.Coverage.Uncovered())+len(x.Coverage) != len(rules) {
		t.Errorf("not used: %v", x.Coverage.Uncovered())
	}
}

// TestProgress: what is done is told as it gets done, long before a round of 2048 cases
// is over, and in the end all of it.
func TestProgress(t *testing.T) {
	for _, workers := range []int{1, 3} {
		f := drawing(600)
		f.Workers = workers
		var seen []uint64
		f.Progress = func(t *engine.Tally) { seen = append(seen, t.Cases) }
		statements := []*engine.Statement{planted("p", func(*engine.Case) []instance { return []instance{{true, nil}} })}
		sum := engine.Fuzz(context.Background(), statements, f)
		if len(seen) != 10 || !slices.IsSorted(seen) || seen[0] > 64 || seen[9] != 600 || sum.Cases != 600 {
			t.Errorf("%d workers: %v, %d in all", workers, seen, sum.Cases)
		}
	}
}
