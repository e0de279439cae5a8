package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/session"
)

// TestPredict: predict asks a question, and an answer is judged and makes the step.
func TestPredict(t *testing.T) {
	x := controls(t, "m", "n")
	a := lines(t, x, "predict b")
	if a.Question == nil || !a.Question.Counts || a.State || a.Shows() || x.Session.At() != 0 {
		t.Fatalf("%+v", a)
	}
	if got := a.Spoken(); !slices.Equal(got,
		[]string{"B's next step is y := new(), at 8:3. What does y hold then?",
			"predict b y=o1: y holds o1", "predict b y=o2: y holds o2, a new object"}) {
		t.Errorf("%q", got)
	}
	a = lines(t, x, "predict b y=o2")
	if !a.OK() || a.Moves != 1 || !a.State ||
		a.Text != "Right (1 of 1 right). B makes the object o2: y = o2." ||
		x.Session.Schedule().String() != "B" {
		t.Errorf("%+v", a)
	}
	a = lines(t, x, "undo", "predict b y=o1")
	if a.Text != "No: y holds o2, a new object; you were asked this before, so it does not count. B makes the object o2: y = o2." {
		t.Errorf("%q", a.Text)
	}
	a = lines(t, x, "predict a lock=0") // not the question that would be asked next
	if a.Text != "No: A holds the lock once (1 of 2 right). A takes the lock: depth 0 -> 1." {
		t.Errorf("%q", a.Text)
	}
	a = lines(t, x, "predict score")
	if a.Text != "Predictions: 1 of 2 right." || a.Title != "predictions: 1 of 2 right" ||
		!slices.Equal(a.Rows, [][2]string{{"B's step from state 0", "right: y holds o2, a new object"}, {"A's step from state 1", "you said: A does not hold the lock; it is: A holds the lock once"}}) {
		t.Errorf("%+v", a)
	}
}

// TestPredictKinds: each prediction asks another kind of question, and the reply describes the
// evidence.
func TestPredictKinds(t *testing.T) {
	x := controls(t, "m", "n")
	lines(t, x, "predict b y=o2")
	a := lines(t, x, "predict a")
	if !strings.HasSuffix(a.Question.Text, "Which threads can take a step then?") ||
		len(a.Question.Options) != 4 {
		t.Errorf("%+v", a.Question)
	}
	a = lines(t, x, "predict a race=yes")
	if !strings.HasPrefix(a.Text,
		"Right (2 of 2 right). A takes the lock: depth 0 -> 1. Race on o1.f: ") {
		t.Errorf("%q", a.Text)
	}
	x = controls(t, "m", "n")
	if a := lines(t, x, "predict a go=b"); !strings.HasPrefix(a.Text,
		"No: both (0 of 1 right). A takes the lock: depth 0 -> 1. A will read o1.f (b.f) into x, at ") || !strings.Contains(a.Text, " B will make an object") {
		t.Errorf("%q", a.Text)
	}
	x = controls(t, "m", "m")
	a = lines(t, x, "A", "predict b waits")
	if !a.OK() || !a.State || x.Session.At() != 1 ||
		!strings.HasPrefix(a.Text, "Right (1 of 1 right). B waits before lock() at 2:3") {
		t.Errorf("a thread that waits: %+v", a)
	}
	if a := lines(t, x, "predict b lock=1"); !strings.HasPrefix(a.Text,
		"No: B makes no step until A gives the lock back; you were asked") || x.Session.At() != 1 {
		t.Errorf("%+v", a)
	}
}

// TestPredictFuture: questions about the future are judged by a search, and make no step.
func TestPredictFuture(t *testing.T) {
	x := controls(t, "m", "n")
	if a := lines(t, x, "predict later"); a.Question == nil ||
		a.Question.Options[0] != (Option{Line: "predict later later=yes", Text: "yes"}) {
		t.Errorf("%+v", a.Question)
	}
	if a := lines(t, x, "predict later later=yes"); a.Text != "Right (1 of 1 right). A B leads to one." || x.Session.At() != 0 || !a.State {
		t.Errorf("%+v", a)
	}
	a := lines(t, x, "predict end")
	if a.Question == nil || a.Question.Counts ||
		!slices.Equal(a.Question.Options, []Option{{Line: "predict end A.x", Text: "A.x"}, {Line: "predict end B.y", Text: "B.y"}}) {
		t.Errorf("%+v", a.Question)
	}
	if a := lines(t, x, "predict end A.x"); a.Question == nil ||
		a.Question.Options[0].Line != "predict end A.x=o1" {
		t.Errorf("%+v", a.Question)
	}
	a = lines(t, x, "predict end A.x=o1")
	if !strings.HasPrefix(a.Text, "No: it depends on the schedule (1 of 2 right). After ") ||
		strings.Count(a.Text, "After ") != 2 {
		t.Errorf("%q", a.Text)
	}
}

// TestPredictOn: after "predict on", each single step must be predicted, and no text says what it
// will do. Several steps, runs and choices need no prediction.
func TestPredictOn(t *testing.T) {
	x := controls(t, "m", "n")
	x.Voice.Call = func(c *Command) string { return c.Keys[0] }
	if a := lines(t, x, "predict on"); a.Short() != "From now on, predict each single step; I offers to stop." || !a.State {
		t.Errorf("%+v", a)
	}
	if got := x.Spoken()[2]; got != "b: B's next step is y := new(), at 8:3." {
		t.Errorf("%q", got)
	}
	if a := lines(t, x, "b"); a.Question == nil || x.Session.At() != 0 {
		t.Errorf("%+v", a)
	}
	if lines(t, x, "b 2"); x.Session.At() != 2 {
		t.Error("several steps")
	}
	if lines(t, x, "A"); x.Session.At() != 3 {
		t.Error("a run")
	}
	if a := lines(t, x, "predict off", "undo", "a"); a.Question != nil || x.Session.At() != 3 ||
		a.Text != "A takes the lock: depth 0 -> 1." {
		t.Errorf("%+v", a)
	}
	x = controls(t, "c", "n")
	if a := lines(t, x, "predict ON", "a"); !a.Asks || !x.predicting() || a.Question != nil {
		t.Errorf("%+v", a)
	}
	if a := lines(t, x, "predict on"); a.OK() &&
		x.NextText(x.Session.Now().Next(0)) != x.Session.Now().Next(0).Text {
		t.Error("the text of a choice is hidden")
	}
}

// TestPredictOffer: predict lists what can be predicted in a state, and each of its lines works.
func TestPredictOffer(t *testing.T) {
	x := controls(t, "c", "n")
	offered := func(a Answer) string {
		var all []string
		for _, o := range a.Question.Options {
			c, arg, err := Parse(o.Line)
			if err != nil || c.Name != Predict ||
				c.Run(t.Context(), x, arg).Stop == session.Refused && arg != "score" {
				t.Errorf("%q: %v", o.Line, err)
			}
			all = append(all, strings.TrimPrefix(o.Line, "predict "))
		}
		return strings.Join(all, " ")
	}
	if got := offered(lines(t, x, "predict")); got != "b later end on score" {
		t.Errorf("%s", got)
	}
	if got := offered(lines(t, x, "predict")); got != "b later end off score" {
		t.Errorf("%s", got)
	}
	x = controls(t, "n", "n")
	if got := offered(lines(t, x, "A2 B2", "predict")); got != "on score" {
		t.Errorf("%s", got)
	}
}

// TestPredictRefusals: a refused prediction changes nothing and is not counted.
func TestPredictRefusals(t *testing.T) {
	for line, want := range map[string]string{
		"predict x":           `"x" cannot be predicted; use a, b, later, or a variable, as in end A.x.`,
		"predict a x":         `"x" is not one of the answers: lock=0, lock=1, lock=2, waits.`,
		"predict later maybe": `"maybe" is not one of the answers: later=yes, later=no.`,
		"predict end A.q":     `"A.q" is not a variable that a thread assigns; write, for example, end A.x.`,
		"predict end A.x=q":   `"A.x=q" is not one of the answers: A.x=o1, A.x=new, A.x=none, A.x=depends.`,
	} {
		x := controls(t, "m", "n")
		if a := lines(t, x, line); a.OK() || a.Text != want || x.Session.At() != 0 ||
			x.Predictions.Score() != "" {
			t.Errorf("%q: %+v", line, a)
		}
	}
	for line, want := range map[string]string{
		"predict b": "B has ended.", "predict later": "Both threads have ended.",
		"predict end A.x": "Both threads have ended.",
	} {
		if a := lines(t, controls(t, "m", "n"), "A3 B2", line); a.OK() || a.Text != want {
			t.Errorf("%q: %+v", line, a)
		}
	}
	if a := lines(t, controls(t, "c", "n"), "predict a"); a.OK() ||
		!strings.HasSuffix(a.Text, " That is for you to say: a asks.") {
		t.Errorf("%+v", a)
	}
	if a := lines(t, controls(t, "m", "n"), "predict score"); !a.OK() ||
		a.Text != "Nothing was predicted yet." {
		t.Errorf("%+v", a)
	}
	if got := (*Predictions)(nil).Score(); got != "" {
		t.Errorf("%q", got)
	}
}

// TestShows: after which answers the present state is shown. Spoken leaves out empty lines.
func TestShows(t *testing.T) {
	done := session.Result{}
	not := session.Result{Stop: session.Refused}
	moved := session.Result{Stop: session.Refused, Moves: 1}
	for n, tt := range []struct {
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
		if tt.a.Shows() != tt.want {
			t.Errorf("%d: %v", n, !tt.want)
		}
	}
	if got := (Answer{Lines: []string{"one", "", "two"}, Result: session.Result{Text: "three"}}).Spoken(); !slices.Equal(got, []string{"one", "two", "three"}) {
		t.Errorf("%q", got)
	}
}

// TestSentence: a full stop is added only if there is no end yet.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"it failed": "It failed.", "it failed.": "It failed.",
		"did you mean or?": "Did you mean or?",
	} {
		if got := Sentence(errors.New(text)); got != want {
			t.Errorf("%q", got)
		}
	}
	x := controls(t, "m", "n")
	if a := lines(t, x, "until writ o1.f"); !strings.HasSuffix(a.Text, "did you mean or?") {
		t.Errorf("%q", a.Text)
	}
}
