package report

import (
	"fmt"
	"iter"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/text"
)

// Check is the document of running one analyzer on one file: what it reports, each report
// with a verdict, and how text refers to the run.
type Check struct {
	File      string
	Source    *il.Source
	Analysis  string // the analyzer's name
	Title     string // the analyzer's name in text
	Condition string // on the lock levels: "or" or "sum"
	Literal   bool   // the analysis follows a literal reading of the paper

	Found

	// Pairs says what is known of all pairs of accesses; nil to leave it out.
	Pairs func() *Pairs

	// Deadlocks are those of a program that names locks; with one lock there are none.
	Deadlocks []Deadlock

	// Interrupted reports whether the sequences of Found ended early.
	Interrupted func() bool

	// Shown is how many of the races text shows in full; 0 means all.
	Shown int

	// Name and Flags make the commands that repeat the run: the file as a shell word,
	// empty for standard input, and the flags with a space before each.
	Name, Flags string
	Numbered    bool // step and fix number the reports in the same way, given Flags
}

// Found is what an analyzer reports of a file. If a theorem says that every report of the
// analyzer is a race, the verdict comes from the report's witness alone. The reports of any
// other analyzer are judged by a truth: a definition of race and an exact search for it.
type Found struct {
	// Truth is what judges the reports; empty if a theorem does.
	Truth string

	// Races and Filtered yield the listed elements, in the order of the document.
	// They end early if the run is interrupted.
	Races    iter.Seq[Race]
	Filtered iter.Seq[Filtered]

	// TotalRaces and TotalFiltered are exact. They also count what is not listed.
	TotalRaces, TotalFiltered exact.Nat

	// Verdicts returns what is decided about pairs of accesses. It may be called after Races has
	// been read, and is quicker then.
	Verdicts func() Verdicts

	// Excluded lists pairs of accesses that are not candidates, for text that has no
	// race to show.
	Excluded func(most int) Excluded

	// Counts maps each verdict to the number of judged reports that have it, listed or not.
	Counts map[string]int
	// Stages are the sizes of the intermediate results of an analysis by stages.
	Stages []Stage
	// Cut lists what the analysis, or the search that judges it, left out, and why.
	Cut []string
	// Defects lists contradictions, each a defect of wobbly or of a theorem.
	Defects []string
}

// Stage is the number of unordered pairs of accesses that a stage of an analysis leaves in
// at least one pair of units.
type Stage struct {
	Name  string `json:"stage"`
	Pairs uint64 `json:"pairs"`
}

// Judged reports whether the reports are judged by a truth.
func (c *Check) Judged() bool { return c.Truth != "" }

func (c *Check) judged() (n int) {
	for _, k := range c.Counts {
		n += k
	}
	return n
}

// Complete reports whether the analysis left nothing out and every report was judged.
func (c *Check) Complete() bool {
	return !c.interrupted() && len(c.Cut) == 0 && c.Counts[Unknown] == 0 && !c.TotalRaces.Exceeds(c.judged())
}

// write passes the listed races to a writer, one by one, and tallies them. It returns the
// limits of the document: sentences, without a full stop, that say what is incomplete.
// Every format prints all of them, since a list that was cut in silence reads as a proof
// that there is nothing more.
func (c *Check) write(race func(Race) error) (t Tally, limits []string, err error) {
	t = c.tally()
	listed := 0
	for r := range c.Races {
		t.count(c, r)
		listed++
		if err := race(r); err != nil {
			return t, nil, err
		}
	}
	if c.TotalRaces.Exceeds(listed) {
		limits = append(limits, fmt.Sprintf("%d of %s reports are listed", listed, c.TotalRaces))
	}
	if n := c.Counts[Unknown] + t.Undecided; n > 0 {
		limits = append(limits, text.CountOf(n, "report is", "reports are")+" not decided")
	}
	limits = append(limits, c.Cut...)
	if t.Interrupted = c.interrupted(); t.Interrupted {
		limits = append(limits, "the run was interrupted")
	}
	return t, limits, nil
}

// Excluded is a list of pairs of accesses to the same fields, at least one of them a
// write, that the lock keeps apart.
type Excluded struct {
	Pairs    []ExcludedPair // at most as many as were asked for
	Found    int
	Complete bool // all pairs were examined; otherwise Found is a lower bound
	Accesses int  // the number of accesses of the file
}

// ExcludedPair is a pair of accesses that are both made under the lock.
type ExcludedPair struct{ Left, Right Side }

// Tally sums up one or several Check documents.
type Tally struct {
	// Files is the number of documents whose counts these are. Judged documents have
	// counts of their own and add nothing to it.
	Files int

	Races, Filtered    exact.Nat
	Confirmed, Refuted int // of the races that were written
	Undecided          int // of these, where reports are not judged: the checker gave up
	Deadlocks          int
	Found              bool // there is a race or a deadlock
	Defect             bool // a defect of wobbly or of a theorem showed
	Incomplete         bool // something was cut
	Interrupted        bool
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(o Tally) Tally {
	return Tally{
		Files: t.Files + o.Files,
		Races: t.Races.Plus(o.Races), Filtered: t.Filtered.Plus(o.Filtered),
		Confirmed: t.Confirmed + o.Confirmed, Refuted: t.Refuted + o.Refuted, Undecided: t.Undecided + o.Undecided,
		Deadlocks: t.Deadlocks + o.Deadlocks,
		Found:     t.Found || o.Found, Defect: t.Defect || o.Defect,
		Incomplete: t.Incomplete || o.Incomplete, Interrupted: t.Interrupted || o.Interrupted,
	}
}

func (t *Tally) count(c *Check, r Race) {
	switch r.Verdict {
	case Confirmed:
		t.Confirmed++
	case Refuted:
		t.Refuted, t.Defect = t.Refuted+1, true
	case Unknown:
		if !c.Judged() { // else the document's own counts say so
			t.Undecided, t.Incomplete = t.Undecided+1, true
		}
	}
}

// listed returns how many races were written.
func (t *Tally) listed() int { return t.Confirmed + t.Refuted + t.Undecided }

// tally returns the counts of a document of which no race has been written yet.
func (c *Check) tally() Tally {
	t := c.raceTally()
	for _, d := range c.Deadlocks {
		t.Deadlocks++
		t.Found, t.Defect = true, t.Defect || d.Verdict != Confirmed
	}
	return t
}

// raceTally is tally without deadlocks.
func (c *Check) raceTally() Tally {
	if c.Judged() {
		return Tally{
			Found: c.Counts[Confirmed] > 0, Defect: c.Counts[Refuted] > 0 || len(c.Defects) > 0,
			Incomplete: !c.Complete(), Interrupted: c.interrupted(),
		}
	}
	return Tally{Files: 1, Races: c.TotalRaces, Filtered: c.TotalFiltered, Found: !c.TotalRaces.IsZero()}
}

// interrupted reports whether the sequences ended early.
func (c *Check) interrupted() bool { return c.Interrupted != nil && c.Interrupted() }
