package report

import (
	"fmt"
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
	Unit  string   `json:"unit"`
	At    string   `json:"at"`
	Kind  string   `json:"kind"`
	Path  string   `json:"path"`
	Lock  int      `json:"lock"`
	Calls []string `json:"calls"` // call sites from the unit down, outermost first

	// Locks are those held, "" for the unnamed one; nil if the program names no lock.
	Locks []string `json:"locks,omitempty"`

	LockTop   bool   `json:"lock_top,omitempty"`  // the lock is held some number of times, not known; Lock is 2
	Within    string `json:"within,omitempty"`    // the method in whose terms the path is, where it begins with a local there
	Assumed   bool   `json:"assumed,omitempty"`   // calls and lock are of one path of the call graph; the report says of none
	Unreached bool   `json:"unreached,omitempty"` // the unit does not come to it

	Location `json:"-"`
}

// Location is where texts find an access in the source.
type Location struct {
	Span  Span   // the path accessed
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

// Sites is a pair of accesses, the left one thread A's.
type Sites struct {
	Left  string    `json:"left"`
	Right string    `json:"right"`
	Kinds [2]string `json:"kinds"`
}

// SitesOf are the accesses of a source.
func SitesOf(src *il.Source, s il.Sites) Sites {
	return Sites{src.At(s[0].At), src.At(s[1].At), [2]string{s[0].Kind.String(), s[1].Kind.String()}}
}

// String is "4:8 read / 9:5 write".
func (s Sites) String() string {
	return fmt.Sprintf("%s %s / %s %s", s.Left, s.Kinds[0], s.Right, s.Kinds[1])
}

// Race is a report, with a witness where there is one.
type Race struct {
	ID      string           `json:"id"`
	Left    Side             `json:"left"`
	Right   Side             `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"` // why it is refuted
	Note    string           `json:"note,omitempty"`   // what the analyzer knows of it
	Why     []string         `json:"why,omitempty"`    // sentences, where no theorem backs it
	*Needs                   // of the initial state; nil if they are not known
	Witness *witness.Witness `json:"witness,omitempty"`

	Premise string `json:"-"` // what the theorem asks of the paths, which holds; empty where none backs the report
}

// The reasons for which a candidate pair is left out.
const (
	ReasonWobbly     = "wobbly"      // a prefix of a path is wobbly
	ReasonOwned      = "owned"       // an access is of an object that no other thread can reach, the analyzer says
	ReasonNoEvidence = "no-evidence" // nothing tells it that one of the units runs beside other threads
)

// Filtered is a candidate pair that the analyzer has looked at and does not report.
type Filtered struct {
	ID      string   `json:"id"`
	Left    Side     `json:"left"`
	Right   Side     `json:"right"`
	Reasons []string `json:"reasons"`
	Owned   []string `json:"owned,omitzero"` // left, right; nil of an analysis that knows no owners
	Wobbly  []Wobbly `json:"wobbly"`
}

// Wobbly is a proper prefix of a path that is in W of a unit, and the
// statement that put it there.
type Wobbly struct {
	Unit   string   `json:"unit"`
	Prefix string   `json:"prefix"`
	At     string   `json:"at"`
	Calls  []string `json:"calls,omitempty"` // from the unit down to the statement

	Cause `json:"-"`
}

// Cause is what texts say of the statement that makes a prefix wobbly.
type Cause struct {
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
	Name     string      `json:"unit"`
	Formals  []string    `json:"formals"`
	Wobbly   []string    `json:"wobbly"`
	Written  []string    `json:"written,omitzero"` // Wr; nil but under RacerDX+, both of its kinds
	Lock     int         `json:"lock"`
	Accesses []Access    `json:"accesses"`
	Total    *UnitTotals `json:"total,omitempty"` // where a list is not complete

	Head `json:"-"`
}

// Head is what texts say of a unit besides.
type Head struct {
	At      string
	Thread  bool
	Private bool
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
