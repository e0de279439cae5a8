package analyzers

import (
	"context"

	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/semantics/explore"
	"wobbly/witness"
)

// Kind is how an analyzer comes to its answer.
type Kind uint8

// The kinds.
const (
	Static  Kind = iota // looks at the text alone
	Dynamic             // watches executions
	Exact               // searches all executions
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

// Analyzer is something that reports pairs of accesses.
type Analyzer struct {
	Name  string // on the command line
	Title string
	Doc   string // what it does and what a report means
	Cite  string // where it is from
	Kind  Kind
	Truth Truth  // by which its reports are meant
	Claim string // what is proved of its reports, as a sentence; empty where nothing is
	// Proves says that it can prove each report itself (Report.Prove), so that no
	// search need judge them.
	Proves    bool
	Context   bool                 // Options.Context is a parameter of it
	Condition func(Options) string // the lock condition of its reports, where there is a choice: or, sum
	// Start prepares a program. The error says that a limit was reached.
	Start func(core *il.Core, o Options) (Run, error)
}

// Run answers for one program C1 || C2 of a file. The error says that a limit
// was reached, or that ctx ended, and that there is no answer.
type Run func(ctx context.Context, p il.Pair) (Answer, error)

// Answer is what an analyzer reports.
type Answer struct {
	Reports  []Report  // sorted by sites; one for a pair of sites, or several that differ in paths or lock levels
	Unlisted exact.Nat // how many more there are
	Cut      string    // why there may be more; empty if there are not
	Stages   []Stage   // of an analysis that narrows in stages: what each leaves, in order

	Filtered      []Filtered // candidates of its own that it does not report, some of them
	TotalFiltered exact.Nat  // all of them
}

// Filtered is a pair of accesses that an analyzer has looked at and says is no race.
type Filtered struct {
	il.Sites
	Ends    func() [2]End // worked out when asked for
	Reasons []string      // words of docs/schema/check.json
	Owned   [2]bool       // with the reason owned: which access is
	Length  int           // as in a report
}

// Stage is how many pairs of sites a stage of an analysis leaves.
type Stage struct {
	Name  string
	Pairs uint64
}

// Report is a pair of sites that is reported. Of what the analyzer knows besides,
// any may be missing.
type Report struct {
	il.Sites
	Note    string             // one line
	Held    *[2]Held           // paths and lock levels in the order of Sites, of a report that is of them
	Length  int                // fields of the paths: a limit takes the shortest first
	Explain func() Explanation // worked out when asked for
	// Prove makes a witness that it races by Definition 3.6, when asked for. The
	// error says that it would be too long, or that there is none where there should
	// be one. Of the witness nothing is believed.
	Prove func() (*witness.Witness, error)
	// Kept says that the analyzer was told to report also what no thread reaches: the
	// report need not be a candidate.
	Kept bool
}

// Explanation says more of a report.
type Explanation struct {
	Ends      *[2]End // in the order of Sites; nil where paths and calls are not known
	Sentences []string
}

// Options are the parameters of all analyzers.
type Options struct {
	Search explore.Options // of the exact searches
	Limit  int             // reports that an analysis lists for a pair of units
	Only   *il.Pair        // the one pair of units that is asked for; nil for all of the file
	Steps  int             // that a witness may have which an analyzer makes (Report.Prove)

	RacerD     racerd.Options
	Keep       chord.Stages // of Chord, that keep all pairs
	Context    int          // k of Chord's object sensitivity
	Seed       uint64       // of executions
	Executions int          // that a detector watches, for each pair of units
	Missing    []string
	Share      float64 // of methods that are not recorded, drawn, where Missing names none

	Cache *Cache // of one program; may be nil
}

// DefaultOptions are those of the command line.
func DefaultOptions() Options {
	o := Options{Search: explore.Defaults(), Limit: 10_000, Steps: 100_000, Context: 1, Seed: 1, Executions: 20, Share: 0.5}
	o.Search.MaxStates, o.Search.MaxObjects = 20_000, 32
	o.Search.Reduce, o.Search.Prune = true, true
	return o
}

// All lists the analyzers: the analyses from the narrowest to the widest, the
// detectors, and the exact searches.
func All() []*Analyzer {
	return []*Analyzer{
		racerDXSum(), racerDX(), noWB(), plus(), meet(), flowSensitive(), racerD(), chordUnlocked(),
		happensBefore(), rditPublished(), rditRepaired(), rditMaximal(), raceMobPlain(), raceMob(), raceMobCoenabled(),
		oracle(), oracleUnordered(),
	}
}

// Find is the analyzer of a name.
func Find(name string) (*Analyzer, bool) {
	for _, a := range All() {
		if a.Name == name {
			return a, true
		}
	}
	return nil, false
}

// Inclusion says that whatever Sub reports for a pair of units, Super reports
// too.
type Inclusion struct {
	Sub, Super string // names
	Cite       string
}

// Inclusions lists what is proved.
func Inclusions() []Inclusion {
	return []Inclusion{
		{"racerdx-sum", "racerdx", "L1 + L2 ≤ 1 implies L1 = 0 or L2 = 0"},
		{"racerdx", "nowb", "less is wobbly without WB"},
		{"nowb", "plus", "Theorem 2: a stable path is intact as far as it is captured"},
		{"racerdx", "racerd", "Theorem 3: a stable path is owned by nobody"},
		{"plus", "oracle", "Theorem 2, and Theorem 6.10"},
		{"plus", "meet", "Theorem 2m: paths with the same fields meet at the root"},
		{"meet", "flow", "Theorem 2f: what nobody touches in the whole unit is left alone on the way"},
		{"flow", "oracle", "Theorem 2f, and Theorem 6.10"},
		{"racemob-coenabled", "oracle", "a configuration was seen"},
		{"oracle", "chord", "Theorem 4: no false negatives"},
		{"rdit", "rdit-max", "Theorem 5: what cannot be excluded is ordered, and more"},
		{"rdit-max", "hb", "Theorem 5: nothing is reported for lack of events"},
		{"hb", "oracle-hb", "an execution was seen"},
		{"racemob", "oracle-hb", "an execution was seen"},
		{"racemob-plain", "oracle-hb", "an execution was seen"},
	}
}
