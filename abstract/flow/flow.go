package flow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
)

// Access is an access of a unit at one lock level, by a name that a path to it leaves
// alone.
type Access struct {
	il.Site
	Name abstract.Expr // q
	Rest string        // r: the fields that the access walks from the object of the name, each with its dot
	Lock il.Level
	Step int // commands on the shortest path to it; what nobody counts is a large number

	// Where threads rely on each other: fields that the other thread stores into only in
	// its own objects, and those that this one stores into elsewhere.
	Relies, Stores []string

	rest  int
	frame *frame // of the unit
	end   found
	sets  *sets // of its unit
}

// relies and stores are the sets Relies and Stores.
func (a Access) relies() []uint64 { return a.sets.held[a.end.relies] }
func (a Access) stores() []uint64 { return a.sets.held[a.end.gives] }

// Path is q.r, what is accessed in terms of the beginning of the unit.
func (a Access) Path() abstract.Expr { return a.Name + abstract.Expr(a.Rest) }

// Compare orders accesses by site, then lock level, then the length of their rest; where
// threads rely on each other, then by what they rely on.
func (a Access) Compare(b Access) int {
	return cmp.Or(a.Site.Compare(b.Site), a.Lock.Compare(b.Lock), cmp.Compare(a.rest, b.rest),
		cmp.Compare(len(a.Relies), len(b.Relies)), cmp.Compare(len(a.Stores), len(b.Stores)), cmp.Compare(a.Rest, b.Rest),
		slices.Compare(a.Relies, b.Relies), slices.Compare(a.Stores, b.Stores))
}

// Result is what the analysis found in a program.
type Result struct {
	core    *il.Core
	options Options
	units   []*summary // by Unit.Index; nil for what is only called
}

// summary is the accesses of a unit.
type summary struct {
	accesses []Access
	names    int
	longest  int  // fields of the longest name
	behind   bool // a name was followed behind what the unit has made
	cut      string
}

// analysis is a program that is being analysed.
type analysis struct {
	ctx     context.Context
	core    *il.Core
	options Options
	graphs  []*graph // by Unit.Index
	fields  map[string]int
	sets    *sets
	single  []set            // by field
	endings map[int][]ending // by last field
	longest []int            // by Unit.Index: fields of the longest path that a summary of package abstract holds
	reach   []int            // by Unit.Index
}

// fewUnits is how many units are not worth a goroutine of their own.
const fewUnits = 16

// Analyze runs the analysis on all units of pairs, side by side. The error is one of
// package paths.
func Analyze(core *il.Core, o Options) (*Result, error) {
	return AnalyzeContext(context.Background(), core, o)
}

// AnalyzeContext is Analyze until ctx ends: what it has found of the units by then is kept,
// and Cut says so of those that it was not done with.
func AnalyzeContext(ctx context.Context, core *il.Core, o Options) (*Result, error) {
	x, err := newAnalysis(core, o.complete())
	if err != nil {
		return nil, err
	}
	x.ctx = ctx
	n := len(core.Units)
	r := &Result{core: core, options: x.options, units: make([]*summary, n)}
	parallel.Each(parallel.Workers(n, fewUnits), n, func(_, i int) {
		if u := core.Units[i]; core.IsUnitOfPairs(u) {
			r.units[i] = x.ofUnit().unit(u)
		}
	})
	return r, nil
}

// ofUnit is the analysis for one unit: with sets of fields of its own, so that which of
// them there are too many of does not depend on other units, nor on who is first.
func (x *analysis) ofUnit() *analysis {
	if !x.options.Rely { // nobody joins sets
		return x
	}
	y := *x
	y.sets = x.sets.again()
	return &y
}

// newAnalysis reads a program, callees first.
func newAnalysis(core *il.Core, o Options) (*analysis, error) {
	graphs, err := paths.Graphs(core)
	if err != nil {
		return nil, err
	}
	n := len(core.Units)
	x := &analysis{ctx: context.Background(), core: core, options: o, graphs: make([]*graph, n), longest: make([]int, n), reach: make([]int, n), fields: map[string]int{}}
	for i, f := range core.Fields {
		x.fields[f] = i
	}
	x.relate()
	for _, u := range core.Order {
		x.graphs[u.Index] = newGraph(core, graphs[u.Index], o)
		x.longest[u.Index] = x.fieldsOf(u)
		x.reach[u.Index] = x.reachOf(u)
	}
	return x, nil
}

// fieldsOf is the number of fields of the longest path of a unit, calls included.
func (x *analysis) fieldsOf(u *il.Unit) (most int) {
	il.Walk(u.Body, func(s il.Stmt) {
		below := 0
		if c, ok := s.(*il.Call); ok {
			below = x.longest[x.core.Methods[c.Method].Index]
		}
		il.EachExpr(s, func(e il.Expr) { most = max(most, len(e.Fields)+below) })
	})
	return min(most, maxFields)
}

// unit follows the names of a unit, the shortest first.
func (x *analysis) unit(u *il.Unit) *summary {
	s := &summary{}
	best := map[kind][]variant{}
	states := x.options.MaxStates
	l := x.limitOf(u)
	var less []string // what limits left out of what is known
	names := make([]name, len(u.Formals))
	for i := range u.Formals {
		names[i] = name{root: i, rely: x.options.Rely}
	}
	for ; s.names < len(names); s.names++ {
		if s.names == x.options.MaxNames {
			s.cut = fmt.Sprintf("more than %d names", x.options.MaxNames)
		}
		if s.cut != "" || states <= 0 || x.ctx.Err() != nil {
			break
		}
		q := names[s.names]
		s.longest = len(q.fields)
		s.behind = s.behind || q.behind
		f := x.follow(u, q, &states)
		s.add(u, f, best)
		if q.rely {
			q.on = f.walked[len(q.fields)]
			names[s.names] = q
		}
		less = append(less, f.less()...)
		if f.goesOn() && l.follows(len(q.fields), best) {
			more := x.longer(u, q, &states)
			names = append(names, more...)
			less = append(less, q.without(more)...)
		}
	}
	if s.cut == "" && len(less) > 0 && (limit{possible: x.possible(u)}).misses(best) {
		s.cut = less[0]
	}
	if s.cut == "" {
		s.cut = x.cutFields(u, l, names, &states, best)
	}
	if x.ctx.Err() != nil {
		s.cut = "not been followed to the end: interrupted"
	}
	if s.cut == "" && states <= 0 {
		s.cut = fmt.Sprintf("more than %d states", max(0, x.options.MaxStates))
	}
	slice.Sort(s.accesses, Access.Compare)
	return s
}

// follow explores a unit by a name.
func (x *analysis) follow(u *il.Unit, q name, states *int) *follower {
	f := &follower{analysis: x, name: q, lists: newLists(q), walked: make([][]bool, len(q.fields)+1), frames: map[entry]*frame{}, entries: map[entry]int{}, states: states}
	for i := range f.walked {
		f.walked[i] = make([]bool, len(x.core.Fields))
	}
	values := slices.Repeat([]value{q.elsewhere()}, len(u.Formals))
	values[q.root] = 0
	f.whole = f.frame(entry{u.Index, f.lists.number(values), f.beginning()})
	return f
}

// goesOn tells whether the unit walks on from the end of the name: if it does not where
// threads meet there, it does not from an object of its own either.
func (x *follower) goesOn() bool { return slices.Contains(x.walked[len(x.name.fields)], true) }

// beginning is what the cells hold.
func (x *follower) beginning() list {
	if x.name.rely {
		return x.first()
	}
	return x.lists.initial(len(x.core.Fields)).held
}

// longer is the names with one field more. They are those by which the unit walks
// from the end of the name, while that is one of the thread's own objects: until the
// first such walk, nothing depends on the field, nor on whose the object is. They are
// looked for with what Theorem 2f knows. Where threads rely on each other, those are
// added by which the unit walks from where they meet; but not in a unit with loops,
// where there would be too many.
func (x *analysis) longer(u *il.Unit, q name, states *int) []name {
	before, loops := len(q.fields), x.core.HasLoop(u)
	own := q.with(noField)
	own.rely = false
	f := x.follow(u, own, states)
	var all []name
	for g, walked := range f.walked[before] {
		if walked || !loops && q.on != nil && q.on[g] {
			n := q.with(g)
			n.behind = q.behind || !walked
			all = append(all, n)
		}
	}
	return all
}

// add enters the accesses by one name, where it has the shortest path so far.
func (s *summary) add(u *il.Unit, f *follower, best map[kind][]variant) {
	q := u.Formals[f.name.root]
	for _, g := range f.name.fields {
		q += "." + f.core.Fields[g]
	}
	for _, a := range f.whole.found {
		b := Access{
			Site: a.Site, Name: abstract.Expr(q), Rest: dotted(a.own[len(a.own)-a.rest:]), Lock: a.lock, Step: a.steps,
			Relies: f.named(a.relies), Stores: f.named(a.gives), rest: a.rest, frame: f.whole, end: a, sets: f.sets,
		}
		switch i, ok := f.sets.enter(best, a.kind(), variant{a.relies, a.gives, a.steps, len(s.accesses)}); {
		case !ok:
		case i == len(s.accesses):
			s.accesses = append(s.accesses, b)
		default:
			s.accesses[i] = b
		}
	}
}

// dotted is fields, each with its dot.
func dotted(fields []string) string {
	var b strings.Builder
	for _, f := range fields {
		b.WriteByte('.')
		b.WriteString(f)
	}
	return b.String()
}

// Accesses lists the accesses of a unit of pairs, in order.
func (r *Result) Accesses(u *il.Unit) []Access { return r.units[u.Index].accesses }

// Longest is how many fields the longest name has by which a unit was followed. No
// longer name finds more, unless Cut names a limit.
func (r *Result) Longest(u *il.Unit) int { return r.units[u.Index].longest }

// Behind tells whether a unit was followed by a name that it walks only from what it has
// taken out of an object of its own making: see the list of limits, 6.
func (r *Result) Behind(u *il.Unit) bool { return r.units[u.Index].behind }

// Cut says which limit has kept names of a unit from being followed, such as "more
// than 4096 names"; it is empty if none has, or if nothing can be missing for it.
func (r *Result) Cut(u *il.Unit) string { return r.units[u.Index].cut }

// graph is the flow graph of a unit, with what this analysis asks of its nodes.
type graph struct {
	*flow.Graph
	live []flow.VarSet // by node: the variables that are read from there on before they are assigned
	lock []il.Level    // by node: the lock level, counted from the unit's entry
}

// newGraph is the flow graph of a unit with what is asked of its nodes.
func newGraph(core *il.Core, plain *flow.Graph, o Options) *graph {
	g := &graph{Graph: plain, live: plain.Liveness(o.assigned), lock: make([]il.Level, len(plain.Nodes))}
	for n := range g.Nodes {
		if s := g.Nodes[n].Stmt; s != nil {
			g.lock[n] = core.LevelAt(s)
		}
	}
	return g
}

// assigned is the variable that a statement gives another value, if there is one.
func (o Options) assigned(s il.Stmt) (name string, ok bool) {
	if _, fresh := s.(*il.New); fresh && o.without(ClauseFresh) {
		return "", false
	}
	return il.Def(s)
}
