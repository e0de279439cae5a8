package screen

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/slice"
)

// Binding is a row of a key table: the keys, what they do, and whether they can
// do it now. The tables are all there is about keys: pressing, the help, the
// line of hints and the documentation read them.
type Binding struct {
	Keys  []string // as bubbletea names them: "a", "A", "ctrl+r", "shift+tab"
	Help  string   // what it does, for the help: "step thread A"
	Hint  string   // the same in a word, for the line at the bottom; empty for not there
	Do    func() tea.Cmd
	Group string        // what it is about, for the help: "move"; empty for that of the binding before
	Off   func() string // why it cannot be done now, a sentence; empty if it can. nil: it always can
}

// Why is why the binding cannot be used now, empty if it can.
func (b Binding) Why() string {
	if b.Off == nil {
		return ""
	}
	return b.Off()
}

// Label is how the keys are shown: "→ l".
func (b Binding) Label(ascii bool) string {
	shown := slice.Map(b.Keys, func(k string) string { return ShowKey(k, ascii) })
	return strings.Join(shown, " ")
}

// ShowKey is how people read a key's name. In ASCII the arrows have their names, since what else
// stands for them are other keys.
func ShowKey(k string, ascii bool) string {
	if ascii {
		return k
	}
	return cmp.Or(map[string]string{"left": "←", "right": "→", "up": "↑", "down": "↓"}[k], k)
}

// FindKey is the binding of a key in a table.
func FindKey(table []Binding, k string) (Binding, bool) {
	for _, b := range table {
		if slices.Contains(b.Keys, k) {
			return b, true
		}
	}
	return Binding{}, false
}

// Grouped is a key table whose first binding begins a group of the help.
func Grouped(name string, table []Binding) []Binding {
	if len(table) > 0 {
		table[0].Group = name
	}
	return table
}

// Join is a key table from several.
func Join(tables ...[]Binding) []Binding {
	var all []Binding
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}

// Does makes a key's action of a plain function.
func Does(f func()) func() tea.Cmd {
	return func() tea.Cmd {
		f()
		return nil
	}
}
