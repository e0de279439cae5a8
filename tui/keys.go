package tui

import (
	"strings"

	"charm.land/bubbletea/v2"
)

// binding is a row of a key table: the keys, what they do, and whether they can
// do it now. The tables are all there is about keys: pressing, the help, the
// line of hints and the documentation read them.
type binding struct {
	keys []string // as bubbletea names them: "a", "A", "ctrl+r", "shift+tab"
	help string   // what it does, for the help: "step thread A"
	hint string   // the same in a word, for the line at the bottom; empty for not there
	do   func() tea.Cmd
	off  func() string // why it cannot be done now, a sentence; empty if it can. nil: it always can
}

// why is why the binding cannot be used now, empty if it can.
func (b binding) why() string {
	if b.off == nil {
		return ""
	}
	return b.off()
}

// label is how the keys are shown: "right l".
func (b binding) label() string {
	shown := make([]string, len(b.keys))
	for i, k := range b.keys {
		shown[i] = showKey(k)
	}
	return strings.Join(shown, " ")
}

// showKey is how people read a key's name.
func showKey(k string) string {
	switch k {
	case "left":
		return "←"
	case "right":
		return "→"
	case "up":
		return "↑"
	case "down":
		return "↓"
	}
	return k
}

// find is the binding of a key in a table.
func find(table []binding, k string) (binding, bool) {
	for _, b := range table {
		for _, name := range b.keys {
			if name == k {
				return b, true
			}
		}
	}
	return binding{}, false
}

// also is a key table from several.
func also(tables ...[]binding) []binding {
	var all []binding
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}

// does makes a key's action of a plain function.
func does(f func()) func() tea.Cmd {
	return func() tea.Cmd {
		f()
		return nil
	}
}
