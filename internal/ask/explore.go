package ask

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"wobbly/il"
	"wobbly/internal/compare"
	"wobbly/internal/findings"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// Exploring is a question for the exact search.
type Exploring struct {
	Pair      string // the pair of units; empty for all
	Search    Search
	Stateless bool // count executions and classes too
	// Limit ends the context of the searches when their time is up; nil for no limit. Listing the
	// results is not limited.
	Limit func(context.Context) (context.Context, context.CancelFunc)
	// Watch, if it is not nil, returns what is notified of the progress of the search of a pair.
	Watch func(il.Pair) Watcher
	Grace Grace  // how long searches and races are waited for
	Next  func() // called when a race or a pair has been read; may be nil
}

// Search has the bounds and the order of an exact search.
type Search struct {
	Unroll, Switches      *int // iterations of a loop, context switches; nil for no bound
	Aliases               *int // of initial states; nil for no bound
	MaxStates, MaxObjects int  // 0 for no limit
	Full                  bool // look at every state, even if it cannot lead to a further race
	Fingerprint           bool // remember 64 bits of each state
	Workers               int
	Shortest              bool     // witnesses of fewest steps, even if others need less
	Given                 bool     // from the initial state of the file's init block, not from all
	Strategy              Strategy // the zero value is breadth first
	Runs                  int      // of the strategy Random; 0 for the default
	Seed                  uint64   // of these
}

// Strategy is the order in which a search visits states.
type Strategy = explore.Strategy

// Strategies maps names to strategies.
var Strategies = map[string]Strategy{
	"breadth": explore.Breadth, "depth": explore.Depth, "random": explore.Random,
}

// Options returns the options of package explore.
func (s Search) Options() explore.Options {
	o := explore.Defaults()
	if s.Unroll != nil {
		o.Unroll = *s.Unroll
	}
	if s.Switches != nil {
		o.Switches = *s.Switches
	}
	if s.Aliases != nil {
		o.Aliases = *s.Aliases
	}
	o.Shortest = s.Shortest
	o.MaxStates = s.MaxStates
	o.MaxObjects = s.MaxObjects
	o.Fingerprint = s.Fingerprint
	o.Workers = s.Workers
	o.Prune, o.Reduce = !s.Full, !s.Full
	o.Strategy = s.Strategy
	if s.Runs > 0 {
		o.Runs = s.Runs
	}
	o.Seed = s.Seed
	if s.Given {
		o.Init = explore.Given
	}
	return o
}

// Progress is the progress of a search.
type Progress = explore.Progress

// Schedules has the numbers of schedules of a program.
type Schedules = findings.Schedules

// ErrMemory is the cause with which a context ends a search for want of memory.
var ErrMemory = explore.ErrMemory

// Graph returns the state graph of a pair of units from an initial state, or from that of the
// file's init block, up to limit states. The error is a *Refusal if there are more, or says that
// the initial state does not fit.
func Graph(core *il.Core, p il.Pair, in *semantics.Init, limit int) (*report.Graph, error) {
	if in == nil {
		given := semantics.FileInit(core, p)
		in = &given
	}
	g, err := findings.Graph(core, p, *in, limit)
	var large findings.TooLarge
	if errors.As(err, &large) {
		return nil, &Refusal{
			Exit: ExitInconclusive, Hint: "wobbly explore without --dot counts them.",
			Text: fmt.Sprintf("%s || %s: not drawn, %s", p.Left.Name, p.Right.Name, err),
		}
	}
	return g, err
}

// A Watcher receives the progress of a search.
type Watcher interface {
	Estimate(Schedules) // called first, with what is known before the search
	Progress(Progress)
	Done()
}

// Explore searches the programs of a file. The document is lazy: a pair is searched when the reader
// reaches it, and failed returns why the sequence ended early. Both errors are *Refusal or
// *Misnamed.
func Explore(
	ctx context.Context, core *il.Core, q Exploring,
) (doc *report.Exploration, failed func() error, err error) {
	pairs, skipped, err := Pairs(core, q.Pair, q.Search.Given)
	if err != nil {
		return nil, nil, err
	}
	var failure error
	doc = &report.Exploration{File: core.Source.Name, Source: core.Source, Skipped: skipped}
	doc.Pairs = func(yield func(report.Explored) bool) {
		e := findings.NewExplorer(core, func() bool { return ctx.Err() != nil })
		searches := ctx
		if q.Limit != nil {
			limited, stop := q.Limit(ctx)
			defer stop()
			searches = limited
		}
		for _, p := range pairs {
			found, err := q.explore(searches, e, core, p)
			if err != nil {
				failure = err
				return
			}
			if !onPage && q.Grace != nil {
				found.Races = each(found.Races, func(f func()) bool { return q.Grace.Do(ctx, f) })
			}
			found.Races = followed(found.Races, q.Next)
			if !yield(found) {
				return
			}
			if q.Next != nil {
				q.Next()
			}
		}
	}
	return doc, func() error { return failure }, nil
}

// followed calls next when an element has been read.
func followed[T any](all iter.Seq[T], next func()) iter.Seq[T] {
	if next == nil {
		return all
	}
	return func(yield func(T) bool) {
		for x := range all {
			if !yield(x) {
				return
			}
			next()
		}
	}
}

// Pairs lists the programs of a file to explore, one if a pair is named, and those that
// a given initial state does not fit. The error is *Refusal or *Misnamed.
func Pairs(core *il.Core, pair string,
	given bool) (pairs []il.Pair, skipped []report.SkippedPair, err error) {
	all := core.Pairs()
	only, err := PairOf(core, pair)
	if err != nil {
		return nil, nil, err
	}
	if only != nil {
		all = []il.Pair{*only}
	}
	if !given {
		return all, nil, nil
	}
	if err := requirePair(core); err != nil {
		return nil, nil, err
	}
	file := report.FileName(core.Source.Name)
	if core.Init == nil {
		return nil, nil, refuse("Add one at the end of the file, such as "+initBlock(all[0])+".",
			"%s has no init block, and this needs an initial state", file)
	}
	for _, p := range all {
		if missing := findings.Unbound(core, p); missing != "" {
			skipped = append(skipped, report.SkippedPair{Left: p.Left.Name, Right: p.Right.Name,
				Reason: fmt.Sprintf("the init block gives no value to %s", missing)})
			continue
		}
		pairs = append(pairs, p)
	}
	if len(pairs) == 0 {
		hint := "The init block must give an object to every parameter of both methods, such as " +
			initBlock(all[0]) + "."
		return nil, nil, refuse(hint, "the init block of %s does not fit %s || %s: %s",
			file, all[0].Left.Name, all[0].Right.Name, skipped[0].Reason)
	}
	return pairs, skipped, nil
}

// initBlock returns an init block for a pair, in which all parameters refer to one object.
func initBlock(p il.Pair) string {
	var b strings.Builder
	for i, u := range []*il.Unit{p.Left, p.Right} {
		for _, f := range u.Formals {
			fmt.Fprintf(&b, " %c.%s = o1;", "AB"[i], f)
		}
	}
	return text.Brief("init {" + b.String() + " }")
}

// explore searches one program and counts its interleavings.
func (q *Exploring) explore(ctx context.Context, e *findings.Explorer, core *il.Core,
	p il.Pair) (report.Explored, error) {
	o := explore.Fitted(core, p, q.Search.Options())
	if o.Init == explore.Given {
		in := semantics.FileInit(core, p)
		o.Start = &in
	}
	if cut := explore.Ended(ctx); cut != explore.NotCut {
		x := e.Explored(p, o, &explore.Result{Cut: cut}, Schedules{})
		x.Unsearched = true
		return x, nil
	}
	n := schedules(ctx, core, p, o)
	if q.Watch != nil {
		w := q.Watch(p)
		defer w.Done()
		w.Estimate(n)
		o.Progress = w.Progress
	}
	if o.Prune && o.Unroll == explore.Unbounded && o.Strategy != explore.Random {
		o.Absent = compare.Absent(ctx, core, p)
	}
	r, err := q.search(ctx, core, p, o)
	if err == nil && q.Stateless {
		err = e.Stateless(ctx, p, o, r, &n)
	}
	var defect findings.Disagreement
	switch {
	case errors.As(err, &defect):
		return report.Explored{},
			&Refusal{
				Exit: ExitViolated, Text: defect.Error(),
				Hint: "Please report this together with the program.",
			}
	case err != nil:
		return report.Explored{},
			refuse("See: wobbly help explore", "%s || %s: %s", p.Left.Name, p.Right.Name, err)
	}
	return e.Explored(p, o, r, n), nil
}

// search runs the search of one program, and abandons it when the face stops waiting.
func (q *Exploring) search(ctx context.Context, core *il.Core, p il.Pair,
	o explore.Options) (*explore.Result, error) {
	// These are not named results, because the abandoned search may still write them.
	r, err := new(*explore.Result), new(error)
	if !q.Grace.Do(ctx, func() { *r, *err = explore.Search(ctx, core, p, o) }) {
		return &explore.Result{Cut: explore.Ended(ctx)}, nil
	}
	return *r, *err
}

// schedules counts the complete interleavings of a program.
func schedules(ctx context.Context, core *il.Core, p il.Pair, o explore.Options) Schedules {
	if o.Unroll == explore.Unbounded && core.HasLoop(p.Left, p.Right) {
		return Schedules{Reason: "Not counted: there is a loop, and --unroll bounds none."}
	}
	n, ok := Await(ctx, func() Schedules {
		count, err := explore.Interleavings(core, p, o.Unroll)
		if err != nil {
			return Schedules{Reason: "Not counted: " + err.Error() + "."}
		}
		return Schedules{Interleavings: count}
	})
	if !ok {
		return Schedules{Reason: fmt.Sprintf("Not counted: the search was ended before (%s).",
			explore.Ended(ctx))}
	}
	return n
}
