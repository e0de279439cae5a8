package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/session/schedule"
)

// textKeys take texts in and out.
func (s *stepScreen) textKeys() []binding {
	return []binding{
		{keys: []string{"y"}, hint: "copy", help: "copy the line that leads here; it is printed at the end too", do: s.copy},
		{keys: []string{"p"}, help: "paste a schedule (A2 B A+) or such a line", do: s.askPaste},
		{keys: []string{"S"}, help: "save the way here as a trace file", do: s.askSave, off: s.cannotSave},
		{keys: []string{"x"}, help: "export this state or trace", do: s.askExport, off: s.cannotExport},
	}
}

// copy puts the line that leads here on the clipboard.
func (s *stepScreen) copy() tea.Cmd {
	l := s.a.link()
	text := l.String()
	s.a.bye.Copied = text
	s.a.say("Copied: " + text)
	if s.a.o.Copy != nil {
		if err := s.a.o.Copy(text); err != nil {
			s.a.refuse("The clipboard did not take it (" + err.Error() + "): " + text)
		}
	}
	return tea.SetClipboard(text)
}

func (s *stepScreen) askPaste() tea.Cmd {
	s.a.ask("schedule", "", s.pasteText)
	return nil
}

// pasteText goes where a schedule or a link leads.
func (s *stepScreen) pasteText(text string) tea.Cmd {
	if !schedule.IsLink(strings.TrimSpace(text)) {
		return s.act(pasteSchedule(s.s, text))
	}
	p, note, err := openLink(s.a.program, text)
	if err != nil {
		s.a.refuse(sentence(err))
		return nil
	}
	if samePlace(s.s, p) {
		s.act(s.s.Paste(p.Schedule))
	} else if err := s.a.visit(p); err != nil {
		s.a.refuse(sentence(err))
		return nil
	}
	if note != "" && !s.a.refused {
		s.a.say(note + s.a.status)
	}
	return nil
}

// pasteSchedule makes the moves of a short form.
func pasteSchedule(s *session.Session, text string) session.Result {
	moves, err := schedule.Parse(text)
	if err != nil {
		return session.Result{Stop: session.Refused, Text: "No schedule: " + err.Error() + "."}
	}
	return s.Paste(moves)
}

// openLink is the program of p as a link wants it, and what is to be said about
// it.
func openLink(p *Program, text string) (*Program, string, error) {
	l, err := schedule.ParseLink(text)
	if err != nil {
		return nil, "", &problem{"No link: " + err.Error() + "."}
	}
	s, changed, err := session.OpenLink(p.Core, l)
	if err != nil {
		return nil, "", &problem{sentence(err)}
	}
	note := ""
	if changed {
		note = "The program has changed since the line was made; every move still fits. "
	}
	return &Program{File: p.File, Core: p.Core, Pair: s.Pair(), Init: s.Init(), Schedule: l.Schedule, NoFile: p.NoFile,
		Command: p.Command, Repeat: p.Repeat}, note, nil
}

func (s *stepScreen) cannotSave() string {
	if s.a.o.Save == nil {
		return "Nothing can be saved from here."
	}
	return ""
}

func (s *stepScreen) cannotExport() string {
	if len(s.a.o.Exports) == 0 {
		return "There is nothing to export to."
	}
	return s.cannotSave()
}

// stem is the file's name without its suffix.
func (s *stepScreen) stem() string { return stemOf(s.a.program) }

func (s *stepScreen) askSave() tea.Cmd {
	s.a.ask("save as", s.stem()+".trace", func(name string) tea.Cmd {
		return s.save(name, []byte(s.s.Trace(s.a.o.Tool, "none").String()))
	})
	return nil
}

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
