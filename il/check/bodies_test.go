package check_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
)

// many returns a program of the methods of n random programs, under new names. Most of them are
// illegal; if illegal is false, they get legal bodies.
func many(n int, seed uint64, illegal bool) *il.Program {
	p := &il.Program{Source: il.NewSource("many.il", strings.Repeat(" ", 4000))}
	for i := range n {
		for _, d := range randomProgram(seed + uint64(i)).Decls {
			m, ok := d.(*il.Method)
			if !ok {
				continue
			}
			if !illegal {
				m.Body = block(&il.New{Dst: "x"},
					&il.Load{Dst: "y", Src: il.Path("x", fmt.Sprintf("f%d", i))},
					&il.Move{Dst: il.Path("y", "g"), Src: il.Path("x", "h")})
			}
			m.Name = fmt.Sprintf("m%d", len(p.Decls))
			p.Decls = append(p.Decls, m)
		}
	}
	return p
}

// TestWorkers: core and errors are the same for any number of workers, including suggestions, which
// share one budget.
func TestWorkers(t *testing.T) {
	large := program(t, gen.Large(20_000, 10, 1))
	typo := program(t, gen.Large(20_000, 10, 1)+"\ntypo(a) { m15oo(a) }")
	for name, p := range map[string]*il.Program{
		"legal":   many(300, 1, false),
		"illegal": many(300, 1, true),
		"large":   large,
		"typo":    typo,
		"chain":   chain(1000),
		"small":   program(t, "m() { skip }"),
	} {
		for _, o := range []check.Options{
			{}, {Strict: true}, {Tolerate: check.A2 | check.A3 | check.A5},
		} {
			want, errs := check.ProgramBy(1, p, o)
			legal := name == "legal" || name == "large" || name == "small"
			if name != "chain" && o == (check.Options{}) && (want != nil) != legal {
				t.Fatalf("%s has the errors %v, want it legal: %t", name, errs, legal)
			}
			for _, workers := range []int{2, 4, 8} {
				got, more := check.ProgramBy(workers, p, o)
				if !reflect.DeepEqual(errs, more) {
					t.Errorf("%s: %d workers find the errors %v, want %v as with one", name, workers,
						more, errs)
				}
				if !reflect.DeepEqual(want, got) {
					t.Errorf("%s: the core by %d workers is not that by one", name, workers)
				}
			}
		}
	}
}
