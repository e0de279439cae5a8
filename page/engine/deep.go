package engine

import (
	"fmt"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/service"
)

// How deep a program may go. What follows it calls itself as often, and a browser's
// WebAssembly has no more than a megabyte for calls.
const (
	maxBlocks = 1000 // blocks in each other
	maxCalls  = 500  // methods that call each other in a row
	maxFields = 2000 // fields of a path
)

// tooDeep is why the engine does not follow a text; nil if it does.
func tooDeep(src *il.Source) error {
	d := depths{methods: map[string]*method{}}
	d.read(src.Text)
	d.follow()
	switch {
	case d.blocks.n > maxBlocks:
		return deep(src, d.blocks, "blocks are nested at most %d deep on the page, and here %d", maxBlocks)
	case d.fields.n > maxFields:
		return deep(src, d.fields, "a path has at most %d fields on the page, and this one %d", maxFields)
	case d.calls.n > maxCalls:
		return deep(src, d.calls, "methods call each other at most %d deep on the page, and from here %d", maxCalls)
	}
	return nil
}

// deep is a limit as an error.
func deep(src *il.Source, at most, format string, limit int) error {
	return &refusal{problem{Code: "limit", Exit: service.ExitInconclusive, At: src.At(at.at),
		Message: fmt.Sprintf("line %d: ", src.Position(at.at).Line) + fmt.Sprintf(format, limit, at.n), Fix: "the command wobbly goes deeper"}}
}

// most is the largest number of something, and where it was first seen.
type most struct {
	n  int
	at il.Pos
}

// see takes a number in.
func (m *most) see(n int, at il.Pos) {
	if n > m.n {
		*m = most{n, at}
	}
}

// method is what is known of a method: whom it calls, and how many methods call each
// other in a row from it on, itself included.
type method struct {
	at    il.Pos
	calls []string
	row   int
	seen  bool // it is on the way, or behind it
	done  bool
}

// depths is how deep a text goes.
type depths struct {
	blocks, fields, calls most
	methods               map[string]*method
	order                 []*method
}

// read reads the tokens of a text. It need not be legal.
func (d *depths) read(text string) {
	nested, fields := 0, 0
	var inside *method
	var last parse.Token // that is no comment
	before := ""         // the same as a text
	for t := range parse.Tokens(text) {
		if t.Kind == parse.CommentToken {
			continue
		}
		word := text[t.At:t.End]
		switch {
		case word == ".":
		case t.Kind == parse.NameToken && before == ".":
			fields++
			d.fields.see(fields, t.At)
		default:
			fields = 0
		}
		switch {
		case word == "{":
			nested++
			d.blocks.see(nested, t.At)
		case word == "}":
			nested--
		case word == "(" && last.Kind == parse.NameToken:
			inside = d.named(inside, nested, before, last.At)
		}
		last, before = t, word
	}
}

// named takes in a name with a parenthesis behind it: the head of a method, or a call in
// the method that is being read, which is given back.
func (d *depths) named(inside *method, nested int, name string, at il.Pos) *method {
	if nested == 0 {
		inside = &method{at: at}
		d.methods[name] = inside
		d.order = append(d.order, inside)
	} else if inside != nil {
		inside.calls = append(inside.calls, name)
	}
	return inside
}

// follow finds the longest row of calls. It does not call itself, since the row may be
// as long as the text. Where methods call each other in a circle, which is an error of
// the program, a row ends.
func (d *depths) follow() {
	if len(d.order) <= maxCalls {
		return
	}
	for _, begin := range d.order {
		for way := []*method{begin}; len(way) > 0; {
			m := way[len(way)-1]
			if !m.seen {
				m.seen = true
				way = append(way, d.called(m, func(to *method) bool { return !to.seen })...)
				continue
			}
			way = way[:len(way)-1]
			if m.done {
				continue
			}
			m.done = true
			for _, to := range d.called(m, func(to *method) bool { return to.done && to != m }) {
				m.row = max(m.row, to.row)
			}
			m.row++
			d.calls.see(m.row, m.at)
		}
	}
}

// called are the methods that a method calls, and that are wanted.
func (d *depths) called(m *method, wanted func(*method) bool) (all []*method) {
	for _, name := range m.calls {
		if to := d.methods[name]; to != nil && wanted(to) {
			all = append(all, to)
		}
	}
	return all
}
