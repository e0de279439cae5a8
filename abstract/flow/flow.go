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

// Access is an access of a unit whose path leads through the meeting object.
type Access struct {
	il.Site
	// Name leads to the meeting object at the beginning of the unit.
	Name abstract.Expr
	// Rest has the fields that are walked from the meeting object, each after its dot.
	Rest string
	Lock il.Level
	// Step is the number of commands on the shortest path to the access, at most paths.Far.
	Step int

	// Relies are the fields that the other thread must store into only in its own objects, and
	// Stores those that this thread stores into elsewhere. Both are empty without Options.Rely.
	Relies, Stores []string

	rest  int    // the number of fields of Rest
	frame *frame // of the unit
	end   found
	sets  *sets // of the unit
}

// relies and stores are Relies and Stores as words of a set.

func (a Access) relies() []uint64 { return a.sets.words[a.end.relies] }
func (a Access) stores() []uint64 { return a.sets.words[a.end.stores] }

// History returns the history of the trace. It is zero if the program names no lock.
func (a Access) History() il.History { return a.sets.history(a.end.stores) }

// Path returns the accessed path as seen from the beginning of the unit.
func (a Access) Path() abstract.Expr { return a.Name + abstract.Expr(a.Rest) }

// Compare orders accesses by site, lock level, length of the rest, and what they rely on.
func (a Access) Compare(b Access) int {
	return cmp.Or(a.Site.Compare(b.Site), a.Lock.Compare(b.Lock), cmp.Compare(a.rest, b.rest),
		cmp.Compare(len(a.Relies), len(b.Relies)), cmp.Compare(len(a.Stores), len(b.Stores)),
		cmp.Compare(a.Rest, b.Rest), slices.Compare(a.Relies, b.Relies),
		slices.Compare(a.Stores, b.Stores), cmp.Compare(a.end.stores, b.end.stores))
}

// Trace returns the choices on the shortest path to the access, in order. The access follows after
// Step commands and all of the choices.
func (a Access) Trace() []flow.Decision { return paths.Trace(a.frame, a.end.Found) }

// Calls returns the calls that are open at the access, outermost first.
func (a Access) Calls() []*il.Call { return paths.Calls(a.frame, a.end.Found) }

// Result is the analysis of a program. It may be used concurrently.
type Result struct {
	core    *il.Core
	options Options
	units   []*summary // by Unit.Index; nil for a unit that is only called
}

type summary struct {
	accesses []Access
	names    int    // the number of names that were followed
	longest  int    // see Result.Longest
	behind   bool   // see Result.Behind
	cut      string // see Result.Cut
}

func (r *Result) Core() *il.Core { return r.core }

// Accesses lists the accesses of a unit in the order of Access.Compare. The unit must belong to a
// pair.
func (r *Result) Accesses(u *il.Unit) []Access { return r.units[u.Index].accesses }

// Longest returns the number of fields of the longest name that was followed in a unit. Longer names
// find nothing more, unless Cut names a limit.
func (r *Result) Longest(u *il.Unit) int { return r.units[u.Index].longest }

// Behind reports whether a name was followed that leads through an object that the unit itself has
// made (limit 6 of the package comment).
func (r *Result) Behind(u *il.Unit) bool { return r.units[u.Index].behind }

// Cut names the limit that kept names of a unit from being followed, such as "more than 4096
// names". It is empty if nothing can be missing.
func (r *Result) Cut(u *il.Unit) string { return r.units[u.Index].cut }

// analysis has what is known of a program before its names are followed. Slices are indexed by
// Unit.Index, unless they say otherwise.
type analysis struct {
	ctx     context.Context
	core    *il.Core
	options Options
	graphs  []*graph
	fields  map[string]int // the index of each field in core.Fields
	sets    *sets
	single  []set            // by field: the set of this field
	endings map[int][]ending // by last field
	longest []int            // the number of fields of the longest path of an abstract summary
	reach   []int            // the number of fields that all statements walk, at most maxReach
}

type graph struct {
	*flow.Graph
	live []flow.VarSet // the variables that may be read before they are assigned
	lock []il.Level    // the lock level, counted from the unit's entry
}

// ending is a path of the program without its root and its first fields.
type ending struct {
	fields []string
	steps  []int // the indices of all fields except the last
}

// pollInterval is the number of states after which the context is polled.
const pollInterval = 255

// minUnits is the number of units that justifies another goroutine.
const minUnits = 16

// Analyze analyzes all units that belong to pairs, in parallel. The error is paths.ErrRecursive or
// one of paths.TooLarge.
func Analyze(core *il.Core, o Options) (*Result, error) {
	return AnalyzeContext(context.Background(), core, o)
}

// AnalyzeContext is like Analyze, but stops when ctx ends. The result has what was found by then,
// and its Cut mentions the interrupt for the unfinished units.
func AnalyzeContext(ctx context.Context, core *il.Core, o Options) (*Result, error) {
	x, err := newAnalysis(core, o.withDefaults())
	if err != nil {
		return nil, err
	}
	x.ctx = ctx
	n := len(core.Units)
	r := &Result{core: core, options: x.options, units: make([]*summary, n)}
	parallel.Each(parallel.Workers(n, minUnits), n, func(_, i int) {
		u := core.Units[i]
		if !core.IsUnitOfPairs(u) {
			return
		}
		// Each unit interns sets of its own, so that the limit on sets depends neither on other
		// units nor on their order.
		y := *x
		if o.Rely || len(core.Locks) > 0 {
			y.sets = x.sets.clone()
		}
		r.units[i] = y.summarize(u)
	})
	return r, nil
}

// newAnalysis prepares the units of a program, callees first.
func newAnalysis(core *il.Core, o Options) (*analysis, error) {
	graphs, err := paths.Graphs(core)
	if err != nil {
		return nil, err
	}
	n := len(core.Units)
	x := &analysis{
		ctx:     context.Background(),
		core:    core,
		options: o,
		graphs:  make([]*graph, n),
		longest: make([]int, n),
		reach:   make([]int, n),
		fields:  map[string]int{},
		single:  make([]set, len(core.Fields)),
		endings: map[int][]ending{},
	}
	for i, f := range core.Fields {
		x.fields[f] = i
	}
	x.sets = newSets(core, x.fields)
	for f := range x.single {
		x.single[f] = x.sets.singleton(f)
	}
	if o.Rely {
		x.findEndings()
	}
	assigned := func(s il.Stmt) (name string, ok bool) {
		if _, fresh := s.(*il.New); fresh && o.without(ClauseFresh) {
			return "", false
		}
		return il.Def(s)
	}
	for _, u := range core.Order {
		plain := graphs[u.Index]
		g := &graph{
			Graph: plain, live: plain.Liveness(assigned), lock: make([]il.Level, len(plain.Nodes)),
		}
		for n := range g.Nodes {
			if s := g.Nodes[n].Stmt; s != nil {
				g.lock[n] = core.LevelAt(s)
			}
		}
		x.graphs[u.Index] = g
		longest, reach := 0, 0
		il.Walk(u.Body, func(s il.Stmt) {
			callee := 0
			if c, ok := s.(*il.Call); ok {
				below := core.Methods[c.Method].Index
				callee = x.longest[below]
				reach += x.reach[below]
			}
			il.EachExpr(s, func(e il.Expr) {
				longest = max(longest, len(e.Fields)+callee)
				reach += len(e.Fields)
			})
			reach = min(reach, maxReach)
		})
		x.longest[u.Index], x.reach[u.Index] = min(longest, maxFields), reach
	}
	return x, nil
}

// findEndings fills in an.endings, with each ending of an accessed path once.
func (an *analysis) findEndings() {
	known := map[string]bool{}
	for _, u := range an.core.Order {
		for _, a := range il.Accesses(u.Body) {
			last := len(a.Path.Fields) - 1
			for i := range last {
				e := ending{fields: a.Path.Fields[i:]}
				if known[dotted(e.fields)] {
					continue
				}
				known[dotted(e.fields)] = true
				for _, f := range a.Path.Fields[i:last] {
					e.steps = append(e.steps, an.fields[f])
				}
				f := an.fields[a.Field()]
				an.endings[f] = append(an.endings[f], e)
			}
		}
	}
}

// summarize follows the names of a unit, shortest first, until there are no more, they cannot find
// more, or a limit is met.
func (an *analysis) summarize(u *il.Unit) *summary {
	s := &summary{}
	best := map[kind][]variant{}
	states := an.options.MaxStates
	lim := an.limitOf(u)
	lost := "" // the first limit for which knowledge was given up
	names := make([]name, len(u.Formals))
	for i := range u.Formals {
		names[i] = name{root: i, rely: an.options.Rely}
	}
	for ; s.names < len(names); s.names++ {
		if s.names == an.options.MaxNames {
			s.cut = fmt.Sprintf("more than %d names", an.options.MaxNames)
		}
		if s.cut != "" || states <= 0 || an.ctx.Err() != nil {
			break
		}
		n := names[s.names]
		s.longest = len(n.fields)
		s.behind = s.behind || n.behind
		f := an.follow(u, n, &states)
		s.add(u, f, best)
		walked := f.walked[len(n.fields)] // from the end of the name
		if n.rely {
			n.walked = walked
			names[s.names] = n
		}
		lost = cmp.Or(lost, f.lost())
		// If the unit does not walk on from where the threads meet, it does not walk on from an own
		// object either.
		if slices.Contains(walked, true) && lim.follows(len(n.fields), best) {
			longer := an.longer(u, n, &states)
			names = append(names, longer...)
			if n.misses(longer) {
				lost = cmp.Or(lost, "names through new objects that were not followed")
			}
		}
	}
	if s.cut == "" && lost != "" && (limit{possible: an.possible(u), sets: an.sets}).misses(best) {
		s.cut = lost
	}
	if s.cut == "" {
		s.cut = an.cutFields(u, lim, names, &states, best)
	}
	if an.ctx.Err() != nil {
		s.cut = "not been followed to the end: interrupted"
	}
	if s.cut == "" && states <= 0 {
		s.cut = fmt.Sprintf("more than %d states", max(0, an.options.MaxStates))
	}
	slice.Sort(s.accesses, Access.Compare)
	return s
}

// dotted returns each field after a dot, such as ".f.g".
func dotted(fields []string) string {
	return strings.Join(slices.Concat([]string{""}, fields), ".")
}
