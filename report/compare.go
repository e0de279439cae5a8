package report

// The schemas of the documents of compare and of analyzers.
const (
	CompareSchema   = "wobbly/compare/1"
	AnalyzersSchema = "wobbly/analyzers/1"
)

// Analyzer describes an analyzer.
type Analyzer struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Kind   string `json:"kind"`  // static, dynamic or exact
	Truth  string `json:"truth"` // by which its reports are judged
	Doc    string `json:"doc"`
	Cite   string `json:"cite"`
	Claim  string `json:"claim"`  // what is proved of it; empty where nothing is
	Within string `json:"within"` // the analyzers that report all that it reports, separated by commas
}

// Analyzers are listed.
type Analyzers struct {
	List []Analyzer `json:"analyzers"`
}

// Compare is what several analyzers say of the same programs.
type Compare struct {
	Files []CompareFile `json:"files"`
	Total CompareTotal  `json:"total"`
	// Drawings are the counts of each, where there are several. Total is their sum then.
	Drawings []CompareTotal `json:"drawings,omitempty"`
}

// CompareFile is one program.
type CompareFile struct {
	File  string        `json:"file"`
	Pairs []ComparePair `json:"pairs"`
}

// ComparePair is one program C1 || C2.
type ComparePair struct {
	Left       string       `json:"left"`
	Right      string       `json:"right"`
	Candidates int          `json:"candidates"`
	Cut        []CompareCut `json:"cut"` // analyzers whose answer is not complete
	Rows       []CompareRow `json:"rows"`
	Unlisted   int          `json:"unlisted,omitempty"` // candidates that nobody reports, beside those that are listed
}

// CompareCut says why an answer is not complete.
type CompareCut struct {
	Analyzer string `json:"analyzer"`
	Why      string `json:"why"`
	None     bool   `json:"none,omitempty"` // there is no answer at all
}

// CompareRow is a candidate: a pair of accesses with one field, one to write.
type CompareRow struct {
	Sites
	Real      string          `json:"real"`      // by Definition 3.6: yes, no or unknown
	Unordered string          `json:"unordered"` // by happens-before in some execution
	*Needs                    // of a race of which there is a witness
	Reported  []CompareReport `json:"reported"`
}

// CompareReport is an analyzer that reports a candidate, and what it says of it.
type CompareReport struct {
	Analyzer string `json:"analyzer"`
	Note     string `json:"note,omitempty"`
}

// CompareTotal counts candidates.
type CompareTotal struct {
	Programs  uint64            `json:"programs"`
	Pairs     uint64            `json:"pairs"`
	LeftOut   uint64            `json:"left_out"` // pairs in which something was cut
	Rows      uint64            `json:"rows"`
	Real      *uint64           `json:"real,omitempty"`      // by Definition 3.6; nil where nobody has searched
	Unordered *uint64           `json:"unordered,omitempty"` // by happens-before; nil where nobody has searched
	Analyzers []CompareScore    `json:"analyzers"`
	Included  []CompareIncluded `json:"included"`
	Strange   []string          `json:"strange"` // defects
	Random    *CompareRun       `json:"random,omitempty"`
	// Interrupted says that files are missing, or pairs of units of the last one.
	Interrupted bool `json:"interrupted,omitempty"`
}

// CompareScore is how well an analyzer did, by one of the truths.
type CompareScore struct {
	Analyzer       string `json:"analyzer"`
	Title          string `json:"title"`
	Truth          string `json:"truth"`
	Own            bool   `json:"own"` // the truth that its reports mean
	TruePositives  uint64 `json:"tp"`
	FalsePositives uint64 `json:"fp"`
	FalseNegatives uint64 `json:"fn"`
	TrueNegatives  uint64 `json:"tn"`
	Unknown        uint64 `json:"unknown"`
	Failed         uint64 `json:"failed"` // pairs without an answer
	Precision      string `json:"precision"`
	Recall         string `json:"recall"`
	Time           *int64 `json:"ns,omitempty"`
	// Grades has the recall by what races need of the initial state, on random programs.
	Grades []GradeRecall `json:"grades,omitempty"`
}

// GradeRecall is how many of the races of one grade an analyzer reports.
type GradeRecall struct {
	Grade     string  `json:"grade"` // as in Needs
	Races     uint64  `json:"races"`
	Found     uint64  `json:"found"`
	Recall    string  `json:"recall"`     // empty if there are no races
	PlusMinus float64 `json:"plus_minus"` // half the interval of 95 %, by program
}

// CompareIncluded is what was checked of an inclusion between analyzers.
type CompareIncluded struct {
	Sub        string `json:"sub"`
	Super      string `json:"super"`
	Cite       string `json:"cite"`
	Pairs      uint64 `json:"pairs"`
	Reports    uint64 `json:"reports"` // of sub
	Violations uint64 `json:"violations"`
}

// CompareRun says which random programs were compared.
type CompareRun struct {
	Drawing     string  `json:"drawing"`
	About       string  `json:"about"`
	Seed        uint64  `json:"seed"`
	Programs    uint64  `json:"programs"` // asked for
	MaxStates   int     `json:"max_states"`
	Failures    []Fault `json:"failures"`
	Interrupted bool    `json:"interrupted,omitempty"`
}

// Fault is a random program that shows a defect.
type Fault struct {
	Seed    uint64   `json:"seed"`
	What    []string `json:"what"`
	Program string   `json:"program"`
	Repeat  string   `json:"repeat"` // a command
}
