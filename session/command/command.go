package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/session"
	"wobbly/session/beside"
)

// Command is a row of the table.
type Command struct {
	Name  Name
	Keys  []string // on a screen, as terminals name them: "a", "ctrl+r"; none where it has no key
	Words []string // at the beginning of a line; none where it has no word
	Arg   Arg      // what stands behind the word
	Hint  string   // what it does, in a word; empty for commands that need no hint
	Help  string   // what it does: "step thread B"
	Lines string   // the same where lines are typed; empty where Help says it
	// Off is why it cannot be done now, a sentence; empty if it can. nil: it
	// always can be tried.
	Off func(*Controls) string
	// Do does it. arg is what stands behind the word, without blanks around it.
	// What takes long ends with the context. It refuses by itself what cannot be
	// done, whether or not Off was asked.
	Do func(ctx context.Context, x *Controls, arg string) Answer
}

// Arg is what a command wants to know.
type Arg struct {
	Name   string // as the help has it, "STATE"; empty where nothing may stand there
	Prompt string // with which a screen asks for it, "go to state"; empty: it does not ask
	Such   string // what may stand there, by example: "such as 12 or r"; where Begin begins it, empty
	// Begin is what stands there when a screen asks. nil: nothing.
	Begin func(*Controls) string
}

// Why is why the command cannot be done now, empty if it can.
func (c *Command) Why(x *Controls) string {
	if x.Closed != nil {
		if why := x.Closed(c.Name); why != "" {
			return why
		}
	}
	if c.Off == nil {
		return ""
	}
	return c.Off(x)
}

// Word is the longest of its words, as sentences name it; empty if it has none.
func (c *Command) Word() string {
	longest := ""
	for _, w := range c.Words {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// Looks tells whether the command goes to another state of the recorded trace,
// and makes no move.
func (c *Command) Looks() bool {
	return slices.ContainsFunc(looking, func(l Command) bool { return l.Name == c.Name })
}

// Text is the row in the help of lines: "go or g, then STATE: go to a state".
func (c *Command) Text() string {
	text := strings.Join(c.Words, " or ")
	if c.Arg.Name != "" {
		text += ", then " + c.Arg.Name
	}
	if c.Lines != "" {
		return text + ": " + c.Lines + "."
	}
	return text + ": " + c.Help + "."
}

// Run does the command for someone who has typed a line.
func (c *Command) Run(ctx context.Context, x *Controls, arg string) Answer {
	if arg != "" && c.Arg.Name == "" {
		return refuse(fmt.Sprintf("%s takes nothing behind it, and there is %q.", c.Words[0], arg))
	}
	if x.Closed != nil {
		if why := x.Closed(c.Name); why != "" {
			return refuse(why)
		}
	}
	return c.Do(ctx, x, arg)
}

// Table is all commands in the order of the help.
func Table() []*Command { return table }

var table []*Command

func init() { // the rows speak of each other
	for _, part := range [][]Command{moving, looking, comparing, predicting, telling, writing} {
		for i := range part {
			table = append(table, &part[i])
		}
	}
}

// Find is the command of a name, which must be in the table.
func Find(name Name) *Command {
	i := slices.IndexFunc(table, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		panic("no command " + string(name))
	}
	return table[i]
}

// Answer is what a command did.
type Answer struct {
	// Result is what the session did. Its text says what was done, or why nothing
	// was; it is empty where all there is to say is elsewhere.
	session.Result
	Asks  bool     // the thread has to choose first: Options are the ways
	State bool     // the present state may be another one, or is what was asked for
	Sum   string   // a sentence for those who show one line only; empty where Text is it
	Lead  []string // lines that come before Text
	// Something to read: a title, and lines or rows of two columns.
	Title  string
	Lines  []string
	Rows   [][2]string
	Beside *beside.Comparison // two executions side by side, of which Lines say the most important things; nil for none
	Link   string             // a line that leads to the present state
	Saved  string             // the file that was written
	Open   *Opening           // another session that is asked for
	// Question is what has to be answered first, by one of its lines; nil for nothing.
	Question *Question
}

// Opening is a session that a link leads to.
type Opening struct {
	Session *session.Session
	Note    string // what is to be said about it; empty, or a sentence with a blank behind it
}

// Short is the answer in one sentence, empty where there is none.
func (a Answer) Short() string {
	if a.Sum != "" {
		return a.Sum
	}
	return a.Text
}

// refuse is the answer where nothing is done.
func refuse(why string) Answer {
	return Answer{Result: session.Result{Stop: session.Refused, Text: why}}
}

// refuseError is refuse with an error as the reason.
func refuseError(err error) Answer { return refuse(Sentence(err)) }

// did is the answer of an operation of the session.
func did(r session.Result) Answer { return Answer{Result: r, State: true} }
