package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// always is the key table that holds everywhere, layers included.
func always(*app) []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"ctrl+c"}, Help: "quit at once", Do: func() tea.Cmd { return tea.Quit }},
		{Keys: []string{"ctrl+z"}, Help: "suspend; fg comes back", Do: func() tea.Cmd { return tea.Suspend }},
	}
}

// Keys is the key table of all screens.
func (a *app) Keys() []screen.Binding {
	table := []screen.Binding{
		{Keys: []string{"tab"}, Help: "focus the next pane", Do: screen.Does(func() { a.turn(1) })},
		{Keys: []string{"shift+tab"}, Help: "focus the previous pane", Do: screen.Does(func() { a.turn(-1) })},
		{Keys: []string{"z"}, Help: "give the focused pane the whole screen, and back", Do: screen.Does(a.zoom)},
	}
	for n := screen.Step; n < screen.Count && !a.asking(); n++ { // else the numbers are answers
		if n == screen.Lesson && a.elsewhere() {
			continue // the lesson's own keys have it
		}
		table = append(table, screen.Binding{Keys: []string{strconv.Itoa(int(n))}, Help: "screen " + screen.Names[n],
			Do: func() tea.Cmd { return a.Show(n) }, Off: func() string { return a.Closed(n) }})
	}
	if !a.asking() && a.at != screen.Lesson && a.at != screen.Home {
		table = append(table, screen.Binding{Keys: []string{"E"}, Help: "edit the program in your editor; it is read again when that ends, and whenever the file changes", Do: a.edit, Off: a.noEdit})
	}
	return append(table,
		screen.Binding{Keys: []string{"t"}, Help: "next theme: auto, light, dark, high-contrast, colour-blind, none",
			Do: screen.Does(a.nextTheme), Off: a.withoutColours},
		screen.Binding{Keys: []string{"V"}, Help: "projector: high contrast, on Step fewer panes and free rows between lines; again: as before", Do: screen.Does(a.project)},
		screen.Binding{Keys: []string{"?"}, Hint: "help", Help: "all keys of this screen", Do: screen.Does(a.Help)},
		screen.Binding{Keys: []string{"esc"}, Help: "back to where you came from: the screen before, and then the program that was open before", Do: a.backOne, Off: a.nowhereBack},
		screen.Binding{Keys: []string{"q"}, Hint: "quit", Help: "quit; the schedule is printed, so that you can go on later", Do: a.Leave},
	)
}

// Help shows all keys of the screen in front.
func (a *app) Help() { a.Push(newHelp(a)) }

// Leave quits, unless there is a reason to ask first.
func (a *app) Leave() tea.Cmd {
	quit := func() tea.Cmd { return tea.Quit }
	if a.guard != nil && a.guard() != "" {
		screen.Choose(a, a.guard(), []screen.Option{{Key: "y", Text: "quit", Do: quit}, {Key: "n", Text: "stay", Do: screen.Does(func() {})}})
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
	screen.Choose(a, "save "+p.File+"?", []screen.Option{
		{Key: "s", Text: "save", Do: func() tea.Cmd {
			where, err := a.o.Save(p.File, []byte(p.Core.Source.Text))
			if err != nil {
				a.Refuse("Not saved: " + err.Error() + ".")
				return nil
			}
			a.bye.Saved = append(a.bye.Saved, where)
			a.eachOf(p.Core, func(x *screen.Program) { x.File, x.NoFile = where, false })
			return a.leaveUnsaved(quit)
		}},
		{Key: "n", Text: "discard", Do: func() tea.Cmd {
			a.eachOf(p.Core, (*screen.Program).Forget)
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
	return a.screens[n].Enter()
}

// turn moves the focus by one pane.
func (a *app) turn(by int) {
	n := len(a.screens[a.at].Panes())
	a.focus[a.at] = (a.focus[a.at] + by + n) % n
	if f := a.last; f != nil && !a.zoomed && !f.Shows(a.Focused()) {
		a.Say("The keys go to the pane " + a.Focused() + ", for which there is no room here; z gives it the screen.")
		return
	}
	a.Say("The keys go to the pane " + a.Focused() + ".")
}

func (a *app) zoom() { a.zoomed = !a.zoomed }

// project shows the screens to a room, or as before.
func (a *app) project() {
	a.projected = !a.projected
	if !a.projected {
		a.setTheme(a.before)
		a.Say("The screen is as before.")
		return
	}
	a.before = a.theme
	a.setTheme(draw.HighContrast)
	a.Say("For a room: high contrast, fewer panes. V again shows all.")
}

func (a *app) nextTheme() {
	i := slices.Index(draw.Themes, a.theme)
	a.setTheme(draw.Themes[(i+1)%len(draw.Themes)])
	a.Say("Theme: " + string(a.theme) + ".")
}
