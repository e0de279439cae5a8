package command

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/session/schedule"
)

// Name is the name of a command in messages.
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
	seedName Name = "seed"
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

	Predict Name = "predict"
	Beside  Name = "beside"

	Schedule Name = "schedule"
	Paste    Name = "paste"
	Save     Name = "save"
	Initial  Name = "init"
)

// UnknownError is the error of a line that neither begins with a word of the table nor is a
// schedule.
type UnknownError struct {
	Word string
	// Schedule says why the line is not a schedule.
	Schedule error
}

// Error returns a clause.
func (e *UnknownError) Error() string { return fmt.Sprintf("there is no word %q", e.Word) }

// Parse returns the command of a line, and the text after its word. An empty line asks for the
// present state. The error is an *UnknownError.
func Parse(line string) (*Command, string, error) {
	line = strings.TrimSpace(line)
	if line == "" {
		return Find(State), "", nil
	}
	word, arg, hasArg := strings.Cut(line, " ")
	if line[0] == ':' {
		word, arg = ":", line[1:]
	}
	var c *Command
	i := slices.IndexFunc(table, func(c *Command) bool { return slices.Contains(c.Words, word) })
	if i >= 0 {
		c = table[i]
	}
	_, err := schedule.Parse(line)
	switch {
	case err == nil && (c == nil || hasArg):
		return Find(playName), line, nil
	case c == nil:
		return nil, "", &UnknownError{word, err}
	}
	return c, strings.TrimSpace(arg), nil
}
