package engine

// openAsk is the message of session.open. Race, Sites and a link as Schedule say where to begin, so
// they exclude Heap, and a link excludes Pair too.
type openAsk struct {
	program
	// Pair is "m,n". The default is the first one with a reported race, or else the first one.
	Pair string `json:"pair,omitempty"`
	// Heap is file, one, different, or a list. The default is file if there is an init block, and
	// otherwise one.
	Heap     string `json:"heap,omitempty"`
	Schedule string `json:"schedule,omitempty"` // "A2 B", or a line that begins with wobbly:
	Race     string `json:"race,omitempty"`     // "R1": begin at the racing state of its witness
	// Analysis is the analysis that reports Race. The default is racerdx.
	Analysis string `json:"analysis,omitempty"`
	// Sites, such as "4:3 10:3", means to begin at a race of these accesses that the exact search
	// finds.
	Sites string `json:"sites,omitempty"`
	At    *int   `json:"at,omitempty"` // then go to this state of the trace
	// Claim is a claim that was refuted: begin where its accesses are next, or at the end of
	// Schedule. It excludes the other places to begin.
	Claim  *claimAsk `json:"claim,omitempty"`
	Strict bool      `json:"strict,omitempty"`
	// Theme is auto, light, dark or print. With a theme the view has SVG.
	Theme string `json:"theme,omitempty"`
	// Schedules, Watches, Until and Seed are those of a view. They open its session again when its
	// worker has ended.
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

// doAsk is the message of session.do: a line as one types it, or a command by name.
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

// traceAsk is the message of session.trace, which shows the moves from state From to state To.
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

// drawing is the answer to session.picture: the text of a file.
type drawing struct {
	Type string `json:"type"` // image/svg+xml, text/html
	Text string `json:"text"`
}

// doneView is the answer to session.do.
type doneView struct {
	Answer answerView `json:"answer"`
	View   view       `json:"view"`
}

type answerView struct {
	OK       bool        `json:"ok"`
	Name     string      `json:"name"` // of the command
	Text     string      `json:"text"` // a sentence: what it did, or why it did nothing
	Lead     []string    `json:"lead"` // sentences before it
	Title    string      `json:"title"`
	Lines    []string    `json:"lines"` // to be read, such as an explanation
	Rows     [][2]string `json:"rows"`  // more to be read, in two columns
	Asks     bool        `json:"asks"`  // whether a thread has to choose one of Options first
	Options  []option    `json:"options"`
	Question *asked      `json:"question"` // a question with its answers; null for none
	Moves    int         `json:"moves"`
	Link     string      `json:"link"`     // the line that leads here, if the command asked for it
	Saved    *savedFile  `json:"saved"`    // a file to offer as a download
	Programs []proposed  `json:"programs"` // the changed programs of fix and shrink
	// Plain is the whole answer as step --plain prints it, for screen readers.
	Plain []string `json:"plain"`
}

// asked is a question of predict. Each answer is a line for session.do.
type asked struct {
	Text    string        `json:"text"`
	Answers []askedAnswer `json:"answers"`
	Counts  bool          `json:"counts"` // whether the answer is a prediction, which is scored
}

// askedAnswer is an answer that the user can choose.
type askedAnswer struct {
	Text string `json:"text"`
	Line string `json:"line"` // for session.do
}

// option is a way to resolve a choice.
type option struct {
	Thread string `json:"thread"`
	Take   string `json:"take"` // then, else, loop, exit
	Key    string `json:"key"`
	Text   string `json:"text"` // "takes the then-branch"
	Line   string `json:"line"` // for session.do
}

type savedFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// proposed is a changed program that fix or shrink proposes.
type proposed struct {
	Title   string   `json:"title"`
	Diff    []string `json:"diff"`
	Table   []string `json:"table"`
	Notes   []string `json:"notes"`
	Program string   `json:"program"`
}

// view is the present state of a session. It is complete: a view does not depend on earlier ones.
type view struct {
	Session int    `json:"session"`
	File    string `json:"file"`
	Pair    string `json:"pair"` // "meps,reps"
	Heap    string `json:"heap"` // the initial state
	// At is how many of the Length moves of the recorded trace lead to the state.
	At       int           `json:"at"`
	Length   int           `json:"length"`
	State    string        `json:"place"` // "2.14": branch and state
	Steps    int           `json:"steps"`
	Switches int           `json:"switches"`
	Schedule string        `json:"schedule"` // the schedule that leads to the state
	Line     string        `json:"line"`     // the line that leads to the state: wobbly:1:...
	Note     string        `json:"note"`     // how the session was opened; mostly empty
	Units    []string      `json:"units"`    // the methods or blocks that pairs are made of
	Headline string        `json:"headline"` // State 3 of 7, ...
	Say      string        `json:"say"`      // what the last move did: a sentence
	Plain    []string      `json:"plain"`    // the state as step --plain prints it
	Threads  [2]threadView `json:"threads"`
	Lock     lockView      `json:"lock"`
	Objects  []objectView  `json:"objects"`
	Race     *raceView     `json:"race"`
	Last     *moveView     `json:"last"` // the move that led to the state; null at the start
	Branches []branchView  `json:"branches"`
	// Schedules has the schedules of all branches to their ends, that of the trace last. It is
	// empty if Line suffices.
	Schedules []string    `json:"schedules"`
	Trace     traceView   `json:"trace"`
	Watches   []watchView `json:"watches"`
	Until     string      `json:"until"` // the condition of the commands continue and back
	// Predicted is the score of the predictions, such as "3 of 4 right"; empty if there are none.
	Predicted string    `json:"predicted"`
	Seed      uint64    `json:"seed"`
	Off       []offView `json:"off"` // the commands that cannot be used now, and why
	Ended     bool      `json:"ended"`
	// Claim is the claim that the session was opened for; null if there is none.
	Claim *claimView `json:"claim"`
	// SVG is a picture of the memory, if the message had a theme.
	SVG string `json:"svg,omitempty"`
}

// claimView is a claim that is false of the program.
type claimView struct {
	Ask       claimAsk `json:"ask"`       // the message that opens it again
	Statement string   `json:"statement"` // its name
	Title     string   `json:"title"`     // of the statement
	Without   []string `json:"without"`   // what was switched off: hypotheses, or a switch
	// Off says what the switch changes; empty for hypotheses.
	Off      string        `json:"off"`
	Instance string        `json:"instance"` // the instance of the claim that is false
	Why      string        `json:"why"`      // why it is false
	Accesses []claimAccess `json:"accesses"` // A's and B's; empty if the claim is about none
}

// claimAccess is an access that a claim is about.
type claimAccess struct {
	accessRow
	Thread string `json:"thread"`
	Kind   string `json:"kind"` // read, write
}

type threadView struct {
	Name    string `json:"name"`    // A, B
	Unit    string `json:"unit"`    // of the pair
	Inside  string `json:"inside"`  // the innermost unit
	Body    span   `json:"body"`    // from the name of that unit to its closing brace
	At      span   `json:"at"`      // of the next statement
	Do      string `json:"do"`      // in core form; empty at the end
	Text    string `json:"text"`    // what it does next, or why it cannot: a sentence
	Stop    string `json:"stop"`    // steps, choice, waits, faulty, ended
	Forever bool   `json:"forever"` // whether it waits for a lock that will never be free
	// Wants is the lock for which it waits, such as "lock m"; empty if it does not wait.
	Wants   string      `json:"wants"`
	Races   bool        `json:"races"`  // whether its next access races in this state
	Access  string      `json:"access"` // R, W or empty
	Cell    string      `json:"cell"`   // of that access: o1.f
	Path    string      `json:"path"`   // of that access, as it is written: b.f
	Options []option    `json:"options"`
	Depth   int         `json:"depth"` // how often it holds the lock
	Steps   int         `json:"steps"`
	Frames  []frameView `json:"frames"` // the innermost first
}

type frameView struct {
	Unit string    `json:"unit"`
	Call *span     `json:"call"` // the call that entered it; null for the thread's own unit
	Vars []varView `json:"vars"`
}

type varView struct {
	Name    string `json:"name"`
	Value   string `json:"value"` // o1, nil
	Changed bool   `json:"changed"`
	Before  string `json:"before"` // the value before, of a changed variable; empty if it had none
	Hidden  bool   `json:"hidden"` // whether it is a temporary of lowering
}

// lockView is the state of the locks.
type lockView struct {
	Owner string `json:"owner"` // A, B or empty
	Depth int    `json:"depth"` // of the unnamed lock
	Text  string `json:"text"`  // free, A x1; of a program with named locks: A m, l; B gate
	Named bool   `json:"named"` // whether the program names locks
	// Deadlock says who waits for whom if each thread waits for a lock of the other one.
	Deadlock string `json:"deadlock"`
	Changed  bool   `json:"changed"`
}

// objectView is an object.
type objectView struct {
	Name    string     `json:"name"`
	New     bool       `json:"new"`    // whether the last move created it
	Shared  bool       `json:"shared"` // whether both threads can reach it
	Holders []string   `json:"holders"`
	Paths   []string   `json:"paths"` // from variables to it, the shortest first, at most 8
	Cells   []cellView `json:"cells"`
}

// cellView is a cell of an object.
type cellView struct {
	Field   string `json:"field"`
	Value   string `json:"value"`
	Changed bool   `json:"changed"` // whether the last move wrote it, even with the same value
	Before  string `json:"before"`  // the value before that move
	// Next has the threads that access it next, A before B.
	Next []cellAccess `json:"next"`
	// Written is the move that wrote it last; null if none has since the start.
	Written *cellWrite `json:"written"`
}

// cellAccess is an access that a thread is about to make.
type cellAccess struct {
	Thread string `json:"thread"`
	Kind   string `json:"kind"` // read, write
}

// cellWrite is the move that wrote a cell last.
type cellWrite struct {
	N      int    `json:"n"` // the state that it leads to
	Thread string `json:"thread"`
	Text   string `json:"text"` // b.f := x
}

// raceView is the race in a state.
type raceView struct {
	Cell string `json:"cell"`
	Text string `json:"text"`
	Why  string `json:"why"` // why the lock does not prevent it
}

// moveView is a move of the trace: a step, or a choice of a thread at an if or while.
type moveView struct {
	N      int    `json:"n"`    // the state that it leads to
	Step   int    `json:"step"` // its number among the steps
	Choice bool   `json:"choice"`
	Thread string `json:"thread"`
	At     span   `json:"at"`
	Text   string `json:"text"`   // x := b.f
	Effect string `json:"effect"` // reads o1.f, x=o2
	Writes string `json:"writes"` // the cell that it wrote: o1.f; empty for none
	Reads  string `json:"reads"`  // the cell of its load; empty for none
	New    string `json:"new"`    // the object that it created; empty for none
	Lock   string `json:"lock"`   // acquire, release, or empty
	Switch bool   `json:"switch"` // whether the other thread made the step before
	Local  bool   `json:"local"`  // whether it touches neither a shared cell nor a lock
	// Held has the locks that A and B hold after it. The name of the unnamed one is empty.
	Held [2][]string `json:"held"`
	// From is the state after the write of what it read; null if there is none.
	From  *int `json:"from"`
	Races bool `json:"races"` // whether the state after it races
	// Forks has the branches that go on from the state after it, if there are several.
	Forks []int `json:"forks"`
}

// branchView is a branch.
type branchView struct {
	Number  int    `json:"number"`
	From    string `json:"from"`
	End     string `json:"end"`
	Current bool   `json:"current"`
}

// traceView is a part of the recorded trace.
type traceView struct {
	From   int        `json:"from"`
	To     int        `json:"to"`
	Length int        `json:"length"`
	Races  bool       `json:"races"` // whether state 0 races
	Moves  []moveView `json:"moves"`
}

// watchView is a watched expression.
type watchView struct {
	Expression string `json:"expression"`
	Text       string `json:"text"`
}

// offView is a command that cannot be used now.
type offView struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// analysisView is the answer to session.analysis.
type analysisView struct {
	Threads [2]analysisThread `json:"threads"`
	// Pair is the answer about the next two accesses; null if a thread has no access next.
	Pair *analysisPair `json:"pair"`
}

// analysisPair is the analysis's answer about two accesses.
type analysisPair struct {
	Verdict string         `json:"verdict"` // such as "reported as the race R1"
	Tests   []analysisTest `json:"tests"`   // the conditions that decide it
}

// analysisTest is a condition of a report.
type analysisTest struct {
	Name    string `json:"name"`
	Holds   bool   `json:"holds"`
	Finding string `json:"finding"` // what was found
}

// analysisThread is the analysis of the unit that a thread is in.
type analysisThread struct {
	Unit string `json:"unit"`
	// Row is the row of its next statement, or len(Rows) at the end of the unit.
	Row  int            `json:"row"`
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
	Lock   string        `json:"lock"`
	A      []string      `json:"a"` // added to A
}

// analysisState is an abstract state.
type analysisState struct {
	W    []string `json:"w"`    // some of the paths in W
	More int      `json:"more"` // how many more there are
	Lock string   `json:"lock"`
	A    int      `json:"a"` // the number of accesses
}

// shareAsk is the message of share.make, which makes a link to a program, to the state of a
// session, or to a lesson.
type shareAsk struct {
	Name    string `json:"name,omitempty"`
	Program string `json:"program,omitempty"`
	Session int    `json:"session,omitempty"` // instead of a program
	Lesson  string `json:"lesson,omitempty"`
	Task    int    `json:"task,omitempty"`   // of the lesson
	Region  string `json:"region,omitempty"` // the part of the page to show first
}

// sharedView is the answer to share.make.
type sharedView struct {
	Hash   string `json:"hash"`   // the part of the address after #
	Length int    `json:"length"` // of it
	Long   bool   `json:"long"`   // it has more than 2,000 characters, so offer a file
	// Markdown has the link and the program. {ADDRESS} stands for the address of the page.
	Markdown string `json:"markdown"`
	Claim    string `json:"claim"` // what it claims, in words
}

// openShareAsk is the message of share.open.
type openShareAsk struct {
	Hash  string `json:"hash"` // the part of the address after #, or the whole address
	Theme string `json:"theme,omitempty"`
}

// openedShare is the answer to share.open.
type openedShare struct {
	Link    sharedLink `json:"link"`
	Session *view      `json:"session"` // open at the state of the link; null if the link has none
	Claim   string     `json:"claim"`   // what the link claims, in words
	Holds   bool       `json:"holds"`   // whether the claim is still true, or there is none
	Judged  string     `json:"judged"`  // the judgement in a sentence
	Older   bool       `json:"older"`   // whether another version of wobbly made the link
	Problem *problem   `json:"problem"` // why the state could not be opened; null if it could
}

// sharedLink is the content of a link. The link itself has shorter keys: docs/page.md.
type sharedLink struct {
	Tool     string `json:"tool"`     // the version of wobbly that made it
	Language string `json:"language"` // the version of IL
	Name     string `json:"name"`     // of the program
	Program  string `json:"program"`
	// Example is the name of a shipped example, instead of Program.
	Example  string   `json:"example"`
	Units    []string `json:"units"`
	Heap     string   `json:"heap"`
	Schedule string   `json:"schedule"`
	At       *int     `json:"at"`
	Lesson   string   `json:"lesson"`
	Task     int      `json:"task"`
	Region   string   `json:"region"`
	Claim    string   `json:"claim"`
}
