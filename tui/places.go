package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session"
	"wobbly/tui/screen"
)

// visit is a program that is open, with all that was done in it, and the screens
// as they were when another one was opened above it.
type visit struct {
	program *screen.Program
	session *session.Session
	screens [screen.Count]screen.Screen
	focus   [screen.Count]int
	at      screen.Number
	back    []screen.Number
	guard   func() string
}

// present is the program that is open now.
func (a *app) present() visit {
	return visit{a.program, a.session, a.screens, a.focus, a.at, a.back, a.guard}
}

// Visit opens a program above the one that is open: Esc leads back to that, as it
// is now. Where the same program is open already, from the same initial state,
// its history goes on.
func (a *app) Visit(p *screen.Program, keep ...screen.Number) error {
	s, err := p.NewSession()
	if err != nil {
		return err
	}
	if i := a.openAlready(p); i >= 0 {
		s = a.below[i].session
		a.below = append(a.below[:i:i], a.below[i+1:]...)
		if len(p.Schedule) > 0 {
			s.First()
		}
	}
	before := a.present()
	a.below = append(a.below, before)
	a.start(p, s)
	a.back = nil
	for _, n := range keep {
		a.screens[n] = before.screens[n]
	}
	return nil
}

// openAlready is where a program is open below, -1 if it is not.
func (a *app) openAlready(p *screen.Program) int {
	for i, x := range a.below {
		if x.program != nil && p.IsOf(x.session) {
			return i
		}
	}
	return -1
}

// comeBack closes the program and goes back to the one below.
func (a *app) comeBack() tea.Cmd {
	n := len(a.below) - 1
	a.left = append(a.left, a.present())
	x := a.below[n]
	a.below = a.below[:n]
	a.renew()
	a.program, a.session, a.screens, a.focus, a.at, a.back, a.guard = x.program, x.session, x.screens, x.focus, x.at, x.back, x.guard
	a.layers, a.zoomed, a.disk = nil, false, disk{known: x.program.Core.Source.Text}
	a.analyses.Forget()
	a.Say("Back in " + a.fileName() + ", " + session.PairNames(a.program.Pair) + ", in state " + strconv.Itoa(a.session.At()) + ".")
	return a.screens[a.at].Enter()
}

// unsaved is an open program that would be lost, nil if there is none.
func (a *app) unsaved() *screen.Program {
	if a.program == nil || a.lesson != nil {
		return nil
	}
	for _, x := range append([]visit{a.present()}, a.below...) {
		if x.program.Unsaved() {
			return x.program
		}
	}
	return nil
}

// eachOf does something with each open program of a text.
func (a *app) eachOf(core *il.Core, do func(*screen.Program)) {
	for _, x := range append([]visit{a.present()}, a.below...) {
		if x.program.Core == core {
			do(x.program)
		}
	}
}

// also are the commands that go on in the other programs that are open and in
// which there are moves, the nearest first, and then in those that were left and
// in which moves were made beyond those that they were opened with.
func (a *app) also() []string {
	var all []string
	seen := map[*session.Session]bool{a.session: true}
	for n := len(a.below) - 1; n >= 0; n-- {
		if x := a.below[n]; x.moved(0) {
			all = a.alsoOf(all, seen, x)
		}
	}
	for n := len(a.left) - 1; n >= 0; n-- {
		if x := a.left[n]; x.moved(len(x.program.Schedule)) {
			all = a.alsoOf(all, seen, x)
		}
	}
	return all
}

// moved tells whether more moves were made than the first ones, or a branch was
// begun.
func (x visit) moved(first int) bool { return len(x.session.Branches()) > 1 || x.session.Len() > first }

func (a *app) alsoOf(all []string, seen map[*session.Session]bool, x visit) []string {
	if seen[x.session] {
		return all
	}
	seen[x.session] = true
	if text := a.resume(x.program, x.session).Command; text != "" {
		all = append(all, text)
	}
	return all
}

// resume is how to come again to where a session stands. It keeps what was saved.
func (a *app) resume(p *screen.Program, s *session.Session) screen.Resumption {
	r := a.o.Files.Resume(p, s)
	if r.Saved != "" {
		a.bye.Saved = append(a.bye.Saved, r.Saved)
	}
	return r
}
