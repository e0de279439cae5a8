package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/beside"
)

// Command is a row of the table.
type Command struct {
	Name Name
	// Keys are the keys on a screen, as terminals name them, such as "a" and "ctrl+r".
	Keys []string
	// Words are the words that begin a line with the command.
	Words []string
	Arg   Arg
	// Hint says in a word what the command does. It may be empty.
	Hint string
	// Help says what the command does, as in "step thread B".
	Help string
	// Lines replaces Help for users who type lines, unless it is empty.
	Lines string
	// Off says why the command is unavailable now. If nil, it can always be tried.
	Off func(*Controls) Refusal
	Do  action
}

// An action runs a command. The argument is the text after the word, without surrounding blanks.
// Long work ends with the context. An action refuses what is impossible, whether or not Off was
// called.
type action func(ctx context.Context, cs *Controls, arg string) Answer

// Arg is the argument of a command.
type Arg struct {
	// Name is the name in the help, such as "STATE". It is empty if there is no argument.
	Name string
	// Prompt is the text with which a screen asks for the argument, such as "go to state". It is
	// empty if the screen does not ask.
	Prompt string
	// Such is an example, as in "such as 12 or r". It is empty if there is a Begin.
	Such string
	// Begin returns the text that a screen proposes. It may be nil.
	Begin func(*Controls) string
}

// Why says why the command is unavailable now.
func (c *Command) Why(cs *Controls) Refusal {
	if why := cs.closed(c.Name); why.Refuses() || c.Off == nil {
		return why
	}
	return c.Off(cs)
}

// Word returns the longest word of the command, for sentences, or "" if it has none.
func (c *Command) Word() string {
	longest := ""
	for _, w := range c.Words {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// Text returns the row in the help of lines, such as "g or go, then STATE: go to a state."
func (c *Command) Text() string {
	text := strings.Join(c.Words, " or ")
	if c.Arg.Name != "" {
		text += ", then " + c.Arg.Name
	}
	return text + ": " + cmp.Or(c.Lines, c.Help) + "."
}

// Run runs the command for a user who has typed a line.
func (c *Command) Run(ctx context.Context, cs *Controls, arg string) Answer {
	if arg != "" && c.Arg.Name == "" {
		return refuse(fmt.Sprintf("%s takes nothing after it, and there is %q.", c.Words[0], arg))
	}
	if why := cs.closed(c.Name); why.Refuses() {
		return refuse(why.String())
	}
	return c.Do(ctx, cs, arg)
}

// Table returns all commands in the order of the help.
func Table() []*Command { return table }

// table has all commands. It is set by init because the rows refer to it.
var table []*Command

func init() {
	for _, part := range [][]Command{moving, looking, comparing, predicting, telling, writing} {
		for i := range part {
			table = append(table, &part[i])
		}
	}
}

// Find returns the command with a name, which must be in the table.
func Find(name Name) *Command {
	i := slices.IndexFunc(table, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		panic("no command " + string(name))
	}
	return table[i]
}

// An Answer is the result of a command.
type Answer struct {
	// Result is the result of the session. Its text says what was done, or why nothing was; it is
	// empty if the other fields say everything.
	session.Result
	// Asks means that the thread has to choose one of Options first.
	Asks bool
	// State means that the present state may have changed, or that the user asked for it.
	State bool
	// Sum is a sentence for user interfaces that show only one line. It is empty if Text is one.
	Sum  string
	Lead []string
	// Title, and Lines or Rows of two columns, are a text to read.
	Title string
	Lines []string
	Rows  [][2]string
	// Beside is a comparison of two executions, which Lines sum up. It may be nil.
	Beside *beside.Comparison
	Link   string
	// Saved is the name of the file that was written.
	Saved string
	Open  *Opening
	// Question has to be answered first, by one of its lines. It may be nil.
	Question *Question
}

// Opening is a session that a link leads to.
type Opening struct {
	Session *session.Session
	// Note is empty, or a sentence about the session followed by a blank.
	Note string
}

// Short returns the answer in one sentence, which may be empty.
func (a Answer) Short() string { return cmp.Or(a.Sum, a.Text) }

func refuse(why string) Answer {
	return Answer{Result: session.Result{Stop: session.Refused, Text: why}}
}

func refuseError(err error) Answer { return refuse(Sentence(err)) }

func did(r session.Result) Answer { return Answer{Result: r, State: true} }

// Spoken describes the present state in lines for a screen reader: where it is, what both threads
// do next, and what is special. Other commands describe the memory.
func (cs *Controls) Spoken() []string {
	v := cs.Session.Now()
	lines := []string{Headline(cs.Session)}
	for _, i := range semantics.Tids {
		lines = append(lines, ThreadWord(i)+": "+cs.NextText(v.Next(i)))
	}
	if r, ok := v.Race(); ok {
		lines = append(lines, r.Text+" "+v.WhyLock())
	}
	for n := range cs.Watches {
		if value, err := cs.Watch(n); err == nil {
			lines = append(lines, "Watch: "+value)
		}
	}
	return lines
}

// Spoken describes an answer in lines for a screen reader. It does not mention a session to open,
// which the caller does.
func (a Answer) Spoken() []string {
	lines := append([]string{}, a.Lead...)
	for _, row := range a.Rows {
		lines = append(lines, row[0]+": "+row[1])
	}
	for _, text := range a.Lines {
		if text != "" {
			lines = append(lines, text)
		}
	}
	switch {
	case a.Open != nil:
	case a.Question != nil:
		lines = append(lines, a.Question.Spoken()...)
	case a.Asks:
		lines = append(lines, a.Text)
		for _, c := range a.Options {
			lines = append(lines, fmt.Sprintf("%s %s: %s %s",
				c.Take, ThreadWord(a.Thread), a.Thread, BranchOf(c.Take).Text))
		}
	case !a.OK() && a.Moves == 0:
		lines = append(lines, "Not done: "+a.Text)
	case a.Text != "":
		lines = append(lines, a.Text)
	}
	return lines
}

// Shows reports whether the present state should be shown after the answer.
func (a Answer) Shows() bool {
	return a.Open == nil && !a.Asks && a.Question == nil && (a.OK() || a.Moves > 0) && a.State
}
