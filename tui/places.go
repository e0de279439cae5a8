package tui

import (
	"context"
	"errors"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"wobbly/il"
	game "wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/home"
	"wobbly/tui/lesson"
	"wobbly/tui/screen"
)

// A visit is an open program with its session and screens.
type visit struct {
	program *screen.Program // nil if none is open
	session *session.Session
	screens [screen.Count]screen.Screen
	focus   [screen.Count]int // the focused pane of each screen
	at      screen.Number     // the screen in front
	back    []screen.Number   // the screens to which esc leads back
	// greeting is the first status line, unless there is something more important to say.
	greeting string
	guard    func() string // returns a question to ask before q leaves, or ""; may be nil
}

func (v *visit) front() screen.Screen { return v.screens[v.at] }

// moved reports whether the session has more moves than the first ones, or more than one branch.
func (v *visit) moved(first int) bool {
	return len(v.session.Branches()) > 1 || v.session.Len() > first
}

// open opens a program instead of all that are open.
func (a *app) open(p *screen.Program) error {
	s, err := p.NewSession()
	if err != nil {
		return err
	}
	if a.program != nil {
		a.closed = append(append(a.closed, a.below...), a.visit)
	}
	a.below = nil
	a.start(p, s)
	return nil
}

// start opens a program with screens of its own, and goes to Step.
func (a *app) start(p *screen.Program, s *session.Session) {
	back := append(slices.Clip(a.back), a.at)
	a.become(visit{program: p, session: s, screens: a.screens, at: screen.Step, back: back})
	if a.lesson != nil {
		a.guard = a.lesson.Unfinished
	}
	for n := range a.screens {
		a.screens[n] = a.make(screen.Number(n), a.screens[n])
	}
	r := s.Play(p.Schedule)
	switch {
	case len(p.Schedule) > 0 && !r.OK():
		a.Refuse(r.Text)
	case p.Note != "":
		a.Say(p.Note)
	default:
		a.pairs.SayStart()
		a.greeting = a.status
	}
}

// become replaces the open program, and ends its background work.
func (a *app) become(v visit) {
	a.cancel()
	a.running, a.cancel = context.WithCancel(a.ctx)
	a.opened++
	a.visit = v
	a.layers, a.zoomed, a.disk = nil, false, disk{known: v.program.Core.Source.Text}
	a.analyses.Forget()
}

// Visit opens a program above the present one, to which esc leads back. If the program is already
// open with the same initial state, its session continues. A program must be open, so each visit
// below has one.
func (a *app) Visit(p *screen.Program, keep ...screen.Number) error {
	s, err := p.NewSession()
	if err != nil {
		return err
	}
	for i, v := range a.below {
		if p.IsOf(v.session) {
			s = v.session
			a.below = append(a.below[:i:i], a.below[i+1:]...)
			if len(p.Schedule) > 0 {
				s.First()
			}
			break
		}
	}
	before := a.visit
	a.below = append(a.below, before)
	a.start(p, s)
	a.back = nil
	for _, n := range keep {
		a.screens[n] = before.screens[n]
	}
	return nil
}

// comeBack closes the open program and returns to the one below.
func (a *app) comeBack() tea.Cmd {
	n := len(a.below) - 1
	a.closed = append(a.closed, a.visit)
	v := a.below[n]
	a.below = a.below[:n]
	a.become(v)
	a.Say("Back in " + a.fileName() + ", " + session.PairNames(a.program.Pair) +
		", in state " + strconv.Itoa(a.session.At()) + ".")
	return a.front().Enter()
}

// unsaved returns an open program that would be lost when the user leaves, or nil.
func (a *app) unsaved() *screen.Program {
	if a.program == nil || a.lesson != nil {
		return nil
	}
	for _, v := range append([]visit{a.visit}, a.below...) {
		if v.program.Unsaved() {
			return v.program
		}
	}
	return nil
}

func (a *app) eachOf(core *il.Core, do func(*screen.Program)) {
	for _, v := range append([]visit{a.visit}, a.below...) {
		if v.program.Core == core {
			do(v.program)
		}
	}
}

// also returns the commands that continue the sessions of other programs: those that are open below
// and have moves, the nearest first, and those that were closed and have more moves than at first.
func (a *app) also() []string {
	var all []string
	seen := map[*session.Session]bool{a.session: true}
	add := func(v visit, first int) {
		if !v.moved(first) || seen[v.session] {
			return
		}
		seen[v.session] = true
		if text := a.resume(v.program, v.session).Command; text != "" {
			all = append(all, text)
		}
	}
	for n := len(a.below) - 1; n >= 0; n-- {
		add(a.below[n], 0)
	}
	for n := len(a.closed) - 1; n >= 0; n-- {
		add(a.closed[n], len(a.closed[n].program.Schedule))
	}
	return all
}

// resume returns how to get back to the state of a session, and records what it has saved.
func (a *app) resume(p *screen.Program, s *session.Session) screen.Resumption {
	r := a.o.Files.Resume(p, s)
	if r.Saved != "" {
		a.bye.Saved = append(a.bye.Saved, r.Saved)
	}
	return r
}

// beginner returns a function that opens an item of Home, or nil if that is impossible.
func (a *app) beginner() func(home.Item) (tea.Cmd, error) {
	if a.o.Home.Open == nil && a.o.Lesson.Open == nil {
		return nil
	}
	return func(item home.Item) (tea.Cmd, error) {
		if err := a.beginItem(item); err != nil {
			return nil, err
		}
		return a.front().Enter(), nil
	}
}

func (a *app) beginItem(item home.Item) error {
	if open := a.o.Lesson.Open; open != nil && item.Lesson {
		if a.lesson != nil && item.Name == lessonName(a.lesson.Game.Lesson()) {
			a.at, a.back = screen.Lesson, []screen.Number{screen.Home}
			a.Say("")
			return nil
		}
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
	return a.withLesson(nil, func() error { return a.open(p) })
}

// Play begins a lesson.
func (a *app) Play(g *game.Game) error {
	l := lesson.New(a, a.o.Lesson, g)
	return a.withLesson(l, l.Start)
}

// enter prepares the screen in front. Home highlights the lesson that is played.
func (a *app) enter() tea.Cmd {
	if h, ok := a.front().(*home.Screen); ok && a.lesson != nil {
		h.Highlight(lessonName(a.lesson.Game.Lesson()))
	}
	return a.front().Enter()
}

func lessonName(l *game.Lesson) string {
	if l.Number > 0 {
		return strconv.Itoa(l.Number)
	}
	return l.Name
}

// firstLesson has the number of the first lesson that shows a screen; 0 for a screen that all show.
var firstLesson = [screen.Count]int{screen.Analysis: 11, screen.Theorem: 14}

// later returns why a screen is hidden in the current lesson.
func (a *app) later(n screen.Number) screen.Refusal {
	if a.lesson == nil || a.lesson.Game == nil {
		return screen.Refusal{}
	}
	now := a.lesson.Game.Lesson().Number
	return command.When(now > 0 && now < firstLesson[n],
		"The screen "+screen.Names[n]+" comes with lesson "+strconv.Itoa(firstLesson[n])+".")
}

// withLesson makes l the lesson that is played, or none if l is nil, and calls begin. If begin
// fails, the lesson stays as it was.
func (a *app) withLesson(l *lesson.Screen, begin func() error) error {
	before := a.lesson
	a.lesson = l
	err := begin()
	if err != nil {
		a.lesson = before
	}
	return err
}

// OpenTask replaces all open programs by that of a task, and stays on the screen Lesson.
func (a *app) OpenTask(p *screen.Program) error {
	if err := a.open(p); err != nil {
		return err
	}
	a.back = nil
	if len(a.o.Home.Items) > 0 {
		a.back = []screen.Number{screen.Home}
	}
	a.at = screen.Lesson
	return nil
}
