//go:build !js

package analyzers

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/poll"
	"wobbly/witness/absence"
)

// openPairs returns the analyzer that reports what certificates of absence leave open. The page
// leaves it out to keep its first download small.
func openPairs() []*Analyzer {
	return []*Analyzer{{
		Name: "absent", Title: "Without a certificate", Kind: Static, NamedLocks: true, Cite: "docs/theory.md, this project's own",
		Doc: "All pairs of accesses of one field, one of them a write, except those for which a certificate shows that they never race: always under the lock, " +
			"or of objects that an invariant of both units keeps apart. What is reported is open, not a race.",
		Claim: "No race of Definition 3.6 is missing: a checker that shares only the language with the rest accepts each certificate.",
		Start: func(core *il.Core, o Options) (Run, error) {
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				return openWithin(ctx, core, p, o.Limit, maxCertifying)
			}, nil
		},
	}}
}

// maxCertifying bounds the work on certificates for a pair of units, a few seconds. It is in the unit
// of absence.Finder.Work.
const maxCertifying = 1 << 24

// notLookedAt is the note of a pair of accesses for which no certificate was sought because the
// work was cut.
const notLookedAt = "open, since the search for certificates was cut"

// openWithin returns the pairs of accesses without a certificate. When the work exceeds its limit,
// every pair that needs a further certificate is open. So no open pair is missing, but some may
// have a certificate, and the answer is cut.
func openWithin(ctx context.Context, core *il.Core, p il.Pair, limit, work int) (Answer, error) {
	finder, err := absence.NewFinder(ctx, core, p, work)
	if err != nil {
		return Answer{}, err
	}
	checker := absence.NewChecker(core)
	where := NewCallPaths(core)
	var open []Report
	var cut string
	ended := poll.Every(often, ctx)
	for s := range candidates(core, p) {
		if ended.Step() {
			cut = Ended(ctx)
			break
		}
		if c := finder.Absent(ctx, s); c != nil && checker.Check(ctx, c) == nil {
			continue
		}
		if len(open) == limit {
			cut = fmt.Sprintf("more than %d reports", limit)
			break
		}
		r := Report{Sites: s, Note: "open", Length: 2, Explain: func() Explanation {
			ends := where.Ends(p, s)
			return Explanation{Ends: &ends, Sentences: []string{"No certificate was found that shows that the two accesses never race."}}
		}}
		if finder.Work() > work {
			r.Note, cut = notLookedAt, "work on certificates: pairs that may have one are open"
		}
		open = append(open, r)
	}
	a := bySites(open)
	a.Cut = cut
	return a, nil
}

// withinOpenPairs states that a search that finds all races finds no more than that.
func withinOpenPairs() []Inclusion {
	return []Inclusion{within("absent", 10, "docs/theory.md: accesses with a certificate never race")}
}

// candidates yields the pairs of accesses of two units and their callees that conflict by their
// text, those of thread A first.
func candidates(core *il.Core, p il.Pair) func(yield func(il.Sites) bool) {
	var sides [2][]il.Access
	for i, u := range []*il.Unit{p.Left, p.Right} {
		for _, v := range core.Reachable(u) {
			for _, a := range il.Accesses(v.Body) {
				sides[i] = append(sides[i], a)
			}
		}
	}
	return func(yield func(il.Sites) bool) {
		for _, a := range sides[0] {
			for _, b := range sides[1] {
				if p.Left == p.Right && a.Site.Compare(b.Site) > 0 {
					continue // the same pair, with the threads exchanged
				}
				if a.Conflicts(b) && !yield(il.Sites{a.Site, b.Site}) {
					return
				}
			}
		}
	}
}
