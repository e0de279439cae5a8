package query

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// sample is the program of most tests. Its first statement is at line 2, column 3.
const sample = `get(b, c) {
  x := b.f;
  lock();
  b.f := x;
  skip;
  unlock();
  help(x);
}
set(b, steps) {
  lock();
  while * {
    y := new();
    b.f := y;
  }
  unlock();
}
private help(p) {
  if * {
    q := p.g;
  } else {
    p.g := p;
  }
}
`

// sampleInit is an initial state of sample with two objects. The variable b of both threads refers
// to o1.
const sampleInit = "o1.f = o2  o1.g = o1  o2.f = o2  o2.g = o1  " +
	"A.b = o1  A.c = o2  B.b = o1  B.steps = o2"

// pairOf returns the pair of two methods.
func pairOf(t testing.TB, core *il.Core, left, right string) il.Pair {
	t.Helper()
	p := il.Pair{Left: core.Methods[left], Right: core.Methods[right]}
	if p.Left == nil || p.Right == nil {
		t.Fatalf("no pair %s, %s", left, right)
	}
	return p
}

// initOf reads an initial state: cells such as o1.f = o2 and variables such as A.b = o1, separated
// by two blanks. It has the objects from o1 to the greatest one that is named.
func initOf(text string) semantics.Init {
	in := semantics.Init{Stacks: [2]map[string]string{{}, {}}}
	for _, item := range strings.Split(text, "  ") {
		place, value, _ := strings.Cut(item, " = ")
		base, name, _ := strings.Cut(place, ".")
		names := []string{value}
		switch base {
		case "A":
			in.Stacks[0][name] = value
		case "B":
			in.Stacks[1][name] = value
		default:
			in.Cells = append(in.Cells, [3]string{base, name, value})
			names = append(names, base)
		}
		for _, o := range names {
			l, _ := effect.NewNames(semantics.Init{}).Loc(o)
			for int(l) > len(in.Objects) {
				in.Objects = append(in.Objects, semantics.Loc(len(in.Objects)+1).String())
			}
		}
	}
	return in
}

// setting is a scope with an initial state.
type setting struct {
	*Scope
	init semantics.Init
}

// settingOf returns the setting of two methods of a program.
func settingOf(t testing.TB, text, left, right, init string) setting {
	t.Helper()
	core := iltest.Core(t, text)
	return setting{NewScope(core, pairOf(t, core, left, right), nil), initOf(init)}
}

// sampleSetting returns the setting of get and set of sample.
func sampleSetting(t testing.TB) setting { return settingOf(t, sample, "get", "set", sampleInit) }

// start returns the initial state.
func (s setting) start(t testing.TB) View {
	t.Helper()
	k, err := semantics.NewConfig(s.core, s.pair, s.init)
	if err != nil {
		t.Fatal(err)
	}
	return Begin(k)
}

// play returns the state after moves: A and B are steps, and A:then, B:loop and so on are choices.
func (s setting) play(t testing.TB, moves string) *View {
	t.Helper()
	first := s.start(t)
	v := &first
	for i, m := range strings.Fields(moves) {
		next, ok := v.after(m)
		if !ok {
			t.Fatalf("move %d of %q cannot be made", i+1, moves)
		}
		v = &next
	}
	return v
}

// after returns the state after a move of play, and whether the move is possible.
func (v *View) after(m string) (View, bool) {
	switch m {
	case "A", "B":
		i := tidOf(m)
		k, _, stuck := semantics.Next(v.Config, i)
		return v.Stepped(i, k), stuck == nil
	}
	i, take, _ := strings.Cut(m, ":")
	k, stuck := semantics.Choose(v.Config, tidOf(i), semantics.Take(take))
	return v.Chosen(k), stuck == nil
}

// mustParse parses an expression without errors.
func (s *Scope) mustParse(t testing.TB, text string, use Use) *Expr {
	t.Helper()
	e, errs := s.Parse(text, use)
	if len(errs) > 0 {
		t.Fatalf("Parse(%q) = %s, want no error", text, said(errs))
	}
	return e
}

// said returns a list of errors as text.
func said(l diag.List) string {
	var all []string
	for _, d := range l {
		s := string(d.Code) + ": " + d.Message
		if d.Fix != "" {
			s += " (" + d.Fix + ")"
		}
		all = append(all, s)
	}
	return strings.Join(all, "\n")
}

// tidOf returns the thread of a letter.
func tidOf(letter string) semantics.Tid { return semantics.Tid(strings.Index("AB", letter)) }
