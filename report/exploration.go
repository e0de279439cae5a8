package report

import (
	"bytes"
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
}

// Explored is the answer of one search: of one program C1 || C2. In JSON the races
// stand between what is asked and how it was searched.
type Explored struct {
	ExploredPair
	Found int                    // races
	Races iter.Seq[ExploredRace] // of these the first, each made when it is read; the last ones are missing where the run was interrupted
	ExploredSearch
	Remarks
}

// ExploredPair is a program and the answer in short.
type ExploredPair struct {
	Left          string  `json:"left"`
	Right         string  `json:"right"`
	Init          string  `json:"init"`
	Unroll        *int    `json:"unroll"`
	States        uint64  `json:"states"`
	Complete      bool    `json:"complete"`
	Interleavings *string `json:"interleavings"`
}

// ExploredSearch is how a program was searched.
type ExploredSearch struct {
	Transitions uint64   `json:"transitions"`
	Depth       int      `json:"depth"`
	Ends        uint64   `json:"ends"`
	Stuck       uint64   `json:"stuck"`
	Deadlocks   uint64   `json:"deadlocks"`
	Strategy    string   `json:"strategy"`
	Layout      string   `json:"layout,omitempty"` // of states; none of random runs
	Reduced     bool     `json:"reduced"`
	Pruned      bool     `json:"pruned"` // states without a race ahead were left out, so the ends are only some
	Switches    *int     `json:"switches"`
	Cut         string   `json:"cut,omitempty"`    // what cut the search
	Missed      *float64 `json:"missed,omitempty"` // the probability that fingerprints hid a state
	Classes     string   `json:"classes,omitempty"`
	Executions  string   `json:"executions,omitempty"`
	// StatelessCut is why the stateless search, or its count of classes, is incomplete.
	StatelessCut string `json:"stateless_cut,omitempty"`
}

// Remarks are what texts say of a search besides.
type Remarks struct {
	Further string  // a sentence: what goes beyond the cut
	Counted string  // a sentence, where Interleavings is null
	Absence Absence // where nothing was found and the search was complete
	// Unsearched is for a pair that was not come to. Such pairs are the last ones of a file.
	Unsearched bool
}

// ExploredRace is a race that some reachable state shows, with an execution that leads
// to it; its Verdict says what the checker says.
type ExploredRace struct {
	Race
	Mirror bool // of a self pair: the race listed before, threads exchanged
}

// MarshalJSON gives the race as the contract has it: the two positions and kinds.
func (r ExploredRace) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	s := &stream{w: &b}
	s.value(struct {
		Sites
		Witness *witness.Witness `json:"witness"`
		Refused string           `json:"refused,omitempty"` // by the checker, and why
	}{Sites{r.Left.At, r.Right.At, [2]string{r.Left.Kind, r.Right.Kind}}, r.Witness, r.Reason})
	return b.Bytes(), s.err
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
	Pairs   int
	Races   int // of position pairs; those of a self pair in both orders
	Refused int // of those that were listed
	Cut     int // searches that were cut
}

// count enters a pair.
func (o *Outcome) count(x *Explored) {
	o.Pairs++
	o.Races += x.Found
	if !x.Complete || x.StatelessCut != "" {
		o.Cut++
	}
}

// listed passes on the races of a pair, counts what is refused, and tells in the end
// how many were not listed.
func (o *Outcome) listed(x *Explored, unlisted *int) iter.Seq[ExploredRace] {
	*unlisted = x.Found
	return func(yield func(ExploredRace) bool) {
		for r := range x.Races {
			*unlisted--
			if r.Verdict == Refuted {
				o.Refused++
			}
			if !yield(r) {
				return
			}
		}
	}
}
