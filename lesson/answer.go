package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/session"
	"wobbly/session/query"
)

// Answered is a question with its answer, which is revealed when the task is done.
type Answered struct {
	Question
	// Number is the number of the question in its task, from 1.
	Number int
	// Choice is the number of the student's answer, from 1, or 0 if there was none.
	Choice int
	// Votes has how many of a class chose each answer. It is nil if the class did not vote.
	Votes []int

	// Computed is the computed answer: yes, no, unknown or a number; empty if there is none.
	Computed string
	// Found explains in a sentence how Computed was found; it may be empty.
	Found string
	// Shown is a session at a state that shows the answer; nil if there is none.
	Shown *session.Session
}

// IsJudged reports whether the lesson has the right answer. An exam edition does not.
func (a Answered) IsJudged() bool { return a.Question.Right >= 0 }

// IsRight reports whether the student's answer is known to be right.
func (a Answered) IsRight() bool { return a.IsJudged() && a.Choice == a.Question.Right+1 }

// Said returns sentences that compare the student's answer with the right one, or "" if neither is
// known.
func (a Answered) Said() string {
	said := ""
	if a.Choice > 0 {
		said = "You said: " + a.Choices[a.Choice-1] + ". "
	}
	switch {
	case !a.IsJudged() && said == "":
		return ""
	case !a.IsJudged():
		return said + "Your teacher has the right answer."
	case a.IsRight():
		return said + "That is right."
	case said != "":
		return said + "That is wrong. The right answer: " + a.Choices[a.Right] + "."
	}
	return "The right answer: " + a.Choices[a.Right] + "."
}

// Voted returns the votes of a class, as in "a 3, b 12 of 15". It is empty if there was no vote.
func (a Answered) Voted() string {
	sum, parts := 0, make([]string, len(a.Votes))
	for i, n := range a.Votes {
		sum += n
		parts[i] = fmt.Sprintf("%s %d", text.Letter(i), n)
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s of %s", strings.Join(parts, ", "), text.Count(sum, "vote"))
}

// Answers returns the questions of the present task with the student's answers and, if the lesson
// has them, the right ones. It returns nothing until the task is done.
func (g *Game) Answers(ctx context.Context) []Answered {
	r, t := g.taskRecord(), g.Task()
	if !r.Done {
		return nil
	}
	if g.answers[t] == nil && ctx.Err() == nil {
		if g.answers == nil {
			g.answers = map[*Task][]Answered{}
		}
		for i := range t.Questions {
			g.answers[t] = append(g.answers[t], t.Answer(ctx, i))
		}
	}
	return r.answered(g.answers[t])
}

// answered returns a copy of all with the choices and votes in r.
func (r *TaskRecord) answered(all []Answered) []Answered {
	all = slices.Clone(all)
	for i := range all {
		all[i].Choice = r.Predictions[i]
		if i < len(r.Votes) {
			all[i].Votes = r.Votes[i]
		}
	}
	return all
}

// Review returns the questions of a task with the answers in a record of this edition. If the task
// is not done, Review omits the right answers and computes nothing.
func (r Record) Review(ctx context.Context, t *Task) []Answered {
	x := &r.Tasks[t.Number-1]
	all := make([]Answered, len(t.Questions))
	for i := range all {
		if x.Done {
			all[i] = t.Answer(ctx, i)
		} else {
			all[i] = Answered{Question: t.Questions[i], Number: i + 1}
			all[i].Question.Right, all[i].Because = -1, ""
		}
	}
	return x.answered(all)
}

// Answer returns question i with the right answer, the computed one, and a state that shows it.
func (t *Task) Answer(ctx context.Context, i int) Answered {
	a := Answered{Question: t.Questions[i], Number: i + 1}
	switch {
	case a.value.text != "":
		t.evaluate(ctx, &a)
	case a.counted != "":
		t.countReports(&a)
	}
	if a.shown.text != "" {
		a.Shown, _ = t.openShown(a.shown.text) // Parse has played it
	}
	return a
}

// evaluate computes the value: expression of a question in the initial state of the task.
func (t *Task) evaluate(ctx context.Context, a *Answered) {
	in := t.init
	if t.Kind == Analysis {
		in = session.OneObject(t.core, t.pair)
	}
	situation, err := atStart(t.core, t.pair, in)
	if err != nil {
		a.Computed = err.Error()
		return
	}
	situation.MaxStates = boundOf(ctx, maxStates)
	tree := valueIn(ctx, scopeOf(t.core, t.pair, in), a.value.text, situation)
	v := tree.Value
	switch {
	case v.Kind != query.Condition:
		a.Computed = v.String()
		a.Found = "The machine counts " + a.Computed + "."
	case v.Truth == query.True:
		a.Computed = "yes"
		a.Shown = shownBy(tree)
		a.Found = "An exact search found such an execution."
	case v.Truth == query.False:
		a.Computed = "no"
		a.Shown = shownBy(tree)
		a.Found = "An exact search found no such execution."
	default:
		a.Computed = "unknown"
		a.Found = "The machine has not decided it: " + whyOf(tree) + "."
	}
}

// comparison makes a goal of a number.
const comparison = " == 0"

// valueIn evaluates a goal or a number. A number alone is not a goal, so valueIn compares it with
// 0 and returns the value of its side.
func valueIn(ctx context.Context, s *query.Scope, text string, in query.Situation) *query.Tree {
	if x, errs := s.Parse(text, query.Goal); len(errs) == 0 {
		return x.Judge(ctx, in)
	}
	x, errs := s.Parse(text+comparison, query.Goal)
	if len(errs) > 0 {
		return &query.Tree{Value: query.Value{Why: errs[0].Message}}
	}
	return x.Judge(ctx, in).Kids[0]
}

// countReports sets the computed answer to the number of races that RacerDX reports or filters.
func (t *Task) countReports(a *Answered) {
	list, err := reportsOf(t.core, t.only(), abstract.Options{})
	if err != nil {
		a.Computed = err.Error()
		return
	}
	reported := a.counted == "reports"
	n := slice.Count(list, func(r abstract.Report) bool { return r.Race == reported })
	a.Computed = strconv.Itoa(n)
	verb := "filters"
	if reported {
		verb = "reports"
	}
	a.Found = fmt.Sprintf("RacerDX %s %s.", verb, text.Count(n, "pair"))
}

// shownStart is the value of shown: that names the initial state of the task.
const shownStart = "start"

// openShown opens the state that the shown: line of a question names: a schedule from the beginning
// of the task, or an initial state and a schedule separated by "|".
func (t *Task) openShown(entry string) (*session.Session, error) {
	in := t.init
	if t.Kind == Analysis {
		in = session.OneObject(t.core, t.pair)
	}
	moves := entry
	if heap, rest, ok := strings.Cut(entry, "|"); ok {
		init, err := t.chosen(strings.TrimSpace(heap))
		if err != nil {
			return nil, err
		}
		in, moves = init, rest
	}
	moves = strings.TrimSpace(moves)
	if moves == shownStart {
		moves = ""
	}
	return t.run(in, moves)
}

// maxVotes is the largest number of votes for an answer that Vote accepts.
const maxVotes = 100_000

// Vote records how many of a class chose each answer of the open question. Later votes replace
// earlier ones.
func (g *Game) Vote(votes []int) error {
	q, n, open := g.Question()
	switch {
	case !open:
		return errors.New("there is no question open")
	case len(votes) != len(q.Choices):
		return fmt.Errorf("the question has %s, and these are %s",
			text.Count(len(q.Choices), "answer"), text.Count(len(votes), "number"))
	case slices.ContainsFunc(votes, func(n int) bool { return n < 0 || n > maxVotes }):
		return fmt.Errorf("votes are numbers from 0 to %d", maxVotes)
	}
	r := g.taskRecord()
	for len(r.Votes) < n {
		r.Votes = append(r.Votes, nil)
	}
	r.Votes[n-1] = slices.Clone(votes)
	return nil
}

// Votes returns the votes on a question of the present task, whose number counts from 1. It returns
// nil if there are none.
func (g *Game) Votes(number int) []int {
	if r := g.taskRecord(); number <= len(r.Votes) {
		return r.Votes[number-1]
	}
	return nil
}
