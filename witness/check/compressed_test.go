package check

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// doubling returns a program in which each method calls the next one twice, and a witness with a
// run of the first one in each thread.
func doubling(t testing.TB, depth int) (*il.Core, *witness.Witness) {
	var b strings.Builder
	b.WriteString("unit(a) { m0(a); x := new(); a.f := x }\n")
	for i := range depth {
		fmt.Fprintf(&b, "private m%d(a) { m%d(a); m%d(a) }\n", i, i+1, i+1)
	}
	fmt.Fprintf(&b, "private m%d(a) { synchronized { y := new(); y.f := y } }\n", depth)
	core := program(t, b.String())
	steps := new(big.Int).Lsh(big.NewInt(8), uint(depth)) // 6 at the end, 2(n+1) above: 8*2^d - 2
	steps.Sub(steps, big.NewInt(2))
	return core, parseWitness(t, core, fmt.Sprintf(`
compressed
units unit unit
heap l0.f=o o.f=o
A a=l0
B a=l0
steps
A 1:11 run %s
A 1:18 x := new()
B 1:11 run %s
B 1:18 x := new()
race l0.f
A 1:30 write
B 1:30 write`, steps, steps))
}

// TestAcceptsDoublingChain: the number of steps of a run may be exponential. It must be exact.
func TestAcceptsDoublingChain(t *testing.T) {
	for _, depth := range []int{0, 1, 10, 60, 200, 2000} {
		core, w := doubling(t, depth)
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of a chain of depth %d: %v", depth, err)
		}
		w.Steps[2].Steps = "1" + w.Steps[2].Steps
		if err := New(core).Check(w); err == nil {
			t.Errorf("depth %d: a wrong number of steps is accepted", depth)
		}
	}
}

// TestAcceptsLongChain: a run may have 100,000 nested calls.
func TestAcceptsLongChain(t *testing.T) {
	const depth = 100_000
	var b strings.Builder
	b.WriteString("unit(a) { m0(a, a.f); x := new(); a.f := x }\n")
	for i := range depth {
		fmt.Fprintf(&b, "private m%d(a, b) { m%d(b, a) }\n", i, i+1)
	}
	fmt.Fprintf(&b, "private m%d(a, b) { x := a.f; y := b.f; a.f := y }\n", depth)
	core := program(t, b.String())
	w := parseWitness(t, core,
		fmt.Sprintf("compressed\nunits unit unit\nheap l0.f=o o.f=o\nA a=l0\nB a=l0\nsteps\n"+
			"A 1:11 run %d\nA 1:23 x := new()\nB 1:11 run %d\nB 1:23 x := new()\n"+
			"race l0.f\nA 1:35 write\nB 1:35 write", 2*depth+5, 2*depth+5))
	if err := New(core).Check(w); err != nil {
		t.Errorf("Check of a run with %d nested calls: %v", depth, err)
	}
}

// TestAcceptsDeepNesting: blocks may nest as deep as the parser allows.
func TestAcceptsDeepNesting(t *testing.T) {
	const depth = 9_000
	core := program(t, "unit(a) {\ndeep(a); x := a.f\nx := new(); a.f := x }\n"+
		"private deep(a) {\n"+strings.Repeat("if * { while * {\n", depth/2)+"a.f := a"+
		strings.Repeat("} skip } else { x := a.f }", depth/2)+" }")
	w := parseWitness(t, core,
		fmt.Sprintf("compressed\nunits unit unit\nheap l0.f=o o.f=o\nA a=l0\nB a=l0\nsteps\n"+
			"A 2:1 run 2\nA 2:10 x := a.f\nA 3:1 x := new()\nB 2:1 push a\nB %d:1 t'1 := a\n"+
			"race l0.f\nA 3:13 write\nB %d:1 write", 5+depth/2, 5+depth/2))
	if err := New(core).Check(w); err != nil {
		t.Errorf("Check of runs past %d nested blocks: %v", depth, err)
	}
}

// TestShortest: a run takes the shorter of two branches, the first if they are equally long, and
// skips loops.
func TestShortest(t *testing.T) {
	core := program(t, `
private tie(p) { if * { x := p } else { y := p } }
private first(p) { if * { x := p } else { y := p; lock(); unlock() } }
private second(p) { if * { lock(); x := p; unlock() } else { y := p } }
private none(p) { if * { x := p } }
private loop(p) { while * { lock(); unlock(); none(p) } }
private deep(p) {
  lock(); if * { tie(p); tie(p) } else { if * { second(p) } else { tie(p); x := p } } unlock()
}
private calls(p) { skip; loop(p); deep(p); loop(p) }
private locks(p) { calls(p) }
private twice(p) { lock(); deep(p); unlock(); x := p }
unit(p) { p.f := p }
`)
	c := New(core)
	for name, want := range map[string]string{
		"tie":    "3 0: x := p",
		"first":  "3 0: x := p",
		"second": "3 0: y := p",
		"none":   "2 0: ",
		"loop":   "2 0: ",
		"deep":   "7 1: lock(); second(p); unlock()",
		"calls":  "13 1: loop(p); deep(p); loop(p)",
		"locks":  "15 1: calls(p)",
		"twice":  "12 2: lock(); deep(p); unlock(); x := p",
	} {
		s := c.shortest(core.Methods[name])
		var commands []string
		for _, command := range s.commands {
			commands = append(commands, il.Text(command))
		}
		got := fmt.Sprintf("%s %v: %s", s.steps, s.highest, strings.Join(commands, "; "))
		if got != want || s.unbalanced {
			t.Errorf("shortest(%s) = %s, unbalanced: %v, want %s", name, got, s.unbalanced, want)
		}
	}
}

// TestIsLazy: a checker builds only what its witnesses need, however large the program, and
// remembers what it learned about runs.
func TestIsLazy(t *testing.T) {
	core, w := doubling(t, 50)
	text := core.Source.Text + "other(a) { unit(a); a.f := a }\n"
	core = program(t, text)
	w.Program, w.Seal = witness.Digest(core.Source.Text), ""
	c := New(core)
	if len(c.codes)+len(c.shortests)+c.kept != 0 || c.digest != "" {
		t.Error("a new checker has looked at the program")
	}
	for range 3 {
		if err := c.Check(w); err != nil {
			t.Fatal(err)
		}
		codes := slices.DeleteFunc(slices.Clone(c.codes),
			func(k code) bool { return k.nodes == nil })
		if len(codes) != 1 || len(c.shortests) != 51 || c.kept != 51 {
			t.Errorf("the checker has %d codes, %d shortest executions, %d entries, want 1, 51, 51",
				len(codes), len(c.shortests), c.kept)
		}
	}
}
