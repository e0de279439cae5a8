package report

import (
	"wobbly/il"
	"wobbly/witness"
)

// RaceMobSchema is the schema of racemob.
const RaceMobSchema = witness.RaceMobSchema

// RaceMob is what crowdsourced validation says of the candidates of one file.
type RaceMob struct {
	File   string        `json:"file"`
	Source *il.Source    `json:"-"`
	From   string        `json:"from"` // the analysis whose reports are the candidates
	Policy RaceMobPolicy `json:"policy"`
	Pairs  []RaceMobPair `json:"pairs"`
	Total  RaceMobTotal  `json:"total"`
	// Cut says why there may be more candidates: a limit of the analysis; empty
	// if there are not.
	Cut         string `json:"cut,omitempty"`
	Interrupted bool   `json:"interrupted,omitempty"` // a run is missing
}

// RaceMobPolicy is how the candidates were validated.
type RaceMobPolicy struct {
	Seed       uint64 `json:"seed"`
	Users      int    `json:"users"`
	Runs       int    `json:"runs"`     // of a candidate, at most
	Timeouts   []int  `json:"timeouts"` // τ, in steps
	RunSteps   int    `json:"run_steps"`
	Single     bool   `json:"alone"`
	BothOrders bool   `json:"both_orders"` // the literal reading
}

// RaceMobPair is one program C1 || C2.
type RaceMobPair struct {
	Left       string             `json:"left"`
	Right      string             `json:"right"`
	Candidates []RaceMobCandidate `json:"candidates"`
}

// The parts of the list.
const (
	TrueRace            = "true-race"
	LikelyFalsePositive = "likely-false-positive"
	UnknownCandidate    = "unknown"
)

// RaceMobCandidate is a candidate and where it stands.
type RaceMobCandidate struct {
	Sites
	Verdict       string           `json:"verdict"`
	Cause         string           `json:"cause"`
	Runs          int              `json:"runs"` // made for it
	Results       RaceMobResults   `json:"results"`
	TimedOut      int              `json:"timed_out"`      // of these, that waited in vain, whatever they saw then
	Aliased       int              `json:"aliased"`        // runs, made for any candidate, that made both accesses on one cell
	HappensBefore bool             `json:"happens_before"` // shows it in as many runs without steering
	Race          *RaceMobRace     `json:"race,omitempty"` // of a true race
	Witness       *witness.Witness `json:"witness,omitempty"`
	Refused       string           `json:"refused,omitempty"` // why the checker refuses the witness
}

// RaceMobResults counts the runs that were made for a candidate by what they
// say.
type RaceMobResults struct {
	Race    int `json:"race"`
	NoRace  int `json:"no_race"`
	Timeout int `json:"timeout"`
	NotSeen int `json:"not_seen"`
}

// RaceMobRace is the run that shows a race.
type RaceMobRace struct {
	CoEnabled bool   `json:"co_enabled"` // both threads stand before the accesses: Definition 3.6
	Unordered bool   `json:"unordered"`  // both are made, unordered by happens-before
	User      int    `json:"user"`       // from 1
	Order     string `json:"order"`      // that was wanted: primary or alternate
	Steered   bool   `json:"steered"`    // a thread was held back
	Own       bool   `json:"own"`        // the run was made for this candidate, not for another one
	// Execution is the evidence where there is no witness.
	Execution *RaceMobExecution `json:"execution,omitempty"`
}

// RaceMobExecution is an execution that makes two accesses unordered.
type RaceMobExecution struct {
	Init     witness.Init   `json:"init"`
	Steps    []witness.Step `json:"steps"`    // up to the second access
	Accesses [2]int         `json:"accesses"` // which steps they are, from 1
	Cell     [2]string      `json:"cell"`
}

// RaceMobTotal counts candidates, as the paper's Tables 1 and 3 do.
type RaceMobTotal struct {
	Pairs         int    `json:"pairs"`
	Candidates    int    `json:"candidates"`
	TrueRaces     int    `json:"true_races"`
	CoEnabled     int    `json:"co_enabled"`     // of these: races in the sense of Definition 3.6
	UnorderedOnly int    `json:"unordered_only"` // of these: shown by happens-before only
	BothOrders    int    `json:"both_orders"`    // of these: by the literal reading only
	Steered       int    `json:"steered"`        // of these: shown by a run that held a thread back
	NoRace        int    `json:"no_race"`        // likely false positives
	Timeout       int    `json:"timeout"`        // likely false positives
	NotAliasing   int    `json:"not_aliasing"`   // unknown
	Context       int    `json:"context"`        // unknown
	NotValidated  int    `json:"not_validated"`  // unknown
	Runs          int    `json:"runs"`
	Rounds        int    `json:"rounds"`
	Steps         uint64 `json:"steps"`
	CutRuns       int    `json:"cut_runs"` // that the limit of steps ended
	MostRuns      int    `json:"most_runs"`
	HappensBefore int    `json:"happens_before"` // candidates that happens-before shows in as many runs without steering
	OnlyRaceMob   int    `json:"only_racemob"`   // true races that it does not show
	Refused       int    `json:"refused"`        // witnesses that the checker refuses
}

// LikelyFalse is how many candidates are likely false positives.
func (t RaceMobTotal) LikelyFalse() int { return t.NoRace + t.Timeout }

// Unknown is how many candidates are unknown.
func (t RaceMobTotal) Unknown() int { return t.NotAliasing + t.Context + t.NotValidated }
