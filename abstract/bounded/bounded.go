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
	"wobbly/internal/poll"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// pollInterval is the number of states after which a context is polled.
const pollInterval = 255

// Result is the analysis of a program. It serializes concurrent calls.
type Result struct {
	mu     sync.Mutex
	search *search
}

// Analyze prepares the analysis of a program. It fails if the program cannot be analyzed: its
// methods call themselves, or a unit is too large.
func Analyze(core *il.Core, o Options) (*Result, error) {
	if o.Switches < 0 || o.Switches > MaxSwitches {
		return nil, fmt.Errorf("the context switches must be from 0 to %d", MaxSwitches)
	}
	s, err := newSearch(core, o.withDefaults())
	return &Result{search: s}, err
}

// Reports lists the races of C1 || C2 within Options.Switches, ordered by sites, one for each pair
// of sites, which is unordered in a self pair. The cuts name the limits that may have left races
// out, the end of ctx among them.
func (r *Result) Reports(ctx context.Context, p il.Pair) (all []Report, cuts []string) {
	defer r.lock(ctx)()
	w := new(stages).races(r.search, p, r.search.options.Switches)
	return r.reports(w), w.cuts
}

// lock starts a call that polls ctx, and returns the function that ends it.
func (r *Result) lock(ctx context.Context) (unlock func()) {
	r.mu.Lock()
	r.search.poll = poll.Every(pollInterval, ctx)
	return r.mu.Unlock
}

// Within is like Reports for the given number of context switches instead of Options.Switches.
// Searches for several numbers share their common part. The reports are those of an analysis for
// that number alone if ample is true or no other number was requested before. Otherwise a limit was
// near, and the earlier searches may have spent part of its budget.
func (r *Result) Within(
	ctx context.Context, p il.Pair, switches int,
) (all []Report, cuts []string, ample bool) {
	defer r.lock(ctx)()
	s := r.search.stages[p]
	if s == nil {
		s = &stages{}
		r.search.stages[p] = s
	}
	w := s.races(r.search, p, switches)
	return r.reports(w), w.cuts, w.ample()
}

func (r *Result) reports(w *pairing) []Report {
	return slice.Map(w.hits,
		func(h hit) Report { return Report{Sites: h.Sites, result: r, hit: h} })
}

// A Prefix is a path on which a thread, by itself, reaches an access of an object that the other
// thread may know.
type Prefix struct {
	// Name leads in the initial state to the meeting object, the one that both threads know.
	Name abstract.Expr
	Lock il.Level // at the access
}

// Prefixes lists how a unit reaches an access in the first segment of an execution. Some may be
// missing if a limit cut that segment; Reports then names the limit.
func (r *Result) Prefixes(ctx context.Context, u *il.Unit, s il.Site) (all []Prefix) {
	defer r.lock(ctx)()
	for _, c := range r.search.summary(u).single.candidates {
		p := Prefix{r.search.exprs(u, c.start)[0], c.lock}
		if c.Site == s && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// Report is a pair of accesses that race.
type Report struct {
	il.Sites
	result *Result
	hit    hit
}

// Switches returns the least number of context switches with which the race was found.
func (r Report) Switches() int { return r.hit.switches }

// Execution is the execution that shows a report: the threads' starts, their traces, and how many
// steps each makes in turn.
type Execution struct {
	// Sides are the threads of the left and the right unit.
	Sides [2]Side
	// Turns alternate between the threads. Each has at least one step.
	Turns []Turn
	// Field is the field of the accessed cell.
	Field string
	// Loop is set if the cells of the meeting object hold it itself, not a third object.
	Loop bool
}

// Side describes one thread in an execution: it begins with its names leading to the meeting object
// and reaches the access at the site after Step steps.
type Side struct {
	Unit *il.Unit
	il.Site
	Names []abstract.Expr
	Lock  il.Level
	Step  int
	// Calls are those that are open at the end, outermost first.
	Calls []*il.Call
	// Trace returns every choice of the thread, in order. There may be as many as steps.
	Trace func() []flow.Decision
}

// Turn is the number of steps that one thread makes between two switches.
type Turn struct{ Side, Steps int }

// Execution returns an execution that shows the race. It explores the two segments again to find
// their paths, and fails if that meets a limit.
func (r Report) Execution() (*Execution, error) {
	defer r.result.lock(context.Background())()
	sr, h := r.result.search, r.hit
	defer sr.takeCuts()
	// Index 0 is the waiting thread here, and 1 the last one.
	threads := [2]int{h.waiting, 1 - h.waiting}
	var trails [2]trail
	for i, find := range []func(hit) (trail, bool){sr.trailToCandidate, sr.trailToLast} {
		found := false
		if trails[i], found = find(h); !found {
			return nil, errors.New("the path to a reported access is longer than is looked for")
		}
	}
	initial := h.candidate.from
	var turns []Turn
	for i, stop := range slices.Backward(h.stops[:]) {
		if stop != nil {
			initial = stop.from
			before := stop.whole.trail(stop.index)
			turns = append([]Turn{{threads[i], before.steps}}, turns...)
			last := trails[i].decisions
			trails[i].decisions = func() []flow.Decision {
				return append(before.decisions(), last()...)
			}
		}
	}
	turns = append(turns, Turn{threads[0], trails[0].steps}, Turn{threads[1], trails[1].steps})
	e := &Execution{
		Loop:  initial == graphLoop,
		Field: sr.core.Fields[h.candidate.field()],
		Turns: joinTurns(turns),
	}
	addSide := func(i int, s *start, site il.Site, lock il.Level) {
		u := h.unit(threads[i])
		e.Sides[threads[i]] = Side{
			Unit: u, Site: site, Names: sr.exprs(u, s), Lock: lock,
			Calls: trails[i].calls, Trace: trails[i].decisions,
		}
	}
	addSide(0, h.candidate.start, h.candidate.Site, h.candidate.lock)
	addSide(1, h.start, h.last, h.lock)
	if e.Sides[0].Site != r.Sites[0] { // in a self pair, whose sites are sorted
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

// joinTurns drops empty turns and joins consecutive turns of one thread. At paths.Far, the largest
// number of steps, the sum stops.
func joinTurns(turns []Turn) (all []Turn) {
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

// Sentences describes the turns in English, but not the initial state.
func (e *Execution) Sentences() []string {
	if len(e.Turns) == 0 {
		return []string{"From the start, both threads are about to access the same cell."}
	}
	turns := slice.Map(e.Turns, func(t Turn) string {
		return fmt.Sprintf("%c takes %s", "AB"[t.Side], text.Count(t.Steps, "step"))
	})
	return []string{strings.Join(turns, ", then ") +
		". Now both are about to access the same cell."}
}
