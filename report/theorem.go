package report

// The schemas of the documents of theorem's subcommands.
const (
	TheoremListSchema  = "wobbly/theorem-list/1" // of list and show
	TheoremCheckSchema = "wobbly/theorem-check/1"
	TheoremFuzzSchema  = "wobbly/theorem-fuzz/1"
)

// Statement is a lemma or theorem as it is listed.
type Statement struct {
	Name       string       `json:"name"`
	Group      string       `json:"group"`
	Title      string       `json:"title"`
	Cite       string       `json:"cite"`
	Words      string       `json:"words"`
	Symbols    string       `json:"symbols"`
	Printed    string       `json:"printed,omitempty"` // how the printed form differs, and why it is false
	Hypotheses []Hypothesis `json:"hypotheses"`
	Floor      float64      `json:"floor"` // the least share of cases that must test it
	Evidence   Evidence     `json:"evidence"`
}

// Evidence is how a statement is known: proved in Coq, proved on paper only, or tested only.
type Evidence struct {
	Known  string     `json:"known"`
	Note   string     `json:"note,omitempty"`
	Lemmas []CoqLemma `json:"lemmas"` // of what is proved, also where that is only a part
}

// CoqLemma is a theorem of the Coq text.
type CoqLemma struct {
	Name      string `json:"name"`
	File      string `json:"file"`
	Statement string `json:"statement"` // below what the sections around it assume
}

// Statements are listed, each on a line.
type Statements struct {
	List []Statement `json:"statements"`
}

// ShownStatements are shown in full.
type ShownStatements struct {
	Statements
	// Coq says that text shows the statements in Coq too.
	Coq bool `json:"-"`
}

// Hypothesis is a condition of a statement.
type Hypothesis struct {
	Name string `json:"name"`
	Text string `json:"text"` // a sentence
}

// The verdicts on a statement.
const (
	StatementHolds   = "holds"
	StatementRefuted = "refuted"
	StatementNotMet  = "hypotheses not met"
	StatementBounded = "bounded"
	// StatementUnchecked is that the run was interrupted before.
	StatementUnchecked = "not checked"
)

// TheoremCheck is what the statements came to on one program.
type TheoremCheck struct {
	File        string           `json:"file"`
	Seed        uint64           `json:"seed"` // of the first draw; the next ones follow
	Draws       int              `json:"draws"`
	Without     []string         `json:"without"` // hypotheses that were switched off
	Results     []TheoremChecked `json:"statements"`
	Interrupted bool             `json:"interrupted,omitempty"`
}

// TheoremChecked is one statement on one program.
type TheoremChecked struct {
	Statement  string      `json:"statement"`
	Verdict    string      `json:"verdict"`
	Instances  uint64      `json:"instances"` // of all draws: meet all hypotheses, and were decided
	Unmet      uint64      `json:"unmet"`     // fail a hypothesis
	Undecided  uint64      `json:"undecided"` // meet them, but a limit was reached
	Limit      string      `json:"limit,omitempty"`
	Refutation *Refutation `json:"refutation,omitempty"`
}

// Refutation is an instance for which a conclusion is false.
type Refutation struct {
	CaseSeed uint64   `json:"case_seed,string"`
	Instance string   `json:"instance"`
	Why      string   `json:"why"`
	Repeat   string   `json:"repeat"`            // a command
	Off      []string `json:"without,omitempty"` // of the statement's hypotheses, those that were switched off
}

// TheoremTally counts the verdicts of one or several TheoremCheck documents.
type TheoremTally struct {
	Programs, Holds, Refuted, NotMet, Bounded, Unchecked int
	Interrupted                                          bool
}

// Count enters a document.
func (t *TheoremTally) Count(d *TheoremCheck) {
	t.Programs++
	t.Interrupted = t.Interrupted || d.Interrupted
	for _, r := range d.Results {
		switch r.Verdict {
		case StatementHolds:
			t.Holds++
		case StatementRefuted:
			t.Refuted++
		case StatementBounded:
			t.Bounded++
		case StatementUnchecked:
			t.Unchecked++
		default:
			t.NotMet++
		}
	}
}

// TheoremFuzz is what the statements came to on drawn programs.
type TheoremFuzz struct {
	Seed     uint64          `json:"seed"`
	Drawing  string          `json:"drawing,omitempty"` // of the programs; empty for what is usual
	First    uint64          `json:"first"`             // number of the first case
	Cases    uint64          `json:"cases"`
	Ended    string          `json:"ended"` // why: one of the words below
	Without  []string        `json:"without"`
	Results  []TheoremFuzzed `json:"statements"`
	Drawn    Drawn           `json:"drawn"`
	Rules    []RuleCount     `json:"rules"`
	Unused   []string        `json:"unused"`             // rules
	Judged   bool            `json:"floors_judged"`      // there were cases enough for the floors
	Required bool            `json:"all_rules_required"` // and for all rules
}

// Why a run of fuzz ended.
const (
	EndedCases       = "cases" // they are used up
	EndedTime        = "time"
	EndedRefuted     = "refuted"
	EndedInterrupted = "interrupted"
)

// TheoremFuzzed is one statement on drawn programs.
type TheoremFuzzed struct {
	Statement string            `json:"statement"`
	Holds     uint64            `json:"holds"` // cases
	NotMet    uint64            `json:"not_met"`
	Bounded   uint64            `json:"bounded"`
	Refuted   uint64            `json:"refuted"`
	Floor     float64           `json:"floor"`
	Below     bool              `json:"below_floor"` // in a run that judges floors
	Instances uint64            `json:"instances"`
	Undecided uint64            `json:"undecided"`            // instances, or lists of them, that a limit cut
	Failure   *FuzzedRefutation `json:"refutation,omitempty"` // the first one
}

// FuzzedRefutation is a refutation with the program that was drawn for it.
type FuzzedRefutation struct {
	Refutation
	Case       uint64 `json:"case"` // its number
	Program    string `json:"program"`
	Statements int    `json:"statements"`
	Shrunk     bool   `json:"shrunk"`
	From       int    `json:"drawn_statements"` // before shrinking
	Saved      string `json:"saved,omitempty"`  // a file
	Replay     string `json:"replay,omitempty"` // a command that checks it
}

// Drawn counts the programs of a run by what they hold.
type Drawn struct {
	Programs        uint64 `json:"programs"`
	Report          uint64 `json:"report"`
	Filtered        uint64 `json:"filtered"`
	Locks           uint64 `json:"locks"`
	Loops           uint64 `json:"loops"`
	Branches        uint64 `json:"branches"`
	Calls           uint64 `json:"calls"`
	PrefixArguments uint64 `json:"prefix_arguments"`
	Reassigned      uint64 `json:"reassigned_formals"`
	Mutants         uint64 `json:"mutants"` // of the shipped examples
}

// RuleCount says how often a rule was used.
type RuleCount struct {
	Rule string `json:"rule"`
	Used uint64 `json:"used"`
}

// Refuted counts the statements that were refuted.
func (d *TheoremFuzz) Refuted() int {
	n := 0
	for i := range d.Results {
		if d.Results[i].Failure != nil {
			n++
		}
	}
	return n
}

// Below lists the statements that were tested on too few cases.
func (d *TheoremFuzz) Below() []string {
	var names []string
	for i := range d.Results {
		if d.Results[i].Below {
			names = append(names, d.Results[i].Statement)
		}
	}
	return names
}
