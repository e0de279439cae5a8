package engine

// racesAsk is the message of races.
type racesAsk struct {
	program
	Analysis string `json:"analysis,omitempty"` // the default is racerdx
	// States bounds the exact search of all interleavings that judges the reports. At 0 there is no
	// search, and the answer is immediate.
	States int `json:"states,omitempty"`
}

// racesView is the answer to races: the reports and omissions of an analysis, and the verdicts of
// the exact search on them.
type racesView struct {
	Analysis string `json:"analysis"`
	Title    string `json:"title"` // of the analysis
	// Number and Text count the real races, or else the reports: "2", "2 races".
	Number  string   `json:"number"`
	Text    string   `json:"text"`
	Real    bool     `json:"real"`    // whether some race is known to be real
	Proved  bool     `json:"proved"`  // whether a complete search found no race
	Limits  []string `json:"limits"`  // sentences on what is not complete, and on defects
	Nothing []string `json:"nothing"` // sentences on why nothing is reported, if nothing is
	// Missed lists the races that the search found and the analysis does not report.
	Missed  []missedRow  `json:"missed"`
	Reports []reportRow  `json:"reports"` // those that are races first
	LeftOut []leftOutRow `json:"leftOut"`
	// Others are pairs of accesses of one field, one a write, that are in no other list.
	Others []otherRow `json:"others"`
	// Pairs says how many of all pairs race, never race, or are open. It may be empty.
	Pairs string `json:"pairs"`
	// Deadlocks lists the deadlocks of a program that names locks.
	Deadlocks []deadlockRow `json:"deadlocks"`
	// MoreReports and MoreLeftOut are how many there are besides the listed ones, in decimal.
	MoreReports string `json:"moreReports"`
	MoreLeftOut string `json:"moreLeftOut"`
	// Search is the search that judged; null if none was asked for.
	Search *searchView `json:"search"`
}

type siteView struct {
	span
	At   string `json:"at"` // line:column, as explain takes it
	Unit string `json:"unit"`
	Kind string `json:"kind"` // read, write
	Path string `json:"path"` // b.f; empty if only the search knows it
	Text string `json:"text"` // "meps reads b.f under the lock"
}

// missedRow is a race that the search found.
type missedRow struct {
	Left  siteView `json:"left"`
	Right siteView `json:"right"`
}

type reportRow struct {
	ID    string   `json:"id"` // R1
	Left  siteView `json:"left"`
	Right siteView `json:"right"`
	Real  bool     `json:"real"` // a checked witness or the search shows the race
	Word  string   `json:"word"` // the verdict: race, false alarm, undecided, ...
	Notes []string `json:"notes"`
}

// deadlockRow is a deadlock. Its sides are the lock() statements at which the threads wait.
type deadlockRow struct {
	ID    string   `json:"id"` // D1
	Left  siteView `json:"left"`
	Right siteView `json:"right"`
	// Line leads to the deadlock: a schedule as open takes it, replayed by the checker. It is empty
	// if the checker rejected it; Reason says why.
	Line   string `json:"line"`
	Reason string `json:"reason"`
}

// leftOutRow is a candidate pair that the analysis looked at and does not report.
type leftOutRow struct {
	ID     string   `json:"id"` // F1
	Left   siteView `json:"left"`
	Right  siteView `json:"right"`
	Reason string   `json:"reason"`
	Truth  string   `json:"truth"` // races, never, unknown: by the search
	Says   string   `json:"says"`  // the same as a sentence; empty for unknown
}

// otherRow is a pair of accesses that the analysis neither reports nor leaves out by name.
type otherRow struct {
	Left  siteView `json:"left"`
	Right siteView `json:"right"`
	Never string   `json:"never"` // why they never race, in sentences; empty if that is open
}

// searchView is the answer to search.
type searchView struct {
	Complete bool `json:"complete"`
	States   int  `json:"states"`
	// Certified is how many pairs of accesses it left out, since they have a certificate of
	// absence.
	Certified int             `json:"certified"`
	Text      string          `json:"text"`
	Pairs     []searchPairRow `json:"pairs"`
}

// searchPairRow is the search of one pair of units.
type searchPairRow struct {
	Left          string      `json:"left"`
	Right         string      `json:"right"`
	Complete      bool        `json:"complete"`
	States        int         `json:"states"`
	Text          string      `json:"text"` // the result in words
	Races         []missedRow `json:"races"`
	Interleavings string      `json:"interleavings"` // empty if not counted
}

// whyAsk is the message of why.
type whyAsk struct {
	program
	Analysis string `json:"analysis,omitempty"` // the default is racerdx
	// What is ["R1"], ["F1"], or the places of two accesses: ["4:3","10:3"].
	What []string `json:"what"`
}

// whyView is the answer to why.
type whyView struct {
	// Pairs has the reported pairs first, then those that fail the fewest conditions.
	Pairs []checklist `json:"pairs"`
	More  bool        `json:"more"` // whether there are more pairs
	// Remarks has sentences about the places if there is no pair of accesses.
	Remarks []string `json:"remarks"`
}

// checklist has the conditions of a report, applied to two accesses.
type checklist struct {
	ID       string     `json:"id"` // empty if the pair is in no list
	Left     siteView   `json:"left"`
	Right    siteView   `json:"right"`
	Reported bool       `json:"reported"`
	Verdict  string     `json:"verdict"` // a sentence
	Rows     []checkRow `json:"rows"`
	Notes    []string   `json:"notes"` // sentences
}

// checkRow is a condition of a report.
type checkRow struct {
	Name  string `json:"name"`  // fields, write, lock, stable, ...
	Title string `json:"title"` // Same field
	Holds bool   `json:"holds"`
	Text  string `json:"text"` // what was found
	// Places are the stretches of the text that it speaks of: one or both accesses, or the
	// statement that makes a path wobbly.
	Places []span `json:"places"`
}

// codeAsk is the message of code.
type codeAsk struct {
	Code string `json:"code"` // E0011
}

// codeView is the page of an error code.
type codeView struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Wrong string `json:"wrong"` // a program with the error; empty if it would be too large
	Right string `json:"right"`
}
