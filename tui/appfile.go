package tui

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// disk tracks the file of the open program, which the user can change in an editor. A changed text
// is opened above the old one if anything was done there, and otherwise in its place.
type disk struct {
	known   string          // the text that was read last
	waiting bool            // whether it waits for a change, or for delayed to be opened
	delayed *screen.Changed // a change that came while a layer was open
}

// wantsChange waits in the background for the file to change. It does not watch lessons, whose
// programs have no file, or the text from before a change.
func (a *app) wantsChange() tea.Cmd {
	p, read := a.program, a.o.Files.Changed
	if p.NoFile || p.Old || a.lesson != nil || read == nil || a.disk.waiting {
		return nil
	}
	a.disk.waiting = true
	file, known := p.File, a.disk.known
	return a.Background(func(ctx context.Context) screen.Then {
		x := read(ctx, file, known, true)
		return func() tea.Cmd { return a.take(x) }
	})
}

func (a *app) Reload(otherwise func() tea.Cmd) tea.Cmd {
	if a.program == nil || a.program.NoFile || a.o.Files.Changed == nil {
		return otherwise()
	}
	known := a.disk.known
	if a.program.Old {
		known = a.program.Core.Source.Text
	}
	x := a.o.Files.Changed(a.Context(), a.program.File, known, false)
	if x.Text == known && x.Err == nil {
		return otherwise()
	}
	return a.take(x)
}

// take opens the changed file, or delays that while a layer is above the screen.
func (a *app) take(x screen.Changed) tea.Cmd {
	a.disk.waiting = false
	if x.Text == a.disk.known && x.Err == nil {
		return nil
	}
	if len(a.layers) > 0 {
		a.disk.delayed, a.disk.waiting = &x, true
		return nil
	}
	if x.Text != "" { // it is empty if the file cannot be read
		a.disk.known = x.Text
	}
	err := x.Err
	if err == nil {
		err = a.renew(x.Core)
	}
	if err != nil {
		a.Refuse(a.fileName() + " has changed, but cannot be used: " + command.Sentence(err))
		return nil
	}
	return a.front().Enter()
}

func (a *app) takeDelayed() tea.Cmd {
	x := a.disk.delayed
	if x == nil || len(a.layers) > 0 {
		return nil
	}
	a.disk.delayed = nil
	return a.take(*x)
}

// renew opens the new text of the file at the place of the session.
func (a *app) renew(core *il.Core) error {
	s, kept, err := a.session.Again(core)
	if err != nil {
		return err
	}
	p := *a.program
	p.Core = core
	p.Pair = s.Pair()
	p.Init = s.Init()
	p.Schedule = nil
	p.Session = s
	p.Old = false
	p.Note = ""
	at, back, focus := a.at, a.back, a.focus
	say := a.fileName() + " has changed"
	if kept != "" {
		say += "; " + kept
	}
	if a.moved(0) && !a.program.Old {
		a.program.Old = true
		if err := a.Visit(&p, screen.Theorem); err != nil {
			return err
		}
		say += ". Esc goes back to the text before"
		back = nil
	} else {
		theorem := a.screens[screen.Theorem]
		a.start(&p, s)
		a.screens[screen.Theorem] = theorem
	}
	a.at, a.back, a.focus = at, back, focus
	a.Say(say + ".")
	return nil
}

func (a *app) noEdit() screen.Refusal {
	switch {
	case a.program == nil:
		return screen.Refusal{Reason: "No program is open yet."}
	case a.o.Files.Edit == nil:
		return screen.Refusal{Reason: "No editor is known: set VISUAL or EDITOR."}
	}
	return command.When(a.program.NoFile && a.o.Files.Save == nil,
		"No file holds this program, and nothing can be saved from here.")
}

// edit opens the program in the user's editor. It first saves a program without a file.
func (a *app) edit() tea.Cmd {
	editor := func() tea.Cmd { return screen.Edit(a, a.program.File, a.edited) }
	if !a.program.NoFile {
		return editor()
	}
	screen.Ask(a, "save as", a.program.Base(), func(name string) (tea.Cmd, error) {
		where, err := screen.SaveAs(a, name, []byte(a.program.Core.Source.Text))
		if err != nil {
			return nil, err
		}
		a.eachOf(a.program.Core,
			func(p *screen.Program) {
				p.File, p.NoFile, p.Command, p.Repeat = where, false, "", ""
			})
		a.disk = disk{known: a.program.Core.Source.Text}
		return editor(), nil
	})
	return nil
}

// edited reads the file after the editor has ended.
func (a *app) edited(err error) tea.Cmd {
	if err != nil {
		a.Refuse("The editor failed: " + command.Sentence(err))
		return nil
	}
	return a.Reload(screen.Does(func() { a.Say(a.fileName() + " has not changed.") }))
}
