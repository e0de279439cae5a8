package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

func (a *app) table() []screen.Binding {
	return screen.Join(a.lessonKeys(), a.front().Keys(), a.Keys(), always())
}

// always returns the bindings that work even below layers.
func always() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"ctrl+c"}, Help: "quit at once", Do: func() tea.Cmd { return tea.Quit }},
		{Keys: []string{"ctrl+z"}, Do: func() tea.Cmd { return tea.Suspend },
			Help: "suspend; fg resumes"},
	}
}

// elsewhere reports whether a lesson is being played while a screen about programs is in front.
func (a *app) elsewhere() bool {
	return a.lesson != nil && a.at != screen.Lesson && a.at != screen.Home
}

// lessonKeys returns the keys of the lesson that work on other screens.
func (a *app) lessonKeys() []screen.Binding {
	if !a.elsewhere() {
		return nil
	}
	return a.lesson.Elsewhere()
}

// Keys returns the key table of all screens.
func (a *app) Keys() []screen.Binding {
	table := []screen.Binding{
		{Keys: []string{"tab"}, Help: "focus the next pane", Do: screen.Does(func() { a.turn(1) })},
		{Keys: []string{"shift+tab"}, Do: screen.Does(func() { a.turn(-1) }),
			Help: "focus the previous pane"},
		{Keys: []string{"z"}, Do: screen.Does(func() { a.zoomed = !a.zoomed }),
			Help: "give the focused pane the whole screen, and back"},
	}
	asking := a.lesson != nil && a.at == screen.Lesson && a.lesson.Asking()
	for n := screen.Step; n < screen.Count; n++ {
		if n == screen.Lesson && a.elsewhere() {
			continue // lessonKeys has it
		}
		table = append(table, screen.Binding{
			Keys: []string{strconv.Itoa(int(n))}, Help: "screen " + screen.Names[n],
			Do:       func() tea.Cmd { return a.Show(n) },
			Off:      func() screen.Refusal { return a.Closed(n) },
			Unlisted: asking || a.later(n).Refuses(),
		})
	}
	if a.lesson == nil && a.at != screen.Lesson && a.at != screen.Home {
		table = append(table, screen.Binding{Keys: []string{"E"}, Do: a.edit, Off: a.noEdit,
			Help: "edit the program in your editor; it is read again when that ends, and " +
				"whenever the file changes"})
	}
	return append(append(table, a.wordKey()...),
		screen.Binding{Keys: []string{"t"}, Do: screen.Does(a.nextTheme), Off: a.withoutColours,
			Help: "next theme: auto, light, dark, high-contrast, colour-blind, none"},
		screen.Binding{Keys: []string{"V"}, Do: screen.Does(a.project),
			Help: "high contrast for a room; on Step fewer panes and free rows between lines; " +
				"again: as before"},
		screen.Binding{Keys: []string{"?"}, Hint: "help", Do: screen.Does(a.Help),
			Help: "all keys of this screen"},
		screen.Binding{Keys: []string{"esc"}, Do: a.backOne, Off: a.nowhereBack,
			Help: "back to where you came from: the screen before, and then the program that " +
				"was open before"},
		screen.Binding{Keys: []string{"q"}, Hint: "quit", Do: a.Leave,
			Help: "quit; the schedule is printed, so that you can continue later"},
	)
}

// Help shows all keys of the layer or screen in front.
func (a *app) Help() { a.Push(newHelp(a)) }

// Leave quits, unless there is a reason to ask first.
func (a *app) Leave() tea.Cmd {
	if a.guard != nil && a.guard() != "" {
		screen.Choose(a, a.guard(), []screen.Option{
			{Key: "y", Text: "quit", Do: func() tea.Cmd { return tea.Quit }},
			{Key: "n", Text: "stay", Do: screen.Does(func() {})},
		})
		return nil
	}
	return a.leaveUnsaved()
}

// leaveUnsaved asks for each open program without a file whether to save it, and then quits.
func (a *app) leaveUnsaved() tea.Cmd {
	p := a.unsaved()
	if p == nil || a.o.Save == nil {
		return tea.Quit
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
			return a.leaveUnsaved()
		}},
		{Key: "n", Text: "discard", Do: func() tea.Cmd {
			a.eachOf(p.Core, (*screen.Program).Forget)
			return a.leaveUnsaved()
		}},
	})
	return nil
}

func (a *app) withoutColours() screen.Refusal {
	return command.When(a.o.NoColor,
		"Colours are switched off from outside (NO_COLOR or an option).")
}

func (a *app) nowhereBack() screen.Refusal {
	nowhere := len(a.back) == 0 && !a.zoomed && len(a.below) == 0
	return command.When(nowhere, "There is nothing to go back to.").Then("q", "quits")
}

// backOne ends the zoom, or goes back to the previous screen or program.
func (a *app) backOne() tea.Cmd {
	if a.zoomed {
		a.zoomed = false
		return nil
	}
	n := len(a.back) - 1
	if n < 0 {
		return a.comeBack()
	}
	a.at, a.back = a.back[n], a.back[:n]
	a.Say("")
	return a.enter()
}

func (a *app) turn(by int) {
	n := len(a.front().Panes())
	a.focus[a.at] = (a.focus[a.at] + by + n) % n
	text := "The keys go to the pane " + a.Focused()
	if a.last != nil && !a.zoomed && !a.last.Shows(a.Focused()) {
		text += ", for which there is no room here; z gives it the screen"
	}
	a.Say(text + ".")
}

// project begins or ends the display for an audience.
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

// Words are the words that the screens can explain: race, wobbly, lock level, ...
type Words struct {
	Names   []string         // in the order in which to learn them
	Explain command.Glossary // nil if nothing can be explained
}

func (a *app) wordKey() []screen.Binding {
	if a.o.Words.Explain == nil {
		return nil
	}
	return []screen.Binding{{Keys: []string{"D"}, Do: screen.Does(a.askWord),
		Help: "what a word means, such as race, witness or wobbly"}}
}

// askWord asks for a word and explains it. Without a word it lists all words.
func (a *app) askWord() {
	screen.AskWithExample(a, "explain", "such as race; enter alone lists all words", "",
		func(word string) (tea.Cmd, error) {
			if strings.TrimSpace(word) != "" {
				return nil, a.explain(word)
			}
			names := a.o.Words.Names
			a.Push(&screen.Picker{H: a, Title: "which word?", Rows: len(names),
				Row: func(i, w int) string { return draw.Clip(names[i], w) },
				Do: func(i int) tea.Cmd {
					if err := a.explain(names[i]); err != nil {
						a.Refuse(command.Sentence(err))
					}
					return nil
				}})
			return nil, nil
		})
}

func (a *app) explain(word string) error {
	title, text, err := a.o.Words.Explain(strings.TrimSpace(word))
	if err == nil {
		screen.Tell(a, title, text)
	}
	return err
}
