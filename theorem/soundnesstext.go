package theorem

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// commandText is a command of a trace in the paper's notation.
func commandText(c il.Command) string {
	switch c := c.(type) {
	case fmt.Stringer: // push and pop
		return c.String()
	case il.Stmt:
		return il.Text(c)
	default:
		panic(il.Unknown(c))
	}
}

// traceText is a syntactic trace as a list.
func traceText(t []il.Command) string {
	texts := make([]string, len(t))
	for i, c := range t {
		texts[i] = commandText(c)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// blockText is a compound program on one line.
func blockText(b *il.Block) string {
	if len(b.List()) == 0 {
		return "{ }"
	}
	texts := make([]string, len(b.List()))
	for i, s := range b.List() {
		texts[i] = stmtText(s)
	}
	return "{ " + strings.Join(texts, "; ") + " }"
}

func stmtText(s il.Stmt) string {
	switch s := s.(type) {
	case *il.If:
		return "if * " + blockText(s.Then) + " else " + blockText(s.Else)
	case *il.While:
		return "while * " + blockText(s.Body)
	default:
		return il.Text(s)
	}
}

// stateText is the current frame and the heap of a state.
func stateText(s semantics.State) string {
	var texts []string
	for x, l := range s.S.Top.Vars() {
		texts = append(texts, x+" = "+l.String())
	}
	for a, l := range s.H.Cells() {
		texts = append(texts, a.String()+" = "+l.String())
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
