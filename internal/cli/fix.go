package cli

import (
	"context"
	"runtime"
	"strconv"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/pipeline"
	"wobbly/repair"
	"wobbly/report"
)

// fixCmd is `wobbly fix`.
type fixCmd struct {
	File  string   `arg:"" name:"FILE" help:"The program; - is standard input."`
	Which []string `arg:"" optional:"" name:"RACE" help:"R1, as wobbly check with the same --pair numbers it, or two positions of accesses (line:column). Left out: the first race."`
	jsonFlag
	pairFlag
	Shrink    bool `help:"Ask of every lock region which statements can leave it instead."`
	Write     bool `help:"Write the changed program back to the file." short:"w"`
	Proposal  int  `help:"Show, or write, this proposal." default:"1" placeholder:"N"`
	MaxStates int  `help:"Stop each search at N states; 0 for no limit." default:"500000" placeholder:"N"`
	Strict    bool `help:"Refuse sugar instead of lowering it."`
}

// Run implements the command.
func (c *fixCmd) Run(a *app) error {
	switch {
	case c.Write && c.File == report.StdinName:
		return usage("", "standard input cannot be written to; leave out -w")
	case c.Shrink && len(c.Which) > 0:
		return usage("", "--shrink asks about lock regions, not about a race")
	case c.MaxStates < 0:
		return usage("", "--max-states must not be negative")
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	p, errs := repair.Read(core.Source)
	if len(errs) > 0 {
		return a.illegal(core.Source, errs, c.JSON)
	}
	only, err := c.pair(p.Core)
	if err != nil {
		return err
	}
	f := &fix{a: a, p: p, o: fixBounds(c.MaxStates), doc: &report.Fix{File: core.Source.Name, Proposals: []report.FixProposal{}}}
	f.o.Only = only
	err = f.run(c)
	if err != nil && err.Error() != "" {
		return err
	}
	if e := f.print(c); e != nil {
		return e
	}
	return err
}

// print prints the document.
func (f *fix) print(c *fixCmd) error {
	if c.JSON {
		return report.FixJSON(f.a.out, f.doc)
	}
	return report.FixText(f.a.text(), f.a.style(f.a.sys.Stdout), f.doc, c.Proposal, c.Shrink)
}

// fixBounds are the bounds of the searches for repairs.
func fixBounds(states int) repair.Options {
	o := repair.Defaults()
	o.States, o.Workers = states, runtime.GOMAXPROCS(0)
	return o
}

// fix is a run of the command. Its errors without a text are exit codes: what
// was found is in the document.
type fix struct {
	a   *app
	p   *repair.Program
	o   repair.Options
	doc *report.Fix
}

// run fills in the document, and writes the file.
func (f *fix) run(c *fixCmd) error {
	find := func() error { return f.remove(c.Which) }
	if c.Shrink {
		find = f.shrink
	}
	err := find()
	switch n := len(f.doc.Proposals); {
	case err != nil && err.Error() != "":
		return err
	case c.Proposal < 1 || n > 0 && c.Proposal > n:
		return usage("", "there is no proposal %d; there are %d", c.Proposal, n)
	case n == 0 || !c.Write || err != nil:
		return err
	}
	f.doc.Written = true
	return replaceFile(c.File, f.doc.Proposals[c.Proposal-1].Program)
}

// failed is the error of a search, or of a run that was told to stop.
func (f *fix) failed(err error) error {
	if f.a.interrupted() {
		return errInterrupted
	}
	return usage("", "%s", err)
}

// remove looks for repairs of one race.
func (f *fix) remove(which []string) error {
	race, id, err := f.race(which)
	if err != nil || race == nil {
		return err
	}
	f.doc.Race = fixRace(f.p.Source, id, *race)
	got, err := f.p.Remove(f.a.ctx, *race, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Before, f.doc.Tried = fixAccount(got.Before), got.Tried
	for _, x := range got.Proposals {
		f.doc.Proposals = append(f.doc.Proposals, fixProposal(f.p.Source, x))
	}
	if len(got.Proposals) > 0 || got.Before.Race == repair.No {
		return nil
	}
	f.doc.Undecided = got.Unknown > 0
	if f.doc.Undecided {
		return failure{exit: exitInconclusive}
	}
	return failure{exit: exitFound}
}

// shrink asks which statements can leave lock regions.
func (f *fix) shrink() error {
	got, err := f.p.Shrink(f.a.ctx, f.o)
	if err != nil {
		return f.failed(err)
	}
	f.doc.Tried, f.doc.Undecided = got.Tried, got.Undecided
	f.doc.Regions = fixRegions(got.Regions)
	if got.Proposal != nil {
		f.doc.Proposals = append(f.doc.Proposals, fixProposal(f.p.Source, *got.Proposal))
	}
	if got.Undecided {
		return failure{exit: exitInconclusive}
	}
	return nil
}

// race is the one to repair, nil if there is none, with its number.
func (f *fix) race(which []string) (*repair.Race, string, error) {
	switch {
	case len(which) == 0:
		r, err := f.reported(1)
		if err != nil || r != nil {
			return r, "R1", err
		}
		r, err = f.searched(func(il.Sites) bool { return true })
		return r, "", err
	case len(which) == 1 && idShape.MatchString(which[0]) && which[0][0] == 'R':
		n, _ := strconv.Atoi(which[0][1:])
		r, err := f.reported(n)
		if err == nil && r == nil {
			err = usage("wobbly check numbers them.", "there is no report %q", which[0])
		}
		return r, which[0], err
	case len(which) == 2 && positionShape.MatchString(which[0]) && positionShape.MatchString(which[1]):
		p, q := position(which[0]), position(which[1])
		for _, at := range [2]il.Position{p, q} {
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
		return nil, "", usage("It is R1, or two positions such as 4:3 10:3.", "cannot tell which race to repair")
	}
}

// access says that no access stands at a position, and which are near it.
func (f *fix) access(at il.Position) error {
	var before, after il.Stmt
	for _, u := range f.p.Core.Units {
		found := false
		il.Walk(u.Body, func(s il.Stmt) {
			switch s.(type) {
			case *il.Load, *il.Store:
			default:
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
	return usage(hint, "no access stands at %s", at)
}

// reported is report n, nil if there are fewer.
func (f *fix) reported(n int) (*repair.Race, error) {
	related, err := pipeline.Relate(f.a.ctx, f.p.Core, f.o.Only, plain)
	if err != nil {
		return nil, failed(err)
	}
	list := related.Reported.ListRaces(maxListed)
	if n < 1 || n > len(list) {
		return nil, nil
	}
	x := list[n-1]
	pair := il.Pair{Left: x.Left.Unit, Right: x.Right.Unit}
	site := func(s abstract.Side) il.Site { return il.Site{At: s.At, Kind: s.Kind} }
	return &repair.Race{Pair: pair, Sites: pair.Sites(site(x.Left), site(x.Right))}, nil
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
		races, complete, err := f.p.Races(f.a.ctx, pair, f.o)
		if err == nil {
			err = context.Cause(f.a.ctx)
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
		return nil, failure{exitInconclusive, "no such race was found, but a bound cut a search", "--max-states goes further."}
	}
	return nil, nil
}
