package language

import (
	"fmt"

	"wobbly/il/diag"
)

// Action is a change of the text that fixes an error.
type Action struct {
	Title string
	Of    Diagnostic // the error
	Edits []diag.Edit
}

// Actions lists the fixes for errors that touch a stretch of the text. Only fixes that, when tried,
// leave fewer errors are listed.
func (d *Document) Actions(in Span) []Action {
	var all []Action
	for _, x := range d.Errors() {
		if x.At > in.End || x.End < in.At || len(x.Edits) == 0 {
			continue
		}
		now := Open(d.src.Name, apply(d.src.Text, x.Edits), nil)
		if len(now.read().errors) < len(d.read().errors) {
			all = append(all, Action{Title: fmt.Sprintf("%s: %s", x.Code, x.Fix), Of: x, Edits: x.Edits})
		}
	}
	return all
}
