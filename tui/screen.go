package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/tui/draw"
)

// number is the number of a screen, which is its key; 0 is home.
type number int

// The screens.
const (
	screenHome number = iota
	screenStep
	screenReports
	screenExplore
	screenAnalysis
	screenTheorem
	screenLesson
	screens // how many there are
)

// names are the screens' names for people.
var names = [screens]string{"Home", "Step", "Reports", "Explore", "Analysis", "Theorem", "Lesson"}

// screen is one of the seven. It is made once for each program that is opened
// and lives until another one is. All calls come from one goroutine.
type screen interface {
	// enter is called when the screen comes to the front.
	enter() tea.Cmd

	// keys is the screen's key table, beside app.keys. It is asked for at each
	// key and has no side effect.
	keys() []binding

	// panes names the parts between which Tab moves, in order; at least one.
	panes() []string

	// update gets what is not a key and not for the app: what the screen's own
	// work sends (app.background), and pasted text. Clicks go to canvas.click.
	update(msg tea.Msg) tea.Cmd

	// draw draws the screen. The app draws the header, the status line and the
	// line of hints around it. It changes nothing but the frame.
	draw(c draw.Canvas)

	// heading is what the right end of the header says: "state 3 of 9".
	heading() string

	// command is the command that prints the same thing, "wobbly check x.il".
	command() string
}

// waiter is a screen that shows what takes a while to find: wants begins the
// work for what it shows now, nil if all is there or under way. It is asked after
// each message.
type waiter interface{ wants() tea.Cmd }

// make makes a screen for the program that is open, from the one that was there
// for another.
func (a *app) make(n number, old screen) screen {
	switch n {
	case screenHome:
		if old == nil {
			old = newHome(a, a.o.Home.Items, a.beginner())
		}
		return old
	case screenStep:
		return newStep(a, a.o.controls(), a.analyses, a.pairs)
	case screenReports:
		return newReports(a, a.o.Reports, a.o.Repair, old)
	case screenExplore:
		return newExplore(a, a.o.Explore)
	case screenAnalysis:
		return newAnalysis(a, a.analyses)
	case screenTheorem:
		return newTheorem(a, a.o.Theorem, a.o.Seed)
	case screenLesson:
		if a.lesson != nil {
			return a.lesson
		}
		return newLesson(a, a.o.Lesson, nil)
	default:
		panic(il.Unknown(n))
	}
}
