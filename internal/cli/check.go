package cli

import (
	"fmt"
	"io"
	"time"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// checkCmd is `wobbly check`.
type checkCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	jsonFlag
	Format string `help:"How to print: text, short (a line for each race) or json." enum:"text,short,json" default:"text"`
	pairFlags
	analysisFlags
	MaxSteps int  `help:"Keep witnesses of more than N steps compressed." default:"10000" placeholder:"N"`
	ExitZero bool `help:"Exit with 0 where races are all there is to tell."`
	Quiet    bool `help:"Print no results; the exit tells." short:"q"`
}

// Run implements the command.
func (c *checkCmd) Run(a *app) error {
	if c.JSON {
		c.Format = "json"
	}
	if c.MaxSteps < 0 {
		return usage("", "--max-steps must not be negative")
	}
	opts, err := c.options(c.Condition)
	if err != nil {
		return err
	}
	var total report.Tally
	for _, name := range c.Files {
		t, err := c.file(a, name, opts)
		a.fail(err)
		total = total.Plus(t)
		if a.ctx.Err() != nil {
			break
		}
	}
	if c.Format == "text" && !c.Quiet && total.Files > 0 {
		if err := report.Summarize(a.text(), a.style(a.sys.Stdout), total); err != nil {
			return err
		}
	}
	if c.ExitZero && a.exit == ExitFound {
		a.exit = ExitNothing
	}
	return nil
}

// file checks one file.
func (c *checkCmd) file(a *app, name string, opts abstract.Options) (report.Tally, error) {
	core, err := a.load(name, c.Strict, c.Format == "json")
	if err != nil {
		return report.Tally{}, err
	}
	result, err := a.analyze(core, opts)
	if err != nil {
		return report.Tally{}, err
	}
	reported, err := a.reports(core, result, c.pairFlags)
	if err != nil {
		return report.Tally{}, err
	}
	r := newRun(a, core, opts, result, reported)
	r.limit, r.maxSteps = c.Limit, c.MaxSteps
	doc := r.document(c)
	t, err := c.print(a, doc)
	a.found(r.exit(t))
	return t, err
}

// print writes the document in the format asked for.
func (c *checkCmd) print(a *app, doc *report.Check) (report.Tally, error) {
	switch {
	case c.Quiet:
		return report.CheckShort(io.Discard, doc)
	case c.Format == "json":
		return report.CheckJSON(a.out, doc)
	case c.Format == "short":
		return report.CheckShort(a.text(), doc)
	default:
		return report.CheckText(a.text(), a.style(a.sys.Stdout), doc)
	}
}

// run is the check of one file after its analysis.
type run struct {
	a        *app
	core     *il.Core
	opts     abstract.Options
	result   abstract.Result
	reported abstract.Reported
	sites    *sites
	builder  *reconstruct.Builder
	checker  *check.Checker
	origins  *abstract.Origins

	limit, maxSteps int
}

func newRun(a *app, core *il.Core, opts abstract.Options, result abstract.Result, reported abstract.Reported) *run {
	b := reconstruct.New(core)
	return &run{
		a: a, core: core, opts: opts, result: result, reported: reported,
		sites: newSites(core, b), builder: b, checker: check.New(core), origins: abstract.NewOrigins(core),
	}
}

// document is what the run found; races and filtered pairs are worked out as
// they are read.
func (r *run) document(c *checkCmd) *report.Check {
	name := ""
	if f := r.core.Source.Name; f != stdinName {
		name = shellWord(f)
	}
	return &report.Check{
		File:          r.core.Source.Name,
		Source:        r.core.Source,
		Condition:     r.opts.Condition.String(),
		Races:         r.races,
		Filtered:      r.filtered,
		Interrupted:   func() bool { return r.a.ctx.Err() != nil },
		TotalRaces:    r.reported.Races(),
		TotalFiltered: r.reported.Filtered(),
		Excluded:      func(most int) report.Excluded { return r.excluded(c.pairFlags, most) },
		Name:          name,
		Flags:         c.pairFlags.again() + c.analysisFlags.again(),
		Literal:       r.opts.Literal != 0,
	}
}

// exit is the exit code that the counts of a file amount to.
func (r *run) exit(t report.Tally) Exit {
	switch {
	case t.Refuted > 0:
		return ExitViolated
	case t.Interrupted:
		return ExitInconclusive
	case !t.Races.IsZero():
		return ExitFound
	default:
		return ExitNothing
	}
}

// races yields the listed races, each with its witness, until interrupted.
func (r *run) races(yield func(report.Race) bool) {
	list := r.reported.ListRaces(r.limit)
	progress := newProgress(r.a, len(list))
	defer progress.done()
	for i, x := range list {
		if r.a.ctx.Err() != nil || !yield(r.race(i, x)) {
			return
		}
		progress.step(i + 1)
	}
}

// race reconstructs the witness of a report and has it checked.
func (r *run) race(i int, x abstract.Report) report.Race {
	race := report.Race{
		ID: fmt.Sprintf("R%d", i+1), Left: r.sites.side(x.Left), Right: r.sites.side(x.Right),
		Verdict: report.Confirmed,
	}
	w, err := r.builder.Witness(x, r.maxSteps)
	if err == nil {
		race.Witness = w
		err = r.checker.Check(w)
		if r.core.Source.Name != stdinName {
			w.File = r.core.Source.Name
		}
	}
	if err == nil {
		err = witnesses(w, race)
	}
	if err != nil {
		race.Verdict, race.Reason = report.Refuted, err.Error()
	}
	return race
}

// witnesses refuses a witness of another race than the one reported.
func witnesses(w *witness.Witness, r report.Race) error {
	for _, x := range []struct {
		access witness.Access
		side   report.Side
	}{{w.Race.A, r.Left}, {w.Race.B, r.Right}} {
		if x.access.At != x.side.At || x.access.Kind != x.side.Kind {
			return fmt.Errorf("the witness ends at the %s at %s, not at the %s at %s", x.access.Kind, x.access.At, x.side.Kind, x.side.At)
		}
	}
	if w.Units != [2]string{r.Left.Unit, r.Right.Unit} {
		return fmt.Errorf("the witness is of %s and %s", w.Units[0], w.Units[1])
	}
	return nil
}

// filtered yields the listed pairs that were left out as wobbly.
func (r *run) filtered(yield func(report.Filtered) bool) {
	for i, x := range r.reported.ListFiltered(r.limit) {
		if r.a.ctx.Err() != nil || !yield(r.filteredPair(i, x)) {
			return
		}
	}
}

func (r *run) filteredPair(i int, x abstract.Report) report.Filtered {
	f := report.Filtered{
		ID: fmt.Sprintf("F%d", i+1), Left: r.sites.side(x.Left), Right: r.sites.side(x.Right),
		Reasons: []string{"wobbly"}, Wobbly: r.wobbly(x.Left),
	}
	oneSided := r.opts.Literal&abstract.ReadingOneSided != 0
	if (x.Left.Unit != x.Right.Unit || x.Left.Path != x.Right.Path) && !oneSided {
		f.Wobbly = append(f.Wobbly, r.wobbly(x.Right)...)
	}
	return f
}

// wobbly lists the proper prefixes of a path that are in W of its unit,
// shortest first.
func (r *run) wobbly(s abstract.Side) []report.Wobbly {
	all := []report.Wobbly{}
	for _, e := range s.Path.ProperPrefixes() {
		if o, ok := r.touch(s.Unit, e); ok {
			all = append(all, r.wobblyPrefix(s.Unit, e, o))
		}
	}
	return all
}

// touch says why an expression is in W of a unit, under the reading in force.
func (r *run) touch(u *il.Unit, e abstract.Expr) (abstract.Origin, bool) {
	if sets, ok := r.result.(*abstract.Sets); ok && !sets.Summary(u).W[e] {
		return abstract.Origin{}, false
	}
	return r.origins.Touch(u, e)
}

func (r *run) wobblyPrefix(u *il.Unit, e abstract.Expr, o abstract.Origin) report.Wobbly {
	x := report.Wobbly{
		Unit: u.Name, Prefix: string(e), At: r.core.Source.At(o.Stmt.Pos()),
		Text: il.Text(o.Stmt), Within: o.Unit.Name, Expr: string(o.Expr), Rule: o.Rule,
	}
	if len(o.Calls) > 0 {
		x.Calls = r.sites.positions(o.Calls)
	}
	return x
}

// progress tells on a terminal how many witnesses are done, when it takes
// long and the results go elsewhere.
type progress struct {
	w     io.Writer
	total int
	last  time.Time
	shown bool
}

func newProgress(a *app, total int) *progress {
	if !isTerminal(a.sys.Stderr) || isTerminal(a.sys.Stdout) {
		return &progress{}
	}
	return &progress{w: a.sys.Stderr, total: total, last: time.Now()}
}

func (p *progress) step(n int) {
	if p.w == nil || time.Since(p.last) < time.Second {
		return
	}
	p.last, p.shown = time.Now(), true
	fmt.Fprintf(p.w, "\r%d of %d witnesses checked (Ctrl+C keeps them)", n, p.total)
}

// done erases the line.
func (p *progress) done() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
