package symbol

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/il"
)

// Kind is the kind of thing that a name denotes.
type Kind uint8

// The kinds of symbols.
const (
	Method Kind = iota
	Formal
	Local
	Field
	Object // of the initial state
	Lock   // a lock with a name, the same one in the whole file
)

// String returns the word for k in messages, such as "parameter" for Formal.
func (k Kind) String() string {
	return [...]string{"method", "parameter", "local", "field", "object", "lock"}[k]
}

// Role is the role of a name where it occurs.
type Role uint8

// The roles.
const (
	Reads    Role = iota // a value is used; a field is followed or loaded; a method is called
	Declares             // a method or formal is declared
	Writes               // a variable or cell is assigned
)

// Symbol is the meaning of one or several occurrences of a name.
type Symbol struct {
	Kind  Kind
	Name  string
	Units []int // of a variable: the units that have it, as indices of Table.Units
}

// Occurrence is a place where a symbol is named.
type Occurrence struct {
	At, End il.Pos
	Symbol  *Symbol
	Role    Role
}

// Unit is a body of code and its name, as written: a method, or the thread A or B.
type Unit struct {
	Name    string
	Thread  bool
	Method  *il.Method // nil for a thread
	At      il.Pos     // of the name, or of the thread's opening brace
	From    il.Pos     // where the declaration begins
	Body    *il.Block  // may be nil if there are errors
	Formals []il.Formal
}

// Table has the names of a text with their meanings.
type Table struct {
	Units []Unit
	all   []Occurrence // in text order
}

// All lists the occurrences of all symbols, in text order.
func (t *Table) All() []Occurrence { return t.all }

// At returns the occurrence that contains a position or ends there, if there is one.
func (t *Table) At(pos il.Pos) (Occurrence, bool) {
	byPos := func(o Occurrence, pos il.Pos) int { return cmp.Compare(o.At, pos) }
	i, found := slices.BinarySearchFunc(t.all, pos, byPos)
	if !found {
		i--
	}
	if i < 0 || t.all[i].End < pos {
		return Occurrence{}, false
	}
	return t.all[i], true
}

// Of lists the occurrences of the symbol s, in text order.
func (t *Table) Of(s *Symbol) []Occurrence {
	var all []Occurrence
	for _, o := range t.all {
		if o.Symbol == s {
			all = append(all, o)
		}
	}
	return all
}

// Head returns a unit as it is declared: "m(a, b)", or "thread A".
func (u Unit) Head() string {
	if u.Thread {
		return "thread " + u.Name
	}
	names := make([]string, len(u.Formals))
	for i, f := range u.Formals {
		names[i] = f.Name
	}
	return u.Name + "(" + strings.Join(names, ", ") + ")"
}
