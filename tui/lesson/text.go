package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/tui/draw"
)

// A passage is a paragraph with an optional label. It is wrapped, unless it begins with a blank.
type passage struct {
	style  draw.Style
	label  string
	text   string
	choice int // the answer of the open question that it shows, from 1; 0 for none
}

type textLine struct {
	style  draw.Style
	text   string
	choice int
}

// plain turns lines into passages without labels.
func plain(lines ...string) []passage {
	return slice.Map(lines, func(l string) passage { return passage{text: l} })
}

func prose(p lesson.Prose) []passage { return plain(text.Lines(string(p))...) }

func linesIn(all []passage, w int) []textLine {
	var lines []textLine
	for _, p := range all {
		label, in := p.label, 0
		if label != "" {
			in = draw.Cells(label) + 2
		}
		for _, text := range p.rows(w - in) {
			lines = append(lines,
				textLine{style: p.style, text: draw.Pad(label, in) + text, choice: p.choice})
			label = ""
		}
	}
	return lines
}

func (p passage) rows(w int) []string {
	if p.text == "" || p.text[0] == ' ' {
		return []string{p.text}
	}
	return draw.Wrap(p.text, w)
}

func plainLines(all []passage) []string {
	var lines []string
	for _, p := range all {
		if p.label != "" {
			p.label += "  "
		}
		lines = append(lines, p.label+p.text)
	}
	return lines
}

var gap = passage{}

// reading returns the text of the upper pane: the result if the task is done, the task, and the
// text of the lesson, which precedes the first task and follows the others. listing includes the
// program, for layouts without a pane for it.
func (s *Screen) reading(listing bool) []passage {
	t := s.Game.Task()
	var all []passage
	if s.Game.Done() {
		all = append([]passage{{style: good, text: s.wonTitle() + "."}}, s.wonText()...)
		all = append(all, gap)
	}
	if listing && s.Asking() {
		all = append(all, s.listing()...)
		all, listing = append(all, gap), false
	}
	opening := s.opening()
	if t.Number == 1 {
		all = append(append(all, opening...), gap)
	}
	all = append(all, passage{style: draw.Plain | draw.Strong, text: s.taskTitle()}, gap)
	all = append(all, prose(t.Text)...)
	if !s.Asking() {
		all = append(all, gap, s.howTo())
	}
	if listing {
		all = append(append(all, gap), s.listing()...)
	}
	if t.Kind == lesson.Analysis {
		all = append(all, gap, passage{style: draw.Plain | draw.Strong, text: "Your sheet"})
		for _, line := range s.results[t.Number] {
			all = append(all, passage{text: "  " + line})
		}
	}
	all = append(all, s.predicted()...)
	if t.Number > 1 {
		all = append(append(all, gap), opening...)
	}
	return all
}

func (s *Screen) taskTitle() string {
	t := s.Game.Task()
	return "Task " + strconv.Itoa(t.Number) + ": " + t.Title
}

func (s *Screen) opening() []passage {
	l := s.Game.Lesson()
	return append([]passage{{style: draw.Plain | draw.Strong, text: l.Idea}, gap}, prose(l.Text)...)
}

// listed returns the name and the text of the task's program: once there is one, the student's,
// which need not be legal.
func (s *Screen) listed() (file, text string) {
	t, p := s.Game.Task(), s.program
	file = s.files[t.Number]
	switch {
	case p.Core != t.Core():
		return p.File, p.Core.Source.Text
	case t.Kind == lesson.Program && s.texts[file] != "":
		return file, s.texts[file]
	}
	return p.File, t.Listing()
}

// listing returns the program with line numbers, below the methods that run and above the initial
// state.
func (s *Screen) listing() []passage {
	t, p := s.Game.Task(), s.program
	head := "A runs " + p.Pair.Left.Name + ", B runs " + p.Pair.Right.Name
	if t.Kind == lesson.Analysis {
		head = p.File
	}
	all := []passage{{style: draw.Faint, text: head}}
	_, listed := s.listed()
	for n, line := range text.Lines(listed) {
		all = append(all,
			passage{text: fmt.Sprintf(" %2d %s", n+1, strings.ReplaceAll(line, "\t", "  "))})
	}
	if t.Kind.Steps() || t.Kind == lesson.Heap {
		all = append(all, passage{style: draw.Faint, label: "Start", text: t.Start(s.Game.Heap())})
	}
	return all
}

func (s *Screen) howTo() passage {
	t := s.Game.Task()
	text := ""
	switch t.Kind {
	case lesson.Play:
		text = "Enter goes to the screen Step; a and b move the threads there. The goal is " +
			"checked after each move."
	case lesson.Heap:
		text = "H chooses an initial state such as " + play.HeapExample(t.Pair()) +
			", and d checks it. Enter shows it in Step."
	case lesson.Witness:
		text = "H chooses an initial state such as " + play.HeapExample(t.Pair()) +
			". Enter goes to the screen Step, where a and b move the threads to the race."
	case lesson.Program:
		text = "E edits the program in your editor and checks it. Or S saves it, for any editor, " +
			"and O checks your file" + s.inShell("") + ". A file of yours is checked again " +
			"whenever it changes."
	case lesson.Analysis:
		text = "L fills in the sheet line by line, with commas, and - for none; d checks it. E " +
			"and O do the same with a file" + s.inShell("") + "."
	default:
		panic(il.Unknown(t.Kind))
	}
	return passage{style: draw.Faint, text: text}
}

// inShell returns a clause with the shell command that checks a file, or "".
func (s *Screen) inShell(file string) string {
	if s.o.Shell == nil {
		return ""
	}
	if file == "" {
		file = "FILE"
	}
	return ", as does " + s.o.Shell(s.Game.Task(), file)
}

// predicted lists the student's answers until the task is done. wonText judges them later.
func (s *Screen) predicted() []passage {
	if s.Game.Done() {
		return nil
	}
	var all []passage
	for i, n := range s.Game.Predictions() {
		if n > 0 {
			q := s.Game.Task().Questions[i]
			all = append(all, gap, passage{label: "Question", text: q.Text},
				passage{label: "You said", text: q.Choices[n-1]})
		}
	}
	return all
}

func (s *Screen) options(q lesson.Question) []passage {
	all := []passage{{style: draw.Plain | draw.Strong, text: q.Text}}
	for i, c := range q.Choices {
		p := passage{label: "  " + text.Letter(i), text: c, choice: i + 1}
		if i+1 == s.Picked {
			p.label, p.style = "> "+text.Letter(i), draw.Plain|draw.Inverse
		}
		all = append(all, p)
	}
	if _, n, _ := s.Game.Question(); s.Game.Votes(n) != nil {
		all = append(all,
			passage{label: "Class", text: lesson.Answered{Votes: s.Game.Votes(n)}.Voted()})
	}
	return append(all, s.hints()...)
}

func (s *Screen) wonTitle() string {
	return "Task " + strconv.Itoa(s.Game.Task().Number) + " of " +
		strconv.Itoa(len(s.Game.Lesson().Tasks)) + " is done"
}

// wonText returns the text for a finished task: the lesson's comment, the right answers, the way
// on, and after the last task the lesson's conclusion.
func (s *Screen) wonText() []passage {
	t, l := s.Game.Task(), s.Game.Lesson()
	all := []passage{{text: "You have reached the goal. " +
		strings.Join(slice.Map(t.Asked(), s.inWords), " ")}, gap}
	if t.Done != "" {
		all = append(append(all, prose(t.Done)...), gap)
	}
	all = append(all, s.answers()...)
	all = append(all, passage{text: s.onward()}, gap)
	if s.Game.Finished() {
		all = append(all, prose(l.Win)...)
		all = append(all, gap,
			passage{text: "Many believe: \"" + l.Misconception + "\" That is not so."}, gap)
		all = append(append(all, passage{text: "To go further:"}), prose(l.Extension)...)
		if next := s.nextLesson(); next != "" {
			all = append(all, gap, passage{text: "The next lesson: " + next})
		}
	}
	for len(all) > 0 && all[len(all)-1] == gap {
		all = all[:len(all)-1]
	}
	return all
}

func (s *Screen) nextLesson() string {
	if s.o.Next == nil {
		return ""
	}
	return s.o.Next(s.Game)
}

func (s *Screen) answers() []passage {
	var all []passage
	for _, x := range s.Game.Answers(s.h.Context()) {
		all = append(all,
			passage{
				style: draw.Plain | draw.Strong,
				text:  "Question " + strconv.Itoa(x.Number) + ": " + x.Text,
			})
		if votes := x.Voted(); votes != "" {
			all = append(all, passage{text: "The class: " + votes + "."})
		}
		found := x.Found
		switch {
		case x.Shown == nil:
		case x.Computed == "no":
			found = fmt.Sprintf("%s Press %d for a state to look at.", found, x.Number)
		default:
			found = strings.TrimSpace(fmt.Sprintf("%s Press %d to play the schedule.",
				found, x.Number))
		}
		for _, text := range []string{x.Said(), x.Because, found} {
			if text != "" {
				all = append(all, passage{text: text})
			}
		}
		all = append(all, gap)
	}
	return all
}
