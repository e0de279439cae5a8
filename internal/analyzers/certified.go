//go:build !js

package analyzers

import (
	"context"
	"fmt"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/poll"
	"wobbly/witness/absence"
)

// openPairs returns the analyzer that reports the pairs without a certificate of absence. The page
// omits it to keep its first download small.
func openPairs() []*Analyzer {
	return []*Analyzer{{
		Name: "absent", Title: "The search for certificates", Kind: Static, NamedLocks: true,
		Cite: "docs/theory.md, this project's own",
		Doc: "All pairs of accesses of one field, one of them a write, except those for which a " +
			"certificate shows that they never race: always under the lock, or of objects that " +
			"an invariant of both methods keeps apart. What is reported is open, not a race.",
		Claim: "No race of Definition 3.6 is missing: an independent checker accepts " +
			"each certificate.",
		Start: func(core *il.Core, o Options) (Run, error) {
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				return openWithin(ctx, core, p, o.Limit, maxCertifying)
			}, nil
		},
	}}
}

// maxCertifying limits the work per pair of methods to a few seconds; see absence.Finder.Work.
const maxCertifying = 1 << 24

const notLookedAt = "open, since the search for certificates was cut"

// openWithin returns the pairs of accesses without a certificate. When the work exceeds its limit,
// it counts every further pair as open and marks the answer as cut: no open pair is missing, but
// some may have a certificate.
func openWithin(ctx context.Context, core *il.Core, p il.Pair, limit, work int) (Answer, error) {
	finder, err := absence.NewFinder(ctx, core, p, work)
	if err != nil {
		return Answer{}, err
	}
	checker := absence.NewChecker(core)
	var open []Report
	var cut string
	ended := poll.Every(often, ctx)
	for s := range racemob.ConflictsOf(core, p).All() {
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
			return Explanation{Sentences: []string{
				"No certificate was found that shows that the two accesses never race.",
			}}
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

// withinOpenPairs declares that all races are open pairs.
func withinOpenPairs() []Inclusion {
	return []Inclusion{within("absent", 10,
		"docs/theory.md: accesses with a certificate never race")}
}
