package engine

import (
	"bytes"

	"wobbly/internal/service"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
)

// gameSession is the session of the present task, nil where nothing is stepped now.
func (c *call) gameSession(x *playing) (*stepping, error) {
	s := x.g.Session()
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

// lessonStepping keeps a session of a lesson.
func (c *call) lessonStepping(x *playing, s *session.Session) (*stepping, error) {
	t, err := c.h.add(s, x.g.Task().Program, "")
	if err != nil {
		return nil, err
	}
	t.game = x
	t.controls.Closed, t.controls.Voice.NoRace = service.ClosedInLessons, "Step on"
	return t, nil
}

// game is a lesson with its present task.
func (c *call) game(x *playing, theme string) (gameView, error) {
	l := x.g.Lesson()
	v := gameView{
		Game: x.number, Number: l.Number, Name: l.Name, Title: l.Title, Idea: l.Idea, Text: string(l.Text), Minutes: l.Minutes,
		Finished: x.g.Finished(), Closing: []string{}, Changed: x.g.Changed().Note(), Task: c.task(x),
	}
	record := x.g.Record()
	for i, t := range l.Tasks {
		v.Tasks = append(v.Tasks, taskRow{t.Number, t.Title, record.Tasks[i].Done})
	}
	if v.Finished {
		v.Closing = paragraphs(string(l.Win), string(l.Extension))
	}
	mine := lesson.Records{Lessons: c.h.games.records.All(l.Name)}
	mine.Put(record)
	var b bytes.Buffer
	if err := mine.Write(&b); err != nil {
		return v, err
	}
	v.Record = document(&b)
	s, err := c.gameSession(x)
	if err != nil || s == nil {
		return v, err
	}
	w, err := c.view(s, theme)
	v.View = &w
	return v, err
}

// task is the present task.
func (c *call) task(x *playing) taskView {
	t, d := x.g.Task(), service.Task(x.g.Task())
	v := taskView{
		Number: t.Number, Kind: d.Kind, Title: d.Title, Text: d.Text, Goals: list(c.goals(x, d.Goals)), Name: t.Program, Program: d.Listing, Units: d.Units,
		Blank: d.Results, Such: d.Such, Answers: []revealed{}, Hints: list(x.g.Hints()), MaxHints: len(t.Hints), Done: x.g.Done(), Verdict: x.verdict, Lost: x.lost,
		Closed: []offView{},
	}
	if d.Start != "" {
		v.Heap, v.Start = x.g.HeapText(), t.Start(x.g.Heap())
	}
	if q, n, open := x.g.Question(); open {
		v.Question = &questionView{n, q.Text, q.Choices}
	}
	v.Answers = append(v.Answers, slice.Map(x.g.Answers(), revealedOf)...)
	for _, row := range command.Table() {
		if why := service.ClosedInLessons(row.Name); why != "" {
			v.Closed = append(v.Closed, offView{string(row.Name), why})
		}
	}
	return v
}

// goals are those of the present task, with how far each is reached that is about all that was visited.
func (c *call) goals(x *playing, goals []string) []string {
	standing := x.g.Standing(c.ctx)
	return slice.Map(goals, func(goal string) string {
		for _, f := range standing.Findings {
			if far := f.Progress(); f.Goal == goal && far != "" {
				return goal + ": " + far
			}
		}
		return goal
	})
}

// revealedOf is a question with its answer.
func revealedOf(a lesson.Answered) revealed {
	d := service.Answered(a.Question, a.Choice)
	return revealed{d.Text, d.Choices, d.Choice, d.Right, d.Because}
}
