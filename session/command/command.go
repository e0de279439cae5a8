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
	Name  Name
	Keys  []string // on a screen, as terminals name them: "a", "ctrl+r"
	Words []string // at the beginning of a line
	Arg   Arg      // after the word
	Hint  string   // what it does, in a word; may be empty
	Help  string   // what it does: "step thread B"
	Lines string   // the same for those who type lines; empty if Help says it
	// Off says why the command cannot be done now. nil: it can always be tried.
	Off func(*Controls) Refusal
	Do  action
}

// An action runs a command. arg is the text after the word, without surrounding blanks. Long work
// ends with the context. An action refuses what is impossible, whether or not Off was called.
type action func(ctx context.Context, x *Controls, arg string) Answer

// Arg is the argument of a command.
type Arg struct {
	Name   string // in the help, "STATE"; empty if there is no argument
	Prompt string // with which a screen asks for it, "go to state"; empty: it does not ask
	Such   string // by example: "such as 12 or r"; empty if there is a Begin
	// Begin returns the text that a screen proposes; nil if it proposes none.
	Begin func(*Controls) string
}

// Why says why the command cannot be done now.
func (c *Command) Why(x *Controls) Refusal {
	if why := x.closed(c.Name); why.Refuses() || c.Off == nil {
		return why
	}
	return c.Off(x)
}

// Word returns the longest of its words, for sentences; it is empty if it has none.
func (c *Command) Word() string {
	longest := ""
	for _, w := range c.Words {
		if len(w) > len(longest) {
			longest = w
		}
	}
	return longest
}

// Text returns the row in the help of lines: "go or g, then STATE: go to a state".
func (c *Command) Text() string {
	text := strings.Join(c.Words, " or ")
	if c.Arg.Name != "" {
		text += ", then " + c.Arg.Name
	}
	return text + ": " + cmp.Or(c.Lines, c.Help) + "."
}

// Run does the command for a user who has typed a line.
func (c *Command) Run(ctx context.Context, x *Controls, arg string) Answer {
	if arg != "" && c.Arg.Name == "" {
		return refuse(fmt.Sprintf("%s takes nothing after it, and there is %q.", c.Words[0], arg))
	}
	if why := x.closed(c.Name); why.Refuses() {
		return refuse(why.String())
	}
	return c.Do(ctx, x, arg)
}

// Table returns all commands in the order of the help.
func Table() []*Command { return table }

var table []*Command

func init() { // the rows refer to each other
	for _, part := range [][]Command{moving, looking, comparing, predicting, telling, writing} {
		for i := range part {
			table = append(table, &part[i])
		}
	}
}

// Find returns the command of a name, which must be in the table.
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
	Asks  bool     // the thread has to choose first, from Options
	State bool     // the present state may have changed, or was asked for
	Sum   string   // a sentence for those who show only one line; empty if Text is it
	Lead  []string // lines that come before Text
	// Something to read: a title, and lines or rows of two columns.
	Title  string
	Lines  []string
	Rows   [][2]string
	Beside *beside.Comparison // two executions side by side, which Lines sum up; may be nil
	Link   string             // a line that leads to the present state
	Saved  string             // the file that was written
	Open   *Opening           // another session that was asked for
	// Question has to be answered first, by one of its lines; may be nil.
	Question *Question
}

// Opening is a session that a link leads to.
type Opening struct {
	Session *session.Session
	Note    string // about it: empty, or a sentence followed by a blank
}

// Short returns the answer in one sentence; it may be empty.
func (a Answer) Short() string { return cmp.Or(a.Sum, a.Text) }

func refuse(why string) Answer {
	return Answer{Result: session.Result{Stop: session.Refused, Text: why}}
}

func refuseError(err error) Answer { return refuse(Sentence(err)) }
func did(r session.Result) Answer  { return Answer{Result: r, State: true} }

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

// Spoken describes an answer in such lines. It does not mention a session to open: the caller does.
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
