package engine

// openAsk is the message of session.open. Race and Link say all there is to say: nothing
// stands beside them but the program.
type openAsk struct {
	program
	Pair     string `json:"pair,omitempty"`     // the first one with a reported race, or else the first one
	Heap     string `json:"heap,omitempty"`     // file, one, different, or a list; file if there is an init block, else one
	Schedule string `json:"schedule,omitempty"` // "A2 B", or a line that begins with wobbly:
	Race     string `json:"race,omitempty"`     // "R1": at the racing state of its witness
	Analysis string `json:"analysis,omitempty"` // whose report that is; racerdx
	Sites    string `json:"sites,omitempty"`    // "4:3 10:3": at a race of these accesses that the exact search finds
	At       *int   `json:"at,omitempty"`       // then go to this state of the trace
	// Claim is a claim that was refuted: at a state in which its accesses are next. Nothing but a Schedule stands beside it, that leads elsewhere.
	Claim  *claimAsk `json:"claim,omitempty"`
	Strict bool      `json:"strict,omitempty"`
	Theme  string    `json:"theme,omitempty"` // auto, light, dark, print: then the view has svg
	// Schedules, Watches, Until and Seed are those of a view, to go on behind its line where its worker has ended.
	Schedules []string `json:"schedules,omitempty"`
	Watches   []string `json:"watches,omitempty"`
	Until     string   `json:"until,omitempty"`
	Seed      *uint64  `json:"seed,omitempty"`
}

// claimAsk names a refuted claim as the documents of theorem.fuzz and theorem.break have it.
type claimAsk struct {
	Statement string   `json:"statement,omitempty"` // of theorem.fuzz
	Without   []string `json:"without,omitempty"`   // its hypotheses that were switched off
	Switch    string   `json:"switch,omitempty"`    // of theorem.break, instead of a statement
	Seed      string   `json:"seed"`                // case_seed
}

// doAsk is the message of session.do: a line as it is typed, or a command by name.
type doAsk struct {
	Session int    `json:"session"`
	Line    string `json:"line,omitempty"`
	Name    string `json:"name,omitempty"`
	Arg     string `json:"arg,omitempty"`
	Theme   string `json:"theme,omitempty"`
}

// sessionAsk is the message of session.view, session.analysis and session.close.
type sessionAsk struct {
	Session int    `json:"session"`
	Theme   string `json:"theme,omitempty"`
}

// traceAsk is the message of session.trace: the moves From to To of the recorded trace.
type traceAsk struct {
	Session int `json:"session"`
	From    int `json:"from"`
	To      int `json:"to"`
}

// pictureAsk is the message of session.picture.
type pictureAsk struct {
	Session int    `json:"session"`
	What    string `json:"what"`            // memory, state, trace, html
	Theme   string `json:"theme,omitempty"` // auto, light, dark, print
}

// drawing is the answer: a document of its own, as text.
type drawing struct {
	Type string `json:"type"` // image/svg+xml, text/html
	Text string `json:"text"`
}

// doneView is the answer to session.do.
type doneView struct {
	Answer answerView `json:"answer"`
	View   view       `json:"view"`
}

// answerView is what a command did.
type answerView struct {
	OK       bool        `json:"ok"`
	Name     string      `json:"name"` // of the command
	Text     string      `json:"text"` // a sentence: what was done, or why nothing was
	Lead     []string    `json:"lead"` // sentences before it
	Title    string      `json:"title"`
	Lines    []string    `json:"lines"` // something to read
	Rows     [][2]string `json:"rows"`  // the same in two columns
	Asks     bool        `json:"asks"`  // a thread has to choose first: Options
	Options  []option    `json:"options"`
	Question *asked      `json:"question"` // what is to be answered by one of its lines; null for nothing
	Moves    int         `json:"moves"`
	Link     string      `json:"link"`     // the line that leads here, where it was asked for
	Saved    *savedFile  `json:"saved"`    // a file to be offered
	Programs []proposed  `json:"programs"` // changed programs, of fix and shrink
	Plain    []string    `json:"plain"`    // all of it in the lines of step --plain: for the live region
}

// asked is a question, of predict: each answer is a line for session.do.
type asked struct {
	Text    string        `json:"text"`
	Answers []askedAnswer `json:"answers"`
	Counts  bool          `json:"counts"` // an answer is a prediction, which counts
}

// askedAnswer is an answer to a question.
type askedAnswer struct {
	Text string `json:"text"`
	Line string `json:"line"` // that gives it
}

// option is a way to resolve a choice.
type option struct {
	Thread string `json:"thread"`
	Take   string `json:"take"` // then, else, loop, exit
	Key    string `json:"key"`
	Text   string `json:"text"` // takes the then-branch
	Line   string `json:"line"` // that does it
}

// savedFile is a file that the student may keep.
type savedFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// proposed is a changed program.
type proposed struct {
	Title   string   `json:"title"`
	Diff    []string `json:"diff"`
	Table   []string `json:"table"`
	Notes   []string `json:"notes"`
	Program string   `json:"program"`
}

// view is a state of a session, complete in itself.
type view struct {
	Session   int           `json:"session"`
	File      string        `json:"file"`
	Pair      string        `json:"pair"` // "meps,reps"
	Heap      string        `json:"heap"` // the initial state
	At        int           `json:"at"`   // of Length moves of the recorded trace
	Length    int           `json:"length"`
	State     string        `json:"place"` // "2.14": branch and state
	Steps     int           `json:"steps"`
	Switches  int           `json:"switches"`
	Schedule  string        `json:"schedule"` // the way here
	Line      string        `json:"line"`     // that leads here: wobbly:1:...
	Note      string        `json:"note"`     // about how it was opened; mostly empty
	Headline  string        `json:"headline"` // State 3 of 7, ...
	Say       string        `json:"say"`      // what the last move did, a sentence
	Plain     []string      `json:"plain"`    // the state in the lines of step --plain
	Threads   [2]threadView `json:"threads"`
	Lock      lockView      `json:"lock"`
	Objects   []objectView  `json:"objects"`
	Race      *raceView     `json:"race"`
	Last      *moveView     `json:"last"` // the move that led here
	Branches  []branchView  `json:"branches"`
	Schedules []string      `json:"schedules"` // the schedules of all branches to their ends, that of the trace last; empty where line has it all
	Trace     traceView     `json:"trace"`
	Watches   []watchView   `json:"watches"`
	Until     string        `json:"until"`     // the condition of continue and back
	Predicted string        `json:"predicted"` // how predictions went: 3 of 4 right; empty where there are none
	Seed      uint64        `json:"seed"`
	Off       []offView     `json:"off"` // the commands that cannot be done now, and why
	Ended     bool          `json:"ended"`
	Claim     *claimView    `json:"claim"`         // that the session was opened for; null for none
	SVG       string        `json:"svg,omitempty"` // the memory, drawn, where a theme was given
}

// claimView is a claim that is false of the program.
type claimView struct {
	Ask       claimAsk      `json:"ask"`       // opens it again
	Statement string        `json:"statement"` // its name
	Title     string        `json:"title"`     // of the statement
	Without   []string      `json:"without"`   // what was switched off: hypotheses, or a switch
	Off       string        `json:"off"`       // what is the case with the switch off; empty for hypotheses
	Instance  string        `json:"instance"`  // what it is claimed of
	Why       string        `json:"why"`       // what is false
	Accesses  []claimAccess `json:"accesses"`  // A's and B's; empty if it is about something else
}

// claimAccess is an access that a claim is about.
type claimAccess struct {
	accessRow
	Thread string `json:"thread"`
	Kind   string `json:"kind"` // read, write
}

// threadView is a thread in a state.
type threadView struct {
	Name    string      `json:"name"`    // A, B
	Unit    string      `json:"unit"`    // of the pair
	Inside  string      `json:"inside"`  // the innermost unit
	At      span        `json:"at"`      // of the next statement
	Do      string      `json:"do"`      // in core form; empty at the end
	Text    string      `json:"text"`    // what it does next, or why it cannot: a sentence
	Stop    string      `json:"stop"`    // steps, choice, waits, faulty, ended
	Forever bool        `json:"forever"` // it waits, and the lock never comes back
	Races   bool        `json:"races"`   // its access races now
	Access  string      `json:"access"`  // R, W or empty
	Cell    string      `json:"cell"`    // of that access: o1.f
	Options []option    `json:"options"`
	Depth   int         `json:"depth"` // how often it holds the lock
	Steps   int         `json:"steps"`
	Frames  []frameView `json:"frames"` // the innermost first
}

// frameView is a call.
type frameView struct {
	Unit string    `json:"unit"`
	Call *span     `json:"call"` // that entered it; null for the thread's own unit
	Vars []varView `json:"vars"`
}

// varView is a variable.
type varView struct {
	Name    string `json:"name"`
	Value   string `json:"value"` // o1, nil
	Changed bool   `json:"changed"`
	Before  string `json:"before"` // of a changed one; empty where it had no value
	Hidden  bool   `json:"hidden"` // a temporary of lowering
}

// lockView is the lock.
type lockView struct {
	Owner   string `json:"owner"` // A, B or empty
	Depth   int    `json:"depth"`
	Text    string `json:"text"` // free, A x1
	Changed bool   `json:"changed"`
}

// objectView is an object.
type objectView struct {
	Name    string     `json:"name"`
	New     bool       `json:"new"`    // the last move made it
	Shared  bool       `json:"shared"` // both threads can come to it
	Holders []string   `json:"holders"`
	Cells   []cellView `json:"cells"`
}

// cellView is a cell of an object.
type cellView struct {
	Field   string `json:"field"`
	Value   string `json:"value"`
	Changed bool   `json:"changed"` // written by the last move, also with what it held
	Before  string `json:"before"`
	Next    string `json:"next"` // who accesses it next: "AR", "BW", "AR BW"
}

// raceView is the race of a state.
type raceView struct {
	Cell string `json:"cell"`
	Text string `json:"text"`
	Why  string `json:"why"` // why the lock does not help
}

// moveView is a move of the trace, as a lane shows it.
type moveView struct {
	N      int    `json:"n"`    // the state that it leads to
	Step   int    `json:"step"` // its number among the steps
	Choice bool   `json:"choice"`
	Thread string `json:"thread"`
	At     span   `json:"at"`
	Text   string `json:"text"`   // x := b.f
	Effect string `json:"effect"` // reads o1.f, x=o2
	Writes string `json:"writes"` // the cell that it wrote: o1.f; empty for none
	Switch bool   `json:"switch"` // the step before was the other thread's
	Local  bool   `json:"local"`  // it concerns its thread alone
	Depth  [2]int `json:"depth"`  // how often A and B hold the lock behind it
	From   *int   `json:"from"`   // the state that wrote what it read
	Races  bool   `json:"races"`  // the state behind it is a racing one
	Forks  []int  `json:"forks"`  // branches that lead on from there, where there are several
}

// branchView is a branch.
type branchView struct {
	Number  int    `json:"number"`
	From    string `json:"from"`
	End     string `json:"end"`
	Current bool   `json:"current"`
}

// traceView is a stretch of the recorded trace. session.trace gives others.
type traceView struct {
	From   int        `json:"from"`
	To     int        `json:"to"`
	Length int        `json:"length"`
	Races  bool       `json:"races"` // state 0 is a racing one
	Moves  []moveView `json:"moves"`
}

// watchView is a watched expression.
type watchView struct {
	Expression string `json:"expression"`
	Text       string `json:"text"`
}

// offView is a command that cannot be done now.
type offView struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// analysisView is the answer to session.analysis.
type analysisView struct {
	Threads [2]analysisThread `json:"threads"`
	Pair    *analysisPair     `json:"pair"` // what the analysis says of the two accesses that come; null if one of them is none
}

// analysisPair is what the analysis says of two accesses.
type analysisPair struct {
	Verdict string         `json:"verdict"` // reported as the race R1
	Tests   []analysisTest `json:"tests"`   // that decide it
}

// analysisTest is a condition of a report.
type analysisTest struct {
	Name    string `json:"name"`
	Holds   bool   `json:"holds"`
	Finding string `json:"finding"` // what was found
}

// analysisThread is what the analysis says of a thread's unit, with the row of its next statement.
type analysisThread struct {
	Unit string         `json:"unit"`
	Row  int            `json:"row"` // in Rows; their number at the end of the unit
	Rows []analysisLine `json:"rows"`
	End  analysisState  `json:"end"`
}

// analysisLine is what the analysis does at a statement.
type analysisLine struct {
	Line   int           `json:"line"`
	Col    int           `json:"col"`
	Text   string        `json:"text"`
	Rule   string        `json:"rule"`
	Before analysisState `json:"before"`
	W      []string      `json:"w"` // added to W
	Lock   int           `json:"lock"`
	A      []string      `json:"a"` // added to A
}

// analysisState is an abstract state.
type analysisState struct {
	W    []string `json:"w"`
	More int      `json:"more"`
	Lock int      `json:"lock"`
	A    int      `json:"a"`
}

// shareAsk is the message of share.make: a program, where a session stands, or a lesson.
type shareAsk struct {
	Name    string `json:"name,omitempty"`
	Program string `json:"program,omitempty"`
	Session int    `json:"session,omitempty"` // then the program is not needed
	Lesson  string `json:"lesson,omitempty"`
	Task    int    `json:"task,omitempty"`   // of the lesson
	Region  string `json:"region,omitempty"` // of the page, to be shown first
}

// sharedView is the answer to share.make.
type sharedView struct {
	Hash     string `json:"hash"`     // what stands behind #
	Length   int    `json:"length"`   // of it
	Long     bool   `json:"long"`     // more than 2,000 characters: offer a file
	Markdown string `json:"markdown"` // the program with its link, for a page or an issue; {ADDRESS} stands for the page
	Claim    string `json:"claim"`    // what it claims, in words
}

// openShareAsk is the message of share.open.
type openShareAsk struct {
	Hash  string `json:"hash"` // what stands behind #, or a whole address
	Theme string `json:"theme,omitempty"`
}

// openedShare is the answer to share.open.
type openedShare struct {
	Link    sharedLink `json:"link"`
	Session *view      `json:"session"` // opened, where the link has units
	Claim   string     `json:"claim"`   // what it claimed, in words
	Holds   bool       `json:"holds"`   // judged again; true where nothing is claimed
	Judged  string     `json:"judged"`  // the judgement, a sentence
	Older   bool       `json:"older"`   // it was made by another version of wobbly
	Problem *problem   `json:"problem"` // why there is the program, and not the state
}

// sharedLink is what a link holds, in words that speak for themselves. What is deflated in
// it has shorter keys: docs/page.md.
type sharedLink struct {
	Tool     string   `json:"tool"`     // the version of wobbly that made it
	Language string   `json:"language"` // the version of IL
	Name     string   `json:"name"`     // of the program
	Program  string   `json:"program"`
	Example  string   `json:"example"` // its name, where it is a shipped one
	Units    []string `json:"units"`
	Heap     string   `json:"heap"`
	Schedule string   `json:"schedule"`
	At       *int     `json:"at"`
	Lesson   string   `json:"lesson"`
	Task     int      `json:"task"`
	Region   string   `json:"region"`
	Claim    string   `json:"claim"`
}
