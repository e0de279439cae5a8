package engine

import (
	"cmp"
	"errors"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/session"
)

// maxGraph is the largest number of states of a graph. A larger one cannot be read.
const maxGraph = 2000

func (c *call) graph(p graphAsk) (graphView, error) {
	if err := notNegative("limit", p.Limit); err != nil {
		return graphView{}, err
	}
	core, err := p.load(c, false)
	if err != nil {
		return graphView{}, err
	}
	s, _, err := ask.Opening{Pair: p.Pair, Heap: p.Heap}.Open(c.ctx, core)
	if err != nil {
		return graphView{}, err
	}
	in := s.Init()
	g, err := ask.Graph(core, s.Pair(), &in, min(cmp.Or(p.Limit, maxGraph), maxGraph))
	var large *ask.Refusal
	if errors.As(err, &large) {
		return graphView{},
			&refusal{problem{
				Code: "limit", Exit: large.Exit, Message: large.Text, Fix: "explore counts them",
			}}
	}
	if err != nil {
		return graphView{}, err
	}
	v := graphView{
		Pair:  s.Pair().Left.Name + "," + s.Pair().Right.Name,
		Heap:  session.InitText(core, s.Pair(), in),
		Title: g.Title, Nodes: make([]graphNode, len(g.Nodes)), Edges: []graphEdge{},
	}
	for i, n := range g.Nodes {
		v.Nodes[i] = graphNode{
			Initial: n.Initial, At: n.At, Lock: n.Lock, Race: n.Race, Deadlock: n.Deadlock,
			End: n.End,
		}
		if !n.Initial {
			v.Nodes[i].Depth = v.Nodes[n.Before].Depth + 1
		}
	}
	for _, e := range g.Edges {
		v.Edges = append(v.Edges, graphEdge{
			From: e.From, To: e.To, Thread: threads[e.Thread], Text: e.Text,
		})
	}
	v.lay(g)
	return v, nil
}

// The sizes of a drawing of a graph, in pixels.
const (
	nodeWidth  = 150 // from one state of a row to the next
	nodeHeight = 76  // from one row to the next
)

const (
	maxDrawn = 400 // states in a drawing
	maxLabel = 14  // characters in a label
)

// lay places the first maxDrawn states in rows, by the fewest steps that lead to them. Within a row
// the states are in the order of the states before them, so that few edges cross.
func (v *graphView) lay(g *report.Graph) {
	v.Drawn = min(len(v.Nodes), maxDrawn)
	var rows [][]int
	for i := range v.Nodes[:v.Drawn] {
		n := &v.Nodes[i]
		for len(rows) <= n.Depth {
			rows = append(rows, nil)
		}
		rows[n.Depth] = append(rows[n.Depth], i)
		n.Schedule = g.Nodes[i].Moves
		if !n.Initial {
			n.Schedule = strings.TrimSpace(v.Nodes[g.Nodes[i].Before].Schedule + " " + n.Schedule)
		}
		for t, at := range n.At {
			n.Labels[t] = shortened(at)
		}
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	for depth, row := range rows {
		slice.SortStable(row, func(a, b int) int {
			if depth == 0 {
				return 0
			}
			return cmp.Compare(v.Nodes[g.Nodes[a].Before].X, v.Nodes[g.Nodes[b].Before].X)
		})
		left := (widest - len(row)) * nodeWidth / 2
		for k, i := range row {
			v.Nodes[i].X, v.Nodes[i].Y = left+k*nodeWidth+nodeWidth/2, depth*nodeHeight+nodeHeight/2
		}
	}
	v.Width, v.Height = max(widest, 1)*nodeWidth, max(len(rows), 1)*nodeHeight
}

// shortened cuts a text so that it fits into the box of a state.
func shortened(label string) string {
	if r := []rune(label); len(r) > maxLabel {
		return string(r[:maxLabel-1]) + "…"
	}
	return label
}
