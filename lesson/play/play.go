// Package play has the table of the verbs of a lesson: for each verb its name, its keys and words,
// why it may be unavailable, and its function. The line player, the lesson screen, the page, the
// help and the documentation all read the table. It is for lessons what session/command is for
// sessions.
//
// A Player is a game with the data that the verbs need. An Outcome is the result of a verb as
// values and sentences; each user interface shows it in its own way. A new verb is a row of the
// table and its function.
package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
)

// Face is the kind of a player's user interface. It determines how sentences name verbs.
type Face uint8

const (
	Lines   Face = iota // lines of text: sentences name verbs by their words
	Keys                // keys: sentences name verbs by their keys
	Buttons             // buttons, which sentences do not name
)

// Player plays a lesson. It is not safe for concurrent use. Only Game is required.
type Player struct {
	Game *lesson.Game
	Face Face

	// Read returns the text of a file that the student names. If nil, the student gives texts.
	Read func(name string) (string, error)
	// Following returns the name of the next lesson, for Open, or "". Both can be nil.
	Following func(*lesson.Game) string
	Open      func(name string) (*lesson.Game, error)

	// Picked is the choice for the open question that is not recorded yet, from 1, or 0 for none.
	Picked int

	// Verdict is the verdict on the present state or the last attempt. Once the task is done, it is
	// that of the successful attempt.
	Verdict lesson.Verdict
	// Asked means that the student asked for the verdict, or that it finished the task.
	Asked bool
	// Said is the lesson's answer to the last move.
	Said string
	// Lost means that the goal cannot be met from here.
	Lost bool
}

// Outcome is the result of a verb or a move.
type Outcome struct {
	// OK means that the verb did something.
	OK bool
	// Text says what was done, or why nothing was. It is empty if the other fields say it.
	Text  string
	Lines []string
	// Verdict is the verdict on an attempt that was checked, or nil.
	Verdict *lesson.Verdict
	// File is the name of the student's file with the attempt, if there is one.
	File string
	// Won means that the verb finished the task.
	Won     bool
	Answers []lesson.Answered
	// Shown is a session at a state that shows the answer to a question.
	Shown *session.Session
	// Show is the part of the display that has changed.
	Show Part
	// Lesson is another lesson to continue with.
	Lesson *lesson.Game
}

// Part is a part of the display.
type Part uint8

const (
	Nothing Part = iota
	State        // the state, or the chosen initial state
	Open         // the open question, or the state if there is none
	Task         // another task
)

func refuse(why string) Outcome { return Outcome{Text: why} }

// Verb is a row of the table.
type Verb struct {
	Name string
	Keys []string
	// Words are the words that begin a line with the verb.
	Words []string
	Arg   Arg
	// Hint says in a word what the verb does, for the line of keys.
	Hint string
	Help string
	// Lines replaces Help in the line player, unless it is empty.
	Lines string
	// Off returns why the verb is unavailable now. If nil, it is always available.
	Off func(*Player) command.Refusal
	do  func(ctx context.Context, p *Player, arg string) Outcome
}

// Arg describes the argument of a verb.
type Arg struct {
	// Name is the argument's name in the help of the line player, such as "K". It is empty if the
	// verb has no argument there.
	Name string
	// Prompt is the text with which a screen asks for the argument.
	Prompt string
	// Such returns an example of the argument. It may be nil.
	Such func(*Player) string
	// Begin returns the text that the student edits. It may be nil.
	Begin func(*Player) string
}

// Do runs the verb, unless it is unavailable.
func (v *Verb) Do(ctx context.Context, p *Player, arg string) Outcome {
	if why := v.Why(p); why.Refuses() {
		return refuse(why.String())
	}
	return v.do(ctx, p, arg)
}

// Why returns why the verb is unavailable now.
func (v *Verb) Why(p *Player) command.Refusal {
	if v.Off == nil {
		return command.Refusal{}
	}
	return v.Off(p)
}

// Text returns the row in the help of the line player, such as "task K: go to a task of this
// lesson."
func (v *Verb) Text() string {
	words := strings.TrimSpace(strings.Join(v.Words, " or ") + " " + v.Arg.Name)
	return words + ": " + cmp.Or(v.Lines, v.Help) + "."
}

// Find returns the verb with the given name, or nil.
func Find(name string) *Verb {
	if i := slices.IndexFunc(table, func(v *Verb) bool { return v.Name == name }); i >= 0 {
		return table[i]
	}
	return nil
}

// Line parses a line into a verb and its argument. While a question is open, any other single word
// is an answer to it. The verb is nil for other lines.
func (p *Player) Line(line string) (v *Verb, arg string) {
	word, rest, _ := strings.Cut(line, " ")
	for _, v := range table {
		if slices.Contains(v.Words, word) {
			return v, strings.TrimSpace(rest)
		}
	}
	if p.asking() && rest == "" {
		return Find(Answer), word
	}
	return nil, ""
}

// call returns what the student types to call a verb.
func (p *Player) call(name string) string {
	v := Find(name)
	if p.Face == Keys {
		return v.Keys[0]
	}
	return strings.TrimSpace(v.Words[0] + " " + v.Arg.Name)
}

// goBack returns a sentence that names the verbs that go back.
func (p *Player) goBack() string {
	undo, restart := command.Find(command.Undo), command.Find(command.Restart)
	if p.Face == Keys {
		return "Go back with " + undo.Keys[0] + " or " + restart.Keys[0] + "."
	}
	return "Go back with " + undo.Word() + " or " + restart.Word() + "."
}

func (p *Player) asking() bool {
	_, _, open := p.Game.Question()
	return open
}

// Unanswered returns the refusal to act while a question is open.
func (p *Player) Unanswered() command.Refusal {
	q, _, open := p.Game.Question()
	switch {
	case !open:
		return command.Refusal{}
	case p.Face == Lines:
		return command.Refusal{
			Reason: "First answer the question: choose with " + Letters(q) + ", then yes.",
		}
	default:
		return command.Refusal{Reason: "First answer the question."}
	}
}

// Letters lists the letters of a question's choices, as in "a, b or c".
func Letters(q lesson.Question) string {
	letters := make([]string, len(q.Choices))
	for i := range letters {
		letters[i] = text.Letter(i)
	}
	return text.Or(letters)
}

// Unmoved returns why no thread can be moved now.
func (p *Player) Unmoved() command.Refusal {
	if p.Game.Session() != nil {
		return command.Refusal{}
	}
	asks := p.asksFor()
	asks.Reason = "No thread is moved in this task. " + asks.Reason
	return cmp.Or(p.Unanswered(), asks)
}

// NoText returns why the task has no file to check.
func (p *Player) NoText() command.Refusal {
	if p.asking() || p.Game.Task().Kind.IsText() {
		return p.Unanswered()
	}
	return p.asksFor()
}

// asksFor refuses by naming what the task asks for, and the verb that checks it if that is a text.
func (p *Player) asksFor() command.Refusal {
	kind := p.Game.Task().Kind
	asks := command.Refusal{Reason: "This task asks for " + map[lesson.Kind]string{
		lesson.Play: "a schedule", lesson.Heap: "an initial state", lesson.Program: "a program",
		lesson.Analysis: "an answer sheet", lesson.Witness: "an initial state and a schedule",
	}[kind] + "."}
	if kind.IsText() && p.Face != Buttons {
		asks = asks.Then(p.call(Give), "checks one")
	}
	return asks
}

// HeapExample returns an initial state with an object of its own for each parameter, as in
// "A.b=o1,B.b=o2".
func HeapExample(p il.Pair) string {
	var parts []string
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			parts = append(parts, fmt.Sprintf("%s.%s=o%d", semantics.Tid(i), x, len(parts)+1))
		}
	}
	return strings.Join(parts, ",")
}
