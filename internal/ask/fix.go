package ask

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/repair"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
)

// Fixing is a question for Fix.
type Fixing struct {
	Which     []string // "R1", or two positions of accesses; empty for the first race
	Pair      string   // the pair of units; empty for all
	Shrink    bool     // ask instead which statements can leave lock regions
	MaxStates int      // of each search; 0 for no limit
	Write     bool     // the document says that its proposal is written, if the answer is complete

	Progress func(Progress) // called now and then by each search; may be nil
}

// Fix returns the document of the changes that remove a race, or make lock regions smaller. A
// *Refusal without a text comes with the document and has its exit; other errors are *Illegal,
// *Misnamed, *Limit, ErrInterrupted or a *Refusal.
func Fix(ctx context.Context, core *il.Core, q Fixing) (*report.Fix, error) {
	p, err := readAgain(core)
	if err != nil {
		return nil, err
	}
	only, err := PairOf(p.Core, q.Pair)
	if err != nil {
		return nil, err
	}
	f := &fix{
		ctx: ctx, p: p, o: fixBounds(q.MaxStates),
		doc: &report.Fix{File: core.Source.Name, Proposals: []report.FixProposal{}},
	}
	f.o.Only, f.o.Progress = only, q.Progress
	deadlock := len(q.Which) == 1 && IsID(q.Which[0]) && q.Which[0][0] == 'D'
	switch {
	case q.Shrink:
		err = f.shrink()
	case deadlock:
		err = f.untangle(q.Which[0])
	default:
		err = f.remove(q.Which)
		if err == nil && len(q.Which) == 0 && f.doc.Race == nil {
			err = f.untangle("")
		}
	}
	f.doc.Written = q.Write && err == nil && len(f.doc.Proposals) > 0
	return f.doc, err
}

func readAgain(core *il.Core) (*repair.Program, error) {
	p, errs := repair.Read(core.Source)
	if len(errs) > 0 {
		return nil, &Illegal{Source: core.Source, Errors: errs}
	}
	return p, nil
}

// FixStates is how many states each search for repairs looks at by default.
func FixStates() int { return repair.Defaults().States }

func fixBounds(states int) repair.Options {
	o := repair.Defaults()
	o.States, o.Workers = states, runtime.GOMAXPROCS(0)
	return o
}

// fix is the work on one document.
type fix struct {
	ctx context.Context
	p   *repair.Program
	o   repair.Options
	doc *report.Fix
}

// failed returns the error of a search, or ErrInterrupted after an interrupt.
func (f *fix) failed(err error) error {
	if f.ctx.Err() != nil {
		return ErrInterrupted
	}
	return refuse("", "%s", err)
}

func (f *fix) propose(all ...repair.Proposal) error {
	for _, x := range all {
		d, err := fixProposal(f.ctx, f.p.Source, x)
		if err != nil {
			return f.failed(err)
		}
		f.doc.Proposals = append(f.doc.Proposals, d)
	}
	return nil
}

// remove looks for repairs of the race that which names, or of the first one.
func (f *fix) remove(which []string) error {
	race, id, err := f.race(which)
	if err != nil || race == nil {
		return err
	}
	f.doc.Race = fixRace(f.p.Source, id, *race)
	repairs, err := f.p.Remove(f.ctx, *race, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Before, f.doc.Tried = fixAccount(repairs.Before), repairs.Tried
	err = f.propose(repairs.Proposals...)
	if err != nil || len(repairs.Proposals) > 0 || repairs.Before.Race == repair.No {
		return err
	}
	f.doc.Undecided = repairs.Unknown > 0
	if f.doc.Undecided {
		return &Refusal{Exit: ExitInconclusive}
	}
	return &Refusal{Exit: ExitFound}
}

// untangle looks for repairs of a deadlock: the one with the given number, or the first one.
func (f *fix) untangle(id string) error {
	sets, err := abstract.AnalyzeSets(f.p.Core, abstract.Options{})
	if err != nil {
		return limited(f.p.Core, err)
	}
	var known []string
	for _, pair := range f.p.Core.PairsOf(f.o.Only) {
		for _, d := range sets.Deadlocks(pair) {
			this := fmt.Sprint("D", len(known)+1)
			known = append(known, this)
			if id != "" && this != id {
				continue
			}
			f.doc.Deadlock = &report.FixDeadlock{
				ID: this, Left: findings.Waiter(f.p.Core, pair.Left, d.Left),
				Right: findings.Waiter(f.p.Core, pair.Right, d.Right),
			}
			deadlock := repair.Deadlock{Pair: pair, At: [2]il.Pos{d.Left.At, d.Right.At}}
			repairs, err := f.p.Untangle(f.ctx, deadlock, f.o)
			if err != nil {
				return f.failed(err)
			}
			f.doc.Tried = repairs.Tried
			if err := f.propose(repairs.Proposals...); err != nil || len(repairs.Proposals) > 0 {
				return err
			}
			return &Refusal{Exit: ExitFound}
		}
	}
	if id == "" {
		return nil
	}
	return refuse(cmp.Or(ThereAre(known), "The program has no deadlock."),
		"there is no deadlock %q", id)
}

// shrink asks which statements can leave lock regions.
func (f *fix) shrink() error {
	shrunk, err := f.p.Shrink(f.ctx, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Tried, f.doc.Undecided = shrunk.Tried, shrunk.Undecided
	f.doc.Regions = fixRegions(shrunk.Regions)
	if shrunk.Proposal != nil {
		err = f.propose(*shrunk.Proposal)
	}
	if err == nil && shrunk.Undecided {
		err = &Refusal{Exit: ExitInconclusive}
	}
	return err
}

// race returns the race to repair and its number, or nil if there is none.
func (f *fix) race(which []string) (*repair.Race, string, error) {
	sites, areSites := sitesOf(which)
	switch {
	case len(which) == 0:
		r, err := f.reported(1)
		if err != nil || r != nil {
			return r, "R1", err
		}
		r, err = f.searched(func(il.Sites) bool { return true })
		return r, "", err
	case len(which) == 1 && IsID(which[0]) && which[0][0] == 'R':
		n, _ := strconv.Atoi(which[0][1:])
		r, err := f.reported(n)
		if err == nil && r == nil {
			err = f.noReport(which[0])
		}
		return r, which[0], err
	case areSites:
		for _, at := range sites {
			if err := f.access(at); err != nil {
				return nil, "", err
			}
		}
		r, err := f.searched(func(s il.Sites) bool {
			at := [2]il.Position{f.p.Source.Position(s[0].At), f.p.Source.Position(s[1].At)}
			return at == sites || at == [2]il.Position{sites[1], sites[0]}
		})
		return r, "", err
	default:
		return nil, "", refuse("A race is R1, or two positions such as 4:3 10:3.",
			"%q does not name a race", strings.Join(which, " "))
	}
}

// sitesOf reads two positions; ok is false if the words are something else.
func sitesOf(words []string) (sites [2]il.Position, ok bool) {
	if len(words) != 2 {
		return sites, false
	}
	for i, w := range words {
		if sites[i], ok = il.ParsePosition(w); !ok {
			return sites, false
		}
	}
	return sites, true
}

// access refuses a position without an access, and names the accesses near it.
func (f *fix) access(at il.Position) error {
	var before, after il.Stmt
	found := false
	for _, u := range f.p.Core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if _, ok := il.AccessOf(s); !ok {
				return
			}
			switch p := f.p.Source.Position(s.Pos()); {
			case p == at:
				found = true
			case p.Before(at) && (before == nil || before.Pos() < s.Pos()):
				before = s
			case !p.Before(at) && (after == nil || s.Pos() < after.Pos()):
				after = s
			}
		})
	}
	if found {
		return nil
	}
	named := func(s il.Stmt) string { return f.p.Source.At(s.Pos()) + " (" + il.Text(s) + ")" }
	hint := "The program has no access at all."
	switch {
	case before != nil && after != nil:
		hint = "The nearest accesses are " + named(before) + " and " + named(after) + "."
	case before != nil:
		hint = "The last access is " + named(before) + "."
	case after != nil:
		hint = "The first access is " + named(after) + "."
	}
	return refuse(hint, "there is no access at %s", at)
}

// reported returns report n, or nil if there are fewer.
func (f *fix) reported(n int) (*repair.Race, error) {
	found, err := Plain().Findings(f.ctx, f.p.Core, f.o.Only)
	if err != nil {
		return nil, err
	}
	for p, s := range found.Listed() {
		if n--; n == 0 {
			return &repair.Race{Pair: p, Sites: s}, nil
		}
	}
	return nil, nil
}

// noReport returns the error of a number that no report has.
func (f *fix) noReport(id string) error {
	found, err := Plain().Findings(f.ctx, f.p.Core, f.o.Only)
	if err != nil {
		return err
	}
	var known []string
	for range found.Listed() {
		known = append(known, fmt.Sprintf("R%d", len(known)+1))
	}
	hint := cmp.Or(ThereAre(known),
		"RacerDX reports no race; without "+id+", an exact search looks for one.")
	return refuse(hint, "there is no report %q", id)
}

// searched returns the first wanted race that the exact search finds, or nil. If a bound cut the
// search, it returns an error instead of nil.
func (f *fix) searched(wanted func(il.Sites) bool) (*repair.Race, error) {
	cut := false
	for _, pair := range f.p.Core.PairsOf(f.o.Only) {
		races, complete, err := f.p.Races(f.ctx, pair, f.o)
		if err == nil {
			err = context.Cause(f.ctx)
		}
		if err != nil {
			return nil, f.failed(err)
		}
		for _, r := range races {
			if wanted(r.Sites) {
				return &r, nil
			}
		}
		cut = cut || !complete
	}
	if cut {
		return nil, &Refusal{
			Exit: ExitInconclusive,
			Text: "no such race was found, but a bound cut a search",
			Hint: "--max-states goes further.",
		}
	}
	return nil, nil
}

func fixRace(src *il.Source, id string, r repair.Race) *report.FixRace {
	side := func(u *il.Unit, s il.Site) report.FixSide {
		return report.FixSide{Unit: u.Name, At: src.At(s.At), Kind: s.Kind.String()}
	}
	return &report.FixRace{
		ID: id, Left: side(r.Pair.Left, r.Sites[0]), Right: side(r.Pair.Right, r.Sites[1]),
	}
}

func fixAccount(a repair.Account) *report.FixAccount {
	x := &report.FixAccount{
		Race: a.Race.String(), Races: a.Races, Cut: string(a.Cut),
		States: a.States, Uncounted: a.Uncounted, Reported: a.Reported,
	}
	if a.Schedules != nil {
		text := a.Schedules.String()
		x.Interleavings = &text
	}
	if a.TooLarge == "" {
		text := a.Reports.String()
		x.Reports = &text
	}
	return x
}

// fixProposal converts a proposal, and looks for an update that the changed program still loses.
// The error is that of the context.
func fixProposal(ctx context.Context, src *il.Source,
	p repair.Proposal) (report.FixProposal, error) {
	x := report.FixProposal{
		Kind: string(p.Kind), Title: p.Title, Notes: append([]string{}, p.Notes...),
		Program: p.Text, Diff: repair.Diff(report.FileName(src.Name), src.Text, p.Text),
	}
	if p.Kind != repair.KindRegion && p.Kind != repair.KindCopy {
		return x, nil // it removes no race
	}
	x.After = fixAccount(p.After)
	core, pair := p.Core(), p.Pair()
	states := []semantics.Init{session.OneObject(core, pair)}
	if in, err := session.ParseInit(core, pair, session.HeapFile); err == nil && core.Init != nil {
		states = append(states, in)
	}
	lost, err := p.LostUpdate(ctx, states)
	if err != nil || lost == nil {
		return x, err
	}
	s, err := session.OpenExecution(lost)
	if err != nil {
		return x, err
	}
	x.Lost = Run(s)
	last := x.Lost.Steps[len(x.Lost.Steps)-1]
	x.Notes = append(x.Notes,
		fmt.Sprintf("It still permits a lost update: %s writes at %s what it has made of a value "+
			"that was read before the other thread wrote. The schedule is %s, from the initial "+
			"state %s.", last.Thread, last.At, x.Lost.Schedule, x.Lost.Heap))
	return x, nil
}

func fixRegions(all []repair.Region) []report.FixRegion {
	return slice.Map(all, func(r repair.Region) report.FixRegion {
		region := report.FixRegion{
			At: r.At.String(), Unit: r.Unit.Name, Statements: []report.FixPart{},
		}
		for _, x := range r.Parts {
			region.Statements = append(region.Statements, report.FixPart{
				At: x.At.String(), Text: x.Text, Leaves: x.Leaves.String(), Why: x.Why,
			})
		}
		return region
	})
}
