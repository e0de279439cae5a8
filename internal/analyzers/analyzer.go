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

// Kind is the method by which an analyzer finds its answer.
type Kind uint8

// The kinds.
const (
	Static      Kind = iota // reads the text alone
	dynamicKind             // watches executions
	Exact                   // searches all executions
)

// String returns the name of the kind in tables.
func (k Kind) String() string { return [...]string{"static", "dynamic", "exact"}[k] }

// Truth is a notion of race, by which reports are judged.
type Truth uint8

// The notions of race. Neither implies the other (docs/theory.md).
const (
	// Coenabled is Definition 3.6: both threads are about to make the accesses.
	Coenabled Truth = iota
	// Unordered: some execution performs both accesses, and happens-before does not order them.
	Unordered
)

// String returns a phrase for tables.
func (t Truth) String() string {
	return [...]string{"Definition 3.6", "unordered by happens-before"}[t]
}

// An Analyzer reports pairs of accesses. It declares everything that the rest of the program needs
// to know about it, so that no other package names analyzers.
type Analyzer struct {
	Name   string // on the command line
	Title  string // in text
	Doc    string // what it does and what a report means, in sentences
	Cite   string // its source
	Kind   Kind
	Truth  Truth       // the notion of race that its reports claim
	Claim  string      // what is proved about its reports, in sentences; may be empty
	Within []Inclusion // the analyzers that are proved to report all that it reports
	// Proves is true if the analyzer proves each report itself (Report.Prove), without a search.
	Proves bool
	// Settles is true if its proofs also settle other analyzers' reports of the same sites.
	Settles bool
	// Extracted is true if the analysis, or a part of it, is extracted from the Coq text, so that
	// reports can be compared with it (internal/verified).
	Extracted bool
	// Ordered is true if an answer may depend on the pairs of earlier calls. The analyzer must then
	// be run on the pairs in order.
	Ordered    bool
	As         *Alias // the analyzer is another one with a parameter set; nil otherwise
	Parameters []*Parameter
	// Condition returns the lock condition of its reports, "or" or "sum"; nil without a choice.
	Condition func(Options) string
	// Summaries returns the options for its summaries by package abstract; nil if it needs none.
	Summaries func(Options) abstract.Options
	// Absent returns a function that explains why two accesses of a program C1 || C2 are not
	// reported: it returns the premises of the theorem, one of which fails, except the premise that
	// one access writes. It is nil if the analyzer has no explanations.
	Absent func(core *il.Core, o Options) (Why, error)
	// NamedLocks is true if the analyzer supports programs that name locks.
	NamedLocks bool
	// Start prepares the analysis of a program. It fails if a limit is reached, or with a
	// *il.NamedLocksError.
	Start func(core *il.Core, o Options) (Run, error)
}

// An Alias identifies an analyzer with another one that uses the given lock condition.
type Alias struct {
	Of        string // a name
	Condition abstract.Condition
}

// A Run answers for one program C1 || C2 of a file. It fails if a limit left no answer. When ctx
// ends, it returns the results so far or an error; the caller checks ctx. It is safe for concurrent
// use with different programs. Unless the analyzer is Ordered, an answer does not depend on earlier
// calls.
type Run func(ctx context.Context, p il.Pair) (Answer, error)

// A Why explains why two accesses are not reported.
type Why func(ctx context.Context, p il.Pair, s il.Sites) Explanation

// Options are the parameters of all analyzers.
type Options struct {
	Search explore.Options // of the exact searches
	Limit  int             // how many reports an analysis lists for a pair of units
	Only   *il.Pair        // the only pair of units of interest; nil for all of the file

	// Steps is the largest number of steps of a witness that Report.Prove constructs. If it is
	// negative, the analyzer's default applies.
	Steps int

	// RacerDX has the options of its modes. A mode replaces Mode, and an alias Condition too.
	RacerDX  abstract.Options
	RacerD   racerd.Options
	Keep     chord.Stages // the stages of Chord that keep all pairs
	Context  int          // the k of Chord's object sensitivity
	Switches int          // the number of context switches before a race, for bounded
	Watched
	Cache *Cache // for one program; may be nil
}

// Watched has the parameters of the detectors: which executions they watch and record.
type Watched struct {
	Seed       uint64 // determines the executions
	Executions int    // how many a detector watches for each pair of units
	Given      bool   // whether they start in the state of the file's init block, which fits

	// Missing names the methods that RDIT does not record. If it names none, a random Share of all
	// methods is not recorded.
	Missing []string
	Share   float64
}

// DefaultOptions returns the defaults of the command line.
func DefaultOptions() Options {
	o := Options{
		Search: explore.Defaults(), Limit: 10_000, Steps: -1, Context: 1, Switches: 1,
		Watched: Watched{Seed: 1, Executions: 20, Share: 0.5},
	}
	o.Search.MaxStates, o.Search.MaxObjects = 20_000, 32
	o.Search.Reduce, o.Search.Prune = true, true
	return o
}

// StepsOf returns the largest number of steps of a witness, where byDefault is the analyzer's.
func (o Options) StepsOf(byDefault int) int {
	if o.Steps < 0 {
		return byDefault
	}
	return o.Steps
}

// All lists the analyzers: analyses from narrowest to widest, detectors, and exact searches.
func All() []*Analyzer { return slices.Clone(registered()) }

var registered = sync.OnceValue(func() []*Analyzer {
	all := slices.Concat(
		racerDX(), alongTraces(), contextBounded(), fromOneObject(),
		[]*Analyzer{racerD(), chordUnlocked()}, openPairs(),
		[]*Analyzer{happensBefore()}, rditVariants(), predictors(), raceMobs(),
		[]*Analyzer{oracle(), oracleUnordered()},
	)
	for _, a := range all {
		if !a.NamedLocks {
			a.Start = withOneLock(a.Title, a.Start)
		}
	}
	return all
})

// withOneLock returns start for an analyzer that does not support named locks: it refuses programs
// that name locks.
func withOneLock(
	title string, start func(*il.Core, Options) (Run, error),
) func(*il.Core, Options) (Run, error) {
	return func(core *il.Core, o Options) (Run, error) {
		if err := core.OneLock(title); err != nil {
			return nil, err
		}
		return start(core, o)
	}
}

// Names lists the names of the analyzers for which chosen is true, except aliases.
func Names(chosen func(*Analyzer) bool) (names []string) {
	for _, a := range registered() {
		if a.As == nil && chosen(a) {
			names = append(names, a.Name)
		}
	}
	return names
}

// Find returns the analyzer with the given name.
func Find(name string) (*Analyzer, bool) {
	return find(func(a *Analyzer) bool { return a.Name == name })
}

// Search returns the exact search for a truth.
func Search(t Truth) (*Analyzer, bool) {
	return find(func(a *Analyzer) bool { return a.Kind == Exact && a.Truth == t })
}

func find(wanted func(*Analyzer) bool) (*Analyzer, bool) {
	i := slices.IndexFunc(registered(), wanted)
	if i < 0 {
		return nil, false
	}
	return registered()[i], true
}

// An Inclusion states that Super reports all pairs of sites that Sub reports. Sub declares it.
type Inclusion struct {
	Sub, Super string // names of analyzers
	Cite       string // where or why it is proved

	rank    int  // its place in tables, the least first
	oneLock bool // whether it is proved only for programs that name no lock
}

// Covers reports whether the inclusion is proved for programs that name locks, if named is true, or
// for those that do not.
func (in Inclusion) Covers(named bool) bool { return !in.oneLock || !named }

// within declares that the analyzer super includes the declaring one.
func within(super string, rank int, cite string) Inclusion {
	return Inclusion{Super: super, Cite: cite, rank: rank}
}

// withinOneLock is like within, for programs that name no lock.
func withinOneLock(super string, rank int, cite string) Inclusion {
	in := within(super, rank, cite)
	in.oneLock = true
	return in
}

// Inclusions lists the inclusions that the analyzers declare.
func Inclusions() []Inclusion { return slices.Clone(inclusions()) }

var inclusions = sync.OnceValue(func() []Inclusion {
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
