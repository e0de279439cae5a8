package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// The schemas of the JSON documents. Within a version, fields are added, never renamed or dropped.
const (
	CheckSchema   = witness.CheckSchema
	SummarySchema = "wobbly/summary/1"
	ErrorsSchema  = "wobbly/errors/1"
)

// Span is a stretch of the source text, from At up to, but not including, End.
type Span struct{ At, End il.Pos }

// Side is one access of a pair.
type Side struct {
	Unit string `json:"unit"`
	At   string `json:"at"`
	Kind string `json:"kind"`
	Path string `json:"path"`
	Lock int    `json:"lock"`
	// Calls are the call sites from the unit down, the outermost first.
	Calls []string `json:"calls"`

	// Locks are the locks held, "" for the unnamed one. It is nil if the program names no lock.
	Locks []string `json:"locks,omitempty"`

	// LockTop is true if the analyzer does not know how often the lock is held. Lock is then 2.
	LockTop bool `json:"lock_top,omitempty"`
	// Within is the method in whose terms the path is, if the path begins with a local of it.
	Within string `json:"within,omitempty"`
	// Assumed is true if the report names no path of the call graph, so that Calls and Lock are
	// those of one of them.
	Assumed bool `json:"assumed,omitempty"`
	// Unreached is true if the unit does not reach the access.
	Unreached bool `json:"unreached,omitempty"`

	Location `json:"-"`
}

// Location is where texts find an access in the source.
type Location struct {
	// Span is the path accessed.
	Span Span
	// Above is where the body that holds the access opens.
	Above il.Pos
}

// The verdicts on a report. The last three are on reports that no theorem backs.
const (
	// Confirmed means that the independent checker accepted the witness, or that an exact search
	// found the race.
	Confirmed = "confirmed"
	// Refuted means that the checker did not, or that there is no witness where there should be
	// one.
	Refuted = "refuted"
	// Impossible means that a complete search found no execution that shows the race.
	Impossible = "impossible"
	// Unknown means that a search that was cut found none.
	Unknown = "unknown"
	// Outside means that one of the accesses is a read that Definition 3.6 does not cover.
	Outside = "outside"
)

// Sites is a pair of accesses, the left one thread A's.
type Sites struct {
	Left  string    `json:"left"`
	Right string    `json:"right"`
	Kinds [2]string `json:"kinds"`
}

// SitesOf returns two accesses with their places in a source.
func SitesOf(src *il.Source, s il.Sites) Sites {
	return Sites{
		src.At(s[0].At), src.At(s[1].At), [2]string{s[0].Kind.String(), s[1].Kind.String()},
	}
}

// String returns the pair in the form "4:8 read / 9:5 write".
func (s Sites) String() string {
	return fmt.Sprintf("%s %s / %s %s", s.Left, s.Kinds[0], s.Right, s.Kinds[1])
}

// Race is a report, with a witness if there is one.
type Race struct {
	ID      string `json:"id"`
	Left    Side   `json:"left"`
	Right   Side   `json:"right"`
	Verdict string `json:"verdict"`
	// Reason says why the race is refuted or not decided.
	Reason string `json:"reason,omitempty"`
	// Note has the analyzer's own words for the report.
	Note string `json:"note,omitempty"`
	// Why has sentences about a report that no theorem backs.
	Why []string `json:"why,omitempty"`
	// Needs is what the race needs of the initial state, or nil if that is not known.
	*Needs
	Witness *witness.Witness `json:"witness,omitempty"`

	// Premise is the condition on the paths of the theorem that backs the report, if one does.
	Premise string `json:"-"`
}

// The reasons for which a candidate pair is left out.
const (
	// ReasonWobbly means that a prefix of a path is wobbly.
	ReasonWobbly = "wobbly"
	// ReasonOwned means that no other thread can reach the object of an access.
	ReasonOwned = "owned"
	// ReasonNoEvidence means that nothing indicates that one of the units runs concurrently.
	ReasonNoEvidence = "no-evidence"
)

// Filtered is a candidate pair that the analyzer has looked at and does not report.
type Filtered struct {
	ID      string   `json:"id"`
	Left    Side     `json:"left"`
	Right   Side     `json:"right"`
	Reasons []string `json:"reasons"`
	// Owned names the sides whose objects are owned, left and right. It is nil if the analysis
	// knows no owners.
	Owned  []string `json:"owned,omitzero"`
	Wobbly []Wobbly `json:"wobbly"`
}

// Wobbly is a proper prefix of a path that is in W of a unit, and the statement that put it there.
type Wobbly struct {
	Unit   string `json:"unit"`
	Prefix string `json:"prefix"`
	At     string `json:"at"`
	// Calls are the call sites from the unit down to the statement.
	Calls []string `json:"calls,omitempty"`

	Cause `json:"-"`
}

// Cause describes the statement that makes a prefix wobbly.
type Cause struct {
	Text string
	// Within is the unit that holds the statement, and Expr the prefix in terms of that unit.
	Within string
	Expr   string
	Rule   string
	// Action is what the statement does with the prefix: "assigns it".
	Action string
}

func headline(verdict string) string {
	switch verdict {
	case Confirmed:
		return "race"
	case Unknown:
		return "not decided"
	default:
		return "refuted"
	}
}

// PairSentence returns the clause "meps reads, reps writes b.f" or, if the paths differ, "meps
// reads a.f, reps writes b.f".
func PairSentence(l, r Side) string {
	if l.Path == r.Path {
		return fmt.Sprintf("%s %ss, %s %ss %s", l.Unit, l.Kind, r.Unit, r.Kind, r.Path)
	}
	return fmt.Sprintf("%s %ss %s, %s %ss %s", l.Unit, l.Kind, l.Path, r.Unit, r.Kind, r.Path)
}

var letters = [2]string{"A", "B"}

// thread names thread i, which runs a unit: "A (meps)", or "A" for the block of that name.
func thread(i int, unit string) string {
	if unit == letters[i] {
		return unit
	}
	return letters[i] + " (" + unit + ")"
}

// HoldingWords lists the locks that a side holds, or says how often it holds the unnamed one.
func HoldingWords(s Side) string {
	switch {
	case len(s.Locks) > 0:
		return "holding " + text.And(slice.Map(s.Locks, LockWords))
	case s.Locks != nil:
		return "without a lock"
	}
	switch s.Lock {
	case 0:
		return "without the lock"
	case 1:
		return "under the lock"
	default:
		return fmt.Sprintf("under the lock, depth %d", s.Lock)
	}
}

// commonLocks lists the locks that both sides hold. It is empty if the program names no locks.
func commonLocks(l, r Side) []string {
	return slice.Filter(l.Locks, func(lock string) bool { return slices.Contains(r.Locks, lock) })
}

// callChain returns "called at 12:3, 5:1", or "" if there are no calls.
func callChain(calls []string) string {
	if len(calls) == 0 {
		return ""
	}
	return "called at " + joinEnds(calls, 4, 3, 1)
}

// lockCell lists the locks held, or the depth of the unnamed one, for a table.
func lockCell(depth int, locks []string) string {
	switch {
	case locks == nil:
		return strconv.Itoa(depth)
	case len(locks) == 0:
		return "none"
	}
	return strings.Join(slice.Map(locks, func(l string) string { return cmp.Or(l, "unnamed") }),
		", ")
}

// shortSide describes an access: "meps 4:8 reads b.f, lock 1". It omits the path if it is the known
// one.
func shortSide(s Side, known string) string {
	path := when(s.Path != known, " %s", ShortPath(s.Path))
	held := "lock " + lockCell(s.Lock, s.Locks)
	if s.Locks != nil && len(s.Locks) == 0 {
		held = "no lock"
	}
	return fmt.Sprintf("%s %s %ss%s, %s", s.Unit, s.At, s.Kind, path, held)
}

// ShortPath shortens the middle of a long path, as in "a.f.(+7).g".
func ShortPath(path string) string {
	const maxBytes, head, tail = 60, 4, 2
	names := strings.Split(path, ".")
	if len(path) <= maxBytes || len(names) <= head+tail+1 {
		return path
	}
	end := len(names) - tail
	return fmt.Sprintf("%s.(+%d).%s", strings.Join(names[:head], "."), end-head,
		strings.Join(names[end:], "."))
}

// WobblySentence says which statement makes a prefix wobbly.
func WobblySentence(x Wobbly) string {
	return fmt.Sprintf("%s is wobbly in %s: %s.", ShortPath(x.Prefix), x.Unit, ActionWords(x))
}

// ActionWords says which statement does what with a prefix.
func ActionWords(x Wobbly) string {
	text := fmt.Sprintf("%s %s (%s)", x.At, x.Action, x.Text)
	text += when(len(x.Calls) > 0, " in %s, where it is %s, %s", x.Within, ShortPath(x.Expr),
		callChain(x.Calls))
	return text
}

// tableSide describes an access in a table: "meps 4:8 read b.f".
func tableSide(s Side) string {
	return fmt.Sprintf("%s %s %s %s", s.Unit, s.At, s.Kind, ShortPath(s.Path))
}

func (r Race) side(i int) Side { return [2]Side{r.Left, r.Right}[i] }

// cell returns the text of a cell: "o1.f".
func cell(c [2]string) string { return c[0] + "." + c[1] }

// Needs is what a race needs of its initial state.
type Needs struct {
	// Equations are between access paths, in the form A.arg1 = B.arg1. They suffice, and each is
	// necessary.
	Equations []string `json:"needs"`
	// Grade is a word of needs.Grade.
	Grade string `json:"grade"`
}

// Sentence says what a race needs.
func (n *Needs) Sentence() string {
	return "The race needs " + text.And(n.short()) + " in the initial state, and nothing else (" +
		n.grade() + ")."
}

// line says what a race needs, in one line: it only counts the equations after the second.
func (n *Needs) line() string {
	const maxEquations = 2
	all := n.short()
	if more := len(all) - maxEquations; more > 0 {
		all = append(all[:maxEquations:maxEquations], text.Count(more, "more equation"))
	}
	return "Needs " + text.And(all) + " (" + n.grade() + ")."
}

func (n *Needs) grade() string { return strings.ReplaceAll(n.Grade, "-", " ") }

// short returns the equations without the middle of long paths.
func (n *Needs) short() []string {
	return slice.Map(n.Equations, func(e string) string {
		return strings.Join(slice.Map(strings.Split(e, " = "), ShortPath), " = ")
	})
}
