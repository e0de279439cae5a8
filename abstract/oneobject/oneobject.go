package oneobject

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/slice"
)

// Access is an access of the initial object by a unit that runs alone.
type Access struct {
	il.Access
	Unit *il.Unit
	Lock il.Level
	Step int // commands on the shortest path to it, at most paths.Far

	frame *frame
	found found
}

// Trace returns the choices on the shortest path to the access, in order. The access follows after
// Step commands and all of the choices.
func (a Access) Trace() []flow.Decision { return paths.Trace(a.frame, a.found.Found) }

// Calls returns the calls that are open at the access, outermost first.
func (a Access) Calls() []*il.Call { return paths.Calls(a.frame, a.found.Found) }

// Report is a race. First is the thread that runs to its access before the other one starts, or
// Merged.
type Report struct {
	Ends  [2]Access // of thread A and of thread B
	First int
}

// Merged means that the steps of both threads are merged as their locks require (Lemma S).
const Merged = -1

// Sites returns where the accesses are, that of thread A first.
func (r Report) Sites() il.Sites { return il.Sites{r.Ends[0].Site, r.Ends[1].Site} }

// Result is the analysis of a program. It is safe for concurrent use.
type Result struct {
	*program
	units []unit // by Unit.Index
}

// unit has the accesses of a unit, which is explored when they are first needed.
type unit struct {
	sync.Mutex
	done     bool
	accesses []Access
	cut      string // as Result.Accesses returns it
}

// Analyze prepares the analysis of a program. The error is one of package paths.
func Analyze(core *il.Core, o Options) (*Result, error) {
	p, err := newProgram(core, o)
	if err != nil {
		return nil, err
	}
	return &Result{p, make([]unit, len(core.Units))}, nil
}

// Accesses returns the accesses of a unit, sorted by site and lock level. If a limit may have left
// some out, cut names it.
func (r *Result) Accesses(ctx context.Context, u *il.Unit) (list []Access, cut string) {
	x := &r.units[u.Index]
	x.Lock()
	defer x.Unlock()
	if x.done {
		return x.accesses, x.cut
	}
	whole, cut := r.explore(ctx, u)
	list = make([]Access, len(whole.found))
	for i, a := range whole.found {
		list[i] = Access{
			Access: a.access, Unit: u, Lock: a.lock, Step: a.steps, frame: whole, found: a,
		}
	}
	slice.SortStable(list, func(a, b Access) int {
		return cmp.Or(a.Site.Compare(b.Site), a.Lock.Compare(b.Lock), cmp.Compare(a.Step, b.Step))
	})
	if ctx.Err() == nil { // an interrupted exploration is not kept
		x.accesses, x.cut = list, cut
		x.done = true
	}
	return list, cut
}

// Reports lists the races of C1 || C2, one for each pair of sites, sorted by them: the shortest
// one found. If limits may have left some out, cuts names them.
func (r *Result) Reports(ctx context.Context, p il.Pair) (list []Report, cuts []string) {
	left, leftCut := r.Accesses(ctx, p.Left)
	right, rightCut := r.Accesses(ctx, p.Right)
	for _, cut := range []string{leftCut, rightCut} {
		if cut != "" && !slices.Contains(cuts, cut) {
			cuts = append(cuts, cut)
		}
	}
	best := map[il.Sites]Report{}
	for _, a := range left {
		for _, b := range right {
			if !a.Conflicts(b.Access) {
				continue
			}
			ends := [2]Access{a, b}
			sites := p.Sites(a.Site, b.Site)
			if sites[0] != a.Site {
				ends = [2]Access{b, a}
			}
			first, ok := r.order(ends)
			if !ok {
				continue
			}
			old, known := best[sites]
			if !known || a.Step+b.Step < old.Ends[0].Step+old.Ends[1].Step {
				best[sites] = Report{ends, first}
			}
		}
	}
	for _, x := range best {
		list = append(list, x)
	}
	slice.Sort(list, func(a, b Report) int { return a.Sites().Compare(b.Sites()) })
	return list, cuts
}

// Race returns a race of two accesses of C1 || C2 that conflict, or nil if none is found.
func (r *Result) Race(ctx context.Context, p il.Pair, s il.Sites) *Report {
	left, _ := r.Accesses(ctx, p.Left)
	right, _ := r.Accesses(ctx, p.Right)
	for _, a := range left {
		if a.Site != s[0] {
			continue
		}
		for _, b := range right {
			if b.Site != s[1] {
				continue
			}
			ends := [2]Access{a, b}
			if first, ok := r.order(ends); ok {
				return &Report{ends, first}
			}
		}
	}
	return nil
}

// order returns the thread that can run to its access before the other one starts, or Merged. It
// reports false if no schedule reaches both.
func (r *Result) order(ends [2]Access) (first int, ok bool) {
	named := len(r.core.Locks) > 0
	for first := range ends {
		a, b := &ends[first].found, &ends[1-first].found
		free := !a.lock.Held() || named && b.history.Avoids(a.lock)
		if free && !a.dirty.Meets(b.relied) && !b.dirty.Meets(a.fixed) {
			return first, true
		}
	}
	a, b := &ends[0].found, &ends[1].found
	return Merged, named && !a.published && !b.published &&
		!a.lock.Excludes(b.lock) && !a.history.Crosses(b.history)
}

// Form is the part of an execution that is explored. Each form contains those before it.
type Form uint8

const (
	NoNew     Form = iota // until the first new() (Theorem N)
	Private               // until the first publication (Theorem X)
	Published             // all
)

// Options bound the exploration. The zero value has the defaults.
type Options struct {
	Form Form
	// MaxStates bounds the states of a unit and all its callees; 20,000 by default.
	MaxStates int
	// MaxObjects bounds the private objects of a state; 8 by default.
	MaxObjects int
	// MaxFound bounds the accesses noted in a unit; 10,000 by default. Those that rely on different
	// fields count separately.
	MaxFound int
}

func (o Options) withDefaults() Options {
	o.MaxStates = cmp.Or(o.MaxStates, 20_000)
	o.MaxObjects = cmp.Or(o.MaxObjects, 8)
	o.MaxFound = cmp.Or(o.MaxFound, 10_000)
	return o
}
