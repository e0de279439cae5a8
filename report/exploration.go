package report

import (
	"iter"

	"wobbly/il"
	"wobbly/witness"
)

// The schemas of the documents of explore and of crosscheck.
const (
	ExploreSchema    = witness.ExploreSchema
	CrosscheckSchema = witness.CrosscheckSchema
)

// Exploration is what explore found in one file.
type Exploration struct {
	File    string
	Source  *il.Source
	Pairs   iter.Seq[Explored]
	Skipped []SkippedPair

	// Name and Flags make the commands that repeat this, as in Check.
	Name, Flags string
}

// Explored is the answer of one search: of one program C1 || C2.
type Explored struct {
	Left          string
	Right         string
	Init          string
	Unroll        *int
	States        uint64
	Complete      bool
	Interleavings *string
	Races         []ExploredRace

	Transitions uint64
	Depth       int
	Ends        uint64
	Stuck       uint64
	Deadlocks   uint64
	Strategy    string
	Reduced     bool
	Pruned      bool // states without a race ahead were left out, so the ends are only some
	Switches    *int
	Cut         string   // what cut the search
	Missed      *float64 // the probability that fingerprints hid a state
	Classes     string
	Executions  string

	Further string  // a sentence: what goes beyond the cut
	Counted string  // a sentence, where Interleavings is null
	Absence Absence // where nothing was found and the search was complete
}

// ExploredRace is a race that some reachable state shows, with an execution that leads
// to it; its Verdict says what the checker says.
type ExploredRace struct {
	Race
	Mirror bool // of a self pair: the race listed before, threads exchanged
}

// SkippedPair is a program that the given initial state is not one of.
type SkippedPair struct {
	Left   string `json:"left"`
	Right  string `json:"right"`
	Reason string `json:"reason"`
}

// Absence says of each two accesses of a program without races why they do not
// race.
type Absence struct {
	Accesses  int         // loads and stores that the two units come to
	Conflicts int         // pairs of them on one field, with a write
	Locked    int         // of these: both always under the lock
	Rows      []AbsentRow // the first of them
	Complete  bool        // all pairs were looked at; else the numbers are lower bounds
}

// AbsentRow is one conflicting pair.
type AbsentRow struct {
	Left, Right Side // Lock is the least level that the access is made at
	Locked      bool
}

// Outcome is the counts of one or several Exploration documents.
type Outcome struct {
	Pairs    int
	Races    int // of position pairs; those of a self pair in both orders
	Refused  int
	Cut      int // searches that were cut
	CutEmpty int // of these: without a race
	Skipped  int
}

// count enters a pair.
func (o *Outcome) count(x *Explored) {
	o.Pairs++
	o.Races += len(x.Races)
	for _, r := range x.Races {
		if r.Verdict == Refuted {
			o.Refused++
		}
	}
	if !x.Complete {
		o.Cut++
		if len(x.Races) == 0 {
			o.CutEmpty++
		}
	}
}
