package analyzers

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"wobbly/abstract"
	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
)

// Kind is how an analyzer comes to its answer.
type Kind uint8

// The kinds.
const (
	Static      Kind = iota // looks at the text alone
	dynamicKind             // watches executions
	Exact                   // searches all executions
)

// String is a word for tables.
func (k Kind) String() string { return [...]string{"static", "dynamic", "exact"}[k] }

// Truth is a notion of race, by which reports are judged.
type Truth uint8

// The truths. Neither implies the other (docs/comparators.md).
const (
	// Coenabled is Definition 3.6: both threads stand before the accesses.
	Coenabled Truth = iota
	// Unordered: some execution makes both accesses, and happens-before does not
	// order them.
	Unordered
)

// String is a phrase for tables.
func (t Truth) String() string {
	return [...]string{"Definition 3.6", "unordered by happens-before"}[t]
}

// Analyzer is something that reports pairs of accesses. What there is to know of it
// it declares itself: nothing else names it.
type Analyzer struct {
	Name   string // on the command line
	Title  string
	Doc    string // what it does and what a report means
	Cite   string // where it is from
	Kind   Kind
	Truth  Truth       // by which its reports are meant
	Claim  string      // what is proved of its reports, as a sentence; empty where nothing is
	Within []Inclusion // what is proved of them against those of other analyzers
	// Proves says that it can prove each report itself (Report.Prove), so that no
	// search need judge them.
	Proves bool
	// Settles says that its proofs are asked for where another analyzer reports the
	// same pair of sites.
	Settles bool
	// Ordered says that what it answers for a pair of units may depend on the pairs that it
	// was asked for before, so that they are to be asked for one after the other.
	Ordered    bool
	As         *Alias // it is another analyzer under a parameter; nil if it is its own
	Parameters []*Parameter
	Condition  func(Options) string // the lock condition of its reports, where there is a choice: or, sum
	// Summaries are the options under which package abstract summarises units for it;
	// nil if it works without these summaries.
	Summaries func(Options) abstract.Options
	// Absent says why two accesses of a program C1 || C2 are not reported: the premises,
	// of which one does not hold, that one access writes left out. nil of an analyzer
	// that does not say.
	Absent func(core *il.Core, o Options) (Why, error)
	// Start prepares a program. The error says that a limit was reached.
	Start func(core *il.Core, o Options) (Run, error)
}

// Alias says that an analyzer is another one under a lock condition.
type Alias struct {
	Of        string // a name
	Condition abstract.Condition
}

// Run answers for one program C1 || C2 of a file. The error says that a limit
// was reached, and that there is no answer. When ctx ends, the answer is what was found by
// then, or the error says that this is nothing; who asks knows of it. Several goroutines may ask
// it about different programs; but for Analyzer.Ordered, what it answers does not depend
// on what it was asked before.
type Run func(ctx context.Context, p il.Pair) (Answer, error)

// Why says more of two accesses that are not reported.
type Why func(ctx context.Context, p il.Pair, s il.Sites) Explanation

// Options are the parameters of all analyzers.
type Options struct {
	Search explore.Options // of the exact searches
	Limit  int             // reports that an analysis lists for a pair of units
	Only   *il.Pair        // the one pair of units that is asked for; nil for all of the file
	Steps  int             // that a witness may have (Report.Prove); if negative, as many as is usual for the analyzer

	RacerDX  abstract.Options // but for the mode, and the condition of an Alias
	RacerD   racerd.Options
	Keep     chord.Stages // of Chord, that keep all pairs
	Context  int          // k of Chord's object sensitivity
	Switches int          // context switches before a race, of bounded
	Watched
	Cache *Cache // of one program; may be nil
}

// Watched are the parameters of the detectors: which executions they watch, and how
// much of them.
type Watched struct {
	Seed       uint64 // of executions
	Executions int    // that a detector watches, for each pair of units
	Missing    []string
	Share      float64 // of methods that are not recorded, drawn, where Missing names none
}

// DefaultOptions are those of the command line.
func DefaultOptions() Options {
	o := Options{Search: explore.Defaults(), Limit: 10_000, Steps: -1, Context: 1, Switches: 1, Watched: Watched{Seed: 1, Executions: 20, Share: 0.5}}
	o.Search.MaxStates, o.Search.MaxObjects = 20_000, 32
	o.Search.Reduce, o.Search.Prune = true, true
	return o
}

// StepsOf is how many a witness may have of an analyzer for which so many are usual.
func (o Options) StepsOf(usual int) int {
	if o.Steps < 0 {
		return usual
	}
	return o.Steps
}

// All lists the analyzers: the analyses from the narrowest to the widest, the
// detectors, and the exact searches.
func All() []*Analyzer { return slices.Clone(registered()) }

// registered makes the list.
var registered = sync.OnceValue(func() []*Analyzer {
	return slices.Concat(racerDX(), []*Analyzer{
		flowSensitive(), relying(), boundedByNone(), contextBounded(), boundedByTwo(), boundedByThree(), racerD(), chordUnlocked(),
		happensBefore(), rditPublished(), rditRepaired(), rditMaximal(),
	}, predictors(), []*Analyzer{
		raceMobPlain(), raceMob(), raceMobCoenabled(),
		oracle(), oracleUnordered(),
	})
})

// Find is the analyzer of a name.
func Find(name string) (*Analyzer, bool) {
	for _, a := range registered() {
		if a.Name == name {
			return a, true
		}
	}
	return nil, false
}

// Search is the exact search for a truth.
func Search(t Truth) (*Analyzer, bool) {
	i := slices.IndexFunc(registered(), func(a *Analyzer) bool { return a.Kind == Exact && a.Truth == t })
	if i < 0 {
		return nil, false
	}
	return registered()[i], true
}

// Inclusion says that whatever Sub reports for a pair of units, Super reports
// too. Sub declares it.
type Inclusion struct {
	Sub, Super string // names
	Cite       string

	rank int // in tables, the least first
}

// within declares that what an analyzer reports another one reports too.
func within(super string, rank int, cite string) Inclusion {
	return Inclusion{Super: super, Cite: cite, rank: rank}
}

// Inclusions lists what is proved, as the analyzers declare it.
func Inclusions() []Inclusion { return slices.Clone(proved()) }

// proved makes the list.
var proved = sync.OnceValue(func() []Inclusion {
	var all []Inclusion
	for _, a := range registered() {
		for _, in := range a.Within {
			in.Sub = a.Name
			all = append(all, in)
		}
	}
	slice.SortStable(all, func(a, b Inclusion) int { return cmp.Compare(a.rank, b.rank) })
	return all
})
