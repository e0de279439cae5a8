package query

import (
	"context"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

const lostUpdate = `one(b) {
  t := b.f;
  b.g := t;
}
two(b) {
  t := b.g;
  b.f := t;
}
locked(b) {
  lock();
  t := b.g;
  b.f := t;
  unlock();
}
swap(b) {
  t := b.f;
  b.f := t;
}
endless(b) {
  while * {
    n := new();
    n.f := b;
    b := n;
  }
}
walk(b) {
  while * {
    b := b.f;
  }
}
`

func TestJudge(t *testing.T) {
	const init = "o1.f = o1  o1.g = o2  o2.f = o2  o2.g = o2  A.b = o1  B.b = o1"
	tests := []struct{ left, right, goal, want, why string }{
		{"one", "two", "no race", "false", "see the state after 1 step"},
		{"one", "two", "possible(race(.f))", "true", "see the state after 1 step"},
		{"one", "two", "possible(race at 2:3 7:3)", "true", "see the state after 1 step"},
		{"one", "two", "possible(race at 3:3 6:3)", "true", "see the state after 1 step"},
		{"one", "two", "possible(race at 2:3 7:3 and race(.g))", "false",
			"every execution was looked at"},
		{"one", "two", "always(not race(.g))", "false", "see the state after 1 step"},
		{"one", "two", "possible(race(A.b.f))", "true", "see the state after 1 step"},
		{"one", "two", "always(A.b == B.b)", "true", "every execution was looked at, 13 states"},
		{"one", "two", "always(A.b != B.b)", "false", "see the initial state"},
		{"one", "two", "possible(A ended and B ended and steps < 4)", "false",
			"every execution was looked at, 13 states"},
		{"one", "two", "possible(A ended and B ended and switches == 3)", "true",
			"see the state after 4 steps"},
		{"one", "two", "possible(switches > 3)", "false",
			"every execution was looked at, 19 states"},
		{"one", "two", "count(schedules) == 6", "true", ""},
		{"one", "two", "count(schedules) > 6", "false", ""},
		{"one", "two", "count(finals) == 3", "true", ""},
		{"one", "two", "count(races) == 2", "true", ""},
		{"swap", "swap", "count(races) == 2", "true", ""}, // the read races in both orders
		{"one", "two", "no race from all", "false", "see the state after 1 step"},
		{"one", "two", "possible(race(.g)) from all", "true", "see the state after 1 step"},
		{"one", "two", "true or no race", "true", ""},
		{"locked", "locked", "no race", "true", "every execution was looked at"},
		{"locked", "locked", "no race from all", "true", "every execution was looked at"},
		{"locked", "locked", "possible(A waits)", "true", "see the state after 1 step"},
		{"locked", "locked", "never(A waits and B waits)", "true",
			"every execution was looked at, 16 states"},
		{"locked", "locked", "count(races) == 0 and count(schedules) == 2", "true", ""},
		{"endless", "one", "possible(objects > 4)", "true", "see the state after 9 steps"},
		{"endless", "one", "always(objects < 100)", "unknown",
			"the search was bounded after 300 states"},
		{"endless", "one", "count(schedules) > 1000000", "true", ""},
		{"endless", "one", "count(finals) >= 2", "true", ""},
		{"endless", "one", "count(finals) <= 900", "unknown", ""},
		{"endless", "one", "possible(race(.g)) and always(objects < 100)", "unknown", ""},
		{"walk", "one", "possible(steps > 50)", "unknown",
			"the search was bounded after 300 states"},
		{"walk", "one", "always(A.b == o1)", "true", "every execution was looked at, 9 states"},
		{"walk", "one", "possible(steps > 20)", "true", "see the state after 21 steps"},
		{"walk", "one", "possible(changed A.b)", "false",
			"every execution was looked at, 9 states"},
		{"walk", "one", "possible(changed A.at)", "true", "see the initial state"},
		{"walk", "one", "count(schedules) == 6", "false", ""},
	}
	for _, tt := range tests {
		s := settingOf(t, lostUpdate, tt.left, tt.right, init)
		e := s.mustParse(t, tt.goal, Goal)
		got := e.Judge(context.Background(), Situation{Init: &s.init, MaxStates: 300})
		if got.Value.String() != tt.want || got.Why != tt.why {
			t.Errorf("%s || %s: %s is\n%swant %s: %s", tt.left, tt.right, tt.goal, got,
				tt.want, tt.why)
		}
		for _, l := range got.Lines() {
			if l.Shown != nil {
				s.checkReplay(t, l.Shown)
			}
		}
	}
}

const twins = `same(b, c) {
  if * {
    b := c;
  } else {
    c := b;
  }
}
fresh(b) {
  if * {
    n := new();
    n := b;
  } else {
    n := b;
  }
  n := new();
}
make(b) {
  x := new();
}
turn(b, c, d) {
  while * {
    b := c;
    b := d;
  }
}
two(b) {
  x := b;
  y := b;
}
one(b) {
  x := b;
}
`

// TestFacts checks that a search distinguishes states by each fact on which a condition can depend
// besides the configuration up to names.
func TestFacts(t *testing.T) {
	const init = "A.b = o1  A.c = o2  A.d = o1  B.b = o1"
	tests := []struct{ left, right, goal, want string }{
		{"same", "one", "possible(A.b == o1 and A.c == o1)", "true"},
		{"same", "one", "possible(A.b == o2 and A.c == o2)", "true"},
		{"make", "make", "possible(A.x == o3 and B.x == o4)", "true"},
		{"make", "make", "possible(A.x == o4 and B.x == o3)", "true"},
		{"make", "make", "possible(A.x == o5)", "false"},
		{"make", "make", "possible(o3 == B.x and A at 18:3)", "true"},
		{"fresh", "one", "possible(A.n == o3)", "true"},
		{"fresh", "one", "possible(A.n == o4)", "true"},
		{"fresh", "one", "possible(A.n == o5)", "false"},
		{"fresh", "one", "possible(A ended and objects == 3)", "true"},
		{"fresh", "one", "possible(A ended and objects == 4)", "true"},
		{"turn", "one", "possible(A.b == A.d and changed A.b)", "true"},
		{"turn", "one", "possible(A.b == A.d and changed A.b and A chooses)", "true"},
		{"two", "one", "possible(A ended and B ended and not changed switches)", "true"},
		{"two", "one", "possible(A ended and B ended and not changed last)", "true"},
		{"two", "one", "possible(A ended and B ended and switches == 1 and last == A)", "true"},
		{"two", "one", "possible(A ended and B ended and switches == 0)", "false"},
		{"two", "one", "possible(A.steps == 2 and switches == 2)", "true"},
		{"two", "one", "possible(A.steps > steps)", "false"},
	}
	for _, tt := range tests {
		s := settingOf(t, twins, tt.left, tt.right, init)
		got := s.mustParse(t, tt.goal, Goal).Judge(context.Background(), Situation{Init: &s.init})
		if got.Value.String() != tt.want {
			t.Errorf("%s || %s: %s is\n%swant %s", tt.left, tt.right, tt.goal, got, tt.want)
		}
	}
}

// checkReplay checks an execution by replaying it.
func (s setting) checkReplay(t *testing.T, w *execution.Execution) {
	t.Helper()
	k, err := semantics.NewConfig(s.core, s.pair, w.Init)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range w.Moves {
		var takes []semantics.Take
		for _, c := range m.Choices {
			takes = append(takes, c.Take)
		}
		next, _, stuck := semantics.Next(k, m.Thread, takes...)
		if stuck != nil {
			t.Fatalf("move %d: %s", i+1, stuck)
		}
		k = next
	}
	for _, i := range semantics.Tids {
		for _, c := range w.Last().Threads[i].Chosen {
			k, _ = semantics.Choose(k, i, c.Take)
		}
	}
	if k.Key() != w.Last().Key() {
		t.Error("replaying the execution leads to another state than its last one")
	}
}

func TestVisited(t *testing.T) {
	s := settingOf(t, lostUpdate, "one", "two",
		"o1.f = o1  o1.g = o2  o2.f = o2  o2.g = o2  A.b = o1  B.b = o1")
	ends := []*View{s.play(t, "A A B B"), s.play(t, "B B A A"), s.play(t, "A B A B")}
	tests := []struct {
		goal    string
		history []*View
		want    string
		why     string
	}{
		{"visited(race, A ended)", []*View{s.play(t, "A"), s.play(t, "A A")}, "true", ""},
		{"visited(race, A ended)", []*View{s.play(t, "A")}, "false", "not yet: A ended"},
		{"visited(B ended, race)", []*View{s.play(t, "A")}, "false", "not yet: B ended"},
		{"visited(race, A ended)", nil, "false", "not yet: race, A ended"},
		{"visited(switches == 3)", ends, "true", ""},
		{"visited(finals)", ends, "true", ""},
		{"visited(finals)", ends[:2], "false",
			"2 of 3 final states visited (up to the names of objects)"},
		{"visited(finals, B waits)", ends[1:2], "false",
			"1 of 3 final states visited (up to the names of objects); not yet: B waits"},
		{"not visited(finals)", ends, "false", ""},
		{"visited(finals) and steps == 4", ends, "true", ""},
		{"visited(finals) and steps == 4 and no race", ends, "false", ""},
	}
	for _, tt := range tests {
		e := s.mustParse(t, tt.goal, Goal)
		got := e.Judge(context.Background(),
			Situation{Now: ends[0], History: slices.Values(tt.history), Init: &s.init})
		if why := whyOf(got, "visited"); got.Value.String() != tt.want || why != tt.why {
			t.Errorf("%s is\n%swant %s: %s", tt.goal, got, tt.want, tt.why)
		}
	}
}

// whyOf returns the reason in the row without children whose text begins with word.
func whyOf(t *Tree, word string) string {
	for _, l := range t.Lines() {
		if containsAny(l.Text[:min(len(l.Text), len(word))], []string{word}) && len(l.Kids) == 0 {
			return l.Why
		}
	}
	return ""
}

// TestJudgeWithout checks that parts that need a missing field of the Situation are unknown, and
// that parts that do not matter are not searched.
func TestJudgeWithout(t *testing.T) {
	s := settingOf(t, lostUpdate, "one", "two",
		"o1.f = o1  o1.g = o2  o2.f = o2  o2.g = o2  A.b = o1  B.b = o1")
	tests := []struct{ goal, want string }{
		{"A ended", "A ended  unknown: there is no state to look at\n"},
		{"A.b == o1 and no race", `
A.b == o1 and no race  unknown
  A.b == o1            unknown
    A.b                no value: there is no state to look at
  no race              unknown: no initial state is given
`},
		{"no race", "no race  unknown: no initial state is given\n"},
		{"no race from all", "no race from all  false: see the state after 1 step\n"},
		{"visited(race)", "visited(race)  unknown: there is no history to look at\n"},
		{"visited(race) or true",
			"visited(race) or true  true\n  visited(race)        unknown: " +
				"there is no history to look at\n"},
		{"true or no race",
			"true or no race  true\n  no race        unknown: does not matter here\n"},
		{"false and count(races) == 1", `
false and count(races) == 1  false
  count(races) == 1          unknown
    count(races)             at least 0: does not matter here
`},
		{"count(races) == 1",
			"count(races) == 1  unknown\n  count(races)     at least 0: " +
				"no initial state is given\n"},
		{"count(finals) == 1",
			"count(finals) == 1  unknown\n  count(finals)     at least 0: " +
				"no initial state is given\n"},
	}
	for _, tt := range tests {
		e := s.mustParse(t, tt.goal, Goal)
		got := e.Judge(context.Background(), Situation{}).String()
		if got != tt.want && "\n"+got != tt.want {
			t.Errorf("%s is\n%swant\n%s", tt.goal, got, tt.want)
		}
	}
}

// TestEvalGoal checks that Eval and Holds do not decide goals that need a search.
func TestEvalGoal(t *testing.T) {
	s := sampleSetting(t)
	v := s.start(t)
	for text, want := range map[string]string{
		"no race": "unknown", "visited(race)": "unknown", "count(races) == 2": "unknown",
		"count(races) >= 0": "true", "no race or true": "true", "no race and false": "false",
		"not no race": "unknown", "no race => true": "true",
	} {
		e := s.mustParse(t, text, Goal)
		if got := e.Eval(&v).String(); got != want || e.Holds(&v) != (want == "true") {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestInterrupted checks that searches with a cancelled context are unknown.
func TestInterrupted(t *testing.T) {
	s := settingOf(t, lostUpdate, "endless", "one", "o1.f = o1  o1.g = o1  A.b = o1  B.b = o1")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{
		"no race", "no race from all", "possible(A ended)", "count(finals) == 2",
		"count(races) == 1",
	} {
		got := s.mustParse(t, text, Goal).Judge(ctx, Situation{Init: &s.init})
		if got.Value.Truth != Unknown {
			t.Errorf("%s with a cancelled context is\n%swant unknown", text, got)
		}
	}
}

// TestIllegalProgram checks goals about a program that violates an assumption, whose races are
// searched state by state.
func TestIllegalProgram(t *testing.T) {
	const text = `{
  lock();
  lock();
  unlock();
} || {
  arg1.f := arg1;
  lock();
}
`
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("parsing t.il: %v", errs)
	}
	core, errs := check.Program(p, check.Options{Tolerate: check.A2})
	if len(errs) > 0 {
		t.Fatalf("checking t.il: %v", errs)
	}
	init := initOf("o1.f = o1  B.arg1 = o1")
	s := setting{NewScope(core, core.Pairs()[0], nil), init}
	for text, want := range map[string]string{
		"no race":                            "true",
		"no race from all":                   "unknown",
		"possible(A ended and B waits)":      "true",
		"count(races) == 0":                  "true",
		"count(schedules) == 3":              "unknown",
		"count(finals) == 2":                 "true", // A keeps the lock, or B has taken it first
		"possible(B ended and not A ended)":  "true",
		"always(A waits => lock.owner == B)": "true",
	} {
		got := s.mustParse(t, text, Goal).Judge(context.Background(), Situation{Init: &s.init})
		if got.Value.String() != want {
			t.Errorf("%s is\n%swant %s", text, got, want)
		}
	}
}

// TestSearchesAgree checks that the two searches for races agree on random programs.
func TestSearchesAgree(t *testing.T) {
	agreed := map[Truth]int{}
	iltest.Random(t, 80, randomPrograms(), func(core *il.Core) {
		if len(core.Fields) == 0 || len(core.Pairs()) == 0 {
			return
		}
		pair := core.Pairs()[0]
		s := NewScope(core, pair, nil)
		in := semantics.SpecialInit(core, pair, nil, [2]string{})
		for _, text := range []string{
			"possible(race)", "possible(race(." + core.Fields[0] + "))", "count(races) >= 2",
		} {
			e := s.mustParse(t, text, Goal)
			j := &judge{
				ctx: context.Background(), s: s, in: Situation{Init: &in, MaxStates: 2000},
				values: map[node]Value{}, found: map[node]*execution.Execution{},
			}
			exact, slow := j.bothWays(e.node)
			if exact != slow && exact != Unknown && slow != Unknown {
				t.Errorf("%s is %s by package explore and %s by search of the states, of\n%s", text,
					exact, slow, core.Source.Text)
			}
			agreed[exact]++
		}
	})
	const minCases = 20
	if agreed[True] < minCases || agreed[False] < minCases {
		t.Errorf("the numbers of goals by truth are %v, want at least %d true and false", agreed,
			minCases)
	}
}

// bothWays judges a goal by package explore and by a search of the states.
func (j *judge) bothWays(n node) (exact, slow Truth) {
	if o, ok := n.(*over); ok {
		r, err := j.s.explore(j.ctx, j.in.Init, 0)
		if err != nil {
			panic(err)
		}
		exact, _ = j.findRace(o, o.target(), r)
		fast := j.found[o]
		slow, _ = j.findState(o, o.target())
		if slow == True && len(fast.Moves) != len(j.found[o].Moves) {
			panic("the executions that the searches find have different lengths")
		}
		return exact, slow
	}
	c := n.(*comparison)
	return compare(c.op, j.races(), numberOf(2)), compare(c.op, j.racesOfStates(), numberOf(2))
}

// randomPrograms returns the options of a generator of small programs whose units have formals.
func randomPrograms() gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Locals, o.Formals = 5, 2, 2, 2, 2
	o.If, o.While, o.Call, o.New, o.Copy, o.Lock = 0.12, 0.05, 0.12, 0.15, 0.06, 0.12
	o.LocalRoot, o.Reassign, o.Threads, o.NoFormals = 0.3, 0.1, 0.3, 0
	return o
}

// TestFinalsUpToNames checks that final states that differ only in garbage, or in which of two
// objects was created first, count as one.
func TestFinalsUpToNames(t *testing.T) {
	const text = `m(b) {
  x := new();
  b.f := x;
}
n(b) {
  y := new();
  y := b;
}
`
	s := settingOf(t, text, "m", "n", "o1.f = o1  A.b = o1  B.b = o1")
	got := s.mustParse(t, "count(finals) == 1", Goal).Judge(context.Background(),
		Situation{Init: &s.init}).String()
	want := "count(finals) == 1  true\n  count(finals)     1: " + sameFinals + "\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
