package engine

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/report/picture"
	"wobbly/session"
)

// maxGraph is the largest number of states of a graph. A larger one cannot be read.
const maxGraph = 2000

// or returns *p, or the default if p is nil.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// notNegative returns an error for a negative number.
func notNegative(name string, n int) error {
	if n < 0 {
		return refuse("message", "%s must not be negative", name)
	}
	return nil
}

func (p *exploreAsk) search() (ask.Search, error) {
	s := ask.Search{
		Unroll: p.Unroll, Switches: p.Switches, MaxStates: or(p.MaxStates, ask.MaxStates),
		MaxObjects: or(p.MaxObjects, ask.MaxObjects),
		Full:       p.Full, Fingerprint: p.Fingerprint, Workers: 1, Runs: p.Runs,
		Seed: cmp.Or(p.Seed, 1), Given: p.Init == "given",
	}
	if err := cmp.Or(
		notNegative("unroll", or(p.Unroll, 0)),
		notNegative("switches", or(p.Switches, 0)),
		notNegative("maxStates", s.MaxStates),
		notNegative("maxObjects", s.MaxObjects),
		notNegative("runs", p.Runs),
	); err != nil {
		return s, err
	}
	if !slices.Contains([]string{"", "all", "given"}, p.Init) {
		return s, unknown("kind of initial states", p.Init, []string{"all", "given"})
	}
	strategy, ok := ask.Strategies[cmp.Or(p.Strategy, "breadth")]
	if !ok {
		return s, unknown("strategy", p.Strategy, []string{"breadth", "depth", "random"})
	}
	s.Strategy = strategy
	if p.Stateless && !s.Given {
		return s, refuse("message", "stateless counts from one initial state: it needs init given")
	}
	return s, nil
}

func (c *call) explore(p exploreAsk) ([]byte, int, error) {
	search, err := p.search()
	if err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	doc, finish, err := ask.Explore(c.ctx, core,
		ask.Exploring{Pair: p.Pair, Search: search, Stateless: p.Stateless, Watch: c.watch})
	if err != nil {
		return nil, 0, err
	}
	var b bytes.Buffer
	outcome, err := report.ExploreJSON(&b, doc)
	return document(&b), ask.ExitOfSearch(outcome), errors.Join(finish(), err)
}

// watch reports the progress of the search of a pair.
func (c *call) watch(p il.Pair) ask.Watcher {
	return c.meter("search", p.Left.Name+" || "+p.Right.Name)
}

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
		v.Edges = append(v.Edges, graphEdge{e.From, e.To, threads[e.Thread], e.Text})
	}
	v.lay(g)
	return v, nil
}

// The sizes of a drawing of a graph, in pixels.
const (
	nodeWidth  = 150 // from one state of a row to the next
	nodeHeight = 76
	maxDrawn   = 400 // states
	maxLabel   = 14  // characters
)

// lay draws the first states in rows, by the fewest steps that lead to them. A state is placed in
// the order of the state before it, so that few edges cross.
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

// threads are the names of the threads.
var threads = [2]string{"A", "B"}

func (c *call) compare(p compareAsk) ([]byte, int, error) {
	q := ask.Comparison{
		Pair: p.Pair, Seed: cmp.Or(p.Seed, 1), MaxStates: or(p.MaxStates, ask.MaxStates),
	}
	err := notNegative("maxStates", q.MaxStates)
	if err != nil {
		return nil, 0, err
	}
	if q.Columns, err = ask.Columns(p.Analyzers); err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	q.Progress = c.meter("compare", "exact search").Progress
	doc, exit, err := ask.Compare(c.ctx, core, q)
	if err != nil {
		return nil, 0, err
	}
	return documentOf(doc, exit)
}

func (c *call) format(p fmtAsk) (program, error) {
	src, err := p.source()
	if err != nil {
		return program{}, err
	}
	text, err := ask.Format(c.ctx, src, p.Core)
	return program{src.Name, text}, err
}

func drawn(draw func(*strings.Builder) error) (string, error) {
	var b strings.Builder
	err := draw(&b)
	return b.String(), err
}

// themes maps names to the themes of pictures.
var themes = map[string]picture.Theme{
	"": picture.Auto, "auto": picture.Auto, "light": picture.Light, "dark": picture.Dark,
	"print": picture.Print,
}

func themeOf(name string) (picture.Theme, error) {
	t, ok := themes[name]
	if !ok {
		return t, unknown("theme", name, []string{"auto", "light", "dark", "print"})
	}
	return t, nil
}
