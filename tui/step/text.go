package step

import (
	"charm.land/bubbletea/v2"

	"wobbly/session/command"
	"wobbly/tui/screen"
)

// open goes to the state to which a link leads: in this session if the link has its pair
// and initial state, and in a new one otherwise.
func (s *Screen) open(o *command.Opening) {
	p := s.h.Program().At(o.Session)
	if p.IsOf(s.s) {
		s.act(s.s.Paste(p.Schedule))
	} else if err := s.h.Visit(p); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	if text, refused := s.h.Status(); o.Note != "" && !refused {
		s.h.Say(o.Note + text)
	}
}

func (s *Screen) cannotExport() string {
	if len(s.h.Files().Exports) == 0 {
		return "There is nothing to export to."
	}
	return command.CannotSave(s.x)
}

// exportKeys are the keys of the exports, in order.
const exportKeys = "123456789abcdefghijklmnop"

func (s *Screen) askExport() tea.Cmd {
	var list []screen.Option
	exports := s.h.Files().Exports
	for n, e := range exports[:min(len(exports), len(exportKeys))] {
		list = append(list, screen.Option{Key: exportKeys[n : n+1], Text: e.Name, Do: func() tea.Cmd { return s.export(e) }})
	}
	screen.Choose(s.h, "export as?", list)
	return nil
}

func (s *Screen) export(e screen.Export) tea.Cmd {
	data, err := e.Write(screen.State{Program: s.h.Program(), Session: s.s})
	if err != nil {
		s.h.Refuse("Not exported: " + err.Error() + ".")
		return nil
	}
	screen.Ask(s.h, "save as", screen.Stem(s.h.Program())+e.Suffix, func(name string) (tea.Cmd, error) {
		where, err := screen.SaveAs(s.h, name, data)
		if err != nil {
			return nil, err
		}
		s.h.Say("Saved: " + where)
		return nil, nil
	})
	return nil
}
