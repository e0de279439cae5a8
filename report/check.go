package report

import (
	"iter"

	"wobbly/il"
	"wobbly/internal/exact"
)

// Check is what an analyzer reports in one file, each report with a verdict. Of an
// analyzer of which every report is a race by a theorem that is by a witness alone;
// the reports of others are judged by a truth.
type Check struct {
	File      string
	Source    *il.Source
	Condition string // of the lock levels: "or" or "sum"
	Analysis  string // the name of the analyzer
	Title     string // and in texts
	Truth     string // by which reports are judged; empty where every one is a race

	// Races and Filtered yield what is listed, in the order of the document.
	// They end early when the run is interrupted.
	Races       iter.Seq[Race]
	Filtered    iter.Seq[Filtered]
	Interrupted func() bool

	// Shown is how many races a text for people shows of these, in full; 0 for all.
	Shown int

	// The exact numbers, listed or not.
	TotalRaces, TotalFiltered exact.Nat

	// Excluded lists access pairs that are no candidates, for a text that has
	// no race to show.
	Excluded func(most int) Excluded

	// Of reports that are judged: how many have each verdict, listed or not; what the
	// stages of the analysis leave; what is not complete; and what shows a defect of
	// wobbly or of a theorem.
	Counts  map[string]int
	Stages  []Stage
	Cut     []string
	Defects []string

	// Name and Flags make the commands that repeat this: the file as a shell
	// word (empty for standard input), and flags with a space before each.
	Name, Flags string
	Numbered    bool // step and fix number the reports alike, with these flags
	Literal     bool // under a literal reading of the paper
}

// Stage is how many unordered pairs of accesses of the file a stage of an analysis
// leaves in some pair of units.
type Stage struct {
	Name  string `json:"stage"`
	Pairs uint64 `json:"pairs"`
}

// Judged tells whether the reports are judged by a truth.
func (c *Check) Judged() bool { return c.Truth != "" }

// judged is how many reports were judged.
func (c *Check) judged() (n int) {
	for _, k := range c.Counts {
		n += k
	}
	return n
}

// Complete tells whether all reports were looked at and judged.
func (c *Check) Complete() bool {
	return !c.interrupted() && len(c.Cut) == 0 && c.Counts[Unknown] == 0 && !c.TotalRaces.Exceeds(c.judged())
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

// Tally is what one or several Check documents amount to.
type Tally struct {
	Files int // whose counts these are; 0 where reports are judged, since these stand in the document

	Races, Filtered    exact.Nat
	Confirmed, Refuted int  // of the races that were written
	Found              bool // there is a race
	Defect             bool // of wobbly or of a theorem
	Incomplete         bool // something was cut
	Interrupted        bool
}

// Plus adds the counts of two runs.
func (t Tally) Plus(o Tally) Tally {
	return Tally{
		Files: t.Files + o.Files,
		Races: t.Races.Plus(o.Races), Filtered: t.Filtered.Plus(o.Filtered),
		Confirmed: t.Confirmed + o.Confirmed, Refuted: t.Refuted + o.Refuted,
		Found: t.Found || o.Found, Defect: t.Defect || o.Defect,
		Incomplete: t.Incomplete || o.Incomplete, Interrupted: t.Interrupted || o.Interrupted,
	}
}

// count enters a race into the tally.
func (t *Tally) count(r Race) {
	switch r.Verdict {
	case Confirmed:
		t.Confirmed++
	case Refuted:
		t.Refuted, t.Defect = t.Refuted+1, true
	}
}

// tally begins the counts of a document.
func (c *Check) tally() Tally {
	if c.Judged() {
		return Tally{
			Found: c.Counts[Confirmed] > 0, Defect: c.Counts[Refuted] > 0 || len(c.Defects) > 0,
			Incomplete: !c.Complete(), Interrupted: c.interrupted(),
		}
	}
	return Tally{Files: 1, Races: c.TotalRaces, Filtered: c.TotalFiltered, Found: !c.TotalRaces.IsZero()}
}

// interrupted tells whether the sequences ended early.
func (c *Check) interrupted() bool { return c.Interrupted != nil && c.Interrupted() }
