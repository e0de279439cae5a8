package engine

import "encoding/json"

// protocolVersion is the version of the protocol.
const protocolVersion = "wobbly/page/1"

// request has the fields of every message. The others depend on the verb.
type request struct {
	ID int    `json:"id"` // chosen by the page, repeated in each reply
	Do string `json:"do"` // the verb
}

// reply is a message of the engine. It has exactly one of ok, error and progress; ok and error end
// the request.
type reply struct {
	ID int             `json:"id"`
	OK json.RawMessage `json:"ok,omitempty"`
	// Exit is the exit code of the command, if OK is a document.
	Exit     *int      `json:"exit,omitempty"`
	Error    *problem  `json:"error,omitempty"`
	Progress *progress `json:"progress,omitempty"`
}

// problem says why there is no answer.
type problem struct {
	// Code is the code of the first error of an illegal program (E0011), or "message",
	// "name", "limit", "link", "session", "interrupted", "internal".
	Code    string `json:"code"`
	Message string `json:"message"`       // a sentence without a full stop
	Fix     string `json:"fix,omitempty"` // what helps
	At      string `json:"at,omitempty"`  // line:column
	// Exit is the exit code of the command: 2, 3, 5 or 70.
	Exit int    `json:"exit"`
	Text string `json:"text,omitempty"` // the stack of an internal problem
}

// progress reports on a long piece of work. Fields that do not apply are left out.
type progress struct {
	// What is "search", "fix", "compare", "fuzz", "break", "check", "session" or "open".
	What     string       `json:"what"`
	About    string       `json:"about,omitempty"`    // "meps || reps", a switch
	Done     uint64       `json:"done"`               // states, cases, races
	Of       uint64       `json:"of,omitempty"`       // the total, if it is known
	Rate     float64      `json:"rate"`               // Done per second
	Frontier uint64       `json:"frontier,omitempty"` // states that a search has yet to visit
	Depth    int          `json:"depth,omitempty"`
	Races    int          `json:"races,omitempty"`
	Memory   uint64       `json:"memory,omitempty"` // bytes
	Coverage []shareCount `json:"coverage,omitempty"`
	Text     string       `json:"text"` // all of it in one line, as the terminal prints it
}

// shareCount is how often a rule was used.
type shareCount struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"`
}

// span is a stretch of a text. Line and Col count from 1, columns in characters; From and To are
// offsets in UTF-16 units, as in JavaScript strings.
type span struct {
	Line int `json:"line"`
	Col  int `json:"col"`
	From int `json:"from"`
	To   int `json:"to"`
}

// helloView is the answer to hello.
type helloView struct {
	Protocol string       `json:"protocol"`
	Version  string       `json:"version"`  // of wobbly
	Language string       `json:"language"` // of IL, as links carry it
	Schemas  []string     `json:"schemas"`
	Commands []commandRow `json:"commands"` // of sessions, in the order of the help
	Examples []example    `json:"examples"`
	// Groups are the analyses that Races offers. The comparison has all others, too.
	Groups []analysisGroup `json:"groups"`
	Limits limitsView      `json:"limits"`
}

type commandRow struct {
	Name   string   `json:"name"`
	Keys   []string `json:"keys"`  // as terminals name them: "a", "ctrl+r", "left"
	Words  []string `json:"words"` // that begin a line
	Arg    string   `json:"arg"`   // the name of its argument; empty for none
	Prompt string   `json:"prompt"`
	Hint   string   `json:"hint"`
	Help   string   `json:"help"`
	Lines  string   `json:"lines"` // the help for those who type lines
}

// example is a program that comes with wobbly.
type example struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Topic string `json:"topic"`
	Text  string `json:"text"`
}

// analysisGroup is a group of analyses, with a sentence on all of them.
type analysisGroup struct {
	Title string        `json:"title"`
	About string        `json:"about"`
	List  []analysisRow `json:"list"`
}

// analysisRow is an analyzer, or a mode of RacerDX.
type analysisRow struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	About    string `json:"about"`
	Explains bool   `json:"explains"` // whether why and hover take it too
}

// limitsView lists the limits of messages.
type limitsView struct {
	Message int `json:"message"` // bytes of a message
	Program int `json:"program"` // bytes of a program
	States  int `json:"states"`  // states that a search visits, unless the message says otherwise
}

// program is the program that a message is about.
type program struct {
	Name    string `json:"name,omitempty"` // of the file; the default is program.il
	Program string `json:"program"`        // its text
}

// analysisOptions are the flags of check.
type analysisOptions struct {
	Analysis  string `json:"analysis,omitempty"`
	Pair      string `json:"pair,omitempty"`      // "m,n"
	Condition string `json:"condition,omitempty"` // or (the default), sum
	// Limit is the largest number of listed reports. The default is 10000.
	Limit  int  `json:"limit,omitempty"`
	Strict bool `json:"strict,omitempty"`
}

// checkAsk is the message of check.
type checkAsk struct {
	program
	analysisOptions
}

// pointAsk is the message of hover, complete and define: it asks about a place in a program.
type pointAsk struct {
	program
	At int `json:"at"` // offset in UTF-16 units
	// Against is the offset of another access: hover explains the one at At together with it.
	Against *int `json:"against,omitempty"`
	// Analysis is the analysis that explains an access to hover. The default is racerdx.
	Analysis string `json:"analysis,omitempty"`
}

// accessList is the answer to accesses: the first accesses of the text, and how many it has.
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
	List  []diagnosis `json:"list"`
	Units []unitRow   `json:"units"`
}

// unitRow is a method or a thread block: the stretch from its head to its closing brace.
type unitRow struct {
	span
	Name   string `json:"name"`
	Paired bool   `json:"paired"` // whether pairs are made of it; a private method is only called
}

// diagnosis is an error or a remark on a stretch of the text.
type diagnosis struct {
	span
	Severity string          `json:"severity"` // error, warning, information
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Label    string          `json:"label"`
	Fix      string          `json:"fix"`
	Notes    []diagnosisNote `json:"notes"`
	Edits    []edit          `json:"edits"` // these do what Fix says; empty if a machine cannot
}

// diagnosisNote is a related place.
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

// hoverView is the answer to hover; From equals To if there is nothing to say.
type hoverView struct {
	span
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

// completionList is the answer to complete.
type completionList struct {
	// From is where the text begins that a completion replaces, up to the place in the message.
	From  int              `json:"from"`
	Items []completionItem `json:"items"`
}

// completionItem is a possible completion.
type completionItem struct {
	Label  string `json:"label"`
	Kind   string `json:"kind"` // method, variable, field, object, keyword, snippet
	Detail string `json:"detail"`
	// Insert is the text to insert. In a snippet, ${1:x} and $0 are places to fill in.
	Insert string `json:"insert"`
}

// fmtAsk is the message of fmt.
type fmtAsk struct {
	program
	Core bool `json:"core,omitempty"`
}

// exploreAsk is the message of explore. The fields are the flags of wobbly explore.
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

// graphAsk is the message of graph, which draws the states of one pair from one initial state.
type graphAsk struct {
	program
	// Pair is "m,n". The default is the first one with a reported race, or else the first one.
	Pair  string `json:"pair,omitempty"`
	Heap  string `json:"heap,omitempty"` // as in session.open
	Limit int    `json:"limit,omitempty"`
}

// graphView is the answer to graph.
type graphView struct {
	Title string      `json:"title"`
	Pair  string      `json:"pair"`  // "m,n"
	Heap  string      `json:"heap"`  // the initial state
	Nodes []graphNode `json:"nodes"` // the first is the initial state
	Edges []graphEdge `json:"edges"`
	// Width and Height are the size of the drawing, in pixels, and Drawn is how many nodes it has.
	Width  int `json:"width"`
	Height int `json:"height"`
	Drawn  int `json:"drawn"`
}

// graphNode is a state.
type graphNode struct {
	Initial  bool      `json:"initial"`
	At       [2]string `json:"at"` // what each thread does next
	Lock     string    `json:"lock"`
	Race     string    `json:"race"` // the cell; empty for none
	Deadlock bool      `json:"deadlock"`
	End      bool      `json:"end"`
	Depth    int       `json:"depth"` // the fewest steps that lead to it
	// The next fields are set for the nodes that are drawn: a schedule that leads to it, the middle
	// of its box, and At cut to fit into the box.
	Schedule string    `json:"schedule"`
	X        int       `json:"x"`
	Y        int       `json:"y"`
	Labels   [2]string `json:"labels"`
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

// fuzzAsk is the message of theorem.fuzz.
type fuzzAsk struct {
	Names   []string `json:"names,omitempty"` // the default is all statements
	Without []string `json:"without,omitempty"`
	Cases   uint64   `json:"cases,omitempty"` // the default is 10000
	Seed    uint64   `json:"seed,omitempty"`  // the default is 1
	First   uint64   `json:"first,omitempty"`
}

// breakAsk is the message of theorem.break.
type breakAsk struct {
	Names []string `json:"names"`           // switches
	Cases uint64   `json:"cases,omitempty"` // the default is 50000
	Size  *int     `json:"size,omitempty"`  // the default is 2
	Seed  uint64   `json:"seed,omitempty"`  // the default is 1
}

// switchList is the answer to theorem.switches.
type switchList struct {
	List []switchRow `json:"list"`
}

// switchRow is an assumption or clause that theorem.break can switch off.
type switchRow struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Statement string `json:"statement"`
	Needed    bool   `json:"needed"`
	Step      string `json:"step"` // the step of the proof that fails without it
}
