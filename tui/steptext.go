package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/session/command"
)

// copy puts the line that leads here on the clipboard.
func (s *stepScreen) copy(text string) tea.Cmd {
	s.h.Bye().Copied = text
	s.h.Say("Copied: " + text)
	if s.h.Files().Copy != nil {
		if err := s.h.Files().Copy(text); err != nil {
			s.h.Refuse("The clipboard did not take it (" + err.Error() + "): " + text)
		}
	}
	return tea.SetClipboard(text)
}

// pasteText goes where a schedule or a link leads.
func (s *stepScreen) pasteText(text string) tea.Cmd {
	return s.run(command.Find(command.Paste), strings.TrimSpace(text))
}

// open goes where a link leads: in this session if it is of the same pair and
// initial state, else in one of its own.
func (s *stepScreen) open(o *command.Opening) {
	p := programOf(s.h.Program(), o.Session)
	if p.isOf(s.s) {
		s.act(s.s.Paste(p.Schedule))
	} else if err := s.h.Visit(p); err != nil {
		s.h.Refuse(sentence(err))
		return
	}
	if text, refused := s.h.Status(); o.Note != "" && !refused {
		s.h.Say(o.Note + text)
	}
}

// programOf is the program of p as a session has it.
func programOf(p *Program, s *session.Session) *Program {
	return &Program{File: p.File, Core: p.Core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(), NoFile: p.NoFile,
		Command: p.Command, Repeat: p.Repeat}
}

func (s *stepScreen) cannotExport() string {
	if len(s.h.Files().Exports) == 0 {
		return "There is nothing to export to."
	}
	return command.CannotSave(s.x)
}

// stem is the file's name without its suffix.
func (s *stepScreen) stem() string { return stemOf(s.h.Program()) }

// save writes a file and says where it is.
func (s *stepScreen) save(name string, data []byte) tea.Cmd {
	where, err := s.h.Files().Save(name, data)
	if err != nil {
		s.h.Refuse("Not saved: " + err.Error() + ".")
		return nil
	}
	s.h.Bye().Saved = append(s.h.Bye().Saved, where)
	s.h.Say("Saved: " + where)
	return nil
}

// exportKeys are the keys of exports, in order.
const exportKeys = "123456789abcdefghijklmnop"

func (s *stepScreen) askExport() tea.Cmd {
	var list []option
	for n, e := range s.h.Files().Exports[:min(len(s.h.Files().Exports), len(exportKeys))] {
		list = append(list, option{exportKeys[n : n+1], e.Name, func() tea.Cmd { return s.export(e) }})
	}
	choose(s.h, "export as?", list)
	return nil
}

func (s *stepScreen) export(e Export) tea.Cmd {
	data, err := e.Write(State{s.h.Program(), s.s})
	if err != nil {
		s.h.Refuse("Not exported: " + err.Error() + ".")
		return nil
	}
	ask(s.h, "save as", s.stem()+e.Suffix, func(name string) tea.Cmd { return s.save(name, data) })
	return nil
}
