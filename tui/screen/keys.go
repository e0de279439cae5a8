package screen

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/slice"
)

// Binding is a row of a key table: keys, what they do, and whether they can do it now.
type Binding struct {
	Keys []string // as bubbletea names them: "a", "A", "ctrl+r", "shift+tab"
	Help string   // what they do, for the help: "step thread A"
	Hint string   // the same in a word, for the line of hints; empty if it is not there
	Do   func() tea.Cmd
	// Group is the heading in the help: "move". An empty group is that of the binding
	// before.
	Group string
	// Off says in a sentence why the binding cannot be used now, or returns "". It may be
	// nil.
	Off func() string
	// Unlisted leaves the binding out of the help: its keys only say why they do nothing here.
	Unlisted bool
}

// Why says why the binding cannot be used now. It returns "" if it can.
func (b Binding) Why() string {
	if b.Off == nil {
		return ""
	}
	return b.Off()
}

// Label shows the keys of the binding: "→ l".
func (b Binding) Label(ascii bool) string {
	shown := slice.Map(b.Keys, func(k string) string { return ShowKey(k, ascii) })
	return strings.Join(shown, " ")
}

// ShowKey returns the name of a key for people. In ASCII the arrows keep their names, since
// the signs that replace arrows elsewhere are keys themselves.
func ShowKey(k string, ascii bool) string {
	if ascii {
		return k
	}
	return cmp.Or(map[string]string{"left": "←", "right": "→", "up": "↑", "down": "↓"}[k], k)
}

// FindKey returns the first binding of a key in a table.
func FindKey(table []Binding, k string) (Binding, bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, k) {
			return b, true
		}
	}
	return Binding{}, false
}

// Grouped returns a key table that begins a group of the help. It changes the table.
func Grouped(name string, table []Binding) []Binding {
	if len(table) > 0 {
		table[0].Group = name
	}
	return table
}

// Join concatenates key tables.
func Join(tables ...[]Binding) []Binding { return slices.Concat(tables...) }

// Does turns a function into the action of a key.
func Does(f func()) func() tea.Cmd {
	return func() tea.Cmd {
		f()
		return nil
	}
}
