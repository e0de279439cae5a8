package query

import (
	"testing"

	"wobbly/semantics"
	"wobbly/session/effect"
)

// TestEval compares the values of every construct that is about a state with those found by hand.
// The moves are those of setting.play: A and B are steps, and B:loop is a choice.
func TestEval(t *testing.T) {
	s := sampleSetting(t)
	tests := []struct{ moves, text, want string }{
		// Paths and objects.
		{"", "A.b", "o1"},
		{"", "b.f", "o2"},
		{"", "o1", "o1"},
		{"", "o2.g.f", "o2"},
		{"", "B.`steps`", "o2"},
		{"", "`steps`", "no value"}, // A, which is in focus, has none
		{"", "o3", "no value"},
		{"", "A.x", "no value"},
		{"", "A.x.f", "no value"},
		{"A", "A.x", "o2"},
		{"A A A A A", "A.b", "no value"}, // in help
		{"A A A A A", "A.p", "o2"},
		{"A A A A A", "p.g", "o1"},
		// Comparisons of objects.
		{"", "A.b == B.b", "true"},
		{"", "A.b != B.b", "false"},
		{"", "A.c == B.b", "false"},
		{"", "A.c != B.b", "true"},
		{"", "A.x == o1", "false"},
		{"", "A.x != o1", "false"},
		{"", "not A.x == o1", "true"},
		// The lock.
		{"", "lock.owner", "nobody"},
		{"", "lock.depth", "0"},
		{"", "lock.owner == nobody", "true"},
		{"A A", "lock.owner", "A"},
		{"A A", "lock.owner == A", "true"},
		{"B", "lock.owner != B", "false"},
		{"A A", "lock.depth >= 1", "true"},
		{"A A", "A.depth", "1"},
		{"A A", "B.depth", "0"},
		{"A A", "lock.depth > 1", "false"},
		// Places.
		{"", "A.at", "2:3"},
		{"", "A.line", "2"},
		{"", "A at 2:3", "true"},
		{"", "A.at == 2:3", "true"},
		{"", "2:3 == A.at", "true"},
		{"", "A.at != 2:3", "false"},
		{"", "A.at != B.at", "true"},
		{"", "A.line < B.line", "true"},
		{"", "B at 10:3", "true"},
		{"A A A", "A at 6:3", "true"}, // after skip
		{"B", "B at 11:3", "true"},
		{"B", "B chooses", "true"},
		{"B B:loop", "B chooses", "false"},
		{"B B:loop", "B at 12:5", "true"},
		// Threads.
		{"", "A ended", "false"},
		{"A A A A A A:then A A", "A ended", "true"},
		{"A A A A A A:then A A", "A at 8:1", "true"},
		{"A A A A A A:then A A", "A blocked", "false"},
		{"A A", "B waits", "true"},
		{"A A", "B blocked", "true"},
		{"A A", "A waits", "false"},
		{"", "B waits", "false"},
		{"B", "B blocked", "false"}, // before a choice
		// Next accesses.
		{"", "A reads", "true"},
		{"", "A writes", "false"},
		{"", "A reads b.f", "true"},
		{"", "A reads B.b.f", "true"},
		{"", "A reads o1.f", "true"},
		{"", "A reads c.f", "false"},
		{"", "A reads b.g", "false"},
		{"", "A reads .f", "true"},
		{"", "A reads .g", "false"},
		{"", "A reads b.f.g", "false"},
		{"A", "A reads", "false"},
		{"A A", "A writes b.f", "true"},
		{"A A", "A reads b.f", "false"},
		{"", "A reads x.f", "false"}, // x has no value
		// Races.
		{"", "race", "false"},
		{"B B:loop B", "race", "true"},
		{"B B:loop B", "race(b.f)", "true"},
		{"B B:loop B", "race(B.b.f)", "true"},
		{"B B:loop B", "race(o1.f)", "true"},
		{"B B:loop B", "race(.f)", "true"},
		{"B B:loop B", "race(.g)", "false"},
		{"B B:loop B", "race(c.f)", "false"},
		{"B B:loop B", "race(y.f)", "false"},
		{"B B:loop B", "race at 2:3 13:5", "true"},
		{"B B:loop B", "race at 13:5 2:3", "true"},
		{"B B:loop B", "race at 4:3 13:5", "false"},
		{"", "race at 2:3 13:5", "false"},
		// Counters.
		{"", "steps", "0"},
		{"", "last", "nobody"},
		{"", "last == nobody", "true"},
		{"A B B:loop B", "steps", "3"},
		{"A B B:loop B", "A.steps", "1"},
		{"A B B:loop B", "B.steps", "2"},
		{"A B B:loop B", "switches", "1"},
		{"A B B:loop B", "last", "B"},
		{"A B B:loop B", "last == A", "false"},
		{"A B B:loop B", "objects", "3"},
		{"", "objects", "2"},
		{"A", "switches == 0 and steps == 1", "true"},
		{"A", "steps != 1", "false"},
		{"A", "steps <= 1", "true"},
		{"A", "steps < 1", "false"},
		// What has changed.
		{"", "changed b.f", "false"},
		{"A", "changed x", "true"},
		{"A", "changed b.f", "false"},
		{"A B", "changed x", "false"},
		{"A B", "changed lock.owner", "true"},
		{"A B", "changed switches", "true"},
		{"A", "changed switches", "false"},
		{"A", "changed last", "true"},
		{"B B:loop", "changed B.at", "true"},
		{"B B:loop B B", "changed b.f", "true"},
		{"B B:loop B B", "changed o1.f", "true"},
		{"B B:loop B B", "b.f == B.y", "true"},
		// Reachability.
		{"", "reaches(A.b, A.c)", "true"},
		{"", "reaches(A.c, A.b)", "true"},
		{"", "reaches(o2.f, o2)", "true"},
		{"B B:loop B", "reaches(A.b, B.y)", "false"},
		{"B B:loop B", "reaches(B.y, B.y)", "true"},
		{"", "reaches(A.x, A.b)", "false"},
		{"", "reaches(A.b, A.x)", "false"},
		// Connectives.
		{"", "true", "true"},
		{"", "false or true", "true"},
		{"", "true and false", "false"},
		{"", "true => false", "false"},
		{"", "false => false", "true"},
		{"", "true => false => false", "true"},
		{"", "(true => false) => false", "true"},
		{"", "(false => false) => false", "false"},
		{"", "false => false => false", "true"},
		{"", "not true or true", "true"},
		{"", "not (true or true)", "false"},
		{"", "true or false and false", "true"},
		{"", "(true or false) and false", "false"},
		{"", "not not true", "true"},
		{"", "\tA.b\n==\n  B.b ", "true"},
		// Literals as values.
		{"", "3", "3"},
		{"", "3:5", "3:5"},
		{"", "A", "A"},
		{"", "nobody", "nobody"},
		{"", "007 == 7", "true"},
	}
	for _, tt := range tests {
		v := s.play(t, tt.moves)
		e := s.mustParse(t, tt.text, Watch)
		if got := e.Eval(v).String(); got != tt.want {
			t.Errorf("after %q: %s is %s, want %s", tt.moves, tt.text, got, tt.want)
		}
		if got, want := e.Holds(v), tt.want == "true"; got != want {
			t.Errorf("after %q: Holds of %s = %t, want %t", tt.moves, tt.text, got, want)
		}
	}
}

// TestFocus checks the values of expressions with a variable that has no thread, for each focus.
func TestFocus(t *testing.T) {
	s := sampleSetting(t)
	v := s.play(t, "B B:loop B")
	for text, want := range map[string][2]string{
		"y": {"no value", "o3"}, "`steps`": {"no value", "o2"}, "b": {"o1", "o1"},
		"c":   {"o2", "no value"},
		"A.c": {"o2", "o2"}, "race(y.f)": {"false", "false"}, "changed y": {"false", "true"},
	} {
		e := s.mustParse(t, text, Watch)
		for i, w := range want {
			f := *v
			f.Focus = semantics.Tid(i)
			if got := e.Eval(&f).String(); got != w {
				t.Errorf("%s with focus %d is %s, want %s", text, i, got, w)
			}
		}
	}
}

// TestNames checks that expressions can use the names that the initial state gives to objects.
func TestNames(t *testing.T) {
	s := sampleSetting(t)
	s.Scope = NewScope(s.core, s.pair,
		effect.NewNames(semantics.Init{Objects: []string{"o2", "b"}}))
	v := s.play(t, "")
	for text, want := range map[string]string{
		"A.b": "o2", "A.c": "b", "o2": "o2", "o2.f": "b", "b": "b", "b == A.c": "true", "`b`": "o2",
		"`b` == o2": "true", "o3": "no value", "b.g == A.b": "true",
	} {
		e := s.mustParse(t, text, Watch)
		if got := e.Eval(v).String(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if e.String() != text {
			t.Errorf("%s is printed as %s", text, e)
		}
	}
	if _, errs := s.Parse("o1 == A.b", Watch); len(errs) != 1 || errs[0].Code != unknownName {
		t.Errorf("Parse(o1 == A.b) = %s, want that there is no o1", said(errs))
	}
}

func TestExplain(t *testing.T) {
	s := sampleSetting(t)
	tests := []struct{ moves, text, want string }{
		{"", "A.b == B.b", `
A.b == B.b  true
  A.b       o1
  B.b       o1
`},
		{"", "A.x == B.b and race", `
A.x == B.b and race  false
  A.x == B.b         false: a comparison with no value
    A.x              no value: A.x has no value yet
    B.b              o1
  race               false: B is at 10:3, before lock(), which does not access a cell
`},
		{"A A", "B waits or lock.depth > 1", `
B waits or lock.depth > 1  true
  B waits                  true: A holds the lock, at depth 1
  lock.depth > 1           false
    lock.depth             1
`},
		{"B B:loop B", "not race(c.f) => A at 4:3", `
not race(c.f) => A at 4:3  false
  not race(c.f)            true
    race(c.f)              false: another race: A reads o1.f, B writes o1.f at 2:3 and 13:5
  A at 4:3                 false: A is at 2:3, before x := b.f
`},
		{"A", "changed A.x", `
changed A.x  true: it had no value
  A.x        o2
`},
		{"", "changed steps", `
changed steps  false: nothing has happened yet
  steps        0
`},
		{"A A A A A A:else A", "A.b == o1 or A writes p.f", `
A.b == o1 or A writes p.f  false
  A.b == o1                false: a comparison with no value
    A.b                    no value: A is in help, which has no variable b
  A writes p.f             false: A writes o2.g
`},
		{"A A A A A", "A reads", "\nA reads  false: A is at 18:3, before if *\n"},
		{"A A A A", "A reads", "\nA reads  false: A is at 7:3, before push(x)\n"},
		{"A A A A A A:then A", "A chooses", "\nA chooses  false: A is at 23:1, before pop()\n"},
		{"A A A A A A:then A A", "A ended", "\nA ended  true: A has ended, at 8:1\n"},
		{"A", "o9.f", "\no9.f  no value: there is no object o9\n"},
		{"", "A waits", "\nA waits  false: A can go on\n"},
		{"B", "B blocked", "\nB blocked  false: a branch or loop has to be resolved first\n"},
	}
	for _, tt := range tests {
		got := "\n" + s.mustParse(t, tt.text, Watch).Explain(s.play(t, tt.moves)).String()
		if got != tt.want {
			t.Errorf("after %q, %s is explained as%swant%s", tt.moves, tt.text, got, tt.want)
		}
	}
}
