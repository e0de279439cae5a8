package lesson

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/witness"
)

// Parse parses the text of a lesson's file. The name is that of the file, with or without a path.
// The lesson is nil if there are errors.
func Parse(name, file string) (*Lesson, Errors) {
	p := &parser{
		file: name, l: &Lesson{source: il.NewSource(name, file)}, head: map[string]bool{},
		seen: map[string]bool{},
	}
	p.l.Name, p.l.Number = nameOf(name)
	lines := linesOf(file)
	// Report a control character, which a terminal would obey, once per line.
	for i, line := range lines {
		n := text.FirstObeyed(line)
		if n < 0 {
			continue
		}
		what := "this is not UTF-8"
		if r, _ := utf8.DecodeRuneInString(line[n:]); r != utf8.RuneError {
			what = fmt.Sprintf("a terminal would obey the character %U", r)
		}
		p.bad(il.Position{Line: i + 1, Col: 1 + utf8.RuneCountInString(line[:n])}, what,
			"leave it out")
	}
	k := p.keys(lines)
	head, files := split(lines, k)
	for _, f := range files {
		if _, twice := p.l.File(f.Name); twice {
			p.bad(il.Position{Line: f.Line - 1, Col: 1}, "a second file "+f.Name, "")
			continue
		}
		p.l.Files = append(p.l.Files, f)
	}
	r := reader{lines: head, secret: k.holds, bad: p.bad}
	for _, e := range r.entries() {
		p.entry(e)
	}
	for _, key := range lessonKeys {
		if !p.head[key] && key != "task" && key != "edition" && key != "course" {
			p.bad(il.Position{Line: 1, Col: 1}, "the lesson has no "+key+":", "")
		}
	}
	if len(p.l.Tasks) == 0 {
		p.bad(il.Position{Line: 1, Col: 1}, "the lesson has no task",
			`begin one with a line such as "task: play"`)
	}
	for _, t := range p.l.Tasks {
		p.complete(t)
	}
	p.l.digest = witness.Digest(withoutKeys(lines, k, p.l.exam))
	if p.l.exam && len(k.marks) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(k.marks)))
		p.bad(il.Position{Line: first, Col: 1}, "an exam edition cannot have a key", "")
	}
	if len(p.errs) > 0 {
		p.errs.sort()
		return nil, p.errs
	}
	return p.l, nil
}

// Extension is the extension of lesson files.
const Extension = ".lesson"

// nameOf returns the name and number of the lesson in a file, such as "02-lost-update" and 2 for
// "lesson/course/02-lost-update.lesson".
func nameOf(file string) (name string, number int) {
	name = strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], Extension)
	digits := name[:len(name)-len(strings.TrimLeft(name, "0123456789"))]
	number, err := strconv.Atoi(digits)
	if err != nil {
		number = 0
	}
	return name, number
}

type parser struct {
	file string
	l    *Lesson
	errs Errors

	// reported has the errors in errs, without file and fix.
	reported map[Error]bool

	// The following entries belong to task, question and wrongOne, which are nil before the first
	// one.
	task     *Task
	question *Question
	wrongOne *Wrong
	// asked is the last goal or constraint, to which sentence: belongs.
	asked string

	// seen has the keys of the present task or, before the first one, those of the lesson.
	seen map[string]bool
	// head has the keys of the lesson.
	head map[string]bool
}

const (
	maxChoices = 6    // the answers of a question
	maxPoints  = 1000 // the points of a task
)

// bad reports an error, unless it was reported before.
func (p *parser) bad(at il.Position, message, fix string) {
	key := Error{At: at, Message: message}
	if p.reported[key] {
		return
	}
	if p.reported == nil {
		p.reported = map[Error]bool{}
	}
	p.reported[key] = true
	p.errs = append(p.errs, &Error{File: p.file, At: at, Message: message, Fix: fix})
}

func (p *parser) wrong(e entry, format string, args ...any) {
	p.bad(e.position(0), fmt.Sprintf(format, args...), "")
}

func (p *parser) entry(e entry) {
	if p.task == nil {
		p.head[e.key] = true
	}
	if e.text == "" {
		p.wrong(e, "%s: is empty", e.key)
		return
	}
	if !slices.Contains(repeated, e.key) {
		if p.seen[e.key] {
			p.wrong(e, "a second %s:", e.key)
			return
		}
		p.seen[e.key] = true
	}
	switch {
	case e.key == "task":
		kind := slices.Index(kinds, e.text)
		if kind < 0 {
			p.bad(e.position(0), fmt.Sprintf("there is no kind of task %q", e.text),
				"the kinds are "+strings.Join(kinds, ", "))
			kind = 0
		}
		p.seen, p.question, p.wrongOne, p.asked = map[string]bool{}, nil, nil, ""
		p.task = &Task{
			Number: len(p.l.Tasks) + 1, Kind: Kind(kind), Points: 1, lesson: p.l, at: e.at,
		}
		p.l.Tasks = append(p.l.Tasks, p.task)
		p.task.raw, p.task.sentences = map[string]entry{}, map[string]string{}
	case p.task == nil:
		p.lessonEntry(e)
	default:
		p.taskEntry(e)
	}
}

// repeated lists the keys that may occur several times in a task.
var repeated = []string{
	"task", "goal", "must", "sentence", "hint", "question", "choice", "right", "value", "analysis",
	"because", "shown", "wrong", "when", "also", "says",
}

// lessonEntry adds an entry before the first task.
func (p *parser) lessonEntry(e entry) {
	switch l := p.l; e.key {
	case "edition":
		if e.text != "exam" {
			p.wrong(e, "edition: can only be exam: solutions and right answers are left out")
		}
		l.exam = true
	case "lesson":
		l.Title = e.text
	case "course":
		l.Course = e.text
	case "idea":
		l.Idea = e.text
	case "minutes":
		n, err := strconv.Atoi(e.text)
		if err != nil || n < 1 {
			p.wrong(e, "minutes: %q is not a number of minutes", e.text)
		}
		l.Minutes = n
	case "misconception":
		l.Misconception = e.text
	case "text":
		l.Text = Prose(e.text)
	case "win":
		l.Win = Prose(e.text)
	case "extension":
		l.Extension = Prose(e.text)
	default:
		p.unknown(e, "before the first task", lessonKeys)
	}
}

// The keys before the first task, and those in a task.
var (
	lessonKeys = []string{
		"lesson", "course", "idea", "minutes", "misconception", "text", "win", "extension",
		"edition", "task",
	}
	taskKeys = []string{
		"task", "title", "points", "text", "done", "program", "pair", "heap", "allow", "goal",
		"must", "sentence", "fill", "race",
		"question", "choice", "right", "value", "analysis", "because", "shown", "hint", "solution",
		"wrong", "when", "also", "says",
	}
)

func (p *parser) unknown(e entry, where string, keys []string) {
	if slices.Contains(lessonKeys, e.key) || slices.Contains(taskKeys, e.key) {
		p.bad(e.at, e.key+": is not allowed "+where, "")
		return
	}
	p.bad(e.at, "there is no key "+e.key, "the keys "+where+" are "+strings.Join(keys, ", "))
}

func (p *parser) taskEntry(e entry) {
	switch t := p.task; e.key {
	case "title":
		t.Title = e.text
	case "text":
		t.Text = Prose(e.text)
	case "points":
		n, err := strconv.Atoi(e.text)
		if err != nil || n < 0 || n > maxPoints {
			p.wrong(e, "points: %q is not a number from 0 to %d", e.text, maxPoints)
		}
		t.Points = n
	case "done":
		t.Done = Prose(e.text)
	case "program":
		t.Program = e.text
		t.raw[e.key] = e
	case "pair", "heap", "race", "allow", "fill":
		t.raw[e.key] = e
	case "goal":
		t.Goals = append(t.Goals, e.text)
		t.goals = append(t.goals, e)
		p.asked = e.text
	case "sentence":
		if _, twice := t.sentences[p.asked]; p.asked == "" || twice {
			p.wrong(e, "sentence: needs a goal: or must: above it that has no sentence: yet")
			return
		}
		t.sentences[p.asked] = e.text
	case "must":
		p.asked = e.text
		m, known, err := parseConstraint(e.text)
		if !known {
			err = errors.New("it is not one of: keep statements; keep statements in any order; " +
				"keep all but N statements; at most N statements; reports none; reports some; " +
				"filtered none; filtered some; a false report without CLAUSE")
		}
		if err != nil {
			p.wrong(e, "must: %s", err)
		}
		p.task.Musts = append(p.task.Musts, m)
		p.task.musts = append(p.task.musts, e)
	case "hint":
		n := slices.Index(t.Hints[:], "")
		if n < 0 {
			p.wrong(e, "a task has only three hints: a nudge, where to look, and almost the move")
			return
		}
		t.Hints[n] = e.text
	case "solution":
		t.Solution, t.move = e.text, e
	case "question", "choice", "right", "value", "analysis", "because", "shown":
		p.questionEntry(e)
	case "wrong", "when", "also", "says":
		p.wrongEntry(e)
	default:
		p.unknown(e, "in a task", taskKeys)
	}
}

func (p *parser) questionEntry(e entry) {
	if e.key == "question" {
		p.task.Questions = append(p.task.Questions, Question{Text: e.text, Right: -1, at: e})
		p.question = &p.task.Questions[len(p.task.Questions)-1]
		return
	}
	q := p.question
	if q == nil {
		p.wrong(e, "%s: needs a question: above it", e.key)
		return
	}
	switch e.key {
	case "choice":
		q.Choices = append(q.Choices, e.text)
	case "right": // the letter of one of the choices, or one more choice
		if q.Right >= 0 || q.right.text != "" {
			p.wrong(e, "a second right answer")
		}
		if _, letter := text.OfLetter(e.text, 26); letter {
			q.right = e
			return
		}
		q.Right = len(q.Choices)
		q.Choices = append(q.Choices, e.text)
	case "value":
		q.value = e
	case "analysis":
		if e.text != "reports" && e.text != "filtered" {
			p.wrong(e, "analysis: must be reports or filtered (it counts these pairs)")
		}
		q.counted = e.text
	case "because":
		q.Because = e.text
	case "shown":
		q.shown = e
	}
}

func (p *parser) wrongEntry(e entry) {
	if e.key == "wrong" {
		p.task.Wrongs = append(p.task.Wrongs, Wrong{Move: e.text, at: e})
		p.wrongOne = &p.task.Wrongs[len(p.task.Wrongs)-1]
		return
	}
	switch {
	case p.wrongOne == nil:
		p.wrong(e, "%s: needs a wrong: above it", e.key)
	case e.key == "when":
		p.wrongOne.When, p.wrongOne.when = e.text, e
	case e.key == "also":
		if e.text != alsoStart && e.text != alsoTrace {
			p.wrong(e, "also: must be start (where the task begins) or way (along the solution)")
		}
		p.wrongOne.Also = e.text
	default:
		p.wrongOne.Says = e.text
	}
}

// complete checks that a task is complete, and loads and checks what it names.
func (p *parser) complete(t *Task) {
	missing := func(what string) {
		p.bad(t.at, fmt.Sprintf("task %d has no %s", t.Number, what), "")
	}
	if t.Title == "" {
		missing("title:")
	}
	if t.Text == "" {
		missing("text:")
	}
	for i, h := range t.Hints {
		if h == "" {
			missing([]string{
				"hints", "second hint, where to look", "third hint, almost the move",
			}[i])
			break
		}
	}
	switch {
	case p.l.exam && t.Solution != "":
		p.wrong(t.move, "an exam edition has no solution:")
	case t.Kind == Analysis && t.Solution != "":
		p.wrong(t.move, "an analysis task has no solution: the answer key is computed")
	case t.Kind != Analysis && t.Solution == "" && !p.l.exam:
		missing("solution:")
	}
	if len(t.Wrongs) == 0 {
		missing("wrong:, a move that does not win")
	}
	for i := range t.Questions {
		p.completeQuestion(&t.Questions[i])
	}
	for i := range t.Wrongs {
		if w := &t.Wrongs[i]; w.When == "" || w.Says == "" {
			p.wrong(w.at, "this wrong move needs both when: and says:")
		}
	}
	if p.setting(t) {
		p.content(t)
		t.computeDigests()
	}
}

func (p *parser) completeQuestion(q *Question) {
	if q.right.text != "" {
		q.Right, _ = text.OfLetter(q.right.text, 26)
	}
	switch {
	case len(q.Choices) < 2:
		p.wrong(q.at, "a question needs at least two answers to choose from")
	case len(q.Choices) > maxChoices:
		p.wrong(q.at, "a question has at most %d answers to choose from", maxChoices)
	case p.l.exam && q.revealsAnswer():
		p.wrong(q.at, "an exam edition does not say what is right")
	case q.Right >= len(q.Choices):
		p.wrong(q.right, "right: there is no choice %s", q.right.text)
		q.Right = 0
	case p.l.exam:
	case q.Right < 0:
		p.wrong(q.at, "the question has no right: answer")
	case q.Because == "":
		p.wrong(q.at, "the question has no because:")
	}
}

// revealsAnswer reports whether the question has an entry that belongs in the key.
func (q *Question) revealsAnswer() bool {
	return q.Right >= 0 || q.Because != "" || q.value.text != "" || q.counted != "" ||
		q.shown.text != ""
}
