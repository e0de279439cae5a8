package tui

import (
	"errors"

	"charm.land/bubbletea/v2"

	game "wobbly/lesson"
	"wobbly/tui/draw"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/screen"
)

// beginner begins a lesson of Home, or opens a program. It is nil where neither
// can be.
func (a *app) beginner() func(home.Item) (tea.Cmd, error) {
	if a.o.Home.Open == nil && a.o.Lesson.Open == nil {
		return nil
	}
	return func(item home.Item) (tea.Cmd, error) {
		if err := a.beginItem(item); err != nil {
			return nil, err
		}
		return a.screens[a.at].Enter(), nil
	}
}

func (a *app) beginItem(item home.Item) error {
	if open := a.o.Lesson.Open; open != nil && item.Group == home.LessonsGroup {
		g, err := open(item.Name)
		if err != nil {
			return err
		}
		return a.Play(g)
	}
	if a.o.Home.Open == nil {
		return errors.New("nothing opens it")
	}
	p, err := a.o.Home.Open(item)
	if err != nil {
		return err
	}
	before := a.lesson
	a.lesson = nil
	if err := a.open(p); err != nil {
		a.lesson = before
		return err
	}
	return nil
}

// Play begins a lesson.
func (a *app) Play(g *game.Game) error {
	before := a.lesson
	a.lesson = lesson.New(a, a.o.Lesson, g)
	if err := a.lesson.Start(); err != nil {
		a.lesson = before
		return err
	}
	return nil
}

// OpenTask opens the program of a task instead of those that are open, and stays
// at the screen Lesson.
func (a *app) OpenTask(p *screen.Program) error {
	if err := a.open(p); err != nil {
		return err
	}
	if a.back = nil; len(a.o.Home.Items) > 0 {
		a.back = []screen.Number{screen.Home}
	}
	a.at = screen.Lesson
	return nil
}

// asking tells whether a lesson asks a question.
func (a *app) asking() bool { return a.lesson != nil && a.at == screen.Lesson && a.lesson.Asking() }

// elsewhere tells whether a lesson is played and another screen is in front.
func (a *app) elsewhere() bool {
	return a.lesson != nil && a.at != screen.Lesson && a.at != screen.Home
}

// lessonKeys are the keys of the lesson that is played on the other screens.
func (a *app) lessonKeys() []screen.Binding {
	if !a.elsewhere() {
		return nil
	}
	return a.lesson.Elsewhere()
}

// besideLesson draws the goal of the lesson that is played beside the screen in
// front or above it, and gives what is left of c.
func (a *app) besideLesson(c draw.Canvas) draw.Canvas {
	if !a.elsewhere() {
		return c
	}
	return a.lesson.Beside(c)
}
