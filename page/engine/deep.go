package engine

import (
	"fmt"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/internal/ask"
)

// How deep a program may be nested. The analyses recurse as deep as the program, and WebAssembly
// in a browser has a stack of one megabyte.
const (
	maxBlocks = 1000 // nested blocks
	maxCalls  = 500  // methods in a chain of calls
	maxFields = 2000 // fields of a path
)

// tooDeep returns an error if a text is nested deeper than the engine can follow. The text need
// not be legal.
func tooDeep(src *il.Source) error {
	d := depths{methods: map[string]*method{}}
	d.read(src.Text)
	d.follow()
	switch {
	case d.blocks.n > maxBlocks:
		return deep(src, d.blocks,
			"blocks are nested at most %d deep on the page, and here %d", maxBlocks)
	case d.fields.n > maxFields:
		return deep(src, d.fields,
			"a path has at most %d fields on the page, and this one %d", maxFields)
	case d.calls.n > maxCalls:
		return deep(src, d.calls,
			"methods call each other at most %d deep on the page, and from here %d", maxCalls)
	}
	return nil
}

// deep returns the error for a limit that was exceeded.
func deep(src *il.Source, at maximum, format string, limit int) error {
	return &refusal{problem{Code: "limit", Exit: ask.ExitInconclusive, At: src.At(at.at),
		Message: fmt.Sprintf("line %d: ", src.Position(at.at).Line) +
			fmt.Sprintf(format, limit, at.n), Fix: "the command wobbly goes deeper"}}
}

// A maximum is the largest value that was seen, and where it was seen first.
type maximum struct {
	n  int
	at il.Pos
}

func (m *maximum) see(n int, at il.Pos) {
	if n > m.n {
		*m = maximum{n, at}
	}
}

// A method is a node of the call graph, with the state of the depth-first search in follow.
type method struct {
	at      il.Pos
	calls   []string // the names of the called methods, in the order of the text
	chain   int      // the length of the longest chain of calls that begins here, once done
	visited bool     // whether it is or was on the stack
	done    bool     // whether all methods that it calls are done, apart from cycles
}

// depths collects how deep a text is nested.
type depths struct {
	blocks, fields, calls maximum
	methods               map[string]*method
	order                 []*method // the methods in the order of the text
}

// read measures blocks and paths, and builds the call graph, from the tokens of a text.
func (d *depths) read(text string) {
	nested, fields := 0, 0
	var inside *method   // the method that the present token belongs to
	var last parse.Token // the token before, except comments
	before := ""         // its text
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

// named records a name that is followed by a parenthesis: outside of blocks the head of a method,
// otherwise a call. It returns the method that the following tokens belong to.
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

// follow finds the longest chain of calls by a depth-first search. It keeps its own stack, because
// a chain may be as long as the text. A cycle of calls, which is an error of the program, ends a
// chain.
func (d *depths) follow() {
	if len(d.order) <= maxCalls {
		return
	}
	for _, begin := range d.order {
		for stack := []*method{begin}; len(stack) > 0; {
			m := stack[len(stack)-1]
			if !m.visited {
				m.visited = true
				stack = append(stack, d.called(m, func(to *method) bool { return !to.visited })...)
				continue
			}
			stack = stack[:len(stack)-1]
			if m.done {
				continue
			}
			m.done = true
			for _, to := range d.called(m, func(to *method) bool { return to.done && to != m }) {
				m.chain = max(m.chain, to.chain)
			}
			m.chain++
			d.calls.see(m.chain, m.at)
		}
	}
}

// called lists the methods that m calls and that satisfy wanted.
func (d *depths) called(m *method, wanted func(*method) bool) (all []*method) {
	for _, name := range m.calls {
		if to := d.methods[name]; to != nil && wanted(to) {
			all = append(all, to)
		}
	}
	return all
}
