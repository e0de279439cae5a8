package language

import (
	"wobbly/il"
	"wobbly/il/symbol"
)

// Unit is a method or a thread, for the outline of a text; End is exclusive.
type Unit struct {
	At, End il.Pos
	Head    string // m(a, b), or thread A
	Name    Span   // the name of a method, the opening brace of a thread
	Thread  bool
}

// Units lists the methods and threads of a text, in text order.
func (d *Document) Units() []Unit {
	var all []Unit
	for _, u := range d.names().Units {
		n := il.Pos(len(u.Name))
		if u.Thread {
			n = 1
		}
		end := u.At + n
		if u.Body != nil {
			end = max(end, min(u.Body.End+1, il.Pos(len(d.src.Text))))
		}
		all = append(all, Unit{u.From, end, u.Head(), Span{u.At, u.At + n}, u.Thread})
	}
	return all
}

// Names lists all occurrences of names in text order.
func (d *Document) Names() []symbol.Occurrence { return d.names().All() }
