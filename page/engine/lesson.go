package engine

import (
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/lesson/play"
)

func (c *call) doLesson(p gameDo) (gameDone, error) {
	x, err := c.playing(p.Game)
	if err != nil {
		return gameDone{}, err
	}
	done := gameDone{Answer: emptyAnswer(), Says: []string{}}
	switch v := play.Find(p.What); {
	case p.What == "line":
		err = c.lessonLine(x, p, &done)
	case p.What == play.Answer: // unlike the verb, this counts at once
		n, _ := strconv.Atoi(p.Arg)
		done.report(x, x.Answer(n))
	case v == nil:
		names := slice.Map(play.Table(), func(v *play.Verb) string { return v.Name })
		err = unknown("move of a lesson", p.What, append([]string{"line"}, names...))
	case len(p.Arg) > maxProgram:
		err = refuse("limit", "what is given has at most 1 MB")
	default:
		if err = tooDeep(il.NewSource("", p.Arg)); err == nil {
			done.report(x, v.Do(c.ctx, &x.Player, p.Arg))
		}
	}
	if err != nil {
		return gameDone{}, err
	}
	if c.h.games.records.Schema == "" {
		c.h.games.records.Schema = lesson.RecordSchema
	}
	c.h.games.records.Put(x.Game.Record())
	done.Game, err = c.game(x, p.Theme)
	done.Answer.Plain = append(done.Answer.Plain, done.Says...)
	return done, err
}

// lessonLine runs a session command, and lets the lesson judge the state to which it leads.
func (c *call) lessonLine(x *playing, p gameDo, done *gameDone) error {
	s, err := c.gameStage(x)
	if err != nil || x.Game.Session() == nil {
		done.Answer = refusedAnswer(x.Unmoved().String())
		return err
	}
	before := s.controls.Session.Now().Index()
	line, arg := p.Arg, ""
	if p.Name != "" {
		line, arg = "", p.Arg
	}
	done.Answer, err = c.command(s, line, p.Name, arg)
	if err != nil || s.controls.Session.Now().Index() == before {
		return err
	}
	o := x.Observe(c.ctx)
	if done.Won = o.Won; o.Won {
		done.Says = verdictOf(x.Game.Task(), *o.Verdict).praise()
	} else {
		done.Says = append(done.Says, paragraphs(o.Text)...)
	}
	return nil
}

// report describes the outcome of a move that is not a step of a thread.
func (d *gameDone) report(x *playing, o play.Outcome) {
	d.Answer.OK, d.Answer.Text, d.Answer.Lines, d.Won = o.OK, o.Text, list(o.Lines), o.Won
	d.Answer.Plain = append(paragraphs(o.Text), o.Lines...)
	if o.Verdict == nil {
		return
	}
	switch v := verdictOf(x.Game.Task(), *o.Verdict); {
	case o.Won:
		d.Says = v.praise()
	case o.Text != "": // the task was done before
		d.Says = append(d.Answer.Plain, v.reasons()...)
		d.Answer.Text, d.Answer.Plain = "", []string{}
	default:
		d.Answer.Plain = append([]string{"The goal is not met."}, v.reasons()...)
	}
}

// paragraphs returns the texts that are not empty.
func paragraphs(texts ...string) []string {
	return slice.Filter(texts, func(t string) bool { return strings.TrimSpace(t) != "" })
}
