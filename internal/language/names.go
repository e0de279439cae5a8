package language

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/il/symbol"
)

// A Span is a stretch of the text. End is exclusive.
type Span struct{ At, End il.Pos }

// Name returns the name at a position, if there is one.
func (d *Document) Name(pos il.Pos) (symbol.Occurrence, bool) { return d.names().At(pos) }

// Definition lists the definitions of the name at a position: the declaration of a method or
// parameter, the assignments of a local variable, the stores to a field.
func (d *Document) Definition(pos il.Pos) []Span {
	o, ok := d.names().At(pos)
	if !ok {
		return nil
	}
	role := symbol.Writes
	if o.Symbol.Kind == symbol.Method || o.Symbol.Kind == symbol.Formal {
		role = symbol.Declares
	}
	var all []Span
	for _, x := range d.names().Of(o.Symbol) {
		if x.Role == role {
			all = append(all, Span{x.At, x.End})
		}
	}
	if len(all) == 0 && o.Symbol.Kind == symbol.Formal { // threads do not declare parameters
		first := d.names().Of(o.Symbol)[0]
		return []Span{{first.At, first.End}}
	}
	return all
}

// References lists the occurrences of the name at a position in text order, those that declare it
// only on request.
func (d *Document) References(pos il.Pos, declarations bool) []symbol.Occurrence {
	o, ok := d.names().At(pos)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(d.names().Of(o.Symbol), func(x symbol.Occurrence) bool {
		return x.Role == symbol.Declares && !declarations
	})
}

// A Refused is an error that says why something cannot be done with a text, without a full stop.
type Refused string

func (r Refused) Error() string { return string(r) }

// Rename returns the edits that give the symbol at a position another name. The error is Refused if
// the program has syntax errors, which may hide names; if the new name is not a name; or if the
// program would mean something else, because the name is taken.
func (d *Document) Rename(pos il.Pos, name string) ([]diag.Edit, error) {
	o, ok := d.names().At(pos)
	switch {
	case !ok:
		return nil, Refused("there is no name here")
	case d.read().syntax > 0:
		return nil, Refused("the program has errors that may hide names; fix them first")
	case name == o.Symbol.Name:
		return nil, nil
	}
	if err := checkName(name); err != nil {
		return nil, err
	}
	var edits []diag.Edit
	for _, x := range d.names().Of(o.Symbol) {
		edits = append(edits, diag.Edit{At: x.At, End: x.End, Text: name})
	}
	return edits, d.checkEdits(o.Symbol, name, edits)
}

func checkName(name string) error {
	if slices.Contains(parse.Words(), name) {
		return Refused(name + " is a keyword and cannot be used as a name")
	}
	for t := range parse.Tokens(name) {
		if t.Kind == parse.NameToken && t.At == 0 && int(t.End) == len(name) {
			return nil
		}
	}
	return Refused("a name has letters, digits and _, and does not begin with a digit")
}

// checkEdits returns an error if the edits that rename s change the meaning of a name or cause
// errors.
func (d *Document) checkEdits(s *symbol.Symbol, name string, edits []diag.Edit) error {
	edited := Open(d.src.Name, apply(d.src.Text, edits), nil)
	old, all := d.names().All(), edited.names().All()
	if edited.read().syntax > 0 || len(all) != len(old) {
		return Refused(fmt.Sprintf("with the name %s the program would have syntax errors", name))
	}
	// The old and the new symbols must correspond one to one.
	newSymbols := map[*symbol.Symbol]*symbol.Symbol{}
	oldSymbols := map[*symbol.Symbol]*symbol.Symbol{}
	for i, x := range all {
		oldSymbol := old[i].Symbol
		if newSymbols[oldSymbol] == nil && oldSymbols[x.Symbol] == nil {
			newSymbols[oldSymbol], oldSymbols[x.Symbol] = x.Symbol, oldSymbol
		}
		switch {
		case newSymbols[oldSymbol] != x.Symbol || oldSymbols[x.Symbol] != oldSymbol:
			return Refused(fmt.Sprintf("%s is already the name of a %s here", name, x.Symbol.Kind))
		case oldSymbol.Kind != x.Symbol.Kind:
			return Refused(fmt.Sprintf("%s would be a %s, and %s is a %s", name, x.Symbol.Kind,
				s.Name, oldSymbol.Kind))
		}
	}
	if errs := edited.read().errors; len(errs) > len(d.read().errors) {
		return Refused(fmt.Sprintf("with the name %s: %s", name,
			newError(d.read().errors, errs).Message))
	}
	return nil
}

// newError returns the first error with a code that has become more frequent.
func newError(old, errs diag.List) diag.Diagnostic {
	count := map[diag.Code]int{}
	for _, x := range old {
		count[x.Code]++
	}
	for _, x := range errs {
		if count[x.Code]--; count[x.Code] < 0 {
			return x
		}
	}
	return errs[0]
}

// apply applies edits, which are in text order and do not overlap.
func apply(text string, edits []diag.Edit) string {
	var out []byte
	last := il.Pos(0)
	for _, e := range edits {
		out = append(append(out, text[last:e.At]...), e.Text...)
		last = e.End
	}
	return string(append(out, text[last:]...))
}
