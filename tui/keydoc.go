package tui

import "context"

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
func KeyTables(p *Program) ([]KeyTable, error) {
	a, err := newApp(context.Background(), Options{Program: p})
	if err != nil {
		return nil, err
	}
	var all []KeyTable
	for n := range screens {
		if table := a.screens[n].keys(); len(table) > 0 {
			all = append(all, KeyTable{names[n], rowsOf(table)})
		}
	}
	return append(all, KeyTable{"All screens", rowsOf(also(a.keys(), always(a)))}), nil
}

func rowsOf(table []binding) []KeyRow {
	var rows []KeyRow
	for _, b := range table {
		rows = append(rows, KeyRow{b.keys, b.help})
	}
	return rows
}
