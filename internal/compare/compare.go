// Package compare asks several analyzers about the same programs and compares their answers with
// each other and with the truth.
//
// The rows are the candidates of a program C1 || C2: all pairs of accesses that its threads can
// reach by the call graph, of one field and one of them a write. A report of anything else is a
// defect. So there are true negatives to count: candidates that are neither reported nor real.
//
//	row                   racerd   flow   oracle   truth
//	2:3 write / 5:4 read  yes      yes    yes      real     true positive of both
//	2:3 write / 7:4 read  yes      no     no       unreal   false positive, true negative
//
// A report is judged by the notion of race (analyzers.Truth) that its analyzer means: Definition
// 3.6, or unordered by happens-before in some execution. If the search for a truth was cut, a row
// that it has not found is unknown, and so is a row that an analyzer that was cut has not reported;
// unknown rows count as neither true nor false. A pair of units of a random program in which
// anything was cut is left out, and counted as such.
//
// Inclusions that are proved (analyzers.Inclusions) are checked on every pair where both answers
// are complete. A violation is a defect of a theorem or of wobbly.
package compare

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/witness/needs"
)

// Options says what to compare.
type Options struct {
	Analyzers []*analyzers.Analyzer // the columns
	Analysis  analyzers.Options
	Clock     func() int64 // in nanoseconds; nil to take no times
	// Background runs functions that may not react to the end of a context; nil runs them directly.
	Background Background
	// Progress is called when an analyzer has answered for a pair of units, by one goroutine at a
	// time. It may be nil.
	Progress func()
}

// A Background runs f, which may not notice that ctx ends. It returns false if it gave up waiting;
// then f's results are lost.
type Background func(ctx context.Context, f func()) bool

// try runs f in the background. If the background gives up, it returns the error of ctx.
func try[T any](ctx context.Context, b Background, f func() (T, error)) (T, error) {
	if b == nil {
		return f()
	}
	x, err := new(T), new(error)
	if !b(ctx, func() { *x, *err = f() }) {
		return *new(T), ctx.Err()
	}
	return *x, *err
}

// A Verdict says whether a candidate is real by some truth.
type Verdict uint8

const (
	Undecided Verdict = iota // not found by a search that was cut, or not asked
	Real
	Unreal
)

func (v Verdict) String() string { return [...]string{"unknown", "yes", "no"}[v] }

// A Row is a candidate: who reports it, and whether it is real.
type Row struct {
	il.Sites
	Reports [][]analyzers.Report // by analyzer
	Truth   [2]Verdict           // by analyzers.Truth
}

// Has reports whether the analyzer with an index reports the row.
func (r *Row) Has(i int) bool { return len(r.Reports[i]) > 0 }

// Answered describes the answer of an analyzer for a pair of units.
type Answered struct {
	Cut    string                   // why the answer is not complete
	Failed string                   // why there is none
	States uint64                   // how many states a search has visited
	Stages func() []analyzers.Stage // as in analyzers.Answer
	Nanos  int64
}

func (a Answered) complete() bool { return a.Cut == "" && a.Failed == "" }

// A Pair is the comparison for one program C1 || C2. All rows are sorted by sites.
type Pair struct {
	Pair       il.Pair
	Candidates *racemob.Conflicts
	Rows       []Row      // the candidates that are reported
	Rest       [2]Verdict // the verdict of all other candidates, by analyzers.Truth
	Answers    []Answered // by analyzer
	Ended      bool       // whether the context ended before the last answer
	NamedLocks bool       // whether the program names locks

	// Kept are reports of pairs that are not candidates, by an analyzer that was configured to keep
	// them.
	Kept []Row
	// Outside are reports with a read that no truth covers.
	Outside []Row

	// The defects: Strays are reports of pairs that are not candidates, and the checker refuses the
	// witnesses of Refused. Strange has both in words. Broken are inclusions that fail.
	Strays, Refused []Row
	Strange         []string
	Broken          []Violation
}

// A Violation is an inclusion that fails on a row.
type Violation struct {
	analyzers.Inclusion
	il.Sites
}

// answered reports whether some analyzer has an answer.
func (p *Pair) answered() bool {
	return slices.ContainsFunc(p.Answers, func(a Answered) bool { return a.Failed == "" })
}

// Complete reports whether all answers are complete.
func (p *Pair) Complete() bool {
	return !slices.ContainsFunc(p.Answers, func(a Answered) bool { return !a.complete() })
}

// EachPair compares the analyzers on a program, or on one of its pairs. If ctx ends, it returns the
// pairs so far.
func EachPair(ctx context.Context, core *il.Core, only *il.Pair, o Options) []Pair {
	var all []Pair
	Begin(ctx, core, only, o).Each(ctx, func(x *Pair) {
		if ctx.Err() == nil {
			all = append(all, *x)
		}
	})
	return all
}

// A Comparison compares the analyzers on one program. The slices are by analyzer.
type Comparison struct {
	core  *il.Core
	o     Options
	only  *il.Pair // nil for all pairs
	runs  []analyzers.Run
	fails []error // why an analyzer has no run, or nil
	nanos []int64 // the time to start a run, charged to its first pair
	where func() *analyzers.CallPaths
	races func() *needs.Program // the equations that witnesses need
	mu    sync.Mutex            // held while progress is reported
}

// Begin starts the analyzers on a program, or on one of its pairs. An analyzer for which ctx ends
// too early has no answers.
func Begin(ctx context.Context, core *il.Core, only *il.Pair, o Options) *Comparison {
	o.Analysis.Cache = &analyzers.Cache{}
	o.Analysis.Only = only
	c := &Comparison{
		core: core, only: only,
		where: sync.OnceValue(func() *analyzers.CallPaths { return analyzers.NewCallPaths(core) }),
		races: sync.OnceValue(func() *needs.Program { return needs.New(core) }),
	}
	if progress := o.Analysis.Search.Progress; progress != nil {
		o.Analysis.Search.Progress = func(p explore.Progress) {
			c.mu.Lock()
			defer c.mu.Unlock()
			progress(p)
		}
	}
	c.o = o
	for _, a := range o.Analyzers {
		from := c.now()
		run, err := try(ctx, o.Background,
			func() (analyzers.Run, error) { return a.Start(core, o.Analysis) })
		c.runs = append(c.runs, run)
		c.fails = append(c.fails, err)
		c.nanos = append(c.nanos, c.now()-from)
	}
	return c
}

// now returns the time, or 0 if no times are taken.
func (c *Comparison) now() int64 {
	if c.o.Clock == nil {
		return 0
	}
	return c.o.Clock()
}

// Pair compares one program C1 || C2. If ctx ends, answers are cut or missing.
func (c *Comparison) Pair(ctx context.Context, p il.Pair) *Pair {
	defer c.o.Analysis.Cache.Forget(p)
	x := c.open(p)
	for i := range c.runs {
		c.enter(ctx, x, i)
	}
	c.judge(x)
	c.include(x)
	x.Ended = ctx.Err() != nil
	return x
}

// open returns a pair with its candidates, before any analyzer has run.
func (c *Comparison) open(p il.Pair) *Pair {
	return &Pair{
		Pair: p, Candidates: racemob.ConflictsOf(c.core, p), Answers: make([]Answered, len(c.runs)),
		NamedLocks: len(c.core.Locks) > 0,
	}
}

// enter runs an analyzer and adds its reports to the rows of a pair.
func (c *Comparison) enter(ctx context.Context, x *Pair, i int) analyzers.Answer {
	answer, how := c.ask(ctx, i, x.Pair)
	x.Answers[i] = how
	row := func(reports ...analyzers.Report) Row {
		r := Row{Sites: reports[0].Sites, Reports: make([][]analyzers.Report, len(c.runs))}
		r.Reports[i] = reports
		return r
	}
	var inside []analyzers.Report // reports that a truth can judge
	for _, r := range answer.Reports {
		if r.Outside {
			x.Outside = append(x.Outside, row(r))
		} else {
			inside = append(inside, r)
		}
	}
	sorted := x.Rows // new rows of this analyzer come after these
	for len(inside) > 0 {
		n := 1
		for n < len(inside) && inside[n].Sites == inside[0].Sites {
			n++
		}
		reports, s := inside[:n], inside[0].Sites
		inside = inside[n:]
		k, known := findRow(sorted, s)
		switch why := reports[0].Refused; {
		case why != "":
			x.Refused = append(x.Refused, row(reports...))
			x.Strange = append(x.Strange,
				fmt.Sprintf("the checker refuses the witness of %s for %s: %s",
					c.o.Analyzers[i].Name, sitesText(c.core, s), why))
		case known:
			x.Rows[k].Reports[i] = reports
		case x.Candidates.Has(s):
			x.Rows = append(x.Rows, row(reports...))
		case reports[0].Kept && !c.where().Reached(x.Pair, s):
			unreal := row(reports...)
			unreal.Truth = [2]Verdict{Unreal, Unreal}
			x.Kept = append(x.Kept, unreal)
		default:
			x.Strays = append(x.Strays, row(reports...))
			x.Strange = append(x.Strange,
				fmt.Sprintf("%s reports %s", c.o.Analyzers[i].Name, sitesText(c.core, s)))
		}
	}
	slice.Sort(x.Rows, func(r, s Row) int { return r.Compare(s.Sites) })
	return answer
}

// findRow returns the index at which the row of a pair of sites is, or should be.
func findRow(rows []Row, s il.Sites) (int, bool) {
	return slices.BinarySearchFunc(rows, s, func(r Row, s il.Sites) int { return r.Compare(s) })
}

// ask runs an analyzer. If ctx ends, the results so far are kept and marked incomplete. An analyzer
// that does not react, or that was not started yet, has no answer.
func (c *Comparison) ask(ctx context.Context, i int, p il.Pair) (analyzers.Answer, Answered) {
	var how Answered
	if c.o.Clock != nil {
		how.Nanos, c.nanos[i] = c.nanos[i], 0
	}
	if err := c.fails[i]; err != nil {
		how.Failed = failed(ctx, err)
		return analyzers.Answer{}, how
	}
	if c.o.Background != nil && ctx.Err() != nil {
		how.Failed = analyzers.Ended(ctx)
		return analyzers.Answer{}, how
	}
	from := c.now()
	answer, err := try(ctx, c.o.Background,
		func() (analyzers.Answer, error) { return c.runs[i](ctx, p) })
	how.Nanos += c.now() - from
	how.Cut, how.Stages, how.States = answer.Cut, answer.Stages, answer.States
	switch why := analyzers.Ended(ctx); {
	case err != nil:
		how.Failed = failed(ctx, err)
	case why != "":
		how.Cut = why
	}
	if c.o.Progress != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.o.Progress()
	}
	return answer, how
}

// failed returns why an analyzer has no answer.
func failed(ctx context.Context, err error) string {
	if why := analyzers.Ended(ctx); why != "" {
		return why
	}
	return err.Error()
}

// judge computes the truths for which a search is among the columns.
func (c *Comparison) judge(x *Pair) {
	for i, a := range c.o.Analyzers {
		if a.Kind != analyzers.Exact || x.Answers[i].Failed != "" {
			continue
		}
		if x.Answers[i].Cut == "" {
			x.Rest[a.Truth] = Unreal
		}
		for k := range x.Rows {
			r := &x.Rows[k]
			switch {
			case r.Has(i):
				r.Truth[a.Truth] = Real
			case x.Answers[i].Cut == "":
				r.Truth[a.Truth] = Unreal
			}
		}
	}
}

// include checks the inclusions between the columns.
func (c *Comparison) include(x *Pair) {
	for _, in := range analyzers.Inclusions() {
		sub, super, ok := x.checks(in, c.o)
		if !ok {
			continue
		}
		for k := range x.Rows {
			if r := &x.Rows[k]; r.Has(sub) && !r.Has(super) {
				x.Broken = append(x.Broken, Violation{in, r.Sites})
			}
		}
	}
}

// checks returns the columns of an inclusion. ok is false unless the inclusion is proved for the
// program and both columns have the parameters that it is about.
func (p *Pair) checks(in analyzers.Inclusion, o Options) (sub, super int, ok bool) {
	column := func(name string) int {
		return slices.IndexFunc(o.Analyzers,
			func(a *analyzers.Analyzer) bool { return a.Name == name })
	}
	sub, super = column(in.Sub), column(in.Super)
	ok = sub >= 0 && super >= 0 && in.Covers(p.NamedLocks) && p.Answers[super].complete()
	return sub, super, ok
}

// sitesText returns two sites as defects name them: "2:3 write / 5:4 read".
func sitesText(core *il.Core, s il.Sites) string {
	at := func(s il.Site) string { return fmt.Sprintf("%s %s", core.Source.At(s.At), s.Kind) }
	return at(s[0]) + " / " + at(s[1])
}

// Each compares the pairs of methods of the program, in parallel, and calls take with the
// comparisons in order. If ctx ends, take receives those that were begun and for which some
// analyzer has answered.
func (c *Comparison) Each(ctx context.Context, take func(*Pair)) {
	share(ctx, c.workers(), c.core.PairsOf(c.only), c.Pair, func(x *Pair) bool {
		if ctx.Err() == nil || x.answered() {
			take(x)
		}
		return true
	})
}

// share builds something for each pair of methods, in parallel, and calls take with the results in
// order until it returns false. When ctx ends, it begins nothing new; build decides what becomes of
// the work under way.
func share[T any](
	ctx context.Context, workers int, pairs []il.Pair,
	build func(ctx context.Context, p il.Pair) T, take func(T) bool,
) {
	type built struct {
		x     T
		begun bool
	}
	going, stop := context.WithCancel(ctx)
	defer stop()
	more := true
	parallel.InOrder(workers, len(pairs), func(_, i int) built {
		if going.Err() != nil {
			return built{}
		}
		return built{build(going, pairs[i]), true}
	}, func(_ int, b built) {
		more = more && b.begun && take(b.x)
		if !more {
			stop()
		}
	})
}

// workers returns 1 if times are measured, or if some analyzer is order-dependent.
func (c *Comparison) workers() int {
	ordered := func(a *analyzers.Analyzer) bool { return a.Ordered }
	if c.o.Clock != nil || slices.ContainsFunc(c.o.Analyzers, ordered) {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}
