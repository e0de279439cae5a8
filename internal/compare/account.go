package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/findings"
	"wobbly/report"
)

// Accounts explains why an analyzer reports pairs of accesses, or does not (Analyzer.Absent). It is
// for one goroutine.
type Accounts struct {
	*Comparison
	absent   analyzers.Why
	numbered []numbered // its reports, in the order of Judge
}

// numbered is a report with its number in Judge's document.
type numbered struct {
	pair   il.Pair
	report *analyzers.Report
	id     string // empty if it is not listed
}

// NewAccounts asks an analyzer about a program, or one of its pairs, and numbers o.Limit of its
// reports. The error says that it has no answer, or that ctx has ended.
func NewAccounts(ctx context.Context, core *il.Core, only *il.Pair, a *analyzers.Analyzer,
	o analyzers.Options) (*Accounts, error) {
	limit := o.Limit
	o.Limit = max(limit, maxJudged)
	absent, err := a.Absent(core, o)
	if err != nil {
		return nil, err
	}
	c := Begin(ctx, core, only, Options{Analyzers: []*analyzers.Analyzer{a}, Analysis: o})
	x := &Accounts{Comparison: c, absent: absent}
	answer := func(ctx context.Context, p il.Pair) *Pair {
		pair := c.open(p)
		c.enter(ctx, pair, 0)
		return pair
	}
	share(ctx, c.workers(), core.PairsOf(only), answer, func(pair *Pair) bool {
		if why := pair.Answers[0].Failed; why != "" {
			err = errors.New(why)
			return false
		}
		for _, row := range rowsOf(pair) {
			for k := range row.Reports[0] {
				x.numbered = append(x.numbered,
					numbered{pair: pair.Pair, report: &row.Reports[0][k]})
			}
		}
		return true
	})
	if err := errors.Join(ctx.Err(), err); err != nil {
		return nil, err
	}
	for n, i := range shortest(len(x.numbered), limit,
		func(i int) int { return x.numbered[i].report.Length }) {
		x.numbered[i].id = raceID(n)
	}
	return x, nil
}

// raceID returns the number of the report with an index, such as R1.
func raceID(n int) string { return fmt.Sprintf("R%d", n+1) }

// Report explains a listed report. It fails if no report has the number.
func (x *Accounts) Report(id string) (report.Pair, error) {
	listed := 0
	for _, r := range x.numbered {
		switch r.id {
		case id:
			return x.pair(r.pair, r.report.Sites, x.explain(r.report), id), nil
		case "":
		default:
			listed++
		}
	}
	if !strings.HasPrefix(id, "R") {
		return report.Pair{},
			fmt.Errorf("there is no %s: %s lists no filtered pairs", id, x.o.Analyzers[0].Title)
	}
	return report.Pair{},
		fmt.Errorf("there is no %s: %d of %d races are listed", id, listed, len(x.numbered))
}

func (x *Accounts) explain(r *analyzers.Report) analyzers.Explanation {
	e := r.Explain()
	w, err := r.Prove()
	e.Sentences = append(findings.NeedsSentences(x.races(), w, err), e.Sentences...)
	return e
}

// pair describes an explanation for a pair of sites. id is empty if no report is listed for it.
func (x *Accounts) pair(p il.Pair, s il.Sites, e analyzers.Explanation, id string) report.Pair {
	ends := e.Ends
	if ends == nil {
		assumed := x.where().Ends(p, s)
		ends = &assumed
	}
	side := func(i int, u *il.Unit) report.Derivation {
		d := report.Derivation{
			Side: sideOf(x.core, u, s[i], ends[i]), Paths: append([]string{}, e.Paths[i]...),
		}
		d.Side.Location = findings.LocationOf(x.core, s[i])
		return d
	}
	out := report.Pair{Left: side(0, p.Left), Right: side(1, p.Right), Sentences: e.Sentences}
	for _, t := range e.Tests {
		out.Tests = append(out.Tests, report.Test{Name: t.Name, Holds: t.Holds, Finding: t.Finding})
	}
	return findings.PairOf(p, s, out, id)
}

// Pair explains why the accesses at two positions are, or are not, reported.
func (x *Accounts) Pair(ctx context.Context, p, q il.Position) report.PairAnswer {
	left, described := findings.AccessesAt(x.core, p)
	right := left
	if p != q {
		var more []report.Site
		right, more = findings.AccessesAt(x.core, q)
		described = append(described, more...)
	}
	var pairs []report.Pair
	for _, units := range x.core.PairsOf(x.only) {
		for _, s := range x.between(units, left, right) {
			pairs = append(pairs, x.explained(ctx, units, s)...)
		}
	}
	return findings.PairsAnswer(described, pairs)
}

// between lists the pairs of sites, one of each list, that the units of a program reach.
func (x *Accounts) between(p il.Pair, left, right []il.Site) (all []il.Sites) {
	add := func(a, b il.Site) {
		s := p.Sites(a, b)
		if x.where().Reached(p, s) && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, a := range left {
		for _, b := range right {
			add(a, b)
			add(b, a)
		}
	}
	return all
}

// explained explains the reports of a pair of sites or, if there are none, why there are none.
func (x *Accounts) explained(ctx context.Context, p il.Pair, s il.Sites) (all []report.Pair) {
	for _, r := range x.numbered {
		if r.pair == p && r.report.Sites == s {
			all = append(all, x.pair(p, s, x.explain(r.report), r.id))
		}
	}
	if all == nil {
		all = []report.Pair{x.pair(p, s, x.absent(ctx, p, s), "")}
	}
	return all
}

// Access lists the reports of the accesses at a position.
func (x *Accounts) Access(p il.Position) (all []report.AccessAnswer) {
	sites, described := findings.AccessesAt(x.core, p)
	for i, site := range described {
		if i < len(sites) {
			site.Remarks = append(site.Remarks, x.reportsOf(sites[i]))
		}
		all = append(all, report.AccessAnswer{Site: site})
	}
	return all
}

// maxNamed is how many reports of an access are named.
const maxNamed = 12

func (x *Accounts) reportsOf(s il.Site) string {
	var ids []string
	n := 0
	for _, r := range x.numbered {
		if !slices.Contains(r.report.Sites[:], s) {
			continue
		}
		n++
		if r.id != "" && len(ids) < maxNamed {
			ids = append(ids, r.id)
		}
	}
	switch title := x.o.Analyzers[0].Title; {
	case n == 0:
		return fmt.Sprintf("%s reports it in no pair.", title)
	case n > len(ids):
		return fmt.Sprintf("%s reports it in %d pairs, such as %s.", title, n,
			strings.Join(ids, ", "))
	default:
		return fmt.Sprintf("%s reports it in %s.", title, strings.Join(ids, ", "))
	}
}
