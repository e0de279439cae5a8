package lesson

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// Attempt is a proposed solution of a task. The kind of the task decides which fields are used.
type Attempt struct {
	// Heap is the initial state of a heap or witness task, in the form that session.ParseInit
	// reads.
	Heap string `json:"heap,omitempty"`
	// Schedules are the schedules of a play task, each from the start, or the one of a witness
	// task.
	Schedules []string `json:"schedules,omitempty"`
	// Program is the text of a program task.
	Program string `json:"program,omitempty"`
	// Results is the answer sheet of an analysis task, in the form that ParseResults reads.
	Results string `json:"sheet,omitempty"`
	// Witness replaces Heap and Schedules in a witness task.
	Witness *witness.Witness `json:"witness,omitempty"`
}

// ParseAttempt reads an attempt at the task from a text:
//
//	play      schedules, one on a line or with | between them; links as the stepper
//	          prints them (wobbly:1:...), or a trace file
//	heap      an initial state
//	program   the program
//	analysis  an answer sheet
//	witness   an initial state and a schedule, on two lines or with | between them; or
//	          a link, a trace file, or a witness as JSON
//
// Lines that begin with # are comments, except in programs.
func (t *Task) ParseAttempt(text string) (Attempt, error) {
	switch t.Kind {
	case Program:
		return Attempt{Program: text}, nil
	case Analysis:
		_, err := t.ParseResults(text)
		return Attempt{Results: text}, err
	case Witness:
		if strings.HasPrefix(strings.TrimSpace(text), "{") {
			w, err := witness.Read(strings.NewReader(text))
			return Attempt{Witness: w}, err
		}
	}
	parts, err := t.parts(text)
	if err != nil {
		return Attempt{}, err
	}
	a := Attempt{}
	switch {
	case t.Kind == Heap:
		a.Heap = strings.Join(parts, ",")
	case t.Kind == Play:
		a.Schedules = parts
	case len(parts) != 2:
		return a, errors.New("a witness is an initial state and a schedule, such as: " +
			"A.b=o1,B.b=o1 | A2 B")
	default:
		a.Heap, a.Schedules = parts[0], parts[1:]
	}
	return a, t.checkSyntax(&a)
}

func (t *Task) parts(text string) ([]string, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "trace") {
		tr, err := schedule.ParseTrace(text)
		if err != nil {
			return nil, err
		}
		if tr.Digest != witness.Digest(t.core.Source.Text) {
			return nil, errors.New("the trace is of another program than that of the task")
		}
		return t.recorded(tr.Units, tr.Heap, tr.Schedule())
	}
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if schedule.IsLink(line) {
			more, err := t.linkParts(line)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
			continue
		}
		for part := range strings.SplitSeq(line, "|") {
			part = strings.TrimSpace(part)
			for _, word := range []string{"heap:", "schedule:"} {
				part = strings.TrimSpace(strings.TrimPrefix(part, word))
			}
			all = append(all, part)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("there is nothing to check")
	}
	return all, nil
}

func (t *Task) linkParts(line string) ([]string, error) {
	l, err := schedule.ParseLink(line)
	if err != nil {
		return nil, err
	}
	if !l.Fits(witness.Digest(t.core.Source.Text)) {
		return nil, errors.New("the line is of another program than that of the task")
	}
	return t.recorded(l.Units, l.Heap, l.Schedule)
}

// recorded returns the parts of the attempt that a link or a trace records: the initial state or
// the schedule or both, as the kind of the task needs. It refuses other units, and in a play task
// another initial state.
func (t *Task) recorded(units [2]string, heap string, s schedule.Schedule) ([]string, error) {
	p, err := session.PairOf(t.core, units[0], units[1])
	if err != nil {
		return nil, err
	}
	if p != t.pair {
		return nil, fmt.Errorf("it is of %s and %s, the task of %s and %s", text.Name(units[0]),
			text.Name(units[1]), t.pair.Left.Name, t.pair.Right.Name)
	}
	switch t.Kind {
	case Heap:
		return []string{heap}, nil
	case Witness:
		return []string{heap, s.String()}, nil
	}
	in, err := session.ParseInit(t.core, t.pair, heap)
	if err != nil {
		return nil, err
	}
	if t.initText(in) != t.initText(t.init) {
		return nil, fmt.Errorf("it begins in another initial state than the task, which is %s",
			t.initText(t.init))
	}
	return []string{s.String()}, nil
}

func (t *Task) initText(in semantics.Init) string { return session.InitText(t.core, t.pair, in) }

func (t *Task) checkSyntax(a *Attempt) error {
	if t.Kind.heapIsChosen() {
		if _, err := t.chosen(a.Heap); err != nil {
			return err
		}
	}
	for _, s := range a.Schedules {
		if _, err := schedule.Parse(s); err != nil {
			return fmt.Errorf("schedule %s: %w", text.Quote(s), err)
		}
	}
	return nil
}

// chosen reads an initial state that the student chose, and checks that it fits the program.
func (t *Task) chosen(text string) (semantics.Init, error) {
	in, err := session.ParseInit(t.core, t.pair, text)
	if err == nil {
		_, err = session.New(t.core, t.pair, in)
	}
	return in, err
}

// given returns the attempt that a move in the lesson's file stands for, which is the name of a
// file in program and analysis tasks.
func (t *Task) given(move string) (Attempt, error) {
	if t.Kind == Program || t.Kind == Analysis {
		f, ok := t.lesson.File(move)
		if !ok {
			return Attempt{}, fmt.Errorf("the lesson has no file %s", move)
		}
		move = f.Text
	}
	return t.ParseAttempt(move)
}

// Key returns the lesson's own solution, computed for an analysis task. It requires Lesson.HasKey.
func (t *Task) Key() Attempt {
	if t.Kind == Analysis {
		return Attempt{Results: t.analysisResults()}
	}
	a, err := t.given(t.Solution)
	if err != nil {
		panic("unreachable: " + err.Error()) // Parse has checked it
	}
	return a
}
