// Package law checks laws: properties that hold of every legal program. gopter runs them; il/gen
// draws the programs and makes the ones that break a law smaller. Only tests import it, so that no
// binary carries gopter.
//
// A law is in a test of the package that it is about:
//
//	func TestPrintedProgramsParse(t *testing.T) {
//		law.Law{Runs: 500, Floors: law.Floors{"loop": 0.2}}.Check(t, func(x *law.Case) {
//			x.LabelIf(hasLoop(x.Core.Program), "loop")
//			if again := parsed(il.Format(x.Core.Program)); !same(again, x.Core.Program) {
//				x.Fatalf("it is parsed as\n%s", again)
//			}
//		})
//	}
//
// The programs depend on the name of the test alone, so that every run is the same. One program in
// sixteen is degenerate: it lacks public methods, fields, formals, or statements in some blocks.
//
// A law that is vacuous for most programs proves nothing. Therefore a law labels the programs, and
// fails if the share of programs with a label is below the label's floor.
package law

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// A Law is the configuration of the test of a property.
type Law struct {
	Runs int // how many programs to draw

	// Floors gives, for some labels, the least share of programs that must have it. At least one
	// floor is above 0.
	Floors Floors

	// Gen has the options of the generator, except the probability of degenerate programs. The zero
	// value means gen.Default.
	Gen gen.Options
}

// Floors are shares of programs, by label.
type Floors map[string]float64

// A Case is a program on which a law is tested. It is also the test of that program: Fatalf and the
// like, and Errorf too, end the case with the reason why the law is broken.
type Case struct {
	testing.TB
	Core *il.Core

	// Rand is for the law's own draws. Its seed stays the same while the program is shrunk.
	Rand *rand.Rand

	labels map[string]bool
}

// Label records that the program is in a class that the law is meant for. A law calls it after it
// has compared something.
func (c *Case) Label(name string) { c.labels[name] = true }

// LabelIf is Label if a condition holds.
func (c *Case) LabelIf(holds bool, name string) {
	if holds {
		c.Label(name)
	}
}

// broken is the value of the panic that ends a case which breaks its law: the reason.
type broken string

func (c *Case) Fatal(args ...any) {
	panic(broken(strings.TrimSpace(fmt.Sprintln(args...))))
}
func (c *Case) Fatalf(format string, args ...any) { panic(broken(fmt.Sprintf(format, args...))) }
func (c *Case) Error(args ...any)                 { c.Fatal(args...) }
func (c *Case) Errorf(format string, args ...any) { c.Fatalf(format, args...) }

// degenerate is the share of degenerate programs.
const degenerate = 1.0 / 16

// Check draws programs and fails the test if one breaks the law, or if a label is too rare. test
// must depend only on the case. If it fails or panics for a program, the program is shrunk and
// printed.
func (l Law) Check(t *testing.T, test func(*Case)) {
	t.Helper()
	if msg := l.check(t, test); msg != "" {
		t.Error(msg)
	}
}

// Values checks a law about values of any type. gopter draws them with the generator all and
// shrinks them; test returns an error if a value breaks the law.
func Values[V any](t *testing.T, runs int, all gopter.Gen, test func(V) error) {
	t.Helper()
	if msg := values(t, runs, all, test); msg != "" {
		t.Error(msg)
	}
}

// values returns why the law is broken; empty if it is not.
func values[V any](t testing.TB, runs int, all gopter.Gen, test func(V) error) string {
	property := prop.ForAll(func(v V) bool { return test(v) == nil }, all)
	params := gopter.DefaultTestParametersWithSeed(seedOf(t.Name()))
	params.MinSuccessfulTests = runs
	switch r := property.Check(params); {
	case r.Status == gopter.TestFailed:
		v, shrinks := r.Args[0].Arg, r.Args[0].Shrinks
		return fmt.Sprintf("broken by value %d, after %d shrinks: %v\n%v", r.Succeeded+1, shrinks,
			v, test(v.(V)))
	case !r.Passed():
		return fmt.Sprintf("gopter: %s: %v", r.Status, r.Error)
	default:
		return ""
	}
}

// check returns why the law is broken or vacuous; empty if it is neither.
func (l Law) check(t testing.TB, test func(*Case)) string {
	floors := slices.Collect(maps.Values(l.Floors))
	if len(floors) == 0 || slices.Max(floors) <= 0 || l.Runs < 1 {
		return "a law needs runs, and a label with a floor above 0"
	}
	seen := map[string]int{}
	failed := false // from then on, gopter shrinks
	property := prop.ForAll(func(d *drawn) bool {
		c := d.open(t)
		switch {
		case run(test, c) != "":
			failed = true
			return false
		case !failed:
			for label := range c.labels {
				seen[label]++
			}
		}
		return true
	}, programs(l.options()))

	params := gopter.DefaultTestParametersWithSeed(seedOf(t.Name()))
	params.MinSuccessfulTests, params.MaxShrinkCount = l.Runs, maxShrinks
	r := property.Check(params)
	switch {
	case r.Status == gopter.TestFailed: // gopter's reporter would break the program's lines
		arg := r.Args[0]
		d := arg.Arg.(*drawn)
		return fmt.Sprintf("broken by program %d, after %d shrinks:\n%s%s",
			r.Succeeded+1, arg.Shrinks, d.program.Source.Text, run(test, d.open(t)))
	case !r.Passed():
		return fmt.Sprintf("gopter: %s: %v", r.Status, r.Error)
	default:
		var list []string
		for _, label := range slices.Sorted(maps.Keys(l.Floors)) {
			n, floor := seen[label], l.Floors[label]
			if float64(n)/float64(l.Runs) < floor {
				list = append(list,
					fmt.Sprintf("%q: %d of %d programs, want a share of %g", label, n,
						l.Runs, floor))
			}
		}
		return strings.Join(list, "\n")
	}
}

// maxShrinks is how many times a program may be shrunk.
const maxShrinks = 1000

func (l Law) options() gen.Options {
	o := l.Gen
	if o == (gen.Options{}) {
		o = gen.Default()
	}
	o.Degenerate = degenerate
	return o
}

// seedOf returns the seed that belongs to the name of a test.
func seedOf(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// drawn is a program with the seed of Case.Rand.
type drawn struct {
	program *il.Program
	seed    uint64
}

// programs returns gopter's generator of programs. il/gen shrinks them.
func programs(o gen.Options) gopter.Gen {
	return func(params *gopter.GenParameters) *gopter.GenResult {
		seed := params.NextUint64()
		return gopter.NewGenResult(&drawn{gen.Program(gen.Rand(seed), o), seed}, shrinker)
	}
}

// shrinker returns the gopter.Shrinker of programs.
func shrinker(value any) gopter.Shrink {
	d := value.(*drawn)
	next, stop := iter.Pull(gen.Smaller(d.program))
	return func() (any, bool) {
		p, ok := next()
		if !ok {
			stop()
			return nil, false
		}
		return &drawn{p, d.seed}, true
	}
}

// open returns the case of a drawn program.
func (d *drawn) open(t testing.TB) *Case {
	core, errs := check.Program(d.program, check.Options{})
	if len(errs) > 0 {
		panic("law: il/gen drew an illegal program: " + errs[0].Message)
	}
	return &Case{TB: t, Core: core, Rand: gen.Rand(^d.seed), labels: map[string]bool{}}
}

// run tests a case and returns why it breaks the law; empty if it does not.
func run(test func(*Case), c *Case) (why string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case broken:
			why = cmp.Or(string(r), "it fails")
		default:
			why = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	test(c)
	return ""
}
