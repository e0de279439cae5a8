package ask

import (
	"context"
	"runtime"
	"strconv"

	"wobbly/il"
	"wobbly/repair"
	"wobbly/report"
	"wobbly/semantics/explore"
)

// Fixing is what is asked of Fix.
type Fixing struct {
	Which     []string // "R1", or two positions of accesses; empty for the first race
	Pair      string   // the pair of units; empty for all
	Shrink    bool     // ask what can leave lock regions instead
	MaxStates int      // of each search; 0 for no limit
	Write     bool     // the document says that its proposal is written, if all is known

	Progress func(explore.Progress) // called now and then by each search; may be nil
}

// Fix is the document of the changes that remove a race. An error that is a *Refusal
// without a text comes with the document, and has the exit.
func Fix(ctx context.Context, core *il.Core, q Fixing) (*report.Fix, error) {
	p, errs := repair.Read(core.Source)
	if len(errs) > 0 {
		return nil, &Illegal{Source: core.Source, Errors: errs}
	}
	only, err := PairOf(p.Core, q.Pair)
	if err != nil {
		return nil, err
	}
	f := &fix{ctx: ctx, p: p, o: fixBounds(q.MaxStates), doc: &report.Fix{File: core.Source.Name, Proposals: []report.FixProposal{}}}
	f.o.Only, f.o.Progress = only, q.Progress
	if q.Shrink {
		err = f.shrink()
	} else {
		err = f.remove(q.Which)
	}
	f.doc.Written = q.Write && err == nil && len(f.doc.Proposals) > 0
	return f.doc, err
}

// FixStates is how many states each search for repairs looks at by default.
func FixStates() int { return repair.Defaults().States }

// fixBounds are the bounds of the searches for repairs.
func fixBounds(states int) repair.Options {
	o := repair.Defaults()
	o.States, o.Workers = states, runtime.GOMAXPROCS(0)
	return o
}

// fix is a run of Fix. Its errors without a text are exit codes: what was found is in
// the document.
type fix struct {
	ctx context.Context
	p   *repair.Program
	o   repair.Options
	doc *report.Fix
}

// failed is the error of a search, or of a run that was told to stop.
func (f *fix) failed(err error) error {
	if f.ctx.Err() != nil {
		return ErrInterrupted
	}
	return refuse("", "%s", err)
}

// remove looks for repairs of one race.
func (f *fix) remove(which []string) error {
	race, id, err := f.race(which)
	if err != nil || race == nil {
		return err
	}
	f.doc.Race = fixRace(f.p.Source, id, *race)
	got, err := f.p.Remove(f.ctx, *race, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Before, f.doc.Tried = fixAccount(got.Before), got.Tried
	for _, x := range got.Proposals {
		d, err := fixProposal(f.ctx, f.p.Source, x)
		if err != nil {
			return f.failed(err)
		}
		f.doc.Proposals = append(f.doc.Proposals, d)
	}
	if len(got.Proposals) > 0 || got.Before.Race == repair.No {
		return nil
	}
	f.doc.Undecided = got.Unknown > 0
	if f.doc.Undecided {
		return &Refusal{Exit: ExitInconclusive}
	}
	return &Refusal{Exit: ExitFound}
}

// shrink asks which statements can leave lock regions.
func (f *fix) shrink() error {
	got, err := f.p.Shrink(f.ctx, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Tried, f.doc.Undecided = got.Tried, got.Undecided
	f.doc.Regions = fixRegions(got.Regions)
	if got.Proposal != nil {
		d, err := fixProposal(f.ctx, f.p.Source, *got.Proposal)
		if err != nil {
			return f.failed(err)
		}
		f.doc.Proposals = append(f.doc.Proposals, d)
	}
	if got.Undecided {
		return &Refusal{Exit: ExitInconclusive}
	}
	return nil
}

// race is the one to repair, nil if there is none, with its number.
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
			err = refuse("wobbly check numbers them.", "there is no report %q", which[0])
		}
		return r, which[0], err
	case areSites:
		p, q := sites[0], sites[1]
		for _, at := range sites {
			if err := f.access(at); err != nil {
				return nil, "", err
			}
		}
		r, err := f.searched(func(s il.Sites) bool {
			l, r := f.p.Source.Position(s[0].At), f.p.Source.Position(s[1].At)
			return l == p && r == q || l == q && r == p
		})
		return r, "", err
	default:
		return nil, "", refuse("It is R1, or two positions such as 4:3 10:3.", "cannot tell which race to repair")
	}
}

// sitesOf reads two positions; false if the words are something else.
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

// access says that no access stands at a position, and which are near it.
func (f *fix) access(at il.Position) error {
	var before, after il.Stmt
	for _, u := range f.p.Core.Units {
		found := false
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
		if found {
			return nil
		}
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
	return refuse(hint, "no access stands at %s", at)
}

// reported is report n, nil if there are fewer.
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

// searched is the first race that an exact search finds, of those that are
// wanted, nil if there is none. Where a bound cut a search that found none, that
// is the error.
func (f *fix) searched(wanted func(il.Sites) bool) (*repair.Race, error) {
	pairs := f.p.Core.Pairs()
	if f.o.Only != nil {
		pairs = []il.Pair{*f.o.Only}
	}
	cut := false
	for _, pair := range pairs {
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
		return nil, &Refusal{Exit: ExitInconclusive, Text: "no such race was found, but a bound cut a search", Hint: "--max-states goes further."}
	}
	return nil, nil
}
