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
	// sorted by sites; one for a pair of sites, or several that differ in paths or lock levels
	Reports  []Report
	Unlisted exact.Nat // how many more there are
	Cut      string    // why there may be more; empty if there are not
	States   uint64    // that a search has met

	// Stages returns the pairs that each stage of an analysis by stages leaves in the programs so
	// far, in order; nil for other analyses.
	Stages func() []Stage

	Filtered      []Filtered // some of the candidates that it does not report
	TotalFiltered exact.Nat  // all of them
}

// Filtered is a pair of accesses that an analyzer has considered and rejected.
type Filtered struct {
	il.Sites
	Ends    func() [2]End // computed on demand
	Reasons []string      // words of docs/schema/check.json
	Owned   [2]bool       // with the reason owned: which access is
	Length  int           // as in a report
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
	// paths and lock levels in the order of Sites, if the report is about them
	Held    *[2]Held
	Length  int                // fields of the paths: a limit takes the shortest first
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
	Paths     [2][]string // how each thread gets there, as sentences
	// the premises of the theorem that makes it a race, except that one access writes
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

// cutAnswer returns the answer with at most limit reports of a list, which is cut as the texts say.
func cutAnswer[R any](list []R, cuts []string, limit int, report func(R) Report) Answer {
	if len(list) > limit {
		list, cuts = list[:limit], append(cuts, fmt.Sprintf("more than %d reports", limit))
	}
	a := answer(list, report)
	a.Cut = strings.Join(cuts, ", ")
	return a
}

// bySites returns the answer of reports by sites, with the first report of each pair.
func bySites(all []Report) Answer {
	a := answer(all, func(r Report) Report { return r })
	a.Reports = slices.CompactFunc(a.Reports, func(x, y Report) bool { return x.Sites == y.Sites })
	return a
}

// limit marks the answer as cut if there are more than limit reports in all.
func (a *Answer) limit(all exact.Nat, limit int) {
	if all.Exceeds(limit) {
		a.Cut, a.Unlisted = "limit", all.Minus(exact.Of(len(a.Reports)))
	}
}
