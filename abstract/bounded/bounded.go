package bounded

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wobbly/abstract"
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/il/flow"
	"wobbly/internal/text"
)

// Result is the analysis of a program. It is safe for concurrent use.
type Result struct {
	mu sync.Mutex
	x  *search
}

// Analyze prepares a program. The error says that it has no answer: its methods call
// themselves, or a unit is too large.
func Analyze(core *il.Core, o Options) (*Result, error) {
	if o.Switches < 0 || o.Switches > MaxSwitches {
		return nil, fmt.Errorf("the context switches must be from 0 to %d", MaxSwitches)
	}
	x, err := newSearch(core, o.complete())
	if err != nil {
		return nil, err
	}
	return &Result{x: x}, nil
}

// Reports lists the races of one program C1 || C2 that an execution with few switches
// from a state with two threads apart shows, by sites, one for each pair of them. In a
// self pair each unordered pair stands once. The texts say which limits may have left
// some out, or that ctx has ended.
func (r *Result) Reports(ctx context.Context, p il.Pair) (all []Report, cuts []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.x.ctx = ctx
	w := r.x.races(p)
	return r.listed(w), w.cuts
}

// Within is Reports for another number of context switches. What it finds for several
// numbers is found once. It is what an analysis for that number lists, if ample is true or
// it has been asked for no other number before: where a limit was near, what was looked for
// before may make a difference.
func (r *Result) Within(ctx context.Context, p il.Pair, switches int) (all []Report, cuts []string, ample bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.x.ctx = ctx
	s := r.x.stages[p]
	if s == nil {
		s = &stages{}
		r.x.stages[p] = s
	}
	w := s.races(r.x, p, switches)
	return r.listed(w), w.cuts, w.ample()
}

// listed is what a search has found.
func (r *Result) listed(w *pairing) (all []Report) {
	for _, h := range w.hits {
		all = append(all, Report{Sites: h.Sites, result: r, hit: h})
	}
	return all
}

// Report is a pair of accesses that race.
type Report struct {
	il.Sites
	result *Result
	hit    hit
}

// Switches is how many context switches are enough to find it.
func (r Report) Switches() int { return r.hit.switches }

// Execution is the execution that shows a report: who begins where, and who makes how
// many steps in turn.
type Execution struct {
	Sides [2]Side // the left unit's, and the right one's
	Turns []Turn  // none is empty
	Field string  // of the cell
	Loop  bool    // the cells of the meeting object hold it itself, not a third object
}

// Side is what one thread does.
type Side struct {
	Unit *il.Unit
	il.Site
	Names []abstract.Expr // by which it comes to the meeting object in the beginning
	Lock  il.Level        // how often it holds the lock in the end
	Step  int             // commands that it makes
	Calls []*il.Call
	Trace []flow.Decision // in order; between them there is no choice
}

// Turn is what one thread does between two switches.
type Turn struct{ Side, Steps int }

// errNotRetraced says that the second look at a report has met a limit.
var errNotRetraced = errors.New("the path to a reported access is longer than is looked for")

// Execution is found when it is asked for. The error says that it met a limit.
func (r Report) Execution() (*Execution, error) {
	r.result.mu.Lock()
	defer r.result.mu.Unlock()
	x, h := r.result.x, r.hit
	defer x.taken()
	at := [2]int{h.standing(), 1 - h.standing()} // the thread that stands, and the last
	var trails [2]trail
	for i, to := range []func(hit) (trail, bool){x.toMark, x.toLast} {
		found := false
		if trails[i], found = to(h); !found {
			return nil, errNotRetraced
		}
	}
	from := h.stands.from
	var turns []Turn
	for i, l := range slices.Backward(h.left[:]) {
		if l != nil {
			from = l.from
			before := l.whole.trail(l.index)
			turns = append([]Turn{{at[i], before.steps}}, turns...)
			trails[i].decisions = append(before.decisions, trails[i].decisions...)
		}
	}
	turns = append(turns, Turn{at[0], trails[0].steps}, Turn{at[1], trails[1].steps})
	e := &Execution{Loop: from == loops, Field: x.core.Fields[h.stands.field()], Turns: joined(turns)}
	e.Sides[at[0]] = x.side(h.unit(at[0]), h.stands.name, h.stands.Site, h.stands.lock, trails[0])
	e.Sides[at[1]] = x.side(h.unit(at[1]), h.name, h.last, h.lock, trails[1])
	if e.Sides[0].Site != r.Sites[0] { // in a pair of a unit with itself
		e.Sides[0], e.Sides[1] = e.Sides[1], e.Sides[0]
		for i := range e.Turns {
			e.Turns[i].Side = 1 - e.Turns[i].Side
		}
	}
	for _, t := range e.Turns {
		e.Sides[t.Side].Step += t.Steps
	}
	return e, nil
}

// joined leaves turns without a step out.
func joined(turns []Turn) (all []Turn) {
	for _, t := range turns {
		switch n := len(all); {
		case t.Steps == 0:
		case n > 0 && all[n-1].Side == t.Side:
			all[n-1].Steps = min(all[n-1].Steps+t.Steps, paths.Far)
		default:
			all = append(all, t)
		}
	}
	return all
}

// side is what one thread does.
func (x *search) side(u *il.Unit, q *half, s il.Site, lock il.Level, t trail) Side {
	return Side{Unit: u, Site: s, Names: x.named(u, q), Lock: lock, Calls: t.calls, Trace: t.decisions}
}

// Sentences say what happens. What the initial state is like is known of the witness.
func (e *Execution) Sentences() []string {
	var turns []string
	for _, t := range e.Turns {
		turns = append(turns, fmt.Sprintf("%s makes %s", [2]string{"A", "B"}[t.Side], text.Count(t.Steps, "step")))
	}
	if len(turns) == 0 {
		return []string{"Both threads are before their accesses, of one cell, from the beginning."}
	}
	return []string{fmt.Sprintf("%s: then both are before their accesses, of one cell.", strings.Join(turns, ", then "))}
}
