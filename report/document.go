package report

import (
	"iter"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
)

// The schemas of the JSON documents. Within a version fields are added, never
// renamed or dropped.
const (
	CheckSchema   = witness.CheckSchema
	SummarySchema = "wobbly/summary/1"
	ErrorsSchema  = "wobbly/errors/1"
)

// Span is a stretch of the source text; End is exclusive.
type Span struct{ At, End il.Pos }

// Side is one access of a pair.
type Side struct {
	Unit  string   `json:"unit"`
	At    string   `json:"at"`
	Kind  string   `json:"kind"`
	Path  string   `json:"path"`
	Lock  int      `json:"lock"`
	Calls []string `json:"calls"` // call sites from the unit down, outermost first

	Span  Span   `json:"-"` // the path accessed, in the source
	Above il.Pos `json:"-"` // where the body that holds the access opens
}

// The verdicts on a reported race.
const (
	Confirmed = "confirmed" // the independent checker accepted the witness
	Refuted   = "refuted"   // it did not, or there is no witness
)

// Race is a reported race with its witness.
type Race struct {
	ID      string           `json:"id"`
	Left    Side             `json:"left"`
	Right   Side             `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"` // why it is refuted
	Witness *witness.Witness `json:"witness,omitempty"`

	Captured *int    `json:"-"` // Theorem 2's c of the pair under RacerDX+, else nil
	Meet     *[2]int `json:"-"` // |q1| and |q2| of Theorem 2m under RacerDX+ for paths that meet, else nil
}

// Filtered is a candidate pair that was left out because a path is wobbly.
type Filtered struct {
	ID      string   `json:"id"`
	Left    Side     `json:"left"`
	Right   Side     `json:"right"`
	Reasons []string `json:"reasons"`
	Wobbly  []Wobbly `json:"wobbly"`
}

// Wobbly is a proper prefix of a path that is in W of a unit, and the
// statement that put it there.
type Wobbly struct {
	Unit   string   `json:"unit"`
	Prefix string   `json:"prefix"`
	At     string   `json:"at"`
	Calls  []string `json:"calls,omitempty"` // from the unit down to the statement

	Text   string `json:"-"` // of the statement
	Within string `json:"-"` // the unit that holds the statement
	Expr   string `json:"-"` // the prefix in terms of that unit
	Rule   string `json:"-"`
	Deed   string `json:"-"` // what the statement does with it: "assigns it"
}

// Check is what check found in one file.
type Check struct {
	File      string
	Source    *il.Source
	Condition string // "or" or "sum"
	Analysis  string // the name of the mode
	Title     string // and in texts

	// Races and Filtered yield what is listed, in the order of the document.
	// They end early when the run is interrupted.
	Races       iter.Seq[Race]
	Filtered    iter.Seq[Filtered]
	Interrupted func() bool

	// The exact numbers, listed or not.
	TotalRaces, TotalFiltered exact.Nat

	// Excluded lists access pairs that are no candidates, for a text that has
	// no race to show.
	Excluded func(most int) Excluded

	// Name and Flags make the commands that repeat this: the file as a shell
	// word (empty for standard input), and flags with a space before each.
	Name, Flags string
	Literal     bool // under a literal reading of the paper
}

// Excluded is pairs of accesses on the same fields, one of them a write, that
// are kept apart by the lock.
type Excluded struct {
	Pairs    []ExcludedPair // at most as many as asked for
	Found    int
	Complete bool // all pairs were looked at; else Found is a lower bound
	Accesses int  // how many accesses there are
}

// ExcludedPair is two accesses that both hold the lock.
type ExcludedPair struct{ Left, Right Side }

// Tally is the counts of one or several Check documents.
type Tally struct {
	Races, Filtered    exact.Nat
	Confirmed, Refuted int
	Files              int
	Interrupted        bool
}

// Plus adds the counts of two runs.
func (t Tally) Plus(o Tally) Tally {
	return Tally{
		Races: t.Races.Plus(o.Races), Filtered: t.Filtered.Plus(o.Filtered),
		Confirmed: t.Confirmed + o.Confirmed, Refuted: t.Refuted + o.Refuted,
		Files:       t.Files + o.Files,
		Interrupted: t.Interrupted || o.Interrupted,
	}
}

// count enters a race into the tally.
func (t *Tally) count(r Race) {
	if r.Verdict == Confirmed {
		t.Confirmed++
	} else {
		t.Refuted++
	}
}

// tally begins the counts of a document.
func (c *Check) tally() Tally {
	return Tally{Races: c.TotalRaces, Filtered: c.TotalFiltered, Files: 1}
}

// interrupted tells whether the sequences ended early.
func (c *Check) interrupted() bool { return c.Interrupted != nil && c.Interrupted() }

// Summary is what analyze found in one file.
type Summary struct {
	File     string
	Analysis string         // the name of the mode
	Title    string         // and in texts; empty for Figure 7
	Units    iter.Seq[Unit] // ends early when the run is interrupted

	Interrupted func() bool
}

// Unit is the summary <W, L, A> of one unit.
type Unit struct {
	Name     string      `json:"unit"`
	Formals  []string    `json:"formals"`
	Wobbly   []string    `json:"wobbly"`
	Written  []string    `json:"written,omitzero"` // Wr; nil but under RacerDX+, both of its kinds
	Lock     int         `json:"lock"`
	Accesses []Access    `json:"accesses"`
	Total    *UnitTotals `json:"total,omitempty"` // where a list is not complete

	At      string `json:"-"`
	Thread  bool   `json:"-"`
	Private bool   `json:"-"`
}

// UnitTotals is the exact sizes of W, Wr and A, in decimal.
type UnitTotals struct {
	Wobbly   string `json:"wobbly"`
	Written  string `json:"written,omitempty"`
	Accesses string `json:"accesses"`
}

// Access is an element of A.
type Access struct {
	At   string `json:"at"`
	Kind string `json:"kind"`
	Path string `json:"path"`
	Lock int    `json:"lock"`

	// Captured is how many fields calls have evaluated; nil but under RacerDX+,
	// both of its kinds.
	Captured *int `json:"captured,omitempty"`

	Text string `json:"-"` // of the source line
}
