package tui

import (
	"context"
	"fmt"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// The file of the program that is open: it is watched, read again when it has changed, and
// changed in the user's editor. What was done with the text before stays, as a program
// below the new one, unless nothing was done.

// disk is what is known of the file of the program that is open.
type disk struct {
	known   string // its text, as it was read last
	waiting bool   // a change is waited for
	news    *fileChanged
}

// fileChanged says that the file has another text, and what program that is.
type fileChanged struct{ screen.Changed }

// edited is the end of the user's editor.
type edited struct{ err error }

// watched tells whether the file of the program that is open is watched: not in a lesson,
// whose programs are in no file, and not where the text is that before a change.
func (a *app) watched() bool {
	return a.program != nil && !a.program.NoFile && !a.program.Old && a.lesson == nil && a.o.Files.Changed != nil
}

// wantsChange waits beside the loop for the file to change.
func (a *app) wantsChange() tea.Cmd {
	if !a.watched() || a.disk.waiting {
		return nil
	}
	a.disk.waiting = true
	file, known, read := a.program.File, a.disk.known, a.o.Files.Changed
	return a.Background(a.at, func(ctx context.Context) tea.Msg {
		return fileChanged{read(ctx, file, known, true)}
	})
}

// Reload reads the file of the program that is open, and opens it if it has changed;
// otherwise it does what is given.
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
	return a.take(fileChanged{x})
}

// take takes over a change of the file, once no layer lies above the screen.
func (a *app) take(x fileChanged) tea.Cmd {
	a.disk.waiting = false
	if x.Text == a.disk.known && x.Err == nil {
		return nil
	}
	if len(a.layers) > 0 {
		a.disk.news, a.disk.waiting = &x, true
		return nil
	}
	if x.Text != "" { // else it could not be read
		a.disk.known = x.Text
	}
	if x.Err != nil {
		a.Refuse(a.fileName() + " has changed, and is not taken: " + command.Sentence(x.Err))
		return nil
	}
	if err := a.renewText(x.Core); err != nil {
		a.Refuse(a.fileName() + " has changed, and is not taken: " + command.Sentence(err))
		return nil
	}
	return a.screens[a.at].Enter()
}

// takeNews takes over a change that came while a layer lay above the screen.
func (a *app) takeNews() tea.Cmd {
	if x := a.disk.news; x != nil && len(a.layers) == 0 {
		a.disk.news = nil
		return a.take(*x)
	}
	return nil
}

// renewText opens the changed text of the program where the session stands, and stays on the
// screen that is in front.
func (a *app) renewText(core *il.Core) error {
	s, kept, err := a.session.Again(core)
	if err != nil {
		return err
	}
	p := *a.program
	p.Core, p.Pair, p.Init, p.Schedule, p.Session, p.Old, p.Note = core, s.Pair(), s.Init(), nil, s, false, ""
	at, back, focus := a.at, a.back, a.focus
	say := a.fileName() + " has changed"
	if kept != "" {
		say += "; " + kept
	}
	if moved := len(a.session.Branches()) > 1 || a.session.Len() > 0; moved && !a.program.Old {
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

// noEdit says why the program cannot be edited, empty if it can.
func (a *app) noEdit() string {
	switch {
	case a.program == nil:
		return "No program is open yet."
	case a.o.Files.Edit == nil:
		return "No editor is known: set VISUAL or EDITOR."
	case a.lesson != nil:
		return "In a lesson the screen Lesson edits what its task asks for; 6 shows it."
	case a.program.NoFile && a.o.Files.Save == nil:
		return "No file holds this program, and nothing can be saved from here."
	}
	return ""
}

// edit opens the user's editor with the program; what no file holds is saved before.
func (a *app) edit() tea.Cmd {
	if !a.program.NoFile {
		return a.editFile()
	}
	screen.Ask(a, "save as", a.program.Base(), func(name string) (tea.Cmd, error) {
		where, err := a.o.Files.Save(name, []byte(a.program.Core.Source.Text))
		if err != nil {
			return nil, notSaved(err)
		}
		a.bye.Saved = append(a.bye.Saved, where)
		a.eachOf(a.program.Core, func(x *screen.Program) { x.File, x.NoFile, x.Command, x.Repeat = where, false, "", "" })
		a.disk = disk{known: a.program.Core.Source.Text}
		return a.editFile(), nil
	})
	return nil
}

// notSaved says that a file could not be written.
func notSaved(err error) error { return fmt.Errorf("not saved: %w", err) }

func (a *app) editFile() tea.Cmd {
	return tea.Exec(a.o.Files.Edit(a.program.File), func(err error) tea.Msg { return edited{err} })
}

// editorEnded reads the file that was edited.
func (a *app) editorEnded(x edited) tea.Cmd {
	if x.err != nil {
		a.Refuse("The editor failed: " + command.Sentence(x.err))
		return nil
	}
	return a.Reload(func() tea.Cmd {
		a.Say(a.fileName() + " has not changed.")
		return nil
	})
}
