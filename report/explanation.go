package report

// Level is one step of how an access came into A of a unit: the load or store
// itself, or a call that brought it up.
type Level struct {
	Unit   string // that holds the statement
	At     string
	Text   string // of the statement
	Path   string // the access's path in terms of Unit
	Lock   int    // its lock level seen from Unit
	Depth  int    // the lock level at the statement
	Formal string // of the callee, replaced by Actual; empty at the access
	Actual string
}

// Derivation says by which rules an access is in A of a unit, and what of its
// path is in W there.
type Derivation struct {
	Side     Side
	Levels   []Level // from the access up to the unit
	Prefixes []Prefix
	Paths    []string // sentences on how the unit comes there, instead of both, of an analyzer without summaries
}

// Prefix is a proper prefix of a path.
type Prefix struct {
	Expr    string
	Wobbly  *Wobbly // nil where it is not in W
	Targets bool    // whether Wr is kept (RacerDX+, both of its kinds)
	Written *Wobbly // nil where it is not in Wr
}

// Test is one condition of the reporting rule, applied to a pair.
type Test struct {
	Name    string // as "fields", "write", "lock", and "stable" or under RacerDX+ (both of its kinds) "intact"
	Finding string
	Holds   bool
	At      string // of the statement that Finding speaks of; empty for the accesses
}

// Pair is why two accesses of two units are, or are not, reported.
type Pair struct {
	Left, Right Derivation
	Tests       []Test
	Reported    bool   // as a race
	ID          string // R1 or F1 where it is listed
	Verdict     string // a sentence

	Sentences []string // on what makes a report a race, and what the race needs
}

// Site is what stands at a position that was asked about.
type Site struct {
	At      string // of the statement; empty where there is none
	Span    Span
	Text    string   // of the statement
	Within  string   // the unit
	Remarks []string // sentences: what it is, where accesses are
}

// Dropped is an access that a unit does not keep, since its path does not
// begin with a formal there.
type Dropped struct {
	Unit, Path string
	Calls      []string // from the unit down to the access
}

// AccessAnswer is in which summaries an access is.
type AccessAnswer struct {
	Site     Site
	Elements []Derivation // in units that programs are built from
	Dropped  []Dropped
	Cut      bool // there are more elements than were looked at
}

// PairAnswer is the answer for two positions.
type PairAnswer struct {
	Accesses []AccessAnswer // one for each access at the two positions
	Pairs    []Pair         // every combination of their elements, the reported first
	Cut      bool
}

// TouchAnswer is why an expression is, or is not, in W of a unit.
type TouchAnswer struct {
	Unit, Expr string
	Wobbly     *Wobbly
	Reason     string  // a sentence where it is not in W
	Targets    bool    // whether Wr is kept (RacerDX+, both of its kinds)
	Written    *Wobbly // nil where it is not in Wr
}
