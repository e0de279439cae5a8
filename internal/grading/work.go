package grading

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"wobbly/internal/ask"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

// maxProgramBytes limits a program that is handed in. A lesson's dozen lines need far
// less.
const maxProgramBytes = 16 << 10

// maxStates limits each search of a check. Programs that fit a lesson have a few hundred
// states.
const maxStates = 10_000

// maxUndecided limits the solutions of one student that may be undecided because of a
// limit. After that, none is checked.
const maxUndecided = 3

// work is the grading of one student's hand-in.
type work struct {
	c         *class
	name      string
	signed    string                        // the name in a record
	tasks     map[string][]lesson.TaskGrade // by lesson
	taken     []taken                       // solutions
	chosen    map[*lesson.Task][]int        // predictions
	faults    []string
	undecided int
}

// taken is a solution that was checked, of a task of any edition.
type taken struct {
	task    *lesson.Task
	attempt lesson.Attempt
	verdict lesson.Verdict
}

// maxFault limits what is reported of one file, in characters.
const maxFault = 400

func (w *work) fault(file, format string, args ...any) {
	line := text.Measure(utf8.RuneCountInString).Clip(fmt.Sprintf(format, args...), maxFault, "...")
	w.faults = append(w.faults, text.Name(path.Base(file))+": "+line)
}

// solutionFile matches the name of a file with the solution of one task: lesson, task,
// anything, as in 4.1.il or 02-2-second-try.txt.
var solutionFile = regexp.MustCompile(`^0*([0-9]+)[.-]([0-9]+)([.-].*)?$`)

// IsRecord reports whether a text is a record of lessons.
func IsRecord(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && bytes.Contains(text, []byte(`"`+lesson.RecordSchema+`"`))
}

// grade grades one hand-in.
func (c *class) grade(ctx context.Context, in HandIn) *work {
	w := &work{c: c, name: in.Name, tasks: map[string][]lesson.TaskGrade{}, chosen: map[*lesson.Task][]int{}}
	for _, f := range in.Files {
		m := solutionFile.FindStringSubmatch(path.Base(f.Path))
		switch {
		case f.Fault != "":
			w.fault(f.Path, "%s", f.Fault)
		case IsRecord(f.Text):
			w.record(ctx, f)
		case m != nil:
			w.solution(ctx, f, m[1], m[2])
		default:
			w.fault(f.Path, "is neither a record of lessons nor named as in 4.1.il, after a lesson and a task")
		}
	}
	return w
}

// record grades a record.
func (w *work) record(ctx context.Context, f File) {
	all, err := lesson.ReadRecords(bytes.NewReader(f.Text))
	if err != nil {
		w.fault(f.Path, "%s", err)
		return
	}
	if all.Student != "" {
		w.signed = text.Quote(all.Student)
		w.signed = w.signed[1 : len(w.signed)-1]
	}
	graded := map[string][]string{} // digests, by lesson
	changed := map[*lesson.Lesson]lesson.Changes{}
	for _, r := range all.Lessons {
		l, other := w.c.find(func(l *lesson.Lesson) bool { return l.Name == r.Lesson })
		switch {
		case other:
			continue
		case l == nil:
			w.fault(f.Path, "there is no lesson %s", text.Name(r.Lesson))
			continue
		case slices.Contains(graded[l.Name], r.Digest) || len(graded[l.Name]) == maxEditions:
			w.fault(f.Path, "lesson %s stands there again, and is left out", l.Name)
			continue
		}
		graded[l.Name] = append(graded[l.Name], r.Digest)
		changed[l] = append(changed[l], w.ofLesson(ctx, f, l, r)...)
	}
	for _, l := range w.c.o.Lessons {
		// What was done again after the change, in another record, needs no mention.
		changes := slices.DeleteFunc(changed[l], func(x lesson.Change) bool {
			return x.Question == 0 && x.Task <= len(w.tasks[l.Name]) && w.tasks[l.Name][x.Task-1].Handed
		})
		if len(changes) > 0 {
			w.fault(f.Path, "lesson %s: %s since the record was begun; what was done there is not graded (--master takes older editions, too)", l.Name, changes)
		}
	}
}

// maxEditions limits the records of one lesson that are graded in a file.
const maxEditions = 8

// ofLesson grades the record of a lesson against the edition that it was begun with. It
// returns what has changed since, if that edition is not known.
func (w *work) ofLesson(ctx context.Context, f File, l *lesson.Lesson, r lesson.Record) lesson.Changes {
	edition := r.Edition(w.c.editions(l))
	g := lesson.GradeRecordBy(edition, r, func(t *lesson.Task, a lesson.Attempt) lesson.Verdict { return w.check(ctx, t, a) })
	if g.Fault != "" {
		w.fault(f.Path, "%s", g.Fault)
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
			w.enter(l, x)
		} else if x.Handed {
			w.fault(f.Path, "lesson %s: task %d of the older edition is not among those that are graded", l.Name, k+1)
		}
	}
	return g.Changed
}

// solution grades a solution of one task.
func (w *work) solution(ctx context.Context, f File, number, task string) {
	l, other := w.c.find(func(l *lesson.Lesson) bool { return strconv.Itoa(l.Number) == number })
	k, err := strconv.Atoi(task)
	if other {
		return
	}
	if l == nil || err != nil || k < 1 || k > len(l.Tasks) {
		w.fault(f.Path, "there is no lesson %s with a task %s", text.Name(number), text.Name(task))
		return
	}
	t := l.Tasks[k-1]
	var best *lesson.Verdict
	var unread error
	for i, edition := range w.c.editions(l) { // a file names no edition: any will do
		if k > len(edition.Tasks) || i > 0 && edition.Tasks[k-1].Digest() == t.Digest() {
			continue
		}
		a, err := edition.Tasks[k-1].ParseAttempt(string(f.Text))
		if err != nil {
			unread = cmp.Or(unread, err)
			continue
		}
		v := w.check(ctx, edition.Tasks[k-1], a)
		if best == nil || v.Met() {
			best = &v
		}
		if v.Met() {
			break
		}
	}
	if unread != nil && (best == nil || !best.Met()) {
		w.fault(f.Path, "%s", unread)
		return
	}
	w.enter(l, lesson.TaskGrade{Task: t.Number, Handed: true, Verdict: *best, Questions: len(t.Questions)})
}

// check checks a solution, unless the same one was checked before for any student.
func (w *work) check(ctx context.Context, t *lesson.Task, a lesson.Attempt) lesson.Verdict {
	v := w.verdict(ctx, t, a)
	w.taken = append(w.taken, taken{t, a, v})
	if v.Truth == query.Unknown {
		w.undecided++
	}
	return v
}

func (w *work) verdict(ctx context.Context, t *lesson.Task, a lesson.Attempt) lesson.Verdict {
	switch {
	case len(a.Program) > maxProgramBytes:
		return lesson.Undecided(fmt.Sprintf("a program of more than %d KB is not looked at", maxProgramBytes>>10))
	case w.undecided >= maxUndecided:
		return lesson.Undecided(fmt.Sprintf("not looked at: of %d solutions before, bounds have kept the answer", maxUndecided))
	}
	key, err := json.Marshal(a)
	if err != nil {
		return t.Check(lesson.Bounded(ctx, maxStates), a)
	}
	name := handed{t, string(key)}
	w.c.lock.Lock()
	v, known := w.c.verdicts[name]
	w.c.lock.Unlock()
	if known {
		return v
	}
	v = t.Check(lesson.Bounded(ctx, maxStates), a)
	w.c.lock.Lock()
	defer w.c.lock.Unlock()
	if len(w.c.verdicts) < maxKept && ctx.Err() == nil {
		w.c.verdicts[name] = v
	}
	return v
}

// enter adds the grade of a task. Of several solutions, a correct one counts.
func (w *work) enter(l *lesson.Lesson, x lesson.TaskGrade) {
	if w.tasks[l.Name] == nil {
		for _, t := range l.Tasks {
			w.tasks[l.Name] = append(w.tasks[l.Name], lesson.TaskGrade{Task: t.Number, Questions: len(t.Questions)})
		}
	}
	old := &w.tasks[l.Name][x.Task-1]
	if old.Handed && (old.Verdict.Met() || !x.Handed) {
		x.Verdict = old.Verdict
		x.Handed = true
	}
	x.Attempts, x.Hints = max(old.Attempts, x.Attempts), max(old.Hints, x.Hints)
	x.Predicted, x.Right = max(old.Predicted, x.Predicted), max(old.Right, x.Right)
	*old = x
}

// document describes the grades of a student.
func (w *work) document(most int) report.GradedStudent {
	d := report.GradedStudent{
		Student: w.name, Signed: w.signed, MaxPoints: most, Works: []report.GradedWork{}, Faults: append([]string{}, w.faults...),
	}
	for _, l := range w.c.o.Lessons {
		tasks, ok := w.tasks[l.Name]
		if !ok {
			continue
		}
		x := report.GradedWork{Number: l.Number, Name: l.Name, Title: l.Title}
		for i := range tasks {
			t := w.task(l.Tasks[i], &tasks[i])
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

// task describes the grade of a task.
func (w *work) task(t *lesson.Task, g *lesson.TaskGrade) report.GradedTask {
	v := ask.Verdict(t, g.Verdict)
	d := report.GradedTask{
		Task: g.Task, Title: t.Title, Kind: v.Kind, Handed: g.Handed, Verdict: v.Verdict, Goals: v.Goals, Says: v.Says,
		Attempts: g.Attempts, Hints: g.Hints, Questions: g.Questions, Predicted: g.Predicted, Right: g.Right,
		MaxPoints: t.Points, Points: w.c.o.QuestionPoints * g.Right,
	}
	if t.Lesson().HasKey() {
		d.MaxPoints += w.c.o.QuestionPoints * g.Questions
	}
	if v.Verdict == report.GoalMet {
		d.Points += t.Points
	}
	return d
}
