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

// Exploration is the result of explore for one file.
type Exploration struct {
	File    string
	Source  *il.Source
	Pairs   iter.Seq[Explored]
	Skipped []SkippedPair
}

// Explored is the result of one search, for one program C1 || C2. In JSON the races come
// between the program and the search.
type Explored struct {
	ExploredPair
	Found int // the number of races
	// Races yields the races, each made when it is read. It ends early if the run is
	// interrupted.
	Races iter.Seq[ExploredRace]
	ExploredSearch
	Remarks
}

// ExploredPair is a program with the answer in short.
type ExploredPair struct {
	Left          string  `json:"left"`
	Right         string  `json:"right"`
	Init          string  `json:"init"`
	Unroll        *int    `json:"unroll"`
	States        uint64  `json:"states"`
	Complete      bool    `json:"complete"`
	Interleavings *string `json:"interleavings"`
}

// ExploredSearch describes the search of a program.
type ExploredSearch struct {
	Transitions uint64     `json:"transitions"`
	Depth       int        `json:"depth"`
	Ends        uint64     `json:"ends"`
	Stuck       uint64     `json:"stuck"`
	Deadlocks   Deadlocked `json:"deadlocks"`
	Strategy    string     `json:"strategy"`
	Layout      string     `json:"layout,omitempty"` // of states; random runs have none
	Reduced     bool       `json:"reduced"`
	Pruned      bool       `json:"pruned"` // states without a race ahead were left out, so Ends is not exact
	// Certified is how many pairs of accesses had a certificate of absence, so that they were not
	// searched for.
	Certified  int      `json:"certified,omitempty"`
	Switches   *int     `json:"switches"`
	Aliases    *int     `json:"aliases,omitempty"` // of initial states; nil for any number
	Cut        string   `json:"cut,omitempty"`     // what cut the search
	Missed     *float64 `json:"missed,omitempty"`  // the probability that fingerprints hid a state
	Classes    string   `json:"classes,omitempty"`
	Executions string   `json:"executions,omitempty"`
	// StatelessCut is why the stateless search, or its count of classes, is incomplete.
	StatelessCut string `json:"stateless_cut,omitempty"`
}

// Deadlocked is where threads wait for ever. In JSON it is the list if the program names locks, and
// otherwise the number of states, which is 0 in a legal program.
type Deadlocked struct {
	States uint64
	Named  bool // the program names locks
	List   []ExploredDeadlock
}

// ExploredDeadlock is a deadlock that some reachable state shows.
type ExploredDeadlock struct {
	Left    string           `json:"left"`
	Right   string           `json:"right"`
	Witness *witness.Witness `json:"witness"`
	Refused string           `json:"refused,omitempty"` // by the checker, and why
}

// MarshalJSON implements json.Marshaler.
func (d Deadlocked) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	s := &stream{w: &b}
	if d.Named {
		s.value(append([]ExploredDeadlock{}, d.List...))
	} else {
		s.value(d.States)
	}
	return bytes.TrimSpace(b.Bytes()), s.err
}

// Remarks has what only text says of a search.
type Remarks struct {
	Further string  // what goes beyond the cut, a sentence
	Counted string  // why Interleavings is null, a sentence
	Absence Absence // set if nothing was found and the search was complete
	// Unsearched is true if the run ended before the search of the pair. Such pairs are the
	// last ones of a file.
	Unsearched bool
}

// ExploredRace is a race that some reachable state shows, with an execution that leads to it.
// Its Verdict is that of the checker.
type ExploredRace struct{ Race }

// MarshalJSON writes only the positions, the kinds, the witness and what the race needs.
func (r ExploredRace) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	s := &stream{w: &b}
	s.value(struct {
		Sites
		Witness *witness.Witness `json:"witness"`
		*Needs
		Refused string `json:"refused,omitempty"` // by the checker, and why
	}{Sites{r.Left.At, r.Right.At, [2]string{r.Left.Kind, r.Right.Kind}}, r.Witness, r.Needs, r.Reason})
	return b.Bytes(), s.err
}

// SkippedPair is a program that the given initial state does not fit.
type SkippedPair struct {
	Left   string `json:"left"`
	Right  string `json:"right"`
	Reason string `json:"reason"`
}

// Absence explains for the pairs of accesses of a program without races why they do not
// race.
type Absence struct {
	Accesses  int         // loads and stores that the two units reach
	Conflicts int         // pairs of them on one field, at least one a write
	Locked    int         // conflicts of which both accesses are always under the lock
	Rows      []AbsentRow // the first conflicts
	Complete  bool        // all pairs were examined; otherwise the numbers are lower bounds
}

// AbsentRow is one conflicting pair.
type AbsentRow struct {
	Left, Right Side // Lock is the least level of the access
	Locked      bool
}

// Outcome sums up one or several Exploration documents.
type Outcome struct {
	Pairs     int
	Races     int // unordered pairs of accesses
	Deadlocks int
	Refused   int // of the listed races
	Cut       int // searches that were cut
}

func (o *Outcome) count(x *Explored) {
	o.Pairs++
	o.Races += x.Found
	o.Deadlocks += len(x.Deadlocks.List)
	for _, d := range x.Deadlocks.List {
		if d.Refused != "" {
			o.Refused++
		}
	}
	if !x.Complete || x.StatelessCut != "" {
		o.Cut++
	}
}

// listed passes on the races of a pair and counts those that are refused. At the end,
// unlisted is the number of races that were not listed.
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
