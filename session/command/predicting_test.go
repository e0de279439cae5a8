package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/session"
)

// An exchange is a line of a transcript with its expected answer.
type exchange struct {
	send string
	want string // the question, or else the text of the answer
	at   int    // the number of the state afterwards
}

// converse sends the lines of a transcript and returns the last answer.
func converse(t *testing.T, x *Controls, transcript []exchange) Answer {
	t.Helper()
	var a Answer
	for _, e := range transcript {
		a = lines(t, x, e.send)
		got := a.Text
		if a.Question != nil {
			got = a.Question.Text
		}
		if got != e.want {
			t.Errorf("%s: answer = %q, want %q", e.send, got, e.want)
		}
		if x.Session.At() != e.at {
			t.Errorf("%s leads to state %d, want %d", e.send, x.Session.At(), e.at)
		}
	}
	return a
}

// TestPredictAsks checks that predict and a thread ask a question with options and make no step.
func TestPredictAsks(t *testing.T) {
	x := controls(t, "m", "n")
	a := converse(t, x, []exchange{
		{"predict b", "B's next step is y := new(), at 8:3. What does y hold then?", 0},
	})
	if a.Question == nil || !a.Question.Counts {
		t.Fatalf("predict b: question = %+v, want one that counts", a.Question)
	}
	if a.State || a.Shows() {
		t.Errorf("predict b shows the state, want only the question: %+v", a)
	}
	want := []string{
		"B's next step is y := new(), at 8:3. What does y hold then?",
		"predict b y=o1: y holds o1",
		"predict b y=o2: y holds o2, a new object",
	}
	if got := a.Spoken(); !slices.Equal(got, want) {
		t.Errorf("Spoken() = %q, want %q", got, want)
	}
}

// TestPredictAnswer checks that an answer is judged and makes the step.
func TestPredictAnswer(t *testing.T) {
	x := controls(t, "m", "n")
	a := converse(t, x, []exchange{
		{"predict b y=o2", "Right (1 of 1 right). B makes the object o2: y = o2.", 1},
	})
	if !a.OK() || a.Moves != 1 || !a.State {
		t.Errorf("predict b y=o2: answer = %+v, want one move that shows the state", a)
	}
	if got := x.Session.Schedule().String(); got != "B" {
		t.Errorf("the schedule = %s, want B", got)
	}
}

// TestPredictAgain checks that the same question in the same state counts only once.
func TestPredictAgain(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict b y=o2", "Right (1 of 1 right). B makes the object o2: y = o2.", 1},
		{"undo", "Undone: B y := new() at 8:3.", 0},
		{"predict b y=o1", "Wrong. The answer: y holds o2, a new object; you were asked this " +
			"before, so it does not count. B makes the object o2: y = o2.", 1},
		{"predict score", "Predictions: 1 of 1 right.", 1},
	})
}

// TestPredictScore checks that the score lists each prediction with the right answer.
func TestPredictScore(t *testing.T) {
	a := converse(t, controls(t, "m", "n"), []exchange{
		{"predict b y=o2", "Right (1 of 1 right). B makes the object o2: y = o2.", 1},
		// This answers another question than the one that would be asked next.
		{"predict a lock=0", "Wrong. The answer: A holds the lock once (1 of 2 right). " +
			"A takes the lock: depth 0 -> 1.", 2},
		{"predict score", "Predictions: 1 of 2 right.", 2},
	})
	if a.Title != "predictions: 1 of 2 right" {
		t.Errorf("predict score: title = %q, want %q", a.Title, "predictions: 1 of 2 right")
	}
	want := [][2]string{
		{"B's step from state 0", "right: y holds o2, a new object"},
		{"A's step from state 1",
			"you said: A does not hold the lock; it is: A holds the lock once"},
	}
	if !slices.Equal(a.Rows, want) {
		t.Errorf("predict score: rows = %q, want %q", a.Rows, want)
	}
}

// TestPredictKinds checks that the kind of question changes after each prediction.
func TestPredictKinds(t *testing.T) {
	a := converse(t, controls(t, "m", "n"), []exchange{
		{"predict a", "A's next step is lock(), at 2:3. How many times does A hold the lock then?", 0},
		{"predict b y=o2", "Right (1 of 1 right). B makes the object o2: y = o2.", 1},
		{"predict a", "A's next step is lock(), at 2:3. Which threads can take a step then?", 1},
	})
	if n := len(a.Question.Options); n != 4 {
		t.Errorf("predict a: %d options, want 4", n)
	}
}

// TestPredictRace checks that the answer to a prediction of a race describes the race.
func TestPredictRace(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict b y=o2", "Right (1 of 1 right). B makes the object o2: y = o2.", 1},
		{"predict a race=yes", "Right (2 of 2 right). A takes the lock: depth 0 -> 1. " +
			"Race on o1.f: A can read it now (b.f at 3:3), and B can write it now (b.f at 9:3). " +
			"A holds the lock, but B does not ask for it here.", 2},
	})
}

// TestPredictWhoCanGo checks that the answer to a prediction of which threads can take a step
// describes what both do next.
func TestPredictWhoCanGo(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict a go=b", "Wrong. The answer: both (0 of 1 right). A takes the lock: depth 0 -> 1. " +
			"A will read o1.f (b.f) into x, at 3:3. " +
			"B will make an object and put it into y, at 8:3.", 1},
	})
}

// TestPredictWaiting checks that a thread that waits makes no step, and that the answer says for
// whom it waits.
func TestPredictWaiting(t *testing.T) {
	x := controls(t, "m", "m")
	lines(t, x, "A")
	a := converse(t, x, []exchange{
		{"predict b waits", "Right (1 of 1 right). B waits before lock() at 2:3 " +
			"until A gives the lock back: A holds it, depth 1.", 1},
	})
	if !a.OK() || !a.State {
		t.Errorf("predict b waits: answer = %+v, want the state shown", a)
	}
	converse(t, x, []exchange{
		{"predict b lock=1", "Wrong. The answer: B makes no step until A gives the lock back; " +
			"you were asked this before, so it does not count. B waits before lock() at 2:3 " +
			"until A gives the lock back: A holds it, depth 1.", 1},
	})
}

// TestPredictLater checks that a prediction of a later race is judged by a search, and makes no
// step.
func TestPredictLater(t *testing.T) {
	x := controls(t, "m", "n")
	a := converse(t, x, []exchange{
		{"predict later", "The threads may run in any order from here. Can they reach a race?", 0},
	})
	want := Option{Line: "predict later later=yes", Text: "yes, they can"}
	if got := a.Question.Options[0]; got != want {
		t.Errorf("predict later: first option = %+v, want %+v", got, want)
	}
	a = converse(t, x, []exchange{
		{"predict later later=yes", "Right (1 of 1 right). The schedule A B leads to one.", 0},
	})
	if !a.State {
		t.Error("the judged prediction does not show the state")
	}
}

// TestPredictEnd checks that predict end asks for a variable first, then for its final value.
func TestPredictEnd(t *testing.T) {
	x := controls(t, "m", "n")
	a := converse(t, x, []exchange{
		{"predict end", "Which variable, when both threads have ended?", 0},
	})
	if a.Question.Counts {
		t.Error("the choice of a variable counts as a prediction")
	}
	want := []Option{
		{Line: "predict end A.x", Text: "A.x"}, {Line: "predict end B.y", Text: "B.y"},
	}
	if !slices.Equal(a.Question.Options, want) {
		t.Errorf("predict end: options = %+v, want %+v", a.Question.Options, want)
	}
	a = converse(t, x, []exchange{
		{"predict end A.x", "What does A.x hold when both threads have ended?", 0},
	})
	if got := a.Question.Options[0].Line; got != "predict end A.x=o1" {
		t.Errorf("predict end A.x: first option = %q, want %q", got, "predict end A.x=o1")
	}
	converse(t, x, []exchange{
		{"predict end A.x=o1", "Wrong. The answer: it depends on the schedule (0 of 1 right). " +
			"After A3 B2 A.x holds o1. After A B2 A2 A.x holds an object that is created on the way.", 0},
	})
}

// TestPredictOn checks that each single step must be predicted after "predict on".
func TestPredictOn(t *testing.T) {
	x := controls(t, "m", "n")
	x.Voice.Call = func(c *Command) string { return c.Keys[0] }
	a := converse(t, x, []exchange{
		{"predict on", "From now on, predict each single step; I offers to stop.", 0},
	})
	if !a.State {
		t.Error("predict on does not show the state")
	}
	converse(t, x, []exchange{
		{"b", "B's next step is y := new(), at 8:3. What does y hold then?", 0},
	})
}

// TestPredictOnHidesSteps checks that no text says what the next step will do after "predict on".
func TestPredictOnHidesSteps(t *testing.T) {
	x := controls(t, "m", "n")
	lines(t, x, "predict on")
	want := "b: B's next step is y := new(), at 8:3."
	if got := x.Spoken()[2]; got != want {
		t.Errorf("Spoken()[2] = %q, want %q", got, want)
	}
}

// TestPredictOnSeveralSteps checks that several steps and runs need no prediction.
func TestPredictOnSeveralSteps(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict on", "From now on, predict each single step; predict offers to stop.", 0},
		{"b 2", "B writes o2 into o1.f (b.f), which held o1.", 2},
		{"A", "Stopped before a cell that B can reach. A will read o1.f (b.f) into x, at 3:3.", 3},
	})
}

// TestPredictOnObvious checks that a step with only one possible answer is made without a question,
// and that the answer says so.
func TestPredictOnObvious(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict on", "From now on, predict each single step; predict offers to stop.", 0},
		{"a 1", "A takes the lock: depth 0 -> 1.", 1},
		{"a", "A reads o1.f (b.f) into x: x = o1. That was obvious, so there was no question.", 2},
	})
}

// TestPredictOff checks that single steps need no prediction after "predict off".
func TestPredictOff(t *testing.T) {
	converse(t, controls(t, "m", "n"), []exchange{
		{"predict on", "From now on, predict each single step; predict offers to stop.", 0},
		{"b 2", "B writes o2 into o1.f (b.f), which held o1.", 2},
		{"predict off", "Steps no longer ask for a prediction.", 2},
		{"a", "A takes the lock: depth 0 -> 1.", 3},
	})
}

// TestPredictOnChoice checks that a choice needs no prediction and keeps its text.
func TestPredictOnChoice(t *testing.T) {
	x := controls(t, "c", "n")
	a := lines(t, x, "predict ON", "a")
	if !x.predicting() {
		t.Error("predict ON has no effect")
	}
	if !a.Asks || a.Question != nil {
		t.Errorf("a: answer = %+v, want the choice asked for", a)
	}
	next := x.Session.Now().Next(0)
	if got := x.NextText(next); got != next.Text {
		t.Errorf("NextText = %q, want %q", got, next.Text)
	}
}

// TestPredictOffer checks that predict lists the questions that can be asked in a state, and that
// each of its lines works.
func TestPredictOffer(t *testing.T) {
	x := controls(t, "c", "n")
	offered := func(a Answer) string {
		var all []string
		for _, o := range a.Question.Options {
			c, arg, err := Parse(o.Line)
			if err != nil || c.Name != Predict {
				t.Fatalf("Parse(%q) = %v, %v; want predict", o.Line, c, err)
			}
			if c.Run(t.Context(), x, arg).Stop == session.Refused && arg != "score" {
				t.Errorf("%q is offered, but refused", o.Line)
			}
			all = append(all, strings.TrimPrefix(o.Line, "predict "))
		}
		return strings.Join(all, " ")
	}
	if got := offered(lines(t, x, "predict")); got != "b later end on score" {
		t.Errorf("at a choice of A: offered %s, want b later end on score", got)
	}
	// offered has run each of the lines, also "predict on".
	if got := offered(lines(t, x, "predict")); got != "b later end off score" {
		t.Errorf("after predict on: offered %s, want b later end off score", got)
	}
	x = controls(t, "n", "n")
	if got := offered(lines(t, x, "A2 B2", "predict")); got != "on score" {
		t.Errorf("when both threads have ended: offered %s, want on score", got)
	}
}

// TestPredictRefusals checks that a refused prediction changes nothing and does not count.
func TestPredictRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"predict x": `"x" cannot be predicted; use a, b, later, or end and a variable, as in ` +
			`end A.x.`,
		"predict a x":         `"x" is not one of the answers: lock=0, lock=1, lock=2, waits.`,
		"predict later maybe": `"maybe" is not one of the answers: later=yes, later=no.`,
		"predict end A.q": `"A.q" is not a variable that a thread assigns; write, ` +
			`for example, end A.x.`,
		"predict end A.x=q": `"A.x=q" is not one of the answers: A.x=o1, A.x=new, A.x=none, ` +
			`A.x=depends.`,
	} {
		x := controls(t, "m", "n")
		if a := lines(t, x, line); a.OK() || a.Text != want {
			t.Errorf("%s: answer = %+v, want the refusal %q", line, a, want)
		}
		if x.Session.At() != 0 || x.Predictions.Score() != "" {
			t.Errorf("%s leads to state %d and the score %q, want state 0 and none", line,
				x.Session.At(), x.Predictions.Score())
		}
	}
	for line, want := range map[string]string{
		"predict b": "B has ended.", "predict later": "Both threads have ended.",
		"predict end A.x": "Both threads have ended.",
	} {
		if a := lines(t, controls(t, "m", "n"), "A3 B2", line); a.OK() || a.Text != want {
			t.Errorf("%s at the end: answer = %+v, want the refusal %q", line, a, want)
		}
	}
}

// TestPredictChoice checks that a choice cannot be predicted.
func TestPredictChoice(t *testing.T) {
	a := lines(t, controls(t, "c", "n"), "predict a")
	want := " That is for you to say: a asks."
	if a.OK() || !strings.HasSuffix(a.Text, want) {
		t.Errorf("predict a: answer = %+v, want a refusal with suffix %q", a, want)
	}
}

// TestNoPredictions checks that the score is empty without predictions, and the command says so.
func TestNoPredictions(t *testing.T) {
	want := "Nothing was predicted yet."
	if a := lines(t, controls(t, "m", "n"), "predict score"); !a.OK() || a.Text != want {
		t.Errorf("predict score: answer = %+v, want %q", a, want)
	}
	if got := (*Predictions)(nil).Score(); got != "" {
		t.Errorf("Score() = %q, want none", got)
	}
}

// TestShows checks that an answer shows the present state if it may have changed, unless it was
// refused without a move, asks something, or opens another session.
func TestShows(t *testing.T) {
	done := session.Result{}
	not := session.Result{Stop: session.Refused}
	moved := session.Result{Stop: session.Refused, Moves: 1}
	for _, tt := range []struct {
		a    Answer
		want bool
	}{
		{Answer{Result: done, State: true}, true},
		{Answer{Result: done}, false},
		{Answer{Result: not, State: true}, false},
		{Answer{Result: moved, State: true}, true},
		{Answer{Result: moved}, false},
		{Answer{Result: done, State: true, Asks: true}, false},
		{Answer{Result: done, State: true, Question: &Question{}}, false},
		{Answer{Result: done, State: true, Open: &Opening{}}, false},
	} {
		if got := tt.a.Shows(); got != tt.want {
			t.Errorf("Shows() of %+v = %t, want %t", tt.a, got, tt.want)
		}
	}
}

// TestSpoken checks that the lines of an answer come before its text, without the empty ones.
func TestSpoken(t *testing.T) {
	a := Answer{Lines: []string{"one", "", "two"}, Result: session.Result{Text: "three"}}
	want := []string{"one", "two", "three"}
	if got := a.Spoken(); !slices.Equal(got, want) {
		t.Errorf("Spoken() = %q, want %q", got, want)
	}
}

// TestSentence checks that a full stop is added only if the text has no end yet.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"it failed": "It failed.", "it failed.": "It failed.",
		"did you mean or?": "Did you mean or?",
	} {
		if got := Sentence(errors.New(text)); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", text, got, want)
		}
	}
	x := controls(t, "m", "n")
	if a := lines(t, x, "until writ o1.f"); !strings.HasSuffix(a.Text, "did you mean or?") {
		t.Errorf("until writ o1.f: answer = %q, want suffix %q", a.Text, "did you mean or?")
	}
}
