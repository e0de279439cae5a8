package command

// Name is a command's name in messages.
type Name string

// The commands.
const (
	StepA    Name = "step-a"
	StepB    Name = "step-b"
	RunA     Name = "run-a"
	RunB     Name = "run-b"
	thenName Name = "then"
	elseName Name = "else"
	loopName Name = "loop"
	exitName Name = "exit"
	playName Name = "play"
	Undo     Name = "undo"
	Redo     Name = "redo"
	Random   Name = "random"
	Minimise Name = "minimise"

	Left           Name = "left"
	Right          Name = "right"
	FarLeft        Name = "far-left"
	FarRight       Name = "far-right"
	First          Name = "first"
	Last           Name = "last"
	Restart        Name = "restart"
	Go             Name = "go"
	PreviousBranch Name = "previous-branch"
	NextBranch     Name = "next-branch"
	NextRace       Name = "next-race"
	PreviousRace   Name = "previous-race"
	Until          Name = "until"
	Continue       Name = "continue"
	Back           Name = "back"
	LastWrite      Name = "write"

	State      Name = "state"
	heapName   Name = "heap"
	localsName Name = "locals"
	codeName   Name = "code"
	traceName  Name = "trace"
	Explain    Name = "explain"
	Eval       Name = "eval"
	Analysis   Name = "analysis"
	Fix        Name = "fix"
	Shrink     Name = "shrink"
	Watch      Name = "watch"

	Schedule Name = "schedule"
	Paste    Name = "paste"
	Save     Name = "save"
)
