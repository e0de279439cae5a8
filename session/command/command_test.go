package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
)

const text = `m(b) {
  lock();
  x := b.f;
  unlock();
}

n(b) {
  y := new();
  b.f := y;
}

c(b) {
  while * {
    x := b;
  }
  if * {
    x := b.f;
  } else {
    x := b;
  }
}
`

// controls returns the controls of a session of two units of text.
func controls(t *testing.T, left, right string) *Controls {
	t.Helper()
	return controlsOf(t, text, left, right)
}

// controlsOf returns the controls of a session of two units of a program.
func controlsOf(t *testing.T, program, left, right string) *Controls {
	t.Helper()
	core := iltest.Core(t, program)
	pair, err := session.PairOf(core, left, right)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(core, pair, session.OneObject(core, pair))
	if err != nil {
		t.Fatal(err)
	}
	return &Controls{Session: s, File: "dir/any.il", Voice: Voice{NoRace: "Step on"}}
}

// lines runs the commands in lines, and returns the last answer.
func lines(t *testing.T, x *Controls, all ...string) Answer {
	t.Helper()
	var a Answer
	for _, line := range all {
		c, arg, err := Parse(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		a = c.Run(t.Context(), x, arg)
	}
	return a
}

// TestTable checks that names, keys and words are unique, and that every row has a help and a
// function.
func TestTable(t *testing.T) {
	names, keys := map[Name]bool{}, map[string]bool{}
	words := map[string]bool{"?": true, "help": true, "q": true, "quit": true}
	for _, c := range Table() {
		if names[c.Name] {
			t.Errorf("two rows have the name %s", c.Name)
		}
		if c.Help == "" || c.Do == nil || len(c.Keys)+len(c.Words) == 0 {
			t.Errorf("%s has no help, no function, or neither keys nor words", c.Name)
		}
		names[c.Name] = true
		for _, k := range c.Keys {
			if keys[k] {
				t.Errorf("the key %s has two meanings", k)
			}
			keys[k] = true
		}
		for _, w := range c.Words {
			if words[w] || strings.ContainsAny(w, " ") {
				t.Errorf("the word %q has two meanings, or is several", w)
			}
			words[w] = true
		}
		if Find(c.Name) != c {
			t.Errorf("Find(%s) is another row", c.Name)
		}
	}
}

// TestEachCommand checks the effect of lines on the session: the schedule to the present state, and
// its number.
func TestEachCommand(t *testing.T) {
	tests := []struct {
		units string // the method of each thread
		do    []string
		want  string
		at    int
	}{
		{"mn", []string{"a"}, "A", 1},
		{"mn", []string{"b"}, "B", 1},
		{"mn", []string{"a 2"}, "A2", 2},
		{"mn", []string{"A"}, "A", 1},
		{"mn", []string{"run-a", "A"}, "A3", 3},
		{"mn", []string{"B"}, "B", 1},
		{"mn", []string{"B", "run-b"}, "B2", 2},
		{"mn", []string{"A2 B"}, "A2 B", 3},
		{"mn", []string{"A B"}, "A B", 2},
		{"mn", []string{"a b"}, "A B", 2},
		{"mn", []string{"a", "A2"}, "A3", 3},
		{"mn", []string{"play B2"}, "B2", 2},
		{"mn", []string{"a", "paste B2"}, "B2", 2},
		{"mn", []string{"A2 B", "undo"}, "", 0},
		{"mn", []string{"a", "a", "b", "undo 2"}, "A", 1},
		{"mn", []string{"a", "a", "undo 2", "redo"}, "A", 1},
		{"mn", []string{"a", "b", "left"}, "A", 1},
		{"mn", []string{"A2 B", "left 2", "right"}, "A2", 2},
		{"mn", []string{"A2 B", "first"}, "", 0},
		{"mn", []string{"A2 B", "first", "last"}, "A2 B", 3},
		{"mn", []string{"A2 B", "restart"}, "", 0},
		{"mn", []string{"A2 B", "go 1"}, "A", 1},
		{"mn", []string{"A B A", "go r"}, "A B", 2},
		{"mn", []string{"A B A", "first", "next-race"}, "A B", 2},
		{"mn", []string{"A B A", "previous-race"}, "A B", 2},
		{"mn", []string{"a", "left", "b", "["}, "A", 1},
		{"mn", []string{"a", "left", "b", "[", "]"}, "B", 1},
		{"mn", []string{"a", "left", "b", "go 1.1"}, "A", 1},
		{"mn", []string{"until race", "continue"}, "A B", 2},
		{"mn", []string{"A B A", "until race", "back"}, "A B", 2},
		{"mn", []string{"B2 A", "write o1.f"}, "B2", 2},
		{"mn", []string{"B2 A", "write B.y"}, "B", 1},
		{"mn", []string{"A B2", "write y"}, "A B", 2},
		{"mn", []string{"B A3", "go 2", "minimise"}, "B A", 2},
		{"cc", []string{"loop a"}, "A+0", 1},
		{"cc", []string{"exit a", "then a"}, "A-+0", 2},
		{"cc", []string{"exit b", "else B"}, "B--0", 2},
		{"mn", []string{""}, "", 0},
	}
	for _, tt := range tests {
		x := controls(t, tt.units[:1], tt.units[1:])
		a := lines(t, x, tt.do...)
		if got := x.Session.Schedule().String(); got != tt.want || x.Session.At() != tt.at {
			t.Errorf("%q: %q in state %d, want %q in %d; %+v", tt.do, got, x.Session.At(), tt.want,
				tt.at, a.Result)
		}
		if !a.State || a.Stop != session.Went && a.Stop != session.Ended {
			t.Errorf("%q: answer = %+v, want the state that the session went to", tt.do, a)
		}
	}
}

// TestSteps checks that several steps end where the thread cannot step, and that the answer says
// how many were made or asks for a choice.
func TestSteps(t *testing.T) {
	x := controls(t, "m", "n")
	for _, tt := range []struct {
		do    []string
		lead  []string
		at    int
		moves int // of the last line
		want  string
	}{
		{[]string{"b 5"}, []string{"B made 2 steps of 5."}, 2, 2, "B has ended."},
		{[]string{"first", "a 2", "a 2"}, []string{"A made 1 step of 2."}, 3, 1, "A has ended."},
		{[]string{"last", "a 2"}, nil, 3, 0, "A has ended."},
	} {
		a := lines(t, x, tt.do...)
		if !slices.Equal(a.Lead, tt.lead) || a.Text != tt.want || x.Session.At() != tt.at {
			t.Errorf("%q: answer = %+v in state %d, want %q, %q in state %d", tt.do, a,
				x.Session.At(), tt.lead, tt.want, tt.at)
		}
		if a.Stop != session.Ended || a.Moves != tt.moves {
			t.Errorf("%q: %v after %d moves, want %v after %d", tt.do, a.Stop, a.Moves,
				session.Ended,
				tt.moves)
		}
	}
	if a := lines(t, controls(t, "m", "n"), "b 2"); a.Lead != nil || !a.OK() {
		t.Errorf("b 2: answer = %+v, want no lead", a)
	}
}

// TestStepsAsk checks that a step at a choice asks for the branch, and that a branch needs a thread
// only if both threads have to choose.
func TestStepsAsk(t *testing.T) {
	x := controls(t, "c", "m")
	if a := lines(t, x, "a"); !a.Asks || len(a.Options) != 2 || a.Thread != semantics.A {
		t.Errorf("a at a choice: answer = %+v, want a question with 2 options", a)
	}
	if a := lines(t, x, "A"); a.Asks || a.Stop != session.AtChoice {
		t.Errorf("A at a choice: answer = %+v, want it to stop without a question", a)
	}
	if a := lines(t, x, "loop"); !a.OK() || x.Session.At() != 1 {
		t.Errorf("loop: answer = %+v, want a step of A, which alone has to choose", a)
	}
	const which = "Say which thread: loop a, or loop b."
	if a := lines(t, controls(t, "c", "c"), "loop"); a.Text != which {
		t.Errorf("loop: answer = %q, want %q", a.Text, which)
	}
}

// TestOff checks that an unavailable command says why, and that commands are available where they
// work.
func TestOff(t *testing.T) {
	for _, tt := range []struct {
		name Name
		do   []string
		want string // a part of the refusal, or empty if the command is available
	}{
		{StepA, nil, ""},
		{StepA, []string{"A3"}, "A has ended"},
		{RunB, []string{"B2"}, "B has ended"},
		{RunB, []string{"A3"}, ""},
		{Undo, nil, ""},
		{Restart, nil, "This is the first state."},
		{Restart, []string{"a"}, ""},
		{NextBranch, []string{"a"}, "one branch only"},
		{PreviousBranch, []string{"a", "left", "b"}, ""},
		{Continue, nil, "There is no condition yet; until sets one."},
		{Back, []string{"until race"}, ""},
		{Minimise, nil, "nor is any other of this trace. Step on."},
		{Minimise, []string{"A B", "left"}, "This is not a racing state; next-race goes to one."},
		{Minimise, []string{"A B A"},
			"This is not a racing state; previous-race goes back to one."},
		{Minimise, []string{"A B"}, ""},
		{Fix, []string{"A B"}, "wobbly fix FILE does"},
		{Shrink, nil, "wobbly fix FILE does"},
		{Save, nil, "Nothing can be saved from here."},
	} {
		x := controls(t, "m", "n")
		lines(t, x, tt.do...)
		got := Find(tt.name).Why(x).String()
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("Why of %s after %q: %q, want %q", tt.name, tt.do, got, tt.want)
		}
	}
}

// TestFixOfDeadlock checks that the refusal of fix in a deadlock names the command that repairs it.
func TestFixOfDeadlock(t *testing.T) {
	x := controlsOf(t, "m(b) { lock(k); lock(l); unlock(l); unlock(k); } n(b) { lock(l); "+
		"lock(k); unlock(k); unlock(l); }", "m", "n")
	lines(t, x, "a", "b")
	const want = "This is a deadlock, which wobbly fix FILE D1 repairs."
	if got := Find(Fix).Why(x).String(); got != want {
		t.Errorf("refusal of fix = %q, want %q", got, want)
	}
}

// TestStepAtChoice checks that a step is available for a thread that has to choose.
func TestStepAtChoice(t *testing.T) {
	if why := Find(StepA).Why(controls(t, "c", "m")); why.Refuses() {
		t.Errorf("a at a choice is refused: %q", why)
	}
}

// TestContinueInTheTrace checks that continue looks at the recorded states first, then searches
// from the end of the trace, and then from the present state. If it finds nothing, the session does
// not move.
func TestContinueInTheTrace(t *testing.T) {
	for _, tt := range []struct {
		moves, until, want string
		at                 int
		ok, beyond         bool
	}{
		{"A B A2 B", "race", "A B", 2, true, false},       // in the trace
		{"A", "race", "A B", 2, true, true},               // after its end
		{"", "race", "A B", 2, true, false},               // the trace is empty
		{"A3 B2", "race", "A B", 2, true, false},          // only from the first state
		{"A3 B2", "lock.depth == 3", "", 0, false, false}, // nowhere
	} {
		x := controls(t, "m", "n")
		if tt.moves != "" {
			lines(t, x, tt.moves)
		}
		a := lines(t, x, "first", "until "+tt.until, "c")
		if got := x.Session.Schedule().String(); got != tt.want || x.Session.At() != tt.at {
			t.Errorf("%q, until %s: state %d after %q, want state %d after %q", tt.moves, tt.until,
				x.Session.At(), got, tt.at, tt.want)
		}
		beyond := strings.HasPrefix(a.Text, "Beyond state ")
		if a.OK() != tt.ok || beyond != tt.beyond {
			t.Errorf("%q, until %s: answer = %+v, want OK %t, beyond the trace %t", tt.moves,
				tt.until, a, tt.ok, tt.beyond)
		}
	}
}

// TestClosed checks that a closed command is unavailable and does nothing.
func TestClosed(t *testing.T) {
	x := controls(t, "m", "n")
	const want = "Not here."
	x.Closed = func(name Name) Refusal { return When(name == StepA, want) }
	if a := lines(t, x, "a"); a.Text != want || a.OK() || x.Session.At() != 0 {
		t.Errorf("a, which is closed: answer = %+v in state %d, want %q in state 0", a,
			x.Session.At(), want)
	}
	if got := Find(StepA).Why(x).String(); got != want {
		t.Errorf("refusal of a = %q, want %q", got, want)
	}
	lines(t, x, "b")
	if x.Session.At() != 1 {
		t.Errorf("b, which is not closed, leads to state %d, want 1", x.Session.At())
	}
}

// TestVoice checks that sentences name commands as Voice.Call does.
func TestVoice(t *testing.T) {
	x := controls(t, "m", "n")
	x.Voice.Call = func(c *Command) string { return c.Keys[0] }
	const want = "There is no condition yet; / sets one."
	if got := Find(Continue).Why(x).String(); got != want {
		t.Errorf("refusal of continue = %q, want %q", got, want)
	}
	if a := lines(t, x, ": seed 7"); a.Text != "r makes a random run of seed 7." || x.Seed != 7 {
		t.Errorf("seed 7: answer = %+v with seed %d, want the key r in it", a, x.Seed)
	}
}

// TestRefusals checks that a refused command changes nothing and says why.
func TestRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"A 2":           "A takes nothing after it",
		"a x":           `"x" will not do: give a number, at least 1.`,
		"a 0":           `"0" will not do: give a number, at least 1.`,
		"undo":          "nothing to undo",
		"go x":          `"x" is not a state`,
		"go 9":          "There is no state 9",
		"until writ o1": "did you mean or?",
		"until zq":      "has a variable zq",
		"continue":      "no condition yet",
		"write":         "Say of what",
		"write o9.f":    "no cell",
		"random -1":     "is not a seed",
		": seed x":      "is not a seed",
		": zq":          "Column 1",
		"watch zq":      "Column 1",
		"minimise":      "do not race",
		"play A9":       "Step 4 of the schedule does not fit",
		"play":          "Say which moves",
		"play Q":        "No schedule",
		"paste Q":       "No schedule",
		"paste wobbly:": "No link",
		"save":          "Nothing can be saved",
		"analysis":      "No analysis came",
		"fix":           "wobbly fix FILE does",
		"shrink":        "wobbly fix FILE does",
	} {
		x := controls(t, "m", "n")
		a := lines(t, x, line)
		if a.OK() || !strings.Contains(a.Text, want) || x.Session.At() != 0 {
			t.Errorf("%q: answer = %+v in state %d, want a refusal with %q in state 0", line, a,
				x.Session.At(), want)
		}
		if a.Short() == "" {
			t.Errorf("%q: the short answer is empty", line)
		}
	}
}

// TestUnknown checks that the error of an unknown line has its first word, and says why it is not a
// schedule either.
func TestUnknown(t *testing.T) {
	for line, word := range map[string]string{"nonsense 3": "nonsense", "A2B!": "A2B!", "2": "2"} {
		_, _, err := Parse(line)
		var unknown *UnknownError
		if !errors.As(err, &unknown) || unknown.Word != word || unknown.Schedule == nil {
			t.Errorf("Parse(%q): error %#v, want an UnknownError of %q", line, err, word)
		}
		if want := `there is no word "` + word + `"`; fmt.Sprint(err) != want {
			t.Errorf("Parse(%q): error %v, want %q", line, err, want)
		}
	}
}

// TestTells checks lines of the commands that print lists, and the headline.
func TestTells(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"heap", "o1: f holds o1, held by A.b, B.b."},
		{"heap", "o2: f holds o2, held by B.y."},
		{"locals", "A, m(b): b = o1."},
		{"locals", "Lock: A x1."},
		{"code", "B is at line 9, column 3: b.f := y;"},
		{"trace", "State 2: B 8:3 y := new()  makes o2, y=o2  race  (here)"},
		{"trace", "State 0"},
		{"explain", "B makes the object o2: y = o2."},
		{"schedule", "Schedule: A B"},
	} {
		x := controls(t, "m", "n")
		a := lines(t, x, "A B", tt.line)
		if !slices.Contains(a.Lines, tt.want) || a.State || a.Title == "" {
			t.Errorf("%s: answer = %+v, want the line %q", tt.line, a, tt.want)
		}
	}
	x := controls(t, "m", "n")
	want := "State 0 of 0, 0 steps, 0 switches, lock free."
	if got := Headline(x.Session); got != want {
		t.Errorf("Headline = %q, want %q", got, want)
	}
	lines(t, x, "A")
	want = "State 1 of 1, 1 step, 0 switches, lock A x1."
	if got := Headline(x.Session); got != want {
		t.Errorf("Headline after A = %q, want %q", got, want)
	}
}

// TestTellsOfSource checks that steps are described as in the source, without the variables that
// lowering introduces.
func TestTellsOfSource(t *testing.T) {
	x := controlsOf(t, "m(b) { b.f := b.g.f; b.g := new(); n(b.f); }\nn(c) { c.g := c.f; }", "m",
		"n")
	const first = "State 1: A 1:8 b.g.f  reads o1.f=o1  from state 0  race"
	if a := lines(t, x, "A8 B2", "trace"); !slices.Contains(a.Lines, first) {
		t.Errorf("trace: lines = %q, want %q among them", a.Lines, first)
	}
	for n := range x.Session.Len() + 1 {
		for _, word := range []string{
			"trace", "heap", "locals", "code", "state", "explain", "schedule",
		} {
			a := lines(t, x, fmt.Sprintf("go %d", n), word)
			said := strings.Join(append(a.Lines, a.Text, a.Title), "\n")
			if strings.Contains(said, "'") { // as in the names of lowered variables
				t.Errorf("state %d, %s: %q names a lowered variable", n, word, said)
			}
		}
	}
}

// TestExpressions checks that expressions can be evaluated and watched, and to which thread a
// variable belongs.
func TestExpressions(t *testing.T) {
	x := controls(t, "m", "n")
	if a := lines(t, x, "eval b.f"); a.Text != "b.f = o1" {
		t.Errorf("eval b.f = %q, want %q", a.Text, "b.f = o1")
	}
	lines(t, x, "B")
	if a := lines(t, x, ":y"); a.Text != "y = o2" {
		t.Errorf(":y = %q, want %q, the variable of the thread that moved last", a.Text, "y = o2")
	}
	x.Focus = func() semantics.Tid { return semantics.A }
	if a := lines(t, x, ":y"); !strings.Contains(a.Text, "A is in m") {
		t.Errorf(":y with the focus on A = %q, want that A is in m", a.Text)
	}
	const watched = "Watched: b.f = o1."
	if a := lines(t, x, "watch b.f"); !a.State || a.Short() != watched || a.Text != "" {
		t.Errorf("watch b.f: answer = %+v, want the state and its value", a)
	}
	if got, err := x.Watch(0); err != nil || got != "b.f = o1" {
		t.Errorf("Watch(0) = %q, %v; want b.f = o1", got, err)
	}
	if a := lines(t, x, "watch b.f"); a.Text != "No longer watched: b.f." || len(x.Watches) != 0 {
		t.Errorf("watch b.f again: answer = %+v with %d watches, want none", a, len(x.Watches))
	}
}

// TestConditions checks that conditions can be words as well as expressions.
func TestConditions(t *testing.T) {
	for line, want := range map[string]string{
		"switch":     "A B",
		"lock-event": "A",
		"race":       "A B",
		"end":        "A B A2",
		"end-both":   "A B A2 B",
		"touch o1.f": "A B A",
		"write o1.f": "A B A2 B",
		"meet o1.f":  "A",
		"A.x == A.b": "A B A",
	} {
		x := controls(t, "m", "n")
		a := lines(t, x, "A B A2 B", "first", "until "+line, "c")
		if got := x.Session.Schedule().String(); !a.OK() || got != want {
			t.Errorf("until %s: continue goes to %q (%s), want %q", line, got, a.Text, want)
		}
	}
	x := controls(t, "c", "m")
	if a := lines(t, x, "exit a", "first", "until choice", "c"); !a.OK() || x.Session.At() != 1 {
		t.Errorf("until choice: answer = %+v in state %d, want state 1", a, x.Session.At())
	}
	x = controls(t, "m", "m")
	if a := lines(t, x, "a", "first", "until blocked", "c"); !a.OK() || x.Session.At() != 1 {
		t.Errorf("until blocked: answer = %+v in state %d, want state 1", a, x.Session.At())
	}
}

// TestRandom checks that a random run says its seed, and that the next run has the next seed.
func TestRandom(t *testing.T) {
	x := controls(t, "m", "n")
	a := lines(t, x, "random 7")
	lead := []string{"Seed 7."}
	if x.Seed != 8 || !slices.Equal(a.Lead, lead) || !strings.Contains(a.Short(), "seed 7") {
		t.Errorf("random 7: answer = %+v and next seed %d, want seed 7 and next seed 8", a, x.Seed)
	}
	first := x.Session.Schedule().String()
	lines(t, x, "restart", "random 7")
	if x.Session.Schedule().String() != first {
		t.Errorf("the second run with seed 7 is %s, the first was %s", x.Session.Schedule(), first)
	}
}

// TestSeed checks that a word and an expression set the seed, and that the word alone says which
// seed is next.
func TestSeed(t *testing.T) {
	x := controls(t, "m", "n")
	for _, c := range []struct{ line, want string }{
		{"seed 7", "random makes a random run of seed 7."},
		{"seed", "random makes a random run of seed 7."},
		{": seed 8", "random makes a random run of seed 8."},
		{"seed", "random makes a random run of seed 8."},
		{"seed x", `Not done: "x" is not a seed: a seed is a number, at least 0.`},
		{"seed", "random makes a random run of seed 8."},
	} {
		if got := lines(t, x, c.line).Spoken(); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q: answer = %q, want %q", c.line, got, c.want)
		}
	}
}

// TestMinimiseSaysWhy checks that each move that is needed has a row with the reason.
func TestMinimiseSaysWhy(t *testing.T) {
	x := controls(t, "m", "n")
	a := lines(t, x, "A B", "m")
	if len(a.Rows) != 2 || a.Rows[0][0] != "A lock()" {
		t.Errorf("minimise: rows = %q, want 2 that start with A lock()", a.Rows)
	}
	if got, want := a.Short(), "Minimised from 2 moves to 2: A B."; got != want {
		t.Errorf("minimise: the short answer = %q, want %q", got, want)
	}
}

// TestLinks checks that the link of a state opens a session in that state.
func TestLinks(t *testing.T) {
	x := controls(t, "m", "n")
	link := lines(t, x, "A B", "schedule").Link
	if !strings.HasPrefix(link, "wobbly:1:any.il(m,n):") {
		t.Errorf("the link = %q, want that of any.il(m,n)", link)
	}
	y := controls(t, "n", "n")
	a := lines(t, y, "paste "+link)
	if a.Open == nil || a.Open.Note != "" || y.Session.At() != 0 {
		t.Fatalf("paste: answer = %+v in state %d, want a session opened, and state 0", a,
			y.Session.At())
	}
	s := a.Open.Session
	if moves, left := s.Schedule().String(), s.Pair().Left.Name; moves != "A B" || left != "m" {
		t.Errorf("paste: opened at %q of %q, want A B of m", moves, left)
	}
}

// TestSave checks that a trace is saved under the given name, and what the answers say.
func TestSave(t *testing.T) {
	x := controls(t, "m", "n")
	if begin := Find(Save).Arg.Begin(x); begin != "any.trace" {
		t.Errorf("save proposes the name %q, want any.trace", begin)
	}
	var got string
	x.Files = Files{Tool: "wobbly 9", Save: func(name string, data []byte) (string, error) {
		if name == "full" {
			return "", errors.New("the disk is full")
		}
		got = string(data)
		return "/" + name, nil
	}}
	if a := lines(t, x, "A B", "save here"); a.Saved != "/here" || a.Text != "Saved: /here" {
		t.Errorf("save here: answer = %+v, want /here", a)
	}
	for _, want := range []string{"wobbly 9", "A 2:3"} {
		if !strings.Contains(got, want) {
			t.Errorf("save here: the trace lacks %q:\n%s", want, got)
		}
	}
	a := lines(t, x, "save full")
	if a.OK() || a.Text != "The disk is full." || a.Short() != "Not saved: the disk is full." {
		t.Errorf("save full: answer = %+v, want that the disk is full", a)
	}
	if a := lines(t, x, "save"); a.Text != "Say where: save FILE." {
		t.Errorf("save: answer = %q, want %q", a.Text, "Say where: save FILE.")
	}
}

// TestAdvice checks the answers of the analysis and of repairs, and their errors.
func TestAdvice(t *testing.T) {
	x := controls(t, "m", "n")
	var err error // the error of all functions
	x.Analysis = advice.Analysis{
		Lines: func(_ context.Context, _ *il.Core, u *il.Unit) (advice.Unit, error) {
			return advice.Unit{End: advice.State{W: []string{u.Name}, More: 2, A: 1}}, err
		},
		About: func(context.Context, *il.Core, il.Pair, il.Sites) (advice.Pair, error) {
			return advice.Pair{
				Verdict: "reported.",
				Tests:   []advice.Test{{Name: "lock", Holds: true, Finding: "yes."}},
			}, nil
		},
	}
	var asked il.Sites
	x.Repairs = advice.Repairs{
		Remove: func(
			_ context.Context, _ *il.Core, _ il.Pair, sites il.Sites,
		) (advice.Repair, error) {
			asked = sites
			return advice.Repair{
				Title:     "the race",
				Proposals: []advice.Proposal{{Title: "lock it", Diff: []string{"+ lock"}}},
			}, err
		},
		Shrink: func(context.Context, *il.Core) (advice.Repair, error) {
			return advice.Repair{Title: "the lock", Text: []string{"It fits."}}, err
		},
	}
	a := lines(t, x, "A B", "analysis")
	for _, want := range []string{
		"  W = {m} and 2 more", "Both: reported.", "  yes  lock    yes.",
	} {
		if !slices.Contains(a.Lines, want) {
			t.Errorf("analysis: lines = %q, want %q among them", a.Lines, want)
		}
	}
	want := []string{"the race", "Proposal 1 of 1: lock it.", "+ lock"}
	if a := lines(t, x, "fix"); !slices.Equal(a.Lines, want) || asked[1].Kind != il.Write {
		t.Errorf("fix: lines = %q for the sites %v, want %q and a write of B", a.Lines, asked, want)
	}
	want = []string{"the lock", "It fits."}
	if a := lines(t, x, "shrink"); !slices.Equal(a.Lines, want) {
		t.Errorf("shrink: lines = %q, want %q", a.Lines, want)
	}
	if a := lines(t, x, "left", "fix"); a.OK() || !strings.Contains(a.Text, "not a racing state") {
		t.Errorf("fix: answer = %+v, want a refusal: not a racing state", a)
	}
	err = errors.New("it failed")
	for _, line := range []string{"analysis", "shrink"} {
		if a := lines(t, x, line); a.OK() || a.Text != "It failed." {
			t.Errorf("%s: answer = %+v, want \"It failed.\"", line, a)
		}
	}
}

// TestText checks rows of the help of lines, and the words of commands in sentences.
func TestText(t *testing.T) {
	for name, want := range map[Name]string{
		StepA: "a, then N: step thread A, once or N times.",
		StepB: "b, then N: step thread B.",
		RunB:  "B or run-b: run B likewise.",
	} {
		if got := Find(name).Text(); got != want {
			t.Errorf("Text() of %s = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[Name]string{Left: "left", NextRace: "next-race", FarLeft: ""} {
		if got := Find(name).Word(); got != want {
			t.Errorf("Word() of %s = %q, want %q", name, got, want)
		}
	}
}

// TestBranches checks that every option of a choice has its own key, and that its word is a
// command.
func TestBranches(t *testing.T) {
	seen := map[string]bool{}
	for _, take := range []semantics.Take{
		semantics.Then, semantics.Else, semantics.Loop, semantics.Exit,
	} {
		b := BranchOf(take)
		if seen[b.Key] || b.Key == "" || Find(Name(b.Word)).Words[0] != string(take) {
			t.Errorf("BranchOf(%s) = %+v, want a key of its own and the word of a command", take, b)
		}
		seen[b.Key] = true
	}
}

// TestRandomSays checks that the sum names the seed unless the text does, and only if a thread has
// moved.
func TestRandomSays(t *testing.T) {
	x := controls(t, "m", "n")
	a := lines(t, x, "random 3")
	const want = "A random run of seed 3"
	if got := a.Short(); !strings.HasPrefix(got, want) || strings.Count(got, "seed") != 1 {
		t.Errorf("Short() = %q, want prefix %q, once", got, want)
	}
	if a := lines(t, x, "random 4"); a.Moves > 0 || strings.Contains(a.Sum, "seed") {
		t.Errorf("at the end: %+v, want no moves and no sum with a seed", a)
	}
}

// TestInitial checks that init names the initial state, and opens another one with an argument.
func TestInitial(t *testing.T) {
	x := controls(t, "m", "n")
	a := lines(t, x, "init")
	if a.Open != nil || !strings.HasPrefix(a.Short(), "The initial state is ") {
		t.Fatalf("init = %+v, want the initial state", a)
	}
	a = lines(t, x, "init different")
	if a.Open == nil || !a.OK() || a.Open.Session.Len() != 0 {
		t.Errorf("init different = %+v, want a session from there", a)
	}
	if a := lines(t, x, "init nonsense"); a.Open != nil || a.OK() {
		t.Errorf("init nonsense = %+v, want a refusal", a)
	}
}
