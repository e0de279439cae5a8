package theorem_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

const everything = 1 << 30

// small keeps the number of traces and interleavings within reach.
func small() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods = 5, 3
	return o
}

// alpha is α of the traces of u with at most k rounds of each loop, and false
// if they are too many.
func alpha(c *il.Core, u *il.Unit, k semantics.Bound, opts abstract.Options) (abstract.D, bool) {
	traces := 0
	d := abstract.Alpha(u, opts, func(yield func([]il.Command) bool) {
		for t := range semantics.SyntacticTraces(c, u, k) {
			if traces++; traces > 5000 || !yield(t.Commands) {
				return
			}
		}
	})
	return d, traces <= 5000
}

// TestCompleteness is Theorem 5.15 in its corrected form: the summary is the
// abstraction of the unit's traces, and one round of each loop already shows
// all of it.
func TestCompleteness(t *testing.T) {
	units, accesses := 0, 0
	iltest.Random(t, 2000, small(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range c.Units {
			for k := semantics.Bound(1); k <= 2; k++ {
				got, ok := alpha(c, u, k, abstract.Options{})
				if !ok {
					continue
				}
				if d := cmp.Diff(s.Summary(u), got); d != "" {
					t.Fatalf("%s, %d rounds: Figure 7 -, α +\n%s\n%s", u.Name, k, d, c.Source.Text)
				}
				units++
				accesses += len(got.A)
			}
		}
	})
	if units < 5000 || accesses < units {
		t.Errorf("vacuous: %d units with %d accesses", units, accesses)
	}
}

// TestCompletenessNeedsG29: with exec's accesses at the level L the printed
// Figure 8 has, the theorem is false.
func TestCompletenessNeedsG29(t *testing.T) {
	refuted := 0
	iltest.Random(t, 300, small(), func(c *il.Core) {
		s, _ := abstract.AnalyzeSets(c, abstract.Options{})
		for _, u := range c.Units {
			got, ok := alpha(c, u, 1, abstract.Options{Literal: abstract.ReadingG29})
			if ok && !cmp.Equal(s.Summary(u), got) {
				refuted++
			}
		}
	})
	if refuted == 0 {
		t.Error("no program tells L from L'")
	}
}

// racing are the site pairs that race from the special state of a report.
func racing(t *testing.T, c *il.Core, r abstract.Report) (found, cut bool) {
	t.Helper()
	p := il.Pair{Left: r.Left.Unit, Right: r.Right.Unit}
	in := semantics.SpecialInit(c, p, r.Left.Path.Fields(), [2]string{r.Left.Path.Root(), r.Right.Path.Root()})
	all, cut, err := semantics.Races(c, p, in, semantics.Limits{Iterations: 2, States: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if at(f.Race[0], r.Left) && at(f.Race[1], r.Right) {
			return true, cut
		}
	}
	return false, cut
}

func at(a semantics.Access, s abstract.Side) bool {
	return a.Command.Pos() == s.At && a.Kind == s.Kind
}

// TestTruePositives is Theorem 6.10 in the form of Theorem 1: every report
// races at the reported sites from the special state. The search knows nothing
// of the analysis, and does not use its witness.
func TestTruePositives(t *testing.T) {
	reports, found := 0, 0
	iltest.Random(t, 400, small(), func(c *il.Core) {
		a, err := compact.Run(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, report := range r.ListRaces(4) {
			real, cut := racing(t, c, report)
			if !real && !cut {
				t.Fatalf("no interleaving shows %v\n%s", report, c.Source.Text)
			}
			reports++
			if real {
				found++
			}
		}
	})
	if reports < 300 || found*10 < reports*9 {
		t.Errorf("vacuous: %d reports, %d shown", reports, found)
	}
}

// literal are the programs by which a literal reading of the paper makes
// Theorem 6.10 false: the reading reports a race, the
// corrected analysis none.
var literal = []struct {
	name    string
	opts    abstract.Options
	program string
}{
	{"G18", abstract.Options{Literal: abstract.ReadingG18},
		`{ lock(); y := new(); arg1.f := y; unlock() } || { lock(); y := new(); arg1.f := y; unlock() }`},
	{"G19", abstract.Options{Literal: abstract.ReadingG19},
		`m(a) { y := new(); a.f := y } { z := new(); m(z) } || { z := new(); m(z) }`},
	{"G20 cap 1", abstract.Options{Cap: 1},
		`{ lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() } || { lock(); lock(); unlock(); y := new(); arg1.f := y; unlock() }`},
	{"bare formals", abstract.Options{Literal: abstract.ReadingBareDrop},
		`m(a) { a := new(); y := new(); a.f := y } { m(arg1) } || { m(arg1) }`},
	{"one-sided", abstract.Options{Literal: abstract.ReadingOneSided},
		`{ x := arg1.f } || { arg1 := new(); y := new(); arg1.f := y }`},
}

// TestLiteralReadings: each literal reading reports something that no
// interleaving from the special state shows, where the corrected analysis is
// silent.
func TestLiteralReadings(t *testing.T) {
	for _, l := range literal {
		t.Run(l.name, func(t *testing.T) {
			c := iltest.Core(t, l.program)
			if got := races(t, c, abstract.Options{}); len(got) > 0 {
				t.Errorf("the corrected analysis reports %v", got)
			}
			got := races(t, c, l.opts)
			if len(got) == 0 {
				t.Fatal("the literal reading reports nothing")
			}
			impossible := 0
			for _, r := range got {
				if local(r.Left) || local(r.Right) {
					impossible++ // rooted at a local: no initial state makes it shared
					continue
				}
				real, cut := racing(t, c, r)
				if cut {
					t.Fatalf("search cut for %v", r)
				}
				if !real {
					impossible++
				}
			}
			if impossible == 0 {
				t.Error("all its reports are true")
			}
		})
	}
}

func local(s abstract.Side) bool { return s.Unit.Formal(s.Path.Root()) < 0 }

func races(t *testing.T, c *il.Core, opts abstract.Options) []abstract.Report {
	t.Helper()
	a, err := compact.Run(c, opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.ListRaces(everything)
}
