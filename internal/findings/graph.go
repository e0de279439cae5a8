package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics"
)

// TooLarge is the error for a state graph with too many states to draw.
type TooLarge struct{ Limit int }

func (e TooLarge) Error() string { return fmt.Sprintf("there are more than %d states", e.Limit) }

// Graph returns the state graph of a program from an initial state, by the readable semantics
// (package semantics): its nodes are the configurations in which no choice is left to resolve, up
// to semantics.Config.Key. The error is TooLarge or that of semantics.NewConfig and
// semantics.WellBehaved.
func Graph(core *il.Core, p il.Pair, in semantics.Init, limit int) (*report.Graph, error) {
	start, err := semantics.NewConfig(core, p, in)
	if err == nil {
		err = semantics.WellBehaved(start)
	}
	if err != nil {
		return nil, err
	}
	g := &grapher{core: core, in: in, number: map[string]int{}}
	g.graph.Title = fmt.Sprintf("%s: %s || %s", report.FileName(core.Source.Name), p.Left.Name,
		p.Right.Name)
	for _, k := range resolutions(start) {
		g.node(k, report.GraphNode{Initial: true})
	}
	for i := 0; i < len(g.configs); i++ {
		if len(g.configs) > limit {
			return nil, TooLarge{limit}
		}
		g.steps(i)
	}
	return &g.graph, nil
}

type grapher struct {
	core    *il.Core
	in      semantics.Init
	graph   report.Graph
	configs []semantics.Config // of the nodes
	number  map[string]int     // of the nodes, by Key
}

// resolved is a configuration without choices, and the choices that led to it: " A+0 B-0".
type resolved struct {
	semantics.Config
	choices string
}

// resolutions resolves the threads' next choices, as semantics.Resolved does.
func resolutions(k semantics.Config) (all []resolved) {
	seen := map[string]bool{}
	for waiting := []resolved{{k, ""}}; len(waiting) > 0; waiting = waiting[1:] {
		at := waiting[0]
		key := at.Key()
		if seen[key] {
			continue
		}
		seen[key] = true
		chooses := false
		for _, i := range semantics.Tids {
			for _, c := range at.Threads[i].Point.Choices() {
				sign := "-"
				if c.Take == semantics.Then || c.Take == semantics.Loop {
					sign = "+"
				}
				next, _ := semantics.Choose(at.Config, i, c.Take)
				waiting = append(waiting,
					resolved{next, at.choices + " " + i.String() + sign + "0"})
				chooses = true
			}
			if chooses {
				break
			}
		}
		if !chooses {
			all = append(all, at)
		}
	}
	return all
}

// node returns the number of the node of a configuration without choices. A new node is x,
// completed from the configuration.
func (g *grapher) node(k resolved, x report.GraphNode) int {
	key := k.Key()
	if n, ok := g.number[key]; ok {
		return n
	}
	n := len(g.configs)
	g.number[key] = n
	g.configs = append(g.configs, k.Config)
	x.End, x.Moves = k.Done(), strings.TrimSpace(x.Moves+k.choices)
	var held []string
	for _, i := range semantics.Tids {
		x.At[i] = "end"
		if c, ok := k.Command(i); ok {
			x.At[i] = g.core.Source.At(c.Pos()) + " " + commandText(c)
		}
		switch l := k.Threads[i].L; {
		case !l.Held():
		case len(g.core.Locks) == 0:
			held = append(held, fmt.Sprintf("%s %v", i, l))
		default:
			held = append(held, i.String()+" "+g.core.LevelText(l))
		}
	}
	x.Lock = cmp.Or(strings.Join(held, "; "), "free")
	if r, ok := semantics.Race(k.Config); ok {
		x.Race = g.object(r[0].Cell.Loc) + "." + r[0].Cell.Field
	}
	_, x.Deadlock = semantics.Deadlock(k.Config)
	g.graph.Nodes = append(g.graph.Nodes, x)
	return n
}

// object names a location: initial objects as the init block does.
func (g *grapher) object(l semantics.Loc) string {
	if n := int(l) - 1; n < len(g.in.Objects) {
		return g.in.Objects[n]
	}
	return "a new object"
}

// steps adds the edges from a node, and the nodes that they lead to.
func (g *grapher) steps(from int) {
	k := g.configs[from]
	for _, i := range semantics.Tids {
		next, move, stuck := semantics.Next(k, i)
		if stuck != nil {
			continue
		}
		var to []int
		for _, s := range resolutions(next) {
			n := g.node(s, report.GraphNode{Before: from, Moves: i.String()})
			if !slices.Contains(to, n) {
				to = append(to, n)
				text := g.core.Source.At(move.Command.Pos()) + " " + commandText(move.Command)
				g.graph.Edges = append(g.graph.Edges,
					report.GraphEdge{From: from, To: n, Thread: int(i), Text: text})
			}
		}
	}
}

// commandText returns the source text of a command, or the call that it enters or leaves.
func commandText(c il.Command) string {
	switch c := c.(type) {
	case il.Push:
		return "enter " + il.Text(c.Call)
	case il.Pop:
		return "leave " + c.Call.Method
	case il.Stmt:
		return il.SourceText(c)
	default:
		panic(il.Unknown(c))
	}
}
