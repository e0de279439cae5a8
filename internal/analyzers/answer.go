package analyzers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// Answer has the reports of an analyzer.
type Answer struct {
	// Reports is sorted by sites. Reports of the same sites differ in paths or lock levels.
	Reports  []Report
	Unlisted exact.Nat // how many more there are
	Cut      string    // why there may be more; empty if there are not
	States   uint64    // how many states a search has visited

	// Stages returns the pairs that each stage of an analysis by stages leaves in the programs so
	// far, in order; nil for other analyses.
	Stages func() []Stage

	Filtered      []Filtered // candidates that it does not report, up to the limit
	TotalFiltered exact.Nat  // how many there are
}

// Filtered is a pair of accesses that an analyzer has considered and rejected.
type Filtered struct {
	il.Sites
	Ends    func() [2]End // computed on demand
	Reasons []string      // "owned", "no-evidence": words of docs/schema/check.json
	Owned   [2]bool       // which of the accesses are owned, with the reason "owned"
	Length  int           // as in a Report
}

// Ended returns the value of Answer.Cut for results cut by the end of ctx, or "" before its end.
func Ended(ctx context.Context) string { return string(explore.Ended(ctx)) }

// Stage is the number of unordered pairs of accesses of a file after a stage of an analysis.
type Stage struct {
	Name  string
	Pairs uint64
}

// Report is a reported pair of sites. All other fields are optional.
type Report struct {
	il.Sites
	Note string // one line
	// Held has paths and lock levels in the order of Sites. It is nil if the report has none.
	Held *[2]Held
	// Length is the number of fields of the paths. If there is a limit, short reports come first.
	Length  int
	Explain func() Explanation // computed on demand
	// Prove constructs a witness that the sites race by Definition 3.6. It fails if the witness
	// would be too long, or if there is none although there should be. Callers must check the
	// witness.
	Prove func() (*witness.Witness, error)
	// Refused is the reason why the checker refuses the witness of a search: a defect.
	Refused string
	// Kept is true if the analyzer was told to report unreachable accesses too, even
	// non-candidates.
	Kept bool
	// Outside is true if one of the two accesses is a read on the way to another one, or of an
	// argument. Definition 3.6 does not cover these, so no truth judges the report.
	Outside bool
}

// Explanation has details of a report.
type Explanation struct {
	Ends      *[2]End // in the order of Sites; nil where paths and calls are not known
	Sentences []string
	Paths     [2][]string // sentences on how each thread gets there
	// Tests has the premises of the theorem that makes it a race, except that one access writes.
	Tests []Test
}

// Test is a premise, applied to a pair of accesses.
type Test struct {
	Name    string
	Holds   bool
	Finding string // a sentence
}

// answer returns the answer with the reports of a list.
func answer[R any](list []R, report func(R) Report) Answer {
	a := Answer{Reports: slice.Map(list, report)}
	slice.SortStable(a.Reports, func(x, y Report) int { return x.Compare(y.Sites) })
	return a
}

// cutAnswer returns the answer with at most limit reports of a list. cuts says why the list may be
// incomplete.
func cutAnswer[R any](list []R, cuts []string, limit int, report func(R) Report) Answer {
	if len(list) > limit {
		list, cuts = list[:limit], append(cuts, fmt.Sprintf("more than %d reports", limit))
	}
	a := answer(list, report)
	a.Cut = strings.Join(cuts, ", ")
	return a
}

// bySites returns the answer with the first of the reports of each pair of sites.
func bySites(all []Report) Answer {
	a := answer(all, func(r Report) Report { return r })
	a.Reports = slices.CompactFunc(a.Reports, func(x, y Report) bool { return x.Sites == y.Sites })
	return a
}

// limit marks the answer as cut if all, the number of reports, exceeds limit.
func (a *Answer) limit(all exact.Nat, limit int) {
	if all.Exceeds(limit) {
		a.Cut, a.Unlisted = "limit", all.Minus(exact.Of(len(a.Reports)))
	}
}
