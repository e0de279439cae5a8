package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/predict"
)

// predicting has the commands that ask before they show the answer.
var predicting = []Command{
	{Name: Predict, Keys: []string{"I"}, Words: []string{"I", "predict"}, Arg: Arg{Name: "WHAT"},
		Help: "a quiz in which you predict steps, races and values",
		Lines: "predict the next step: a or b, later, end A.x, followed by an answer; on asks " +
			"before each step, off does not, score lists all predictions",
		Do: predictions},
}

// Question is a question of an Answer. Each option is a line that answers it.
type Question struct {
	Text    string
	Options []Option
	Counts  bool
}

// Option is a line, and its meaning in words.
type Option struct {
	Line, Text string
	// Letter chooses the option on a screen. If it is empty, the option's place does.
	Letter string
}

// Spoken returns the question in lines for a screen reader.
func (q *Question) Spoken() []string {
	lines := []string{q.Text}
	for _, o := range q.Options {
		lines = append(lines, o.Line+": "+o.Text)
	}
	return lines
}

// Predictions are the predictions in all sessions that share them. The zero value has none.
type Predictions struct {
	// Before means that each single step of a thread has to be predicted first.
	Before bool
	made   []prediction
}

// A prediction is an answer that counts.
type prediction struct {
	// asked identifies the question: its text, and the link to the state in which it was asked.
	asked string
	// about says what was predicted, as in "A's step from state 3".
	about       string
	said, right string
}

// Score returns a text such as "3 of 4 right", or "" if there are no predictions.
func (p *Predictions) Score() string {
	if p == nil || len(p.made) == 0 {
		return ""
	}
	right := slice.Count(p.made, func(m prediction) bool { return m.said == m.right })
	return fmt.Sprintf("%d of %d right", right, len(p.made))
}

func (cs *Controls) predicting() bool { return cs.Predictions != nil && cs.Predictions.Before }

// own returns the predictions, and creates them if there are none.
func (cs *Controls) own() *Predictions {
	if cs.Predictions == nil {
		cs.Predictions = &Predictions{}
	}
	return cs.Predictions
}

// NextText describes the next step of a thread. If steps have to be predicted, it names only the
// statement.
func (cs *Controls) NextText(n session.Next) string {
	if cs.predicting() && n.Stop == session.Went {
		return predict.Announced(n)
	}
	return n.Text
}

// predictions asks for a prediction, judges one, or lists them.
func predictions(_ context.Context, cs *Controls, arg string) Answer {
	what, word, _ := strings.Cut(arg, " ")
	what, word = strings.ToLower(what), strings.TrimSpace(word)
	switch what {
	case "":
		const text = "A quiz: what do you want to predict?"
		return Answer{Question: &Question{Text: text, Options: cs.predictable()}}
	case "on", "off":
		cs.own().Before = what == "on"
		text := "Steps no longer ask for a prediction."
		if cs.predicting() {
			text = "From now on, predict each single step; " + cs.call(Predict) + " offers to stop."
		}
		return Answer{State: true, Result: session.Result{Text: text}}
	case "score":
		return cs.Predictions.list()
	case "a", "b":
		return cs.aboutStep(semantics.Tids[strings.Index("ab", what)], word)
	case "later":
		q, why := predict.Later(cs.Session)
		return cs.predictLater("later", "a race from here on", q, why, word)
	case "end":
		return cs.aboutEnd(word)
	}
	return refuse(fmt.Sprintf("%q cannot be predicted; use a, b, later, or end and a "+
		"variable, as in end A.x.", what))
}

// predictable lists the questions that can be asked now.
func (cs *Controls) predictable() []Option {
	var all []Option
	for _, i := range semantics.Tids {
		if len(predict.Step(cs.Session.Now(), i)) > 0 {
			text := i.String() + "'s next step: what it changes, or which threads can go on"
			all = append(all, Option{"predict " + ThreadWord(i), text, ThreadWord(i)})
		}
	}
	if !cs.Session.Now().Done() {
		all = append(all, Option{"predict later", "a race: can both reach one cell at once, one to write it?", "c"},
			Option{"predict end", "a variable: what does it hold when both threads have ended?", "d"})
	}
	mode := Option{"predict on", "quiz me before each step, and hide its effect until I answer", "e"}
	if cs.predicting() {
		mode = Option{"predict off", "stop the quiz: make steps without a question", "e"}
	}
	return append(all, mode, Option{"predict score", "my answers so far, and how many were right", "f"})
}

// list returns the answer that shows all predictions.
func (p *Predictions) list() Answer {
	score := p.Score()
	if score == "" {
		return said("Nothing was predicted yet.")
	}
	a := Answer{
		Result: session.Result{Text: "Predictions: " + score + "."}, Title: "predictions: " + score,
	}
	for _, m := range p.made {
		text := "right: " + m.right
		if m.said != m.right {
			text = "you said: " + m.said + "; it is: " + m.right
		}
		a.Rows = append(a.Rows, [2]string{m.about, text})
	}
	return a
}

// asks returns the answer that asks a question. Its options are line and a word.
func asks(line string, q predict.Question) Answer {
	ask := &Question{Text: q.Text, Counts: true}
	for _, a := range q.Answers {
		ask.Options = append(ask.Options,
			Option{Line: "predict " + line + " " + a.Word, Text: a.Text})
	}
	return Answer{Question: ask}
}

func none(word string, q predict.Question) Answer {
	return refuse(fmt.Sprintf("%q is not one of the answers: %s.", word, q.Words()))
}

// question returns a question about the next step of a thread. It is another kind after each
// prediction.
func (cs *Controls) question(i semantics.Tid) (predict.Question, bool) {
	all := predict.Step(cs.Session.Now(), i)
	if len(all) == 0 {
		return predict.Question{}, false
	}
	return all[len(cs.own().made)%len(all)], true
}

// aboutStep asks about the next step of a thread, or judges the answer by making the step.
func (cs *Controls) aboutStep(i semantics.Tid, word string) Answer {
	q, ok := cs.question(i)
	n := cs.Session.Now().Next(i)
	switch {
	case !ok && n.Stop == session.AtChoice:
		return refuse(n.Text + " That is for you to say: " + ThreadWord(i) + " asks.")
	case !ok && n.Stop != session.Went:
		return refuse(n.Text)
	case !ok:
		return refuse("There is nothing to guess about this step. " + n.Text)
	case word == "":
		return asks(ThreadWord(i), q)
	}
	// The word can answer any question about the step.
	all := append([]predict.Question{q}, predict.Step(cs.Session.Now(), i)...)
	k := slices.IndexFunc(all, func(q predict.Question) bool { _, ok := q.Of(word); return ok })
	if k < 0 {
		return none(word, q)
	}
	q = all[k]
	said, _ := q.Of(word)
	verdict := cs.judge(q, said, fmt.Sprintf("%s's step from state %d", i, cs.Session.At()))
	if n.Stop == session.Waits {
		return Answer{Result: session.Result{Text: verdict + " " + n.Text}, State: true}
	}
	a := did(cs.Session.Step(i))
	a.Text = verdict + " " + a.Text
	if q.Because != nil {
		a.Text += " " + q.Because(cs.Session.Now())
	}
	return a
}

// predictLater asks a question about later states, or judges the answer. It makes no step.
func (cs *Controls) predictLater(line, about string, q predict.Question, why, word string) Answer {
	switch {
	case why != "":
		return refuse(why)
	case word == "":
		return asks(line, q)
	}
	said, ok := q.Of(word)
	if !ok {
		return none(word, q)
	}
	verdict := cs.judge(q, said, fmt.Sprintf("state %d: %s", cs.Session.At(), about))
	return Answer{
		Result: session.Result{Text: verdict + " " + q.Because(cs.Session.Now())}, State: true,
	}
}

// aboutEnd asks for a variable, asks for its final value, or judges the answer.
func (cs *Controls) aboutEnd(word string) Answer {
	name, _, answered := strings.Cut(word, "=")
	for _, i := range semantics.Tids {
		for _, v := range predict.Variables(cs.Session.Unit(i)) {
			if name != i.String()+"."+v {
				continue
			}
			if !answered {
				word = ""
			}
			q, why := predict.End(cs.Session, i, v)
			return cs.predictLater("end", name+" at the end", q, why, word)
		}
	}
	var all []Option
	for _, i := range semantics.Tids {
		for _, v := range predict.Variables(cs.Session.Unit(i)) {
			all = append(all,
				Option{Line: "predict end " + i.String() + "." + v, Text: i.String() + "." + v})
		}
	}
	switch {
	case len(all) == 0:
		return refuse("No thread assigns a variable.")
	case word != "":
		return refuse(fmt.Sprintf("%q is not a variable that a thread assigns; write, for "+
			"example, end %s.", name, all[0].Text))
	}
	return Answer{Question: &Question{Text: "Which variable, when both " +
		"threads have ended?", Options: all}}
}

// judge records a prediction, and says whether it is right. The same question in the same
// state counts only once.
func (cs *Controls) judge(q predict.Question, said int, about string) string {
	p := prediction{
		asked: cs.link().String() + " " + q.Text, about: about, said: q.Answers[said].Text,
		right: q.Answers[q.Right].Text,
	}
	text := "Right"
	if said != q.Right {
		text = "Wrong. The answer: " + p.right
	}
	isRepeated := func(old prediction) bool { return old.asked == p.asked }
	if slices.ContainsFunc(cs.own().made, isRepeated) {
		return text + "; you were asked this before, so it does not count."
	}
	cs.own().made = append(cs.own().made, p)
	return text + " (" + cs.own().Score() + ")."
}
