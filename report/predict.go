package report

import "wobbly/witness"

// PredictSchema is the schema of predict.
const PredictSchema = witness.PredictSchema

// Predict is what is predicted from recorded executions, of the pairs of units of a
// file or of random programs, and how much of it the exact search knows.
type Predict struct {
	File        string          `json:"file,omitempty"` // empty for random programs
	Seed        uint64          `json:"seed"`
	Runs        int             `json:"runs"`      // executions of each pair of units
	RunSteps    int             `json:"run_steps"` // that end a run
	Predictors  []Predictor     `json:"predictors"`
	Pairs       []PredictedPair `json:"pairs,omitzero"` // nil for random programs
	Table       PredictTable    `json:"table"`
	Trace       *PredictTrace   `json:"trace,omitempty"` // where one was given; Pairs then has its pair
	Random      *PredictRandom  `json:"random,omitempty"`
	Defects     []string        `json:"defects"` // reports of sound predictors without a good witness
	Interrupted bool            `json:"interrupted,omitempty"`
}

// Predictor describes a method in a variant.
type Predictor struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
	Cite    string `json:"cite"`
	Doc     string `json:"doc"`
	Sound   bool   `json:"sound"` // each report is a race, with a witness
}

// PredictedPair is one program C1 || C2.
type PredictedPair struct {
	Left     string           `json:"left"`
	Right    string           `json:"right"`
	Runs     int              `json:"runs"`
	Cut      int              `json:"cut"`              // of these, ended by RunSteps
	Search   string           `json:"search,omitempty"` // the limit that cut the exact search
	Findings []PredictFinding `json:"findings"`
	Missed   []Sites          `json:"missed"` // races that nobody has predicted
}

// PredictFinding is a pair of sites that some predictor reports.
type PredictFinding struct {
	Sites
	Verdict string           `json:"verdict"` // Confirmed, Impossible or Unknown
	By      []PredictedBy    `json:"by"`
	Case    *PredictCase     `json:"case,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"` // that is Case; accepted. Nil where Case does not end in the race
}

// PredictedBy says who reports it: a predictor that does.
type PredictedBy struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
	Runs    int    `json:"runs"`  // from which
	First   int    `json:"first"` // of these, from 1
}

// PredictCase is the reordering of a recorded execution that a predictor promises to
// end in the race.
type PredictCase struct {
	Method   string       `json:"method"`
	Variant  string       `json:"variant"`
	Run      int          `json:"run"`
	Steps    int          `json:"steps"`
	Cells    [2][2]string `json:"cells"` // before which A and B stand at its end
	Heap     string       `json:"heap"`  // the initial state
	Schedule string       `json:"schedule"`
	Command  string       `json:"command,omitempty"` // that shows it; empty where it would be too long
}

// PredictTable is what came of all pairs of units whose races are known.
type PredictTable struct {
	Points     []int        `json:"points"` // numbers of runs
	Programs   int          `json:"programs"`
	Pairs      int          `json:"pairs"`
	LeftOut    int          `json:"left_out"` // pairs of units of which the exact search was cut
	Executions int          `json:"executions"`
	Cut        int          `json:"cut"`
	Races      int          `json:"races"`     // pairs of sites, by Definition 3.6
	Witnesses  int          `json:"witnesses"` // accepted ones of sound predictors
	Rows       []PredictRow `json:"rows"`
}

// PredictRow is what a predictor has said, in pairs of sites.
type PredictRow struct {
	Method   string    `json:"method"`
	Variant  string    `json:"variant"`
	Reported int       `json:"reported"`
	False    int       `json:"false"`
	Found    []int     `json:"found"`   // parallel to Points
	Wrong    []int     `json:"wrong"`   // the same for false reports
	Recall   []float64 `json:"recall"`  // the same: the share of Races that is found
	Limited  int       `json:"limited"` // executions of which it has not predicted everything
}

// PredictRandom says which random programs a table is of.
type PredictRandom struct {
	Drawing  string  `json:"drawing"`
	Programs uint64  `json:"programs"` // asked for
	Failures []Fault `json:"failures"`
}
