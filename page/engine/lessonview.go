package engine

import (
	"bytes"
	"cmp"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/command"
)

// gameStage returns the session of the present task, which can be seen even while a question is
// open, or nil if the task moves no threads.
func (c *call) gameStage(x *playing) (*stepping, error) {
	s := x.Game.Stage()
	if x.stepping != nil && s != nil && x.stepping.controls.Session == s {
		return x.stepping, nil
	}
	if x.stepping != nil {
		delete(c.h.sessions.open, x.stepping.number)
		x.stepping = nil
	}
	if s == nil {
		return nil, nil
	}
	var err error
	x.stepping, err = c.lessonStepping(x, s)
	return x.stepping, err
}

// lessonStepping adds a session of a lesson to the open ones.
func (c *call) lessonStepping(x *playing, s *session.Session) (*stepping, error) {
	t, err := c.h.add(s, x.Game.Task().Program, "")
	if err != nil {
		return nil, err
	}
	t.game = x
	t.controls.Closed, t.controls.Voice.NoRace = ask.ClosedInLessons, "Step on"
	return t, nil
}

func (c *call) game(x *playing, theme string) (gameView, error) {
	l := x.Game.Lesson()
	v := gameView{
		Game: x.number, Number: l.Number, Name: l.Name, Title: l.Title, Idea: l.Idea,
		Text: string(l.Text), Minutes: l.Minutes, Finished: x.Game.Finished(), Closing: []string{},
		Changed: x.Game.Changed().Note(), Task: c.task(x),
	}
	record := x.Game.Record()
	for i, t := range l.Tasks {
		v.Tasks = append(v.Tasks,
			taskRow{Number: t.Number, Title: t.Title, Done: record.Tasks[i].Done})
	}
	if v.Finished {
		v.Closing = paragraphs(string(l.Win), string(l.Extension))
	}
	records := lesson.Records{Lessons: c.h.games.records.All(l.Name)}
	records.Put(record)
	var b bytes.Buffer
	if err := records.Write(&b); err != nil {
		return v, err
	}
	v.Record = document(&b)
	s, err := c.gameStage(x)
	if err != nil || s == nil {
		return v, err
	}
	w, err := c.view(s, theme)
	v.View = &w
	return v, err
}

func (c *call) task(x *playing) taskView {
	t, d := x.Game.Task(), ask.Task(x.Game.Task())
	v := taskView{
		Number: t.Number, Kind: d.Kind, Title: d.Title, Text: d.Text, Goals: list(x.Goals(c.ctx)),
		Name: t.Program, Program: d.Listing, Units: d.Units, Blank: d.Results, Such: d.Such,
		Answers: []revealed{}, Hints: list(x.Game.Hints()), MaxHints: len(t.Hints),
		Done: x.Game.Done(), Lost: x.Lost, Closed: []offView{},
	}
	if x.Asked {
		v.Verdict = verdictOf(t, x.Verdict)
	}
	if d.Start != "" {
		v.Heap, v.Start = x.Game.HeapText(), t.Start(x.Game.Heap())
	}
	if q, n, open := x.Game.Question(); open {
		v.Question = &questionView{Number: n, Text: q.Text, Choices: q.Choices}
	}
	v.Answers = append(v.Answers, slice.Map(x.Game.Answers(c.ctx), revealedOf)...)
	for _, row := range command.Table() {
		if why := ask.ClosedInLessons(row.Name); why.Refuses() {
			v.Closed = append(v.Closed, offView{string(row.Name), why.String()})
		}
	}
	return v
}

func revealedOf(a lesson.Answered) revealed {
	d := ask.Answered(a)
	return revealed{
		Text: d.Text, Choices: d.Choices, Choice: d.Choice, Right: d.Right, Because: d.Because,
		Said: d.Said, Voted: d.Voted, Found: d.Found, Shown: shownOf(a.Shown, d.Shown),
	}
}

func verdictOf(t *lesson.Task, v lesson.Verdict) *verdictView {
	d := ask.Verdict(t, v)
	w := &verdictView{Verdict: d.Verdict, Says: d.Says, Done: d.Done, Goals: []goalView{}}
	for i, g := range d.Goals {
		w.Goals = append(w.Goals, goalView{
			Goal:    strings.TrimSuffix(cmp.Or(g.Sentence, g.Goal), "."),
			Verdict: g.Verdict, Why: g.Why, Shown: shownOf(v.Findings[i].Shown, g.Shown),
		})
	}
	return w
}

// shownOf describes the execution that leads to the present state of s, which d has as a document.
// It returns nil if s is nil.
func shownOf(s *session.Session, d *report.LessonRun) *shownView {
	if s == nil {
		return nil
	}
	source := s.Core().Source
	return &shownView{
		Name: source.Name, Program: source.Text, Units: d.Units, Heap: d.Heap, Schedule: d.Schedule,
		Line: d.Link,
		Steps: list(slice.Map(d.Steps, func(x report.LessonStep) shownStep {
			return shownStep(x)
		})),
		Cells: d.Cells, Race: d.Race,
	}
}

// reasons lists the lesson's answer to an attempt, and each goal with its verdict.
func (v *verdictView) reasons() []string {
	lines := paragraphs(v.Says)
	for _, g := range v.Goals {
		lines = append(lines, strings.Join(paragraphs(g.Goal+": "+g.Verdict, g.Why), ", ")+".")
	}
	return lines
}

// praise lists the lesson's answer to the attempt that does the task.
func (v *verdictView) praise() []string { return append([]string{}, paragraphs(v.Says, v.Done)...) }
