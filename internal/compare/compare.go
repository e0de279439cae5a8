package compare

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/witness/needs"
)

// Options say what to compare.
type Options struct {
	Analyzers []*analyzers.Analyzer // the columns
	Analysis  analyzers.Options
	Clock     func() int64 // nanoseconds of something that goes on; nil for no times
	Aside     Aside        // does what may not hear an end of the context; nil for at once
	Progress  func()       // called when one analyzer has answered for a pair of units, by one goroutine at a time; may be nil
}

// Aside has something done that may not hear an end of ctx, or only gives what it has
// when it hears it. It is false where it was given up, and what f does is lost then. The
// zero Aside does it at once.
type Aside func(ctx context.Context, f func()) bool

// Do does something.
func (a Aside) Do(ctx context.Context, f func()) bool {
	if a == nil {
		f()
		return true
	}
	return a(ctx, f)
}

// try has something done that may fail. The error of what was given up says that ctx has
// ended.
func try[T any](ctx context.Context, a Aside, f func() (T, error)) (T, error) {
	x, err := new(T), new(error)
	if !a.Do(ctx, func() { *x, *err = f() }) {
		return *new(T), ctx.Err()
	}
	return *x, *err
}

// Verdict is what is known of a candidate by a truth.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota // not found by a search that was cut, or not asked
	Real
	Unreal
)

// String is the word of JSON.
func (v Verdict) String() string { return [...]string{"unknown", "yes", "no"}[v] }

// Row is a candidate: who reports it, and whether it is real.
type Row struct {
	il.Sites
	Reports [][]analyzers.Report // by analyzer, in the order of Options.Analyzers; none where it does not report the row
	Truth   [2]Verdict           // by analyzers.Truth
}

// Has tells whether the analyzer of an index reports the row.
func (r *Row) Has(i int) bool { return len(r.Reports[i]) > 0 }

// Answered is how an analyzer did on a pair of units.
type Answered struct {
	Cut    string                   // why its answer is not complete
	Failed string                   // why there is none
	States uint64                   // that it has met, of a search
	Stages func() []analyzers.Stage // as in analyzers.Answer
	Nanos  int64
}

// Pair is the comparison for one program C1 || C2.
type Pair struct {
	Pair       il.Pair
	Candidates *racemob.Conflicts
	Rows       []Row      // those that somebody reports, sorted by sites
	Rest       [2]Verdict // what is known of each of the others, by analyzers.Truth
	Kept       []Row      // reports that are no candidates, of an analyzer that was told to keep such; sorted by sites
	Answers    []Answered
	Ended      bool        // the context had ended when the last answer came
	Outside    []Row       // reports with a read of which no truth speaks; sorted by sites
	Strays     []Row       // reports that are no candidates: defects; sorted by sites
	Refused    []Row       // reports whose witness the checker refuses: defects; sorted by sites
	Strange    []string    // these defects in words
	Broken     []Violation // inclusions that fail: defects
}

// Violation is an inclusion that fails on a row.
type Violation struct {
	analyzers.Inclusion
	il.Sites
}

// Answered tells whether there is an answer of anybody.
func (p *Pair) Answered() bool {
	return slices.ContainsFunc(p.Answers, func(a Answered) bool { return a.Failed == "" })
}

// Complete tells whether every answer is.
func (p *Pair) Complete() bool {
	return !slices.ContainsFunc(p.Answers, func(a Answered) bool { return a.Cut != "" || a.Failed != "" })
}

// EachPair compares the analyzers on a program, or on one of its pairs. It ends
// early, with the pairs so far, when ctx ends.
func EachPair(ctx context.Context, core *il.Core, only *il.Pair, o Options) []Pair {
	var all []Pair
	Begin(ctx, core, only, o).Each(ctx, func(x *Pair) {
		if ctx.Err() == nil {
			all = append(all, *x)
		}
	})
	return all
}

// Comparison is a program being compared.
type Comparison struct {
	core  *il.Core
	o     Options
	only  *il.Pair
	runs  []analyzers.Run
	fails []error
	nanos []int64 // of the beginnings, charged to the first pair
	where func() *analyzers.CallPaths
	races func() *needs.Program // for what witnesses need
	mu    sync.Mutex            // of those who are told of progress
}

// Begin starts the analyzers on a program, or on one of its pairs. Those for which ctx ends
// too early have no answers.
func Begin(ctx context.Context, core *il.Core, only *il.Pair, o Options) *Comparison {
	o.Analysis.Cache = &analyzers.Cache{}
	o.Analysis.Only = only
	c := &Comparison{only: only}
	if told := o.Analysis.Search.Progress; told != nil {
		o.Analysis.Search.Progress = func(p explore.Progress) {
			c.mu.Lock()
			defer c.mu.Unlock()
			told(p)
		}
	}
	c.core, c.o = core, o
	c.where = sync.OnceValue(func() *analyzers.CallPaths { return analyzers.NewCallPaths(core) })
	c.races = sync.OnceValue(func() *needs.Program { return needs.New(core) })
	for _, a := range o.Analyzers {
		from := c.now()
		run, err := try(ctx, o.Aside, func() (analyzers.Run, error) { return a.Start(core, o.Analysis) })
		c.runs = append(c.runs, run)
		c.fails = append(c.fails, err)
		c.nanos = append(c.nanos, c.now()-from)
	}
	return c
}

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

// open returns a pair with its candidates, none of which is reported yet.
func (c *Comparison) open(p il.Pair) *Pair {
	return &Pair{Pair: p, Candidates: racemob.ConflictsOf(c.core, p), Answers: make([]Answered, len(c.runs))}
}

// enter asks an analyzer and adds what it reports to the rows of a pair.
func (c *Comparison) enter(ctx context.Context, x *Pair, i int) analyzers.Answer {
	answer, how := c.ask(ctx, i, x.Pair)
	x.Answers[i] = how
	row := func(reports ...analyzers.Report) Row {
		r := Row{Sites: reports[0].Sites, Reports: make([][]analyzers.Report, len(c.runs))}
		r.Reports[i] = reports
		return r
	}
	var inside []analyzers.Report // that a truth can judge
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
			x.Strange = append(x.Strange, fmt.Sprintf("the checker refuses the witness of %s for %s: %s", c.o.Analyzers[i].Name, c.sites(s), why))
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
			x.Strange = append(x.Strange, fmt.Sprintf("%s reports %s", c.o.Analyzers[i].Name, c.sites(s)))
		}
	}
	slice.Sort(x.Rows, func(r, s Row) int { return r.Compare(s.Sites) })
	return answer
}

// findRow is where the row of a pair of sites is, or should be.
func findRow(rows []Row, s il.Sites) (int, bool) {
	return slices.BinarySearchFunc(rows, s, func(r Row, s il.Sites) int { return r.Compare(s) })
}

// ask asks an analyzer. Here every answer hears that ctx has ended: what was found by then
// is kept, and it is said that there may be more. Who does not hear has no answer, nor has
// who was not asked by then.
func (c *Comparison) ask(ctx context.Context, i int, p il.Pair) (analyzers.Answer, Answered) {
	var how Answered
	if c.o.Clock != nil {
		how.Nanos, c.nanos[i] = c.nanos[i], 0
	}
	if err := c.fails[i]; err != nil {
		how.Failed = failed(ctx, err)
		return analyzers.Answer{}, how
	}
	if c.o.Aside != nil && ctx.Err() != nil {
		how.Failed = analyzers.Ended(ctx)
		return analyzers.Answer{}, how
	}
	from := c.now()
	answer, err := try(ctx, c.o.Aside, func() (analyzers.Answer, error) { return c.runs[i](ctx, p) })
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

// failed says why an analyzer has no answer.
func failed(ctx context.Context, err error) string {
	if why := analyzers.Ended(ctx); why != "" {
		return why
	}
	return err.Error()
}

// judge enters the truths, as far as the columns hold the searches for them.
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
		sub, super := c.column(in.Sub), c.column(in.Super)
		if sub < 0 || super < 0 || x.Answers[super].Cut != "" || x.Answers[super].Failed != "" {
			continue
		}
		for k := range x.Rows {
			if r := &x.Rows[k]; r.Has(sub) && !r.Has(super) {
				x.Broken = append(x.Broken, Violation{in, r.Sites})
			}
		}
	}
}

// column is the index of an analyzer, or -1.
func (c *Comparison) column(name string) int {
	return slices.IndexFunc(c.o.Analyzers, func(a *analyzers.Analyzer) bool { return a.Name == name })
}

// sites prints a pair of sites.
func (c *Comparison) sites(s il.Sites) string {
	at := func(s il.Site) string { return fmt.Sprintf("%s %s", c.core.Source.At(s.At), s.Kind) }
	return at(s[0]) + " / " + at(s[1])
}
