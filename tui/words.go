package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Words are the words that the screens can explain: race, wobbly, lock level, ...
type Words struct {
	Names   []string // in the order in which to learn them
	Explain command.Glossary
}

// wordKey returns the key that explains a word on every screen, if there is a glossary.
func (a *app) wordKey() []screen.Binding {
	if a.o.Words.Explain == nil {
		return nil
	}
	return []screen.Binding{{Keys: []string{"D"}, Do: screen.Does(a.askWord),
		Help: "the dictionary: what a word means, such as race, witness or wobbly"}}
}

// askWord asks for a word and explains it. Without a word it lists all.
func (a *app) askWord() {
	screen.AskSuch(a, "explain", "race, wobbly, ...; nothing lists all words", "", func(word string) (tea.Cmd, error) {
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
