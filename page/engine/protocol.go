package engine

import "encoding/json"

// protocolVersion is the version of the messages.
const protocolVersion = "wobbly/page/1"

// request is the head of a message. What else stands beside is the matter of the verb.
type request struct {
	ID int    `json:"id"` // chosen by the page; the replies have it
	Do string `json:"do"` // the verb
}

// reply is a message of the engine. Exactly one of OK, Error and progress is there; the
// first two end the request.
type reply struct {
	ID       int             `json:"id"`
	OK       json.RawMessage `json:"ok,omitempty"`
	Exit     *int            `json:"exit,omitempty"` // beside a document: the exit of the command
	Error    *problem        `json:"error,omitempty"`
	Progress *progress       `json:"progress,omitempty"`
}

// problem is why there is no answer.
type problem struct {
	// Code is the code of the first error of an illegal program (E0011), or "message",
	// "name", "limit", "link", "session", "interrupted", "internal".
	Code     string          `json:"code"`
	Message  string          `json:"message"`            // a sentence without a full stop
	Fix      string          `json:"fix,omitempty"`      // what helps
	At       string          `json:"at,omitempty"`       // line:column
	Exit     int             `json:"exit"`               // that the command would have: 2, 3, 5, 70
	Text     string          `json:"text,omitempty"`     // as the terminal shows it, with carets
	Document json.RawMessage `json:"document,omitempty"` // docs/schema/errors.json, of an illegal program
}

// progress is how far something has come. What does not apply is left out.
type progress struct {
	What     string       `json:"what"`               // "search", "fix", "compare", "fuzz", "break", "check", "session", "open"
	About    string       `json:"about,omitempty"`    // "meps || reps", a switch
	Done     uint64       `json:"done"`               // states, cases, races
	Of       uint64       `json:"of,omitempty"`       // how many there will be, where that is known
	Rate     float64      `json:"rate"`               // done in a second
	Frontier uint64       `json:"frontier,omitempty"` // of a search: states to look at
	Depth    int          `json:"depth,omitempty"`
	Races    int          `json:"races,omitempty"`
	Memory   uint64       `json:"memory,omitempty"` // bytes
	Coverage []shareCount `json:"coverage,omitempty"`
	Text     string       `json:"text"` // the same in a line, as the terminal says it
}

// shareCount is how often something was met.
type shareCount struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// span is a place of a text. Line and Col count from 1, columns in characters as in the terminal
// shows them; From and To are offsets in UTF-16 units, as a browser's strings have them.
type span struct {
	Line int `json:"line"`
	Col  int `json:"col"`
	From int `json:"from"`
	To   int `json:"to"`
}

// helloView is the answer to hello.
type helloView struct {
	Protocol string        `json:"protocol"`
	Version  string        `json:"version"`  // of wobbly
	Language string        `json:"language"` // of IL, as links carry it
	Schemas  []string      `json:"schemas"`
	Commands []commandRow  `json:"commands"` // of a session, in the order of the help
	Examples []example     `json:"examples"`
	Analyses []analysisRow `json:"analyses"` // that check and analyze take
	Limits   limitsView    `json:"limits"`
}

// commandRow is a row of the table of session commands.
type commandRow struct {
	Name   string   `json:"name"`
	Keys   []string `json:"keys"`  // as terminals name them: "a", "ctrl+r", "left"
	Words  []string `json:"words"` // that begin a line
	Arg    string   `json:"arg"`   // the name of what stands behind the word; empty: nothing
	Prompt string   `json:"prompt"`
	Hint   string   `json:"hint"`
	Help   string   `json:"help"`
	Lines  string   `json:"lines"` // the help where lines are typed
}

// example is a program that comes with wobbly.
type example struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Topic string `json:"topic"`
	Text  string `json:"text"`
}

// analysisRow is an analyzer, or a mode of RacerDX.
type analysisRow struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Mode     bool   `json:"mode"`     // analyze takes it too
	Explains bool   `json:"explains"` // explain and hover take it too
}

// limitsView bound what is asked.
type limitsView struct {
	Message int `json:"message"` // bytes of a message
	Program int `json:"program"` // bytes of a program
	States  int `json:"states"`  // of a search, where the message does not say
}

// program is what most verbs ask about.
type program struct {
	Name    string `json:"name,omitempty"` // of the file; program.il
	Program string `json:"program"`        // its text
}

// analysisOptions are the flags of check, analyze and explain.
type analysisOptions struct {
	Analysis  string `json:"analysis,omitempty"`
	Pair      string `json:"pair,omitempty"`      // "m,n"
	Condition string `json:"condition,omitempty"` // or, sum
	Limit     int    `json:"limit,omitempty"`     // 10000
	Strict    bool   `json:"strict,omitempty"`
}

// checkAsk is the message of check, analyze.
type checkAsk struct {
	program
	analysisOptions
	Format string `json:"format,omitempty"` // of wobbly check --format; json. Others give {text}
}

// explainAsk is the message of explain.
type explainAsk struct {
	program
	analysisOptions
	What []string `json:"what"` // ["R1"], ["4:3"], ["4:3","10:3"], ["unit","b.f"], ["E0030"]
}

// textAnswer is an answer in the words of the terminal.
type textAnswer struct {
	Text string `json:"text"`
}

// pointAsk asks about a place of a program: hover, complete, define.
type pointAsk struct {
	program
	At int `json:"at"` // offset in UTF-16 units
	// Against is the access against which hover explains the one at At. An offset too.
	Against *int `json:"against,omitempty"`
	// Analysis is who says it of an access to hover: an analysis that explains. racerdx.
	Analysis string `json:"analysis,omitempty"`
}

// accessList is the answer to accesses: the first ones of the text, and how many there are.
type accessList struct {
	List []accessRow `json:"list"`
	All  int         `json:"all"`
}

// accessRow is a statement with an access.
type accessRow struct {
	span
	At   string `json:"at"` // line:column, as explain takes it
	Unit string `json:"unit"`
	Text string `json:"text"` // "x := b.f"
}

// diagnoses is the answer to diagnose.
type diagnoses struct {
	List []diagnosis `json:"list"`
}

// diagnosis is something to be marked in the text.
type diagnosis struct {
	span
	Severity string          `json:"severity"` // error, warning, information
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Label    string          `json:"label"`
	Fix      string          `json:"fix"`
	Text     string          `json:"text"` // as the terminal shows it, with carets
	Notes    []diagnosisNote `json:"notes"`
	Edits    []edit          `json:"edits"` // what Fix says, where a machine can do it
}

// diagnosisNote is another place that matters.
type diagnosisNote struct {
	span
	Message string `json:"message"`
}

// edit is a change of the text.
type edit struct {
	From int    `json:"from"` // in UTF-16 units
	To   int    `json:"to"`
	Text string `json:"text"`
}

// definitions is the answer to define.
type definitions struct {
	List []span `json:"list"`
}

// hoverView is the answer to hover; From = To where there is nothing to say.
type hoverView struct {
	span
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

// completionList is the answer to complete.
type completionList struct {
	From  int              `json:"from"` // what is replaced, up to the place asked about
	Items []completionItem `json:"items"`
}

// completionItem is a word that fits.
type completionItem struct {
	Label  string `json:"label"`
	Kind   string `json:"kind"` // method, variable, field, object, keyword, snippet
	Detail string `json:"detail"`
	Insert string `json:"insert"` // of a snippet with places to fill in: ${1:x}, $0
}

// fmtAsk is the message of fmt.
type fmtAsk struct {
	program
	Core bool `json:"core,omitempty"`
}

// exploreAsk is the message of explore: the flags of wobbly explore.
type exploreAsk struct {
	program
	Pair        string `json:"pair,omitempty"`
	Init        string `json:"init,omitempty"` // all, given
	Strategy    string `json:"strategy,omitempty"`
	Unroll      *int   `json:"unroll,omitempty"`
	Switches    *int   `json:"switches,omitempty"`
	MaxStates   *int   `json:"maxStates,omitempty"`
	MaxObjects  *int   `json:"maxObjects,omitempty"`
	Runs        int    `json:"runs,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`
	Full        bool   `json:"full,omitempty"`
	Fingerprint bool   `json:"fingerprint,omitempty"`
	Stateless   bool   `json:"stateless,omitempty"`
	Strict      bool   `json:"strict,omitempty"`
}

// graphAsk is the message of graph: the states of one pair from one initial state.
type graphAsk struct {
	program
	Pair  string `json:"pair,omitempty"` // the first one with a reported race, or else the first one
	Heap  string `json:"heap,omitempty"` // as in session.open
	Limit int    `json:"limit,omitempty"`
}

// graphView is the answer to graph.
type graphView struct {
	Title string      `json:"title"`
	Nodes []graphNode `json:"nodes"` // the first is the initial state
	Edges []graphEdge `json:"edges"`
}

// graphNode is a state.
type graphNode struct {
	Initial bool      `json:"initial"`
	At      [2]string `json:"at"` // what each thread does next
	Lock    string    `json:"lock"`
	Race    string    `json:"race"` // the cell; empty for none
	End     bool      `json:"end"`
	Depth   int       `json:"depth"` // the fewest steps that lead there: its row
}

// graphEdge is a step.
type graphEdge struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Thread string `json:"thread"`
	Text   string `json:"text"`
}

// compareAsk is the message of compare.
type compareAsk struct {
	program
	Pair      string   `json:"pair,omitempty"`
	Analyzers []string `json:"analyzers,omitempty"`
	MaxStates *int     `json:"maxStates,omitempty"`
	Seed      uint64   `json:"seed,omitempty"`
	Strict    bool     `json:"strict,omitempty"`
}

// fixAsk is the message of fix.
type fixAsk struct {
	program
	Which     []string `json:"which,omitempty"` // ["R1"], ["4:3","10:3"]
	Pair      string   `json:"pair,omitempty"`
	Shrink    bool     `json:"shrink,omitempty"`
	MaxStates *int     `json:"maxStates,omitempty"`
	Strict    bool     `json:"strict,omitempty"`
}

// fuzzAsk is the message of theorem.fuzz.
type fuzzAsk struct {
	Names   []string `json:"names,omitempty"` // all statements
	Without []string `json:"without,omitempty"`
	Cases   uint64   `json:"cases,omitempty"` // 10000
	Seed    uint64   `json:"seed,omitempty"`  // 1
	First   uint64   `json:"first,omitempty"`
}

// breakAsk is the message of theorem.break.
type breakAsk struct {
	Names []string `json:"names"`           // switches
	Cases uint64   `json:"cases,omitempty"` // 50000
	Size  *int     `json:"size,omitempty"`  // 2
	Seed  uint64   `json:"seed,omitempty"`  // 1
}

// switchList is the answer to theorem.switches.
type switchList struct {
	List []switchRow `json:"list"`
}

// switchRow is something that theorem.break can switch off.
type switchRow struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Statement string `json:"statement"`
	Needed    bool   `json:"needed"`
	Step      string `json:"step"` // of the proof, that fails without it
}
