package tui

import (
	"slices"
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// always is the key table that holds everywhere, layers included.
func always(*app) []binding {
	return []binding{
		{keys: []string{"ctrl+c"}, help: "quit at once", do: func() tea.Cmd { return tea.Quit }},
		{keys: []string{"ctrl+z"}, help: "suspend; fg comes back", do: func() tea.Cmd { return tea.Suspend }},
	}
}

// keys is the key table of all screens.
func (a *app) keys() []binding {
	table := []binding{
		{keys: []string{"tab"}, help: "focus the next pane", do: does(func() { a.turn(1) })},
		{keys: []string{"shift+tab"}, help: "focus the previous pane", do: does(func() { a.turn(-1) })},
		{keys: []string{"z"}, help: "give the focused pane the whole screen, and back", do: does(a.zoom)},
	}
	for n := screenStep; n < screens && !a.asking(); n++ { // else the numbers are answers
		table = append(table, binding{keys: []string{strconv.Itoa(int(n))}, help: "screen " + names[n],
			do: func() tea.Cmd { return a.Show(n) }, off: func() string { return a.Closed(n) }})
	}
	return append(table,
		binding{keys: []string{"t"}, help: "next theme: auto, light, dark, high-contrast, colour-blind, none",
			do: does(a.nextTheme), off: a.withoutColours},
		binding{keys: []string{"?"}, hint: "help", help: "all keys of this screen", do: does(func() { a.Push(newHelp(a)) })},
		binding{keys: []string{"esc"}, help: "back to where you came from: the screen before, and then the program that was open before", do: a.backOne, off: a.nowhereBack},
		binding{keys: []string{"q"}, hint: "quit", help: "quit; the schedule is printed, so that you can go on later", do: a.Leave},
	)
}

// Leave quits, unless there is a reason to ask first.
func (a *app) Leave() tea.Cmd {
	quit := func() tea.Cmd { return tea.Quit }
	if a.guard != nil && a.guard() != "" {
		choose(a, a.guard(), []option{{"y", "quit", quit}, {"n", "stay", does(func() {})}})
		return nil
	}
	return a.leaveUnsaved(quit)
}

// leaveUnsaved asks of each open program that no file holds whether it is to be
// saved, and quits then.
func (a *app) leaveUnsaved(quit func() tea.Cmd) tea.Cmd {
	p := a.unsaved()
	if p == nil || a.o.Save == nil {
		return quit()
	}
	choose(a, "save "+p.File+"?", []option{
		{"s", "save", func() tea.Cmd {
			where, err := a.o.Save(p.File, []byte(p.Core.Source.Text))
			if err != nil {
				a.Refuse("Not saved: " + err.Error() + ".")
				return nil
			}
			a.bye.Saved = append(a.bye.Saved, where)
			a.eachOf(p.Core, func(x *Program) { x.File, x.NoFile = where, false })
			return a.leaveUnsaved(quit)
		}},
		{"n", "discard", func() tea.Cmd {
			a.eachOf(p.Core, func(x *Program) { x.forgotten = true })
			return a.leaveUnsaved(quit)
		}},
	})
	return nil
}

func (a *app) withoutColours() string {
	if a.o.NoColor {
		return "Colours are switched off from outside (NO_COLOR or an option)."
	}
	return ""
}

func (a *app) nowhereBack() string {
	if len(a.back) == 0 && !a.zoomed && len(a.below) == 0 {
		return "There is nothing to go back to; q quits."
	}
	return ""
}

// backOne ends the zoom, or goes to the screen before, or to the program before.
func (a *app) backOne() tea.Cmd {
	if a.zoomed {
		a.zoomed = false
		return nil
	}
	if len(a.back) == 0 {
		return a.comeBack()
	}
	n := a.back[len(a.back)-1]
	a.back = a.back[:len(a.back)-1]
	a.at = n
	a.Say("")
	return a.screens[n].enter()
}

// turn moves the focus by one pane.
func (a *app) turn(by int) {
	n := len(a.screens[a.at].panes())
	a.focus[a.at] = (a.focus[a.at] + by + n) % n
	if f := a.last; f != nil && !a.zoomed && !f.Shows(a.Focused()) {
		a.Say("The keys go to the pane " + a.Focused() + ", for which there is no room here; z gives it the screen.")
		return
	}
	a.Say("The keys go to the pane " + a.Focused() + ".")
}

func (a *app) zoom() { a.zoomed = !a.zoomed }

func (a *app) nextTheme() {
	i := slices.Index(draw.Themes, a.theme)
	a.setTheme(draw.Themes[(i+1)%len(draw.Themes)])
	a.Say("Theme: " + string(a.theme) + ".")
}
