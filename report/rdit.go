package report

// RDITSchema is the schema of rdit.
const RDITSchema = "wobbly/rdit/1"

// RDIT is what the variants of RDIT report while methods are missing: in
// executions of one file with given missing methods, Pairs; or in a table over
// shares of missing methods, Rows.
type RDIT struct {
	File        string        `json:"file,omitempty"` // empty for random programs
	Seed        uint64        `json:"seed"`
	Runs        int           `json:"runs"`      // executions of each pair of units
	RunSteps    int           `json:"run_steps"` // that end a run
	Variants    []RDITVariant `json:"variants"`
	Missing     []string      `json:"missing,omitzero"` // nil in a table
	Pairs       []RDITPair    `json:"pairs,omitzero"`   // nil in a table
	Rows        []RDITRow     `json:"rows,omitzero"`    // nil where there are Pairs
	Total       *RDITTotal    `json:"total,omitempty"`  // of Pairs
	Random      *RDITRandom   `json:"random,omitempty"`
	Defects     []string      `json:"defects"` // false reports of variants that are proved to have none
	Interrupted bool          `json:"interrupted,omitempty"`
}

// RDITVariant describes a variant.
type RDITVariant struct {
	Name  string `json:"name"`
	Doc   string `json:"doc"`
	Sound bool   `json:"sound"` // it is proved to have no false reports
}

// RDITPair is one program C1 || C2.
type RDITPair struct {
	Left     string        `json:"left"`
	Right    string        `json:"right"`
	Runs     int           `json:"runs"`
	Cut      int           `json:"cut"` // of these, ended by RunSteps
	Findings []RDITFinding `json:"findings"`
}

// RDITFinding is a pair of sites that some variant reports.
type RDITFinding struct {
	Sites
	Races    int         `json:"races"` // runs in which accesses at the sites race
	Verdicts []RDITCount `json:"verdicts"`
	Cases    []RDITCase  `json:"cases"` // empty where all variants say the same
}

// RDITCount is what a variant reports. The unit is a run, or a pair of sites in
// a run.
type RDITCount struct {
	Variant  string `json:"variant"`
	Reported int    `json:"reported"`
	False    int    `json:"false"`  // of these, where nothing races
	Missed   int    `json:"missed"` // where something races, and is not reported
}

// The kinds of RDITCase.
const (
	FalseReport = "false-report"
	MissedRace  = "missed-race"
)

// RDITCase is an execution in which variants are wrong about a pair of sites:
// of all the first with the most of them.
type RDITCase struct {
	What     string    `json:"what"`  // FalseReport or MissedRace
	Run      int       `json:"run"`   // from 1
	Steps    [2]int    `json:"steps"` // of the accesses: lines of the trace, from 1
	Threads  [2]string `json:"threads"`
	Cell     [2]string `json:"cell"`
	Says     []RDITSay `json:"says"`
	Heap     string    `json:"heap"`              // the initial state
	Schedule string    `json:"schedule"`          // up to the second access
	Command  string    `json:"command,omitempty"` // that shows it; empty where it would be too long
}

// RDITSay is what a variant says of the two accesses.
type RDITSay struct {
	Variant string `json:"variant"`
	Reports bool   `json:"reports"`
	Why     string `json:"why"` // what orders them; empty where the variant reports them
}

// RDITTotal sums up the pairs of units.
type RDITTotal struct {
	Executions int         `json:"executions"`
	Cut        int         `json:"cut"`
	Races      int         `json:"races"`    // pairs of sites, in each execution, by recorded accesses
	Unseen     int         `json:"unseen"`   // the same, by accesses of which none or one is recorded
	Variants   []RDITCount `json:"variants"` // in the same unit
}

// RDITRow is a line of the table: executions with some methods missing.
type RDITRow struct {
	Share      float64    `json:"share"`
	Names      []string   `json:"names,omitzero"` // of the missing methods of a file
	Programs   int        `json:"programs"`
	Methods    int        `json:"methods"`
	Missing    int        `json:"missing"`
	Executions int        `json:"executions"`
	Cut        int        `json:"cut"`
	Calls      int        `json:"barrier_pairs"`
	Races      int        `json:"races"`  // of happens-before in the complete executions
	Unseen     int        `json:"unseen"` // of these, with no recorded race
	Variants   []RDITCell `json:"variants"`
}

// RDITCell is a variant in a row, by pairs of sites.
type RDITCell struct {
	RDITCount
	Accesses RDITAccesses `json:"accesses"`
	Runs     int          `json:"false_executions"` // with a false report
}

// RDITAccesses is the same by pairs of accesses.
type RDITAccesses struct {
	Reported int `json:"reported"`
	False    int `json:"false"`
	Missed   int `json:"missed"`
}

// RDITRandom says which random programs a table is of.
type RDITRandom struct {
	Programs uint64  `json:"programs"` // asked for
	Failures []Fault `json:"failures"`
}
