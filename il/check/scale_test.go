package check_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/internal/quick"
)

// The programs below have shapes in which a recursive, quadratic or copying checker runs out of
// stack, time or memory.

var large = quick.Cases(100_000)

// chain returns n methods, each of which calls the next; the body of the last one is given.
func chain(n int, last ...il.Stmt) *il.Program {
	p := &il.Program{Source: il.NewSource("chain.il", "")}
	for i := range n {
		body := block(&il.Call{Method: fmt.Sprintf("m%d", i+1)})
		if i == n-1 {
			body = block(last...)
		}
		p.Decls = append(p.Decls, &il.Method{Name: fmt.Sprintf("m%d", i), Body: body})
	}
	return p
}

func TestLongCallChain(t *testing.T) {
	core, errs := check.Program(chain(large), check.Options{})
	if len(errs) > 0 {
		t.Fatalf("checking a chain of %d calls: %s", large, errs[0].Message)
	}
	for i, u := range core.Order {
		if u.Index != large-1-i {
			t.Fatalf("Order has %s at place %d, want m%d", u.Name, i, large-1-i)
		}
	}
}

func TestLongCycle(t *testing.T) {
	_, errs := check.Program(chain(large, &il.Call{Method: "m0"}), check.Options{})
	want := fmt.Sprintf("recursion: m0 calls m1 calls m2 calls ... (%d more) "+
		"calls m%d calls m%d calls m%d calls m0", large-6, large-3, large-2, large-1)
	if len(errs) != 1 || errs[0].Message != want || len(errs[0].Notes) != 5 {
		t.Errorf("the errors are %+v, want one with 5 notes and the message %q", errs, want)
	}
}

// TestManyLongCycles: every method calls the first one back, which gives as many cycles as methods,
// long on average.
func TestManyLongCycles(t *testing.T) {
	p := chain(large)
	for _, d := range p.Decls {
		b := d.(*il.Method).Body
		b.Stmts = append(b.Stmts, &il.Call{Method: "m0"})
	}
	_, errs := check.Program(p, check.Options{})
	if len(errs) != large {
		t.Errorf("%d errors, want %d", len(errs), large)
	}
	for _, e := range errs {
		if len(e.Message) > 200 || len(e.Notes) > 8 {
			t.Fatalf("the error has %d bytes and %d notes, want at most 200 and 8: %+v",
				len(e.Message), len(e.Notes), e)
		}
	}
}

// nested wraps statements into n blocks of each kind in turn.
func nested(n int, inner ...il.Stmt) *il.Block {
	b := block(inner...)
	for i := range n {
		switch i % 3 {
		case 0:
			b = block(&il.If{Then: b, Else: block(&il.New{Dst: "x"})})
		case 1:
			b = block(&il.While{Body: b})
		case 2:
			b = block(&il.Synchronized{Body: b})
		}
	}
	return b
}

func TestDeepNesting(t *testing.T) {
	var inner []il.Stmt
	for i := range 1000 {
		inner = append(inner, &il.New{Dst: fmt.Sprintf("x%d", i)})
	}
	p := &il.Program{Source: il.NewSource("deep.il", ""), Decls: []il.Decl{
		&il.Method{
			Name: "m", Body: block(&il.While{Body: nested(10_000, inner...)},
				&il.Copy{Dst: "y", Src: "x999"}),
		},
	}}
	_, errs := check.Program(p, check.Options{})
	if len(errs) != 1 || errs[0].Code != diag.UseBeforeAssigned {
		t.Errorf("got %d errors, want the use of x999: %v", len(errs), errs)
	}
}

// TestWideMethod checks a method with many formals, locals, stores of formals and branches.
func TestWideMethod(t *testing.T) {
	const wide = 20_000
	m := &il.Method{Name: "m", Body: block()}
	for i := range wide {
		formal, local := fmt.Sprintf("formal%d", i), fmt.Sprintf("local%d", i)
		m.Formals = append(m.Formals, il.Formal{Name: formal})
		m.Body.Stmts = append(m.Body.Stmts,
			&il.If{
				Then: block(&il.New{Dst: local}), Else: block(&il.Copy{Dst: local, Src: formal}),
			},
			&il.Store{Dst: il.Path(local, "f"), Src: local})
	}
	core, errs := check.Program(&il.Program{
		Source: il.NewSource("wide.il", ""), Decls: []il.Decl{m},
	}, check.Options{})
	if len(errs) > 0 {
		t.Fatalf("the errors are %v, want none", errs)
	}
	if n := len(core.Units[0].Formals); n != wide {
		t.Errorf("m has %d formals, want %d", n, wide)
	}
}

// TestManyMistakes checks a program of mistakes only, each of which looks for a similar name among
// many.
func TestManyMistakes(t *testing.T) {
	p := &il.Program{Source: il.NewSource("bad.il", "")}
	body := block()
	for i := range large / 2 {
		body.Stmts = append(body.Stmts,
			&il.Call{Method: fmt.Sprintf("methud%06d", i)},
			&il.Copy{Dst: fmt.Sprintf("locel%06d", i), Src: fmt.Sprintf("lokal%06d", i)})
		p.Decls = append(p.Decls, &il.Method{Name: fmt.Sprintf("method%06d", i), Body: block()})
	}
	p.Decls = append(p.Decls, &il.Method{Name: "m", Body: body})
	_, errs := check.Program(p, check.Options{})
	if len(errs) != large {
		t.Fatalf("%d errors, want %d", len(errs), large)
	}
	if errs[0].Label != "did you mean method000000?" {
		t.Errorf("the first error has no suggestion: %+v", errs[0])
	}
}

// TestLargeUnitThenSmallOnes: one large unit among many small ones does not make the small ones
// slow.
func TestLargeUnitThenSmallOnes(t *testing.T) {
	wide := block()
	for i := range large {
		wide.Stmts = append(wide.Stmts, &il.New{Dst: fmt.Sprintf("x%d", i)})
	}
	p := &il.Program{
		Source: il.NewSource("mixed.il", ""),
		Decls:  []il.Decl{&il.Method{Name: "wide", Body: wide}},
	}
	for i := range large {
		p.Decls = append(p.Decls,
			&il.Method{Name: fmt.Sprintf("m%d", i), Body: block(&il.New{Dst: "x"})})
	}
	if _, errs := check.Program(p, check.Options{}); len(errs) > 0 {
		t.Errorf("checking a large method and %d small ones: %s", large, errs[0].Message)
	}
}

// typical returns a class of n methods of ten statements each.
func typical(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `m%d(b, c) {
  x := b.f;
  lock();
  if * {
    x := new();
    b.g := x;
  }
  unlock();
  y := x.f.g;
  c.f := y;
`, i)
		if i > 0 {
			fmt.Fprintf(&b, "  m%d(b.f, c);\n", i/2)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// BenchmarkProgram checks and lowers 100,000 statements in 10,000 methods.
func BenchmarkProgram(b *testing.B) {
	for _, bm := range []struct {
		name, old, new string
	}{
		{"core", "\n", "\n"},
		{"sugar", "y := x.f.g;\n  c.f := y;", "c.f := x.f.g;\n  c.f := c;"},
	} {
		b.Run(bm.name, func(b *testing.B) {
			const methods, statements = 10_000, 100_000
			p := program(b, strings.ReplaceAll(typical(methods), bm.old, bm.new))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				if _, errs := check.Program(p, check.Options{}); len(errs) > 0 {
					b.Fatalf("checking: %s", errs[0].Message)
				}
			}
			runtime.ReadMemStats(&after)
			total := float64(b.N) * statements
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/total, "ns/stmt")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/total, "B/stmt")
		})
	}
}
