package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/session/command"
)

// copy puts the line that leads here on the clipboard.
func (s *stepScreen) copy(text string) tea.Cmd {
	s.a.bye.Copied = text
	s.a.say("Copied: " + text)
	if s.a.o.Copy != nil {
		if err := s.a.o.Copy(text); err != nil {
			s.a.refuse("The clipboard did not take it (" + err.Error() + "): " + text)
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
	p := programOf(s.a.program, o.Session)
	if samePlace(s.s, p) {
		s.act(s.s.Paste(p.Schedule))
	} else if err := s.a.visit(p); err != nil {
		s.a.refuse(sentence(err))
		return
	}
	if o.Note != "" && !s.a.refused {
		s.a.say(o.Note + s.a.status)
	}
}

// programOf is the program of p as a session has it.
func programOf(p *Program, s *session.Session) *Program {
	return &Program{File: p.File, Core: p.Core, Pair: s.Pair(), Init: s.Init(), Schedule: s.Schedule(), NoFile: p.NoFile,
		Command: p.Command, Repeat: p.Repeat}
}

func (s *stepScreen) cannotExport() string {
	if len(s.a.o.Exports) == 0 {
		return "There is nothing to export to."
	}
	return command.CannotSave(s.x)
}

// stem is the file's name without its suffix.
func (s *stepScreen) stem() string { return stemOf(s.a.program) }

// save writes a file and says where it is.
func (s *stepScreen) save(name string, data []byte) tea.Cmd {
	where, err := s.a.o.Save(name, data)
	if err != nil {
		s.a.refuse("Not saved: " + err.Error() + ".")
		return nil
	}
	s.a.bye.Saved = append(s.a.bye.Saved, where)
	s.a.say("Saved: " + where)
	return nil
}

// exportKeys are the keys of exports, in order.
const exportKeys = "123456789abcdefghijklmnop"

func (s *stepScreen) askExport() tea.Cmd {
	var list []option
	for n, e := range s.a.o.Exports[:min(len(s.a.o.Exports), len(exportKeys))] {
		list = append(list, option{exportKeys[n : n+1], e.Name, func() tea.Cmd { return s.export(e) }})
	}
	s.a.choose("export as?", list)
	return nil
}

func (s *stepScreen) export(e Export) tea.Cmd {
	data, err := e.Write(State{s.a.program, s.s})
	if err != nil {
		s.a.refuse("Not exported: " + err.Error() + ".")
		return nil
	}
	s.a.ask("save as", s.stem()+e.Suffix, func(name string) tea.Cmd { return s.save(name, data) })
	return nil
}
