package tui

import (
	"context"

	"wobbly/internal/slice"
	"wobbly/tui/screen"
)

// KeyTable is the keys of a screen for documentation.
type KeyTable struct {
	Screen string // "Step", or "All screens"
	Rows   []KeyRow
}

// KeyRow is a row of a key table.
type KeyRow struct {
	Keys []string // "ctrl+r"
	Does string   // "redo"
}

// KeyTables are the keys of all screens, as the help has them. The program is
// any that can be opened.
func KeyTables(p *screen.Program) ([]KeyTable, error) {
	a, err := newApp(context.Background(), Options{Program: p})
	if err != nil {
		return nil, err
	}
	var all []KeyTable
	for n := range screen.Count {
		if table := a.screens[n].Keys(); len(table) > 0 {
			all = append(all, KeyTable{screen.Names[n], rowsOf(table)})
		}
	}
	return append(all, KeyTable{"All screens", rowsOf(screen.Join(a.Keys(), always(a)))}), nil
}

func rowsOf(table []screen.Binding) []KeyRow {
	return slice.Map(table, func(b screen.Binding) KeyRow { return KeyRow{b.Keys, b.Help} })
}
