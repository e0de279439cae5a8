package cprogram

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
)

var update = flag.Bool("update", false, "write the golden programs")

// strange has names that C does not allow, or that a translation could confuse.
const strange = `int(struct, main, STEP, wobbly_made, _x, x_int) {
  while * { if * { wobbly_take := struct.int.名; } else { 名 := main.STEP; } }
  lock();
  struct.int.名 := main;
  unlock();
}
main(o1, int) { lock(); int(o1, o1.int, int, o1, o1, int); unlock(); o := o1; o.名 := o1; }
`

// calls is a race after a call, a loop and a choice, on a path.
const calls = `private put(p, v) {
  synchronized {
    x := p.f;
  }
  if * {
    p.g.f := v;
  }
}

m(b) {
  while * {
    v := new();
    put(b.f, v);
  }
}

n(b) {
  b.f.g.f := b.f;
}
`

// core parses and checks a program.
func core(t testing.TB, name, text string) *il.Core {
	t.Helper()
	p, errs := parse.File(il.NewSource(name, text))
	if len(errs) == 0 {
		var c *il.Core
		if c, errs = check.Program(p, check.Options{}); c != nil {
			return c
		}
	}
	t.Fatalf("%s is not legal: %v", name, errs)
	return nil
}

// races returns the executions that end in the races of a program, as the exact search
// finds them, up to a limit.
func races(t testing.TB, c *il.Core, maxRaces int) (all []*execution.Execution) {
	t.Helper()
	o := explore.Defaults()
	o.MaxStates, o.Reduce, o.Prune = 20_000, true, true
	for _, p := range c.Pairs() {
		r, err := explore.Search(context.Background(), c, p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, race := range r.Races {
			if len(all) == maxRaces {
				return all
			}
			x, err := execution.FromWitness(c, race.Witness(), MaxSteps)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
	}
	return all
}

// firstRace returns an execution that ends in a race.
func firstRace(t testing.TB, c *il.Core) *execution.Execution {
	t.Helper()
	all := races(t, c, 1)
	if len(all) == 0 {
		t.Fatalf("the search finds no race in %s", c.Source.Name)
	}
	return all[0]
}

// TestGolden exports whole programs, with calls, choices, the lock and sugar, and with names that C
// reserves.
func TestGolden(t *testing.T) {
	for name, text := range map[string]string{"calls": calls, "names": strange} {
		x := firstRace(t, core(t, name+".il", text))
		got, err := Export(x, name+".il")
		if err != nil {
			t.Fatal(err)
		}
		file := "testdata/" + name + ".c.golden"
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; go test ./semantics/cprogram -update writes it\n%s", file, got)
		}
	}
}

// TestRefused: an execution without a race, and one that is too long, are refused.
func TestRefused(t *testing.T) {
	c := core(t, "m.il", "m(a) { x := a; a.f := x; }")
	in := semantics.Init{
		Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}},
		Stacks: [2]map[string]string{{"a": "o1"}, {"a": "o1"}},
	}
	x, err := execution.Begin(c, c.Pairs()[0], in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Export(x, "m.il"); !errors.Is(err, errNoRace) {
		t.Errorf("Export before the race: %v, want %v", err, errNoRace)
	}
	for _, i := range semantics.Tids {
		if stuck := x.Step(i); stuck != nil {
			t.Fatalf("a step of %v: %v", i, stuck)
		}
	}
	const cell = " o1.f = &o1;\n"
	if text, err := Export(x, "m.il"); err != nil || !strings.Contains(text, cell) {
		t.Errorf("Export: %v, want a program with%s%s", err, cell, text)
	}
	x.Moves = make([]semantics.Move, MaxSteps+1)
	if _, err := Export(x, "m.il"); !errors.Is(err, ErrTooLong) {
		t.Errorf("Export of more than %d steps: %v, want %v", MaxSteps, err, ErrTooLong)
	}
}

// TestNames: different names of a scope get different names in C, the same ones each time.
func TestNames(t *testing.T) {
	n := newNames("")
	for _, tt := range []struct{ il, c string }{
		{"b", "b"}, {"int", "x_int"}, {"x_int", "x_int_2"}, {"t'1", "t_1"}, {"t_1", "t_1_2"},
		{"STEP", "x_STEP"}, {"X", "X"},
		{"名", "u540d"}, {"wobbly_x", "x_wobbly_x"}, {"_y", "x__y"}, {"int", "x_int"},
	} {
		if got := n.cName(tt.il); got != tt.c {
			t.Errorf("cName(%s) = %s, want %s", tt.il, got, tt.c)
		}
	}
	n.cName("k__3") // in use, so that a number is left out
	for _, tt := range []struct{ il, c string }{
		{"k", "k"}, {"k'", "k_"}, {"k_", "k__2"}, {"k_2", "k_2"}, {"k''", "k__"},
		{"k_'", "k___2"}, {"k'_", "k___3"},
	} {
		if got := n.cName(tt.il); got != tt.c {
			t.Errorf("cName(%s) = %s, want %s", tt.il, got, tt.c)
		}
	}
	if got := newNames("il_").cName("int"); got != "il_int" {
		t.Errorf("cName(int) = %s, want il_int", got)
	}
	const want = `"a\042b\134c\012*/\077\077/\303\274"`
	if got := quoted("a\"b\\c\n*/??/ü"); got != want {
		t.Errorf("quoted = %s, want %s", got, want)
	}
	if got := comment("a*/b"); got != "a* /b" {
		t.Errorf("comment(a*/b) = %q, want %q", got, "a* /b")
	}
}

// TestEveryStatement: each kind of lowered statement can be exported.
func TestEveryStatement(t *testing.T) {
	c := core(t, "m.il", "m(a) { a.f := a; }")
	x := firstRace(t, c)
	for _, s := range il.AllStmts {
		switch s.(type) {
		case *il.Move, *il.NewAt, *il.Synchronized, *il.Call:
			continue // lowered; and a call needs its callee
		}
		b := body{
			writer: &writer{x: x, fields: newNames(""), units: newNames("il_")},
			vars:   newNames("v"),
		}
		b.statement(s, "")
		if b.text.Len() == 0 {
			if _, ok := s.(*il.Skip); !ok {
				t.Errorf("statement(%T) writes nothing", s)
			}
		}
	}
}
