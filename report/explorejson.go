package report

import (
	"io"

	"wobbly/witness"
)

// ExploreJSON prints the contract's document of explore, on one line. Each pair
// is written when its search has ended.
func ExploreJSON(w io.Writer, d *Exploration) (Outcome, error) {
	s, o := &stream{w: w}, Outcome{Skipped: len(d.Skipped)}
	s.member("{", "schema", ExploreSchema)
	s.member(",", "file", d.File)
	list(s, "pairs", d.Pairs, func(x Explored) exploredJSON {
		o.count(&x)
		return wireExplored(&x)
	})
	if len(d.Skipped) > 0 {
		s.member(",", "skipped", d.Skipped)
	}
	s.raw("}\n")
	return o, s.err
}

// exploredJSON is an Explored as the contract has it.
type exploredJSON struct {
	Left          string             `json:"left"`
	Right         string             `json:"right"`
	Init          string             `json:"init"`
	Unroll        *int               `json:"unroll"`
	States        uint64             `json:"states"`
	Complete      bool               `json:"complete"`
	Interleavings *string            `json:"interleavings"`
	Races         []exploredRaceJSON `json:"races"`

	Transitions uint64   `json:"transitions"`
	Depth       int      `json:"depth"`
	Ends        uint64   `json:"ends"`
	Stuck       uint64   `json:"stuck"`
	Deadlocks   uint64   `json:"deadlocks"`
	Strategy    string   `json:"strategy"`
	Reduced     bool     `json:"reduced"`
	Pruned      bool     `json:"pruned"`
	Switches    *int     `json:"switches"`
	Cut         string   `json:"cut,omitempty"`
	Missed      *float64 `json:"missed,omitempty"`
	Classes     string   `json:"classes,omitempty"`
	Executions  string   `json:"executions,omitempty"`
}

// exploredRaceJSON is an ExploredRace as the contract has it.
type exploredRaceJSON struct {
	Left    string           `json:"left"`
	Right   string           `json:"right"`
	Kinds   [2]string        `json:"kinds"`
	Witness *witness.Witness `json:"witness"`
	Refused string           `json:"refused,omitempty"` // by the checker, and why
}

func wireExplored(x *Explored) exploredJSON {
	out := exploredJSON{
		Left: x.Left, Right: x.Right, Init: x.Init, Unroll: x.Unroll, States: x.States, Complete: x.Complete,
		Interleavings: x.Interleavings, Races: make([]exploredRaceJSON, len(x.Races)),
		Transitions: x.Transitions, Depth: x.Depth, Ends: x.Ends, Stuck: x.Stuck, Deadlocks: x.Deadlocks,
		Strategy: x.Strategy, Reduced: x.Reduced, Pruned: x.Pruned, Switches: x.Switches, Cut: x.Cut,
		Missed: x.Missed, Classes: x.Classes, Executions: x.Executions,
	}
	for i, r := range x.Races {
		out.Races[i] = exploredRaceJSON{r.Left.At, r.Right.At, [2]string{r.Left.Kind, r.Right.Kind}, r.Witness, r.Reason}
	}
	return out
}
