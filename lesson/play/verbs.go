package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
)

// The names of the verbs.
const (
	Answer = "answer"
	Votes  = "votes"
	Why    = "why"
	Again  = "again"
	Hint   = "hint"
	Check  = "check"
	Goal   = "goal"
	Form   = "formula"
	GoTo   = "task"
	Heap   = "heap"
	Give   = "give"
	Sheet  = "sheet"
	Edit   = "edit" // only for user interfaces with an editor
	Save   = "save" // only for user interfaces with files
	Next   = "next"
)

// Table returns all verbs, in the order of the help.
func Table() []*Verb { return table }

// table has the verbs. It is set by init because verbs name each other.
var table []*Verb

func init() {
	table = []*Verb{{
		Name: Answer, Words: []string{"answer"}, Arg: Arg{Name: "LETTER"}, do: answer,
		Help: "choose an answer to the open question; the letter alone does it too, " +
			"and yes records it",
	}, {
		Name: Votes, Keys: []string{"T"}, Words: []string{"votes"},
		Arg: Arg{Name: "N N ...", Prompt: "votes for each answer",
			Such: func(p *Player) string { return "such as " + voteExample(p) }},
		Off: noVotes, do: votes,
		Help: "in a class: how many chose each answer to the open question",
	}, {
		Name: Why, Keys: []string{"Y"}, Words: []string{"why"}, Arg: Arg{Name: "[N]"},
		Off: noWhy, do: why,
		Help: "the questions of the tasks that are done: what you said, what is right, and why",
		Lines: "the questions of the task with their answers, when it is done; why 2 shows the " +
			"schedule of the second",
	}, {
		Name: Again, Keys: []string{"U"}, Words: []string{"again"}, Off: notAgain, do: again,
		Help: "play a task that is done again; the record keeps the first time",
	}, {
		Name: Next, Keys: []string{">"}, Words: []string{"next"}, Off: noNext, do: next,
		Help: "go on to the next task, or to the next lesson",
	}, {
		Name: Heap, Keys: []string{"H"}, Words: []string{"init"}, Hint: "heap",
		Arg: Arg{Name: "STATE", Prompt: "initial state", Begin: heapList}, Off: noHeap, do: heap,
		Help: "choose the initial state, where the task asks for it",
	}, {
		Name: Sheet, Keys: []string{"L"}, Words: []string{"sheet"}, Hint: "fill in",
		Off: noSheet, do: sheet,
		Help:  "fill in the answer sheet line by line, where the task asks for it",
		Lines: "print the answer sheet to be filled in, where the task asks for it",
	}, {
		Name: Edit, Keys: []string{"E"}, Hint: "edit", Off: (*Player).NoText, do: notHere,
		Help: "edit the program or the answer sheet in your editor, and check it",
	}, {
		Name: Check, Keys: []string{"d"}, Words: []string{"check"}, Hint: "check",
		Off: (*Player).Unanswered, do: check,
		Help: "is it done? checks what you have: the present state, the initial state, " +
			"your file or your sheet",
		Lines: "is it done? checks the present state or the initial state",
	}, {
		Name: Hint, Keys: []string{"i"}, Words: []string{"hint"}, Hint: "hint",
		Off: noHint, do: hint,
		Help: "the next hint",
	}, {
		Name: Save, Keys: []string{"S"}, Hint: "save", Off: (*Player).NoText, do: notHere,
		Help: "save the task's program or answer sheet, to be changed with any editor",
	}, {
		Name: Give, Keys: []string{"O"}, Words: []string{"give"}, Arg: Arg{Name: "FILE"},
		Hint: "file",
		Off:  (*Player).Unanswered, do: give,
		Help: "check a file: a program, an answer sheet, a schedule, a witness",
	}, {
		Name: Goal, Words: []string{"goal"}, do: goal,
		Help: "the text of the task, and how far its goals are met",
	}, {
		Name: Form, Keys: []string{"M"}, Words: []string{"formula"}, do: formula,
		Help: "the goals as formulas",
	}, {
		Name: GoTo, Keys: []string{"G"}, Words: []string{"task"}, do: goTo,
		Arg:  Arg{Name: "K", Prompt: "go to task", Such: taskNumbers},
		Help: "go to a task of this lesson",
	}}
}

// notHere is the function of Edit and Save, which user interfaces with files replace.
func notHere(context.Context, *Player, string) Outcome {
	return refuse("There is no editor here, and no file.")
}

// answer picks a choice by its letter, or records it with yes.
func answer(_ context.Context, p *Player, word string) Outcome {
	q, _, open := p.Game.Question()
	i, isLetter := text.OfLetter(word, len(q.Choices))
	switch {
	case !open:
		return refuse("There is no question open.")
	case isLetter:
		p.Picked = i + 1
		return Outcome{OK: true, Text: fmt.Sprintf("You choose %s: %q. "+
			"yes records it; another letter chooses again.", word, q.Choices[i])}
	case word == "yes" && p.Picked > 0:
		return p.Answer(p.Picked)
	default:
		return refuse(p.Unanswered().String())
	}
}

// Answer answers the open question with the number of a choice, from 1.
func (p *Player) Answer(choice int) Outcome {
	switch {
	case !p.asking():
		return refuse("There is no question open.")
	case !p.Game.Answer(choice):
		return refuse("Answer with the number of one of the choices.")
	}
	p.Picked = 0
	return Outcome{OK: true, Text: "Recorded.", Show: Open}
}

// votes records the votes of a class, and chooses the most frequent answer.
func votes(_ context.Context, p *Player, numbers string) Outcome {
	var list []int
	isSeparator := func(r rune) bool { return r == ' ' || r == ',' }
	for _, word := range strings.FieldsFunc(numbers, isSeparator) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return refuse("Votes are numbers, one for each answer, such as " + voteExample(p) + ".")
		}
		list = append(list, n)
	}
	if err := p.Game.Vote(list); err != nil {
		return refuse(command.Sentence(err) + " Give one number for each, such as " +
			voteExample(p) + ".")
	}
	p.Picked = slices.Index(list, slices.Max(list)) + 1
	_, n, _ := p.Game.Question()
	said := lesson.Answered{Votes: p.Game.Votes(n)}.Voted()
	return Outcome{OK: true, Text: "The class: " + said + ". Now answer for the class."}
}

func noVotes(p *Player) command.Refusal {
	return command.When(!p.asking(), "Votes are about an open question, and there is none.")
}

func voteExample(p *Player) string {
	q, _, _ := p.Game.Question()
	example := []string{"3", "12", "5", "0", "4", "1"}
	return strings.Join(example[:min(len(q.Choices), len(example))], " ")
}

// why answers the questions of the task, or returns the session that shows one answer.
func why(ctx context.Context, p *Player, number string) Outcome {
	all := p.Game.Answers(ctx)
	if number == "" {
		return Outcome{OK: true, Answers: all}
	}
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 1 || n > len(all):
		return refuse("This task has " + text.Count(len(all), "question") + ".")
	case all[n-1].Shown == nil:
		return refuse("No schedule shows the answer to this question.")
	}
	return Outcome{OK: true, Shown: all[n-1].Shown}
}

func noWhy(p *Player) command.Refusal {
	return cmp.Or(
		command.When(len(p.Game.Task().Questions) == 0, "This task asks no question."),
		command.When(!p.Game.Done(), "The questions are answered when the task is done."))
}

func again(_ context.Context, p *Player, _ string) Outcome {
	p.Game.Again()
	return p.entered()
}

func notAgain(p *Player) command.Refusal {
	return command.When(!p.Game.Done(), "This task is not done yet.")
}

func formula(_ context.Context, p *Player, _ string) Outcome {
	return Outcome{OK: true, Lines: p.Game.Task().Asked()}
}

func next(_ context.Context, p *Player, _ string) Outcome {
	if p.Game.Next() {
		return p.entered()
	}
	g, err := p.Open(p.Onward())
	if err != nil {
		return refuse(command.Sentence(err))
	}
	return Outcome{OK: true, Lesson: g}
}

func noNext(p *Player) command.Refusal {
	isLast := p.Game.Task().Number == len(p.Game.Lesson().Tasks)
	return cmp.Or(
		command.When(!p.Game.Done(), "This task is not done yet.").Then(p.call(GoTo),
			"goes to any task"),
		command.When(isLast && p.Onward() == "", "This is the last task of the lesson.").
			Then(p.call(GoTo), "goes to another one"))
}

// Onward returns the next lesson, as Open takes it. It is empty if this lesson is not finished, or
// was the last.
func (p *Player) Onward() string {
	if !p.Game.Finished() || p.Following == nil || p.Open == nil {
		return ""
	}
	return p.Following(p.Game)
}

func taskNumbers(p *Player) string { return fmt.Sprintf("1 to %d", len(p.Game.Lesson().Tasks)) }

func goTo(_ context.Context, p *Player, number string) Outcome {
	if n, err := strconv.Atoi(number); err != nil || !p.Game.GoTo(n) {
		return refuse("This lesson has " + text.Count(len(p.Game.Lesson().Tasks), "task") + ".")
	}
	return p.entered()
}

func (p *Player) entered() Outcome {
	p.Forget()
	return Outcome{OK: true, Text: p.Game.Task().Title, Show: Task}
}

// Forget clears the verdicts on the present state and the last attempt.
func (p *Player) Forget() {
	p.Picked, p.Verdict, p.Asked, p.Said, p.Lost = 0, lesson.Verdict{}, false, "", false
}

// heap sets the initial state, or shows it.
func heap(_ context.Context, p *Player, state string) Outcome {
	state = strings.ReplaceAll(state, " ", "")
	if state != "" {
		if err := p.Game.SetHeap(state); err != nil {
			return refuse(command.Sentence(err))
		}
		if !p.Game.Done() {
			p.Forget()
		}
	}
	return Outcome{OK: true, Text: p.HeapText(), Show: State}
}

// HeapText describes the chosen initial state.
func (p *Player) HeapText() string {
	return "The initial state is " + p.Game.Task().Start(p.Game.Heap()) + "."
}

func heapList(p *Player) string { return session.InitList(p.Game.Task().Pair(), p.Game.Heap()) }

func noHeap(p *Player) command.Refusal {
	if p.asking() {
		return p.Unanswered()
	}
	switch p.Game.Task().Kind {
	case lesson.Play:
		return command.Refusal{Reason: "The initial state of this task is given."}
	case lesson.Heap, lesson.Witness:
		return command.Refusal{}
	default:
		return p.asksFor()
	}
}

func sheet(_ context.Context, p *Player, _ string) Outcome {
	return Outcome{OK: true, Lines: text.Lines(p.Game.Task().BlankResults())}
}

func noSheet(p *Player) command.Refusal {
	if p.asking() || p.Game.Task().Kind == lesson.Analysis {
		return p.Unanswered()
	}
	return p.asksFor()
}

func hint(_ context.Context, p *Player, _ string) Outcome {
	hint, n := p.Game.Hint()
	of := len(p.Game.Task().Hints)
	return Outcome{OK: true, Text: fmt.Sprintf("Hint %d of %d: %s", n, of, hint)}
}

func noHint(p *Player) command.Refusal {
	none := len(p.Game.Hints()) == len(p.Game.Task().Hints)
	return cmp.Or(
		command.When(p.Game.Done(), "The task is done; no hint is needed."),
		// Lines scroll away, so the line player repeats the last hint.
		command.When(none && p.Face != Lines, "There are no more hints."))
}

func goal(ctx context.Context, p *Player, _ string) Outcome {
	lines := text.Lines(string(p.Game.Task().Text))
	for _, g := range p.Goals(ctx) {
		lines = append(lines, "Goal: "+g)
	}
	return Outcome{OK: true, Lines: lines}
}

// Goals lists the goals of the task as sentences, with the progress of those about all visited
// states.
func (p *Player) Goals(ctx context.Context) []string {
	t := p.Game.Task()
	formulas := t.Asked()
	goals := slice.Map(formulas, t.Sentence)
	for _, f := range p.Game.Standing(ctx).Findings {
		if i := slices.Index(formulas, f.Goal); i >= 0 && f.Progress() != "" {
			goals[i] = strings.TrimSuffix(goals[i], ".") + ": " + f.Progress()
		}
	}
	return goals
}

// check checks the present state of the threads, or the initial state.
func check(ctx context.Context, p *Player, _ string) Outcome {
	if p.Game.Task().Kind.IsText() {
		return refuse(p.asksFor().String())
	}
	wasDone := p.Game.Done()
	return p.judged(p.Game.CheckNow(ctx), wasDone)
}

// give checks an attempt, which is in the file that arg names, or arg itself if there are no files.
func give(ctx context.Context, p *Player, arg string) Outcome {
	written, file := arg, ""
	if p.Read != nil {
		var err error
		if written, err = p.Read(arg); err != nil {
			return refuse(command.Sentence(err))
		}
		file = arg
	}
	a, err := p.Game.Task().ParseAttempt(written)
	if err != nil {
		return refuse(command.Sentence(err))
	}
	o := p.Count(a, p.Game.Task().Check(ctx, a))
	o.File = file
	return o
}

// Count records an attempt and its verdict.
func (p *Player) Count(a lesson.Attempt, v lesson.Verdict) Outcome {
	wasDone := p.Game.Done()
	p.Game.Count(a, v)
	return p.judged(v, wasDone)
}

func (p *Player) judged(v lesson.Verdict, wasDone bool) Outcome {
	switch {
	case wasDone && v.Met():
		return Outcome{OK: true, Text: "This meets the goal, too."}
	case wasDone:
		return Outcome{
			Text: "This does not meet the goal, but the task is already done.", Verdict: &v,
		}
	}
	p.Verdict, p.Asked, p.Said = v, true, v.Says
	if !v.Met() {
		return Outcome{Verdict: &v}
	}
	return p.won()
}

func (p *Player) won() Outcome {
	p.Asked, p.Said = true, ""
	v := p.Verdict
	return Outcome{OK: true, Won: true, Text: "The goal is met.", Verdict: &v}
}

// Observe judges the state to which the session was moved.
func (p *Player) Observe(ctx context.Context) Outcome {
	wasDone := p.Game.Done()
	o := p.Game.Observe(ctx)
	p.Lost = o.Lost
	if !wasDone {
		p.Verdict, p.Asked, p.Said = o.Verdict, false, ""
	}
	switch {
	case p.Game.Done() && !wasDone:
		return p.won()
	case wasDone && o.Met():
		return Outcome{OK: true, Text: "This meets the goal, too.", Show: State}
	case o.Says != "":
		p.Said = o.Says
	case o.Lost:
		p.Said = "The goal cannot be met from here: all continuations were searched. " + p.goBack()
	case o.Over:
		p.Said = "Neither thread can take a step, and the goal is not met. " + p.goBack()
	}
	return Outcome{OK: true, Text: p.Said, Show: State}
}
