package language

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/il/symbol"
)

// Calls are the calls between a unit and another one, which is Unit. Sites has the name of the
// method in each call.
type Calls struct {
	Unit  Unit
	Sites []Span
}

// UnitAt returns the method that is named at a position, or the thread whose brace is there.
func (d *Document) UnitAt(pos il.Pos) (Unit, bool) {
	o, named := d.names().At(pos)
	units := d.Units()
	i := slices.IndexFunc(units, func(u Unit) bool {
		if u.Thread {
			return u.Name.At == pos
		}
		return named && o.Symbol.Kind == symbol.Method &&
			d.src.Text[u.Name.At:u.Name.End] == o.Symbol.Name
	})
	if i < 0 {
		return Unit{}, false
	}
	return units[i], true
}

// Callers lists the units that call u, in text order.
func (d *Document) Callers(u Unit) []Calls {
	return d.calls(func(caller, callee Unit) (other Unit, ok bool) { return caller, callee == u })
}

// Callees lists the methods that u calls, in the order of the first calls.
func (d *Document) Callees(u Unit) []Calls {
	return d.calls(func(caller, callee Unit) (other Unit, ok bool) { return callee, caller == u })
}

// calls groups the calls for which choose returns true by the unit that it returns. Calls of
// methods that do not exist are left out.
func (d *Document) calls(choose func(caller, callee Unit) (other Unit, ok bool)) []Calls {
	units, methods := d.Units(), map[string]Unit{}
	for i, u := range slices.Backward(units) { // the first of two with the same name counts
		if !u.Thread {
			methods[d.names().Units[i].Name] = u
		}
	}
	var all []Calls
	index := map[Unit]int{} // in all
	for i, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			call, ok := s.(*il.Call)
			if !ok {
				return
			}
			callee, ok := methods[call.Method]
			if !ok {
				return
			}
			other, ok := choose(units[i], callee)
			if !ok {
				return
			}
			if _, seen := index[other]; !seen {
				index[other] = len(all)
				all = append(all, Calls{Unit: other})
			}
			c := &all[index[other]]
			c.Sites = append(c.Sites, Span{call.At, call.At + il.Pos(len(call.Method))})
		})
	}
	return all
}

// A Signature is the head of a method that is being called, such as m(a, b).
type Signature struct {
	Head    string
	Formals []string
	// Active is the index of the parameter that is being written. It can be beyond the last one.
	Active int
}

// Signature returns the method whose arguments are being written at a position. It needs only the
// tokens of the program, so it works before the call is complete.
func (d *Document) Signature(pos il.Pos) (Signature, bool) {
	var last, callee string // the previous token, and the method of the open call, if any
	depth, argument := 0, 0
	for t := range parse.Tokens(d.src.Text) {
		if t.End > pos {
			break
		}
		if t.Kind == parse.CommentToken {
			continue
		}
		text := d.src.Text[t.At:t.End]
		switch text {
		case "{":
			depth++
			callee = ""
		case "}":
			depth = max(0, depth-1)
			callee = ""
		case ";", ")":
			callee = ""
		case "(":
			callee, argument = "", 0
			if depth > 0 {
				callee = last
			}
		case ",":
			argument++
		}
		last = text
	}
	for _, r := range d.outline() {
		if callee != "" && r.name == callee {
			return Signature{
				Head:    callee + "(" + strings.Join(r.formals, ", ") + ")",
				Formals: r.formals,
				Active:  argument,
			}, true
		}
	}
	return Signature{}, false
}

// A Fold is a block or a comment of several lines, counted from 0, which an editor can hide except
// for the first.
type Fold struct {
	First, Last int
	Comment     bool
}

// Folds lists the blocks and comments of several lines in text order. The line of a closing brace
// remains visible.
func (d *Document) Folds() []Fold {
	var all []Fold
	var open []int // the indexes in all of the blocks that are not closed yet
	code := -1     // the line of the last token that is not a comment
	for t := range parse.Tokens(d.src.Text) {
		first, last := d.Position(t.At, UTF8).Line, d.Position(t.End, UTF8).Line
		switch text := d.src.Text[t.At:t.End]; {
		case t.Kind == parse.CommentToken && code == first:
			// after code, so it belongs to that line
		case t.Kind == parse.CommentToken:
			if n := len(all) - 1; n >= 0 && all[n].Comment && all[n].Last == first-1 {
				all[n].Last = last
			} else {
				all = append(all, Fold{First: first, Last: last, Comment: true})
			}
		case text == "{":
			open = append(open, len(all))
			all = append(all, Fold{First: first})
		case text == "}" && len(open) > 0:
			all[open[len(open)-1]].Last = first - 1
			open = open[:len(open)-1]
		}
		if t.Kind != parse.CommentToken {
			code = last
		}
	}
	return slices.DeleteFunc(all, func(f Fold) bool { return f.Last <= f.First })
}
