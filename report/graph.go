package report

import (
	"fmt"
	"io"
	"strings"
)

// Graph is the states that a program can reach from a given initial state, and
// the steps between them.
type Graph struct {
	Title string
	Nodes []GraphNode // the first ones are the initial states
	Edges []GraphEdge
}

// GraphNode is a state.
type GraphNode struct {
	Initial bool
	At      [2]string // what each thread does next: "26:5 out := b.f", or "end"
	Lock    string    // who holds the lock, and how deep: "A 1", or "free"
	Race    string    // the cell that both threads are about to access, one of them to write; else empty
	End     bool

	// Moves lead to it from the node Before, which has the fewest steps to it: "A", "B A+0". An
	// initial node has the choices from the start.
	Before int
	Moves  string
}

// GraphEdge is a step of a thread.
type GraphEdge struct {
	From, To int // in Nodes
	Thread   int
	Text     string
}

// Dot prints the graph in the language of Graphviz. Racing states are red
// octagons, ends have a double border; A's steps are blue, B's dashed.
func Dot(w io.Writer, g *Graph) error {
	p := &page{w: w}
	p.line("digraph %s {", dotQuote(g.Title))
	p.line("  label=%s; labelloc=t; fontname=monospace;", dotQuote(g.Title))
	p.line("  node [shape=box, fontname=monospace];")
	p.line("  edge [fontname=monospace];")
	for i, n := range g.Nodes {
		p.line("  s%d [%s];", i, dotNode(n))
	}
	for _, e := range g.Edges {
		style := "color=blue"
		if e.Thread == 1 {
			style = "style=dashed"
		}
		p.line("  s%d -> s%d [label=%s, %s];", e.From, e.To, dotQuote(letters[e.Thread]+" "+e.Text), style)
	}
	p.line("}")
	return p.err
}

func dotNode(n GraphNode) string {
	lines := []string{"A " + n.At[0], "B " + n.At[1], "lock " + n.Lock}
	style := ""
	switch {
	case n.Race != "":
		lines = append(lines, "race on "+n.Race)
		style = ", shape=octagon, color=red, penwidth=2"
	case n.End:
		style = ", peripheries=2"
	}
	if n.Initial {
		style += ", style=bold"
	}
	for i, l := range lines {
		lines[i] = dotEscape(l) + `\l`
	}
	return fmt.Sprintf(`label="%s"%s`, strings.Join(lines, ""), style)
}

func dotQuote(s string) string { return `"` + dotEscape(s) + `"` }

// dotEscape escapes what a quoted text of Graphviz would take for something
// else.
func dotEscape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(Visible(s))
}
