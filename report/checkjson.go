package report

import (
	"io"

	"wobbly/witness"
)

// checkJSON prints the contract's document of check, on one line.
func checkJSON(w io.Writer, _ Style, c *Check) (Tally, error) {
	s, t := &stream{w: w}, c.tally()
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", c.File)
	s.member(",", "condition", c.Condition)
	s.member(",", "analysis", c.Analysis)
	list(s, "races", c.Races, func(r Race) raceJSON {
		t.count(r)
		return wireRace(r)
	})
	list(s, "filtered", c.Filtered, wireFiltered)
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{c.TotalRaces.String(), c.TotalFiltered.String()})
	if c.Judged() {
		s.judged(c)
	}
	if t.Interrupted = c.interrupted(); t.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return t, s.err
}

// judged writes what there is where reports are judged by a truth.
func (s *stream) judged(c *Check) {
	s.member(",", "truth", c.Truth)
	s.member(",", "verdicts", c.Counts)
	if len(c.Stages) > 0 {
		s.member(",", "stages", c.Stages)
	}
	if len(c.Cut) > 0 {
		s.member(",", "cut", c.Cut)
	}
	if len(c.Defects) > 0 {
		s.member(",", "defects", c.Defects)
	}
}

// sideJSON is a Side as the contract has it.
type sideJSON struct {
	Unit      string   `json:"unit"`
	At        string   `json:"at"`
	Kind      string   `json:"kind"`
	Path      string   `json:"path"`
	Lock      int      `json:"lock"`
	Calls     []string `json:"calls"`
	LockTop   bool     `json:"lock_top,omitempty"`
	Within    string   `json:"within,omitempty"`
	Assumed   bool     `json:"assumed,omitempty"`
	Unreached bool     `json:"unreached,omitempty"`
}

func wireSide(s Side) sideJSON {
	return sideJSON{s.Unit, s.At, s.Kind, s.Path, s.Lock, s.Calls, s.LockTop, s.Within, s.Assumed, s.Unreached}
}

// raceJSON is a Race as the contract has it.
type raceJSON struct {
	ID      string           `json:"id"`
	Left    sideJSON         `json:"left"`
	Right   sideJSON         `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"`
	Note    string           `json:"note,omitempty"`
	Why     []string         `json:"why,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"`
}

func wireRace(r Race) raceJSON {
	return raceJSON{r.ID, wireSide(r.Left), wireSide(r.Right), r.Verdict, r.Reason, r.Note, r.Why, r.Witness}
}

// filteredJSON is a Filtered as the contract has it. An analysis that knows no owners
// has no list of them.
type filteredJSON struct {
	ID      string       `json:"id"`
	Left    sideJSON     `json:"left"`
	Right   sideJSON     `json:"right"`
	Reasons []string     `json:"reasons"`
	Owned   []string     `json:"owned,omitzero"`
	Wobbly  []wobblyJSON `json:"wobbly"`
}

// wobblyJSON is a Wobbly as the contract has it.
type wobblyJSON struct {
	Unit   string   `json:"unit"`
	Prefix string   `json:"prefix"`
	At     string   `json:"at"`
	Calls  []string `json:"calls,omitempty"`
}

func wireFiltered(f Filtered) filteredJSON {
	x := filteredJSON{f.ID, wireSide(f.Left), wireSide(f.Right), f.Reasons, f.Owned, make([]wobblyJSON, len(f.Wobbly))}
	for i, w := range f.Wobbly {
		x.Wobbly[i] = wobblyJSON{w.Unit, w.Prefix, w.At, w.Calls}
	}
	return x
}
