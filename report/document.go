package report

import (
	"iter"

	"wobbly/il"
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
	Unit  string
	At    string
	Kind  string
	Path  string
	Lock  int
	Calls []string // call sites from the unit down, outermost first

	LockTop   bool   // the lock is held some number of times, not known; Lock is 2
	Within    string // the method in whose terms the path is, where it begins with a local there
	Assumed   bool   // calls and lock are of one path of the call graph; the report says of none
	Unreached bool   // the unit does not come to it

	Span  Span   // the path accessed, in the source
	Above il.Pos // where the body that holds the access opens
}

// The verdicts on a report. The last three are on reports that no theorem backs.
const (
	Confirmed  = "confirmed"  // the independent checker accepted the witness, or an exact search found it
	Refuted    = "refuted"    // it did not, or there is no witness where there should be one
	Impossible = "impossible" // a complete search found no execution that shows it
	Unknown    = "unknown"    // a search that was cut found none
	Outside    = "outside"    // one of its accesses is a read of which Definition 3.6 does not speak
)

// Race is a report, with a witness where there is one.
type Race struct {
	ID      string
	Left    Side
	Right   Side
	Verdict string
	Reason  string   // why it is refuted
	Note    string   // what the analyzer knows of it
	Why     []string // sentences, where no theorem backs it
	Witness *witness.Witness

	Premise string // what the theorem asks of the paths, which holds; empty where none backs the report
}

// The reasons for which a candidate pair is left out.
const (
	ReasonWobbly = "wobbly"      // a prefix of a path is wobbly
	ReasonOwned  = "owned"       // an access is of an object that no other thread can reach, the analyzer says
	ReasonAlone  = "no-evidence" // nothing tells it that one of the units runs beside other threads
)

// Filtered is a candidate pair that the analyzer has looked at and does not report.
type Filtered struct {
	ID      string
	Left    Side
	Right   Side
	Reasons []string
	Owned   []string // left, right; nil of an analysis that knows no owners
	Wobbly  []Wobbly
}

// Wobbly is a proper prefix of a path that is in W of a unit, and the
// statement that put it there.
type Wobbly struct {
	Unit   string
	Prefix string
	At     string
	Calls  []string // from the unit down to the statement

	Text   string // of the statement
	Within string // the unit that holds the statement
	Expr   string // the prefix in terms of that unit
	Rule   string
	Action string // what the statement does with it: "assigns it"
}

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
	Name     string
	Formals  []string
	Wobbly   []string
	Written  []string // Wr; nil but under RacerDX+, both of its kinds
	Lock     int
	Accesses []Access
	Total    *UnitTotals // where a list is not complete

	At      string
	Thread  bool
	Private bool
}

// UnitTotals is the exact sizes of W, Wr and A, in decimal.
type UnitTotals struct {
	Wobbly   string
	Written  string
	Accesses string
}

// Access is an element of A.
type Access struct {
	At   string
	Kind string
	Path string
	Lock int

	// Captured is how many fields calls have evaluated; nil but under RacerDX+,
	// both of its kinds.
	Captured *int

	Text string // of the source line
}
