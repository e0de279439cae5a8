package grading

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"wobbly/internal/ask"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

// maxProgramBytes limits a student's program. A lesson's dozen lines need far less.
const maxProgramBytes = 16 << 10

// maxStates limits each search of a check. Programs that fit a lesson have a few hundred states.
const maxStates = 10_000

// maxUndecided limits a student's undecided solutions. Later solutions are not checked.
const maxUndecided = 3

// A work is the grading of one student's hand-in.
type work struct {
	c     *class
	who   Who
	files int
	// signed is the student's name in a record.
	signed string
	// tasks has the grades of the tasks of a lesson, by the lesson's name.
	tasks     map[string][]lesson.TaskGrade
	solutions []solution
	// chosen has the answers to the questions of a task, as numbers from 1; 0 is none.
	chosen map[*lesson.Task][]int
	// from has the name of the file with the solution that counts, or "" for one in a record.
	from   map[*lesson.Task]string
	faults []fault
	// undecided is the number of solutions that a limit has left undecided.
	undecided int
	// malformed has the tasks whose only files are malformed, with the reason.
	malformed map[*lesson.Task]string
}

type fault struct {
	why        Reason
	path, text string
}

type solution struct {
	path    string
	task    *lesson.Task
	attempt lesson.Attempt
	verdict lesson.Verdict
}

// maxFault limits the text of a fault, in characters.
const maxFault = 400

func (w *work) addFault(f File, err error) {
	x := asFault(err)
	w.faults = append(w.faults, fault{why: x.Why, path: f.Path, text: faultText(f, x.Text)})
}

func faultText(f File, reason string) string {
	line := text.Measure(utf8.RuneCountInString).Clip(reason, maxFault, "...")
	return text.Name(path.Base(f.Path)) + ": " + line
}

// malformedText is the lesson's reply to a file that is not a solution at all.
const malformedText = "The file is malformed."

// asFault returns the fault in an error. Any other error says why a solution is malformed.
func asFault(err error) *Fault {
	var x *Fault
	if errors.As(err, &x) {
		return x
	}
	return &Fault{Why: Malformed, Text: err.Error()}
}

// IsRecord reports whether a text is a record of lessons.
func IsRecord(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) &&
		bytes.Contains(text, []byte(`"`+lesson.RecordSchema+`"`))
}

// grade grades a hand-in. If the context ends, some verdicts are wrong.
func (c *class) grade(ctx context.Context, in HandIn) *work {
	w := &work{
		c:         c,
		who:       in.Who,
		files:     len(in.Files),
		tasks:     map[string][]lesson.TaskGrade{},
		chosen:    map[*lesson.Task][]int{},
		from:      map[*lesson.Task]string{},
		malformed: map[*lesson.Task]string{},
	}
	for _, f := range in.Files {
		if err := w.gradeFile(ctx, f); err != nil {
			w.addFault(f, err)
		}
	}
	return w
}

// gradeFile grades the solutions or the record in a file. The error says why it has none.
func (w *work) gradeFile(ctx context.Context, f File) error {
	if f.Fault != nil {
		return f.Fault
	}
	content, err := Decode(f.Text)
	if err == nil && isHTML(f.Name, content) {
		content = plain(htmlText(content))
	}
	if err == nil && IsRecord([]byte(content)) {
		return w.gradeRecord(ctx, f, content)
	}
	place, placeErr := w.c.place(f)
	unnamed := placeErr != nil && asFault(placeErr).Why == NoTask
	if err != nil || placeErr != nil && !unnamed {
		return cmp.Or(placeErr, err)
	}
	if unnamed && isHTML(f.Name, "") && strings.TrimSpace(content) == "" {
		return nil // the online text of a student who has handed in files
	}
	sections, err := w.c.sections(content)
	known := slices.ContainsFunc(sections, func(s section) bool { return w.c.hasTask(s.place) })
	switch {
	case err != nil:
		return err
	case unnamed && len(sections) == 0:
		return placeErr
	case !unnamed && (len(sections) < 2 || !known):
		sections = []section{{place: place, text: content}}
	}
	for _, s := range sections {
		if err := w.gradeSolution(ctx, f, s.text, s.place); err != nil {
			w.addFault(f, err)
		}
	}
	return nil
}

func (w *work) gradeRecord(ctx context.Context, f File, content string) error {
	all, err := lesson.ReadRecords(strings.NewReader(content))
	if err != nil {
		return Faultf(BadRecord, "%s", err)
	}
	if all.Student != "" {
		quoted := text.Quote(all.Student)
		w.signed = quoted[1 : len(quoted)-1]
	}
	graded := map[string][]string{} // the digests of editions, by lesson
	changed := map[*lesson.Lesson]lesson.Changes{}
	for _, r := range all.Lessons {
		l, other := w.c.find(func(l *lesson.Lesson) bool { return l.Name == r.Lesson })
		switch {
		case other:
			continue
		case l == nil:
			w.addFault(f, Faultf(UnknownTask, "there is no lesson %s", text.Name(r.Lesson)))
			continue
		case slices.Contains(graded[l.Name], r.Digest) || len(graded[l.Name]) == maxEditions:
			w.addFault(f, Faultf(BadRecord, "lesson %s occurs again, and is left out", l.Name))
			continue
		}
		graded[l.Name] = append(graded[l.Name], r.Digest)
		changed[l] = append(changed[l], w.gradeLesson(ctx, f, l, r)...)
	}
	for _, l := range w.c.o.Lessons {
		// Skip work that was repeated after the change, in another record.
		changes := slices.DeleteFunc(changed[l], func(x lesson.Change) bool {
			return x.Question == 0 && x.Task <= len(w.tasks[l.Name]) &&
				w.tasks[l.Name][x.Task-1].Handed
		})
		if len(changes) > 0 {
			w.addFault(f, Faultf(Changed,
				"lesson %s: %s since the record was started; the work on it is not graded "+
					"(--master accepts older editions too)", l.Name, changes))
		}
	}
	return nil
}

const maxEditions = 8

// gradeLesson grades the record of a lesson against the edition that it was begun with. If that
// edition is unknown, it returns the changes since.
func (w *work) gradeLesson(ctx context.Context, f File, l *lesson.Lesson,
	r lesson.Record) lesson.Changes {
	edition := r.Edition(w.c.editions(l))
	g := lesson.GradeRecordBy(edition, r,
		func(t *lesson.Task, a lesson.Attempt) lesson.Verdict {
			v := w.verdict(ctx, t, a)
			w.addSolution(f, t, a, v)
			return v
		})
	if g.Fault != "" {
		w.addFault(f, Faultf(BadRecord, "%s", g.Fault))
		return nil
	}
	if fit, err := r.FitTo(l); err == nil {
		for k, t := range l.Tasks {
			if w.chosen[t] == nil {
				w.chosen[t] = fit.Record.Tasks[k].Predictions
			}
		}
	}
	for k, x := range g.Tasks {
		if t := l.Counterpart(edition.Tasks[k]); t != nil {
			x.Task, x.Questions = t.Number, len(t.Questions)
			x.Predicted, x.Right = min(x.Predicted, x.Questions), min(x.Right, x.Questions)
			w.addGrade(l, x, "")
		} else if x.Handed {
			w.addFault(f, Faultf(Changed, "lesson %s: task %d of the older edition is not graded",
				l.Name, k+1))
		}
	}
	return g.Changed
}

// gradeSolution grades a solution of one task. The error says why the text is not a solution.
func (w *work) gradeSolution(ctx context.Context, f File, content string, p Place) error {
	l, other := w.c.find(func(l *lesson.Lesson) bool { return l.Number == p.Lesson })
	if other {
		return nil
	}
	if l == nil || p.Task < 1 || p.Task > len(l.Tasks) { // --names accepts any number
		return Faultf(UnknownTask, "there is no lesson %d with a task %d", p.Lesson, p.Task)
	}
	t := l.Tasks[p.Task-1]
	var best *lesson.Verdict
	var malformed error
	for i, edition := range w.c.editions(l) { // a file can be for any edition
		if p.Task > len(edition.Tasks) {
			continue
		}
		task := edition.Tasks[p.Task-1]
		if i > 0 && task.Digest() == t.Digest() {
			continue
		}
		attempts, err := Read(task, content)
		if err != nil {
			malformed = cmp.Or(malformed, err)
			continue
		}
		a, v := Best(attempts,
			func(a lesson.Attempt) lesson.Verdict { return w.verdict(ctx, task, a) })
		w.addSolution(f, task, a, v)
		if best == nil || v.Met() {
			best = &v
		}
		if v.Met() {
			break
		}
	}
	if best != nil && best.Illegal() != "" {
		malformed = cmp.Or(malformed, errors.New(best.Illegal()))
	}
	if malformed != nil && (best == nil || !best.Met()) {
		if tasks := w.tasks[l.Name]; tasks == nil || !tasks[t.Number-1].Handed {
			wrong := lesson.Verdict{Truth: query.False, Says: malformedText}
			if best != nil && best.Illegal() != "" {
				wrong = *best
			}
			w.addGrade(l, lesson.TaskGrade{Task: t.Number, Handed: true, Verdict: wrong,
				Questions: len(t.Questions)}, path.Base(f.Path))
			w.malformed[t] = faultText(f, malformed.Error())
		}
		return malformed
	}
	w.addGrade(l, lesson.TaskGrade{Task: t.Number, Handed: true, Verdict: *best,
		Questions: len(t.Questions)}, path.Base(f.Path))
	return nil
}

func (w *work) addSolution(f File, t *lesson.Task, a lesson.Attempt, v lesson.Verdict) {
	w.solutions = append(w.solutions, solution{path: f.Path, task: t, attempt: a, verdict: v})
	if v.Truth == query.Unknown {
		w.undecided++
	}
}

// verdict checks a solution, or returns the cached verdict on an equal one.
func (w *work) verdict(ctx context.Context, t *lesson.Task, a lesson.Attempt) lesson.Verdict {
	switch {
	case len(a.Program) > maxProgramBytes:
		return lesson.Undecided(fmt.Sprintf("programs of more than %d KB are not checked",
			maxProgramBytes>>10))
	case w.undecided >= maxUndecided:
		return lesson.Undecided(fmt.Sprintf("not checked, because limits left %d "+
			"solutions undecided", maxUndecided))
	}
	key, err := json.Marshal(a)
	if err != nil {
		return t.Check(lesson.Bounded(ctx, maxStates), a)
	}
	solved := solutionKey{task: t, attempt: string(key)}
	w.c.lock.Lock()
	v, known := w.c.verdicts[solved]
	w.c.lock.Unlock()
	if known {
		return v
	}
	v = t.Check(lesson.Bounded(ctx, maxStates), a)
	w.c.lock.Lock()
	defer w.c.lock.Unlock()
	if len(w.c.verdicts) < maxVerdicts && ctx.Err() == nil {
		w.c.verdicts[solved] = v
	}
	return v
}

// addGrade adds the grade of a task. If there are several solutions, a correct one counts. file is
// the name of the solution's file, or empty for a solution in a record.
func (w *work) addGrade(l *lesson.Lesson, x lesson.TaskGrade, file string) {
	if w.tasks[l.Name] == nil {
		for _, t := range l.Tasks {
			w.tasks[l.Name] = append(w.tasks[l.Name],
				lesson.TaskGrade{Task: t.Number, Questions: len(t.Questions)})
		}
	}
	old := &w.tasks[l.Name][x.Task-1]
	if old.Handed && (old.Verdict.Met() || !x.Handed) {
		x.Verdict = old.Verdict
		x.Handed = true
	} else if x.Handed {
		w.from[l.Tasks[x.Task-1]] = file
		delete(w.malformed, l.Tasks[x.Task-1])
	}
	x.Attempts, x.Hints = max(old.Attempts, x.Attempts), max(old.Hints, x.Hints)
	x.Predicted, x.Right = max(old.Predicted, x.Predicted), max(old.Right, x.Right)
	*old = x
}

func (w *work) document(maxPoints int) report.GradedStudent {
	d := report.GradedStudent{
		Student: w.who.String(), Signed: w.signed, MaxPoints: maxPoints,
		Works: []report.GradedWork{}, Faults: []string{},
	}
	for _, f := range w.faults {
		if reasons[f.why].loss {
			d.Faults = append(d.Faults, f.text)
		}
	}
	for _, l := range w.c.o.Lessons {
		tasks, ok := w.tasks[l.Name]
		if !ok {
			continue
		}
		x := report.GradedWork{Number: l.Number, Name: l.Name, Title: l.Title}
		for i := range tasks {
			t := w.taskDocument(l.Tasks[i], &tasks[i])
			if t.Verdict == report.GoalMet {
				x.Done++
			}
			x.Points += t.Points
			x.Tasks = append(x.Tasks, t)
		}
		d.Done += x.Done
		d.Points += x.Points
		d.Works = append(d.Works, x)
	}
	return d
}

// taskDocument returns the grade of a task with its points and, for each goal that was not met, a
// link to the state that shows it.
func (w *work) taskDocument(t *lesson.Task, g *lesson.TaskGrade) report.GradedTask {
	v := ask.Verdict(t, g.Verdict)
	for i, f := range g.Verdict.Findings {
		if r := v.Goals[i].Shown; r != nil {
			link := ask.ShareText(t.Program, f.Shown.Core().Source.Text, "")
			pair := f.Shown.Pair()
			link.Units = []string{pair.Left.Name, pair.Right.Name}
			link.Heap, link.Schedule = r.Heap, r.Schedule
			r.File, r.Shared = w.from[t], link.Hash()
		}
	}
	d := report.GradedTask{
		Task: g.Task, Title: t.Title, Kind: v.Kind, Handed: g.Handed, Verdict: v.Verdict,
		Goals: v.Goals, Says: v.Says,
		Attempts: g.Attempts, Hints: g.Hints,
		Questions: g.Questions, Predicted: g.Predicted, Right: g.Right,
		MaxPoints: t.Points, Points: w.c.o.QuestionPoints * g.Right, Malformed: w.malformed[t],
	}
	if t.Lesson().HasKey() && w.c.o.QuestionPoints > 0 {
		d.Scored = true
		d.MaxPoints += w.c.o.QuestionPoints * g.Questions
	}
	if v.Verdict == report.GoalMet {
		d.Points += t.Points
	}
	return d
}
