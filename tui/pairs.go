package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

// pairRaces is how many races are reported on each pair of a file.
type pairRaces struct {
	core  *il.Core
	asked bool
	known []int // by pair, in the order of il.Core.Pairs; nil while it is not known
	run   int   // for which opened program it was asked
}

// racesKnown is the answer to how many races are reported on each pair.
type racesKnown struct {
	core  *il.Core
	races []int
}

// askRaces asks how many races are reported on each pair, once for a file of
// several.
func (a *app) askRaces() tea.Cmd {
	ask, r := a.o.Reports.Races, a.races
	if ask == nil || a.lesson != nil || r.known != nil || r.asked && r.run == a.opened || len(r.core.Pairs()) < 2 {
		return nil
	}
	r.asked, r.run = true, a.opened
	core := r.core
	return a.background(screenStep, func(ctx context.Context) tea.Msg {
		races, err := ask(ctx, core)
		if err != nil || ctx.Err() != nil {
			return nil
		}
		return racesKnown{core, races}
	})
}

func (a *app) knowRaces(m racesKnown) {
	if a.races.core != m.core {
		return
	}
	begin := a.startText()
	a.races.known = m.races
	if a.status == begin {
		a.sayStart()
	}
}

// sayStart says where the user is, in a program that was opened.
func (a *app) sayStart() { a.say(a.startText()) }

// startText says where the user is, which of the pairs of the file it is, and
// which of the others have a race.
func (a *app) startText() string {
	n, of := a.pairNumber()
	if of < 2 || a.lesson != nil {
		return a.session.Now().Say()
	}
	text := "Pair " + itoa(n) + " of " + itoa(of) + ", " + unitNames(a.session.Pair())
	if a.races.known == nil {
		return text + "; P chooses another."
	}
	if a.races.known[n-1] == 0 {
		text += ", without a report of a race"
	}
	others := a.otherRaces()
	switch len(others) {
	case 0:
		return text + "; P chooses another, none with a race."
	case 1:
		return text + "; P chooses another: " + others[0] + " has a race."
	case 2, 3:
		return text + "; P chooses another: " + strings.Join(others[:len(others)-1], ", ") + " and " + others[len(others)-1] + " have races."
	}
	return text + "; P chooses another: " + others[0] + " and " + itoa(len(others)-1) + " more have races."
}

// otherRaces are the pairs with a race beside the one that is open.
func (a *app) otherRaces() []string {
	var all []string
	for i, p := range a.program.Core.Pairs() {
		if a.races.known[i] > 0 && p != a.session.Pair() {
			all = append(all, unitNames(p))
		}
	}
	return all
}

// pairNumber is the number of the pair that is open among those of the file, from
// 1, and how many there are. A pair in the other order has the same number.
func (a *app) pairNumber() (n, of int) {
	all := a.program.Core.Pairs()
	for i, p := range all {
		if mine := a.session.Pair(); p == mine || p == (il.Pair{Left: mine.Right, Right: mine.Left}) {
			return i + 1, len(all)
		}
	}
	return 1, len(all)
}

// choosePair offers the pairs of the file.
func (a *app) choosePair() tea.Cmd {
	all := a.program.Core.Pairs()
	n, _ := a.pairNumber()
	a.push(&picker{a: a, title: "which pair of units runs?", rows: len(all), list: list{at: n - 1},
		row: func(i int) string { return unitNames(all[i]) + a.racesText(i) },
		do: func(i int) tea.Cmd {
			return a.goOnIn(&Program{Core: a.program.Core, Pair: all[i], Init: firstInit(a.program.Core, all[i])})
		}})
	return nil
}

// racesText says how many races are reported on pair i.
func (a *app) racesText(i int) string {
	switch {
	case a.races.known == nil:
		return ""
	case a.races.known[i] == 0:
		return "   no race reported"
	}
	return "   !! " + plural(a.races.known[i], "race")
}

// firstInit is the initial state to begin a pair with: that of the file's init
// block if it fits, else one object that everything holds.
func firstInit(core *il.Core, p il.Pair) semantics.Init {
	if in, ok := session.FileInit(core, p); ok {
		if _, err := session.New(core, p, in); err == nil {
			return in
		}
	}
	return session.OneObject(core, p)
}

// chooseHeap offers initial states.
func (a *app) chooseHeap() tea.Cmd {
	core, pair := a.program.Core, a.session.Pair()
	now := session.InitList(pair, a.session.Init())
	words := []string{session.HeapOne, session.HeapDifferent}
	texts := []string{"one: everything holds one object", "different: each formal holds an object of its own"}
	if _, ok := session.FileInit(core, pair); ok {
		words, texts = append(words, session.HeapFile), append(texts, "file: the init block of the file")
	}
	texts = append(texts, "another one, which you type: "+now)
	a.push(&picker{a: a, title: "which initial state?", rows: len(texts), row: func(i int) string { return texts[i] },
		do: func(i int) tea.Cmd {
			if i < len(words) {
				return a.goOnFrom(words[i])
			}
			a.ask("initial state", now, a.goOnFrom)
			return nil
		}})
	return nil
}

// goOnFrom opens the pair from an initial state that a text says.
func (a *app) goOnFrom(text string) tea.Cmd {
	core, pair := a.program.Core, a.session.Pair()
	in, err := session.ParseInit(core, pair, text)
	if err != nil {
		a.refuse(sentence(err))
		return nil
	}
	return a.goOnIn(&Program{Core: core, Pair: pair, Init: in})
}

// goOnIn opens another pair of the same file, or another initial state of it.
func (a *app) goOnIn(p *Program) tea.Cmd {
	now := a.program
	if samePlace(a.session, p) {
		a.say("This is what is open.")
		return nil
	}
	p.File, p.NoFile, p.Command, p.Repeat = now.File, now.NoFile, now.Command, now.Repeat
	if err := a.visit(p); err != nil {
		a.refuse(sentence(err))
		return nil
	}
	return a.screens[a.at].enter()
}

// onePlace says why the pair and the initial state stay as they are.
func (a *app) onePlace() string {
	if a.lesson != nil {
		return "In a lesson the task says which units run, and from where."
	}
	return ""
}

func (a *app) onePair() string {
	if why := a.onePlace(); why != "" {
		return why
	}
	if len(a.program.Core.Pairs()) < 2 {
		return "The file has one pair only: " + unitNames(a.session.Pair()) + "."
	}
	return ""
}

// picker is the layer that offers rows to choose from.
type picker struct {
	a     *app
	title string
	rows  int
	row   func(i int) string
	do    func(i int) tea.Cmd
	list  list
}

func (p *picker) keys() []binding {
	return also(
		[]binding{{keys: []string{"enter"}, hint: "choose", help: "choose the highlighted one", do: p.choose}},
		p.list.keys(func() int { return p.rows }, nil),
		[]binding{{keys: []string{"esc", "q"}, hint: "never mind", help: "forget it", do: does(p.a.pop)}})
}

func (p *picker) choose() tea.Cmd {
	p.a.pop()
	return p.do(p.list.at)
}

func (p *picker) typed(text string) {
	if text != "" {
		p.a.refuse("Choose a row with down and up, or esc.")
	}
}

func (p *picker) draw(c draw.Canvas) {
	c.Fill(draw.Plain, " ")
	in := draw.Box(c, draw.Plain|draw.Strong, p.title, "")
	p.list.draw(in, p.rows, func(c draw.Canvas, i int) { c.Clipped(0, 0, draw.Plain, p.row(i)) }, p.choose)
}
