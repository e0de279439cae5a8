package lesson

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/session/query"
)

// maxLines limits the lines of a lesson's program, so that all of it fits on a screen.
const maxLines = 12

// Lint plays a lesson and reports its faults:
//
//   - a solution that does not win;
//   - a wrong move that wins, or gets an answer that is not its own;
//   - an answer to a wrong move that is also given to other moves;
//   - a task that is done before it begins, or by a program that does nothing;
//   - a right answer that differs from what the machine computes;
//   - a program that is too long, and a file that nothing uses.
//
// An exam edition has no solutions and no right answers to check.
func Lint(ctx context.Context, l *Lesson) Errors {
	p := &parser{file: l.source.Name, l: l}
	for _, t := range l.Tasks {
		p.lint(ctx, t)
	}
	p.unused()
	p.errs.sort()
	return p.errs
}

// Exposed reports why a lesson cannot be made into an exam edition: it would give something away,
// or it has no key. For an exam edition it returns nil.
func (l *Lesson) Exposed() Errors {
	if l.exam {
		return nil
	}
	_, errs := Exam(l.source.Name, l.source.Text)
	return errs
}

// LintAll reports lessons without a number, and numbers that are used twice.
func LintAll(all []*Lesson) Errors {
	var errs Errors
	for i, l := range all {
		if l.Number == 0 {
			errs = append(errs, &Error{
				File: l.source.Name, At: il.Position{Line: 1, Col: 1},
				Message: "the name of the file does not begin with a number",
				Fix:     "name it as in 02-lost-update" + Extension,
			})
		}
		for _, m := range all[:i] {
			if m.Number == l.Number && l.Number != 0 {
				errs = append(errs, &Error{
					File: l.source.Name, At: il.Position{Line: 1, Col: 1},
					Message: "a second lesson " + strconv.Itoa(l.Number),
					Fix:     m.source.Name + " is one",
				})
			}
		}
	}
	return errs
}

func (p *parser) lint(ctx context.Context, t *Task) {
	if n := lines(t.core); n > maxLines {
		p.wrong(t.raw["program"], "%s has %d lines, and a screen shows only %d", t.Program,
			n, maxLines)
	}
	if v := t.Check(ctx, t.idle()); v.Met() {
		p.bad(t.at, fmt.Sprintf("task %d is done before it begins", t.Number), "")
	}
	if t.Kind == Program {
		for _, program := range []string{"", t.emptied()} {
			if t.Check(ctx, Attempt{Program: program}).Met() {
				p.bad(t.at, fmt.Sprintf("task %d is done by a program that does nothing", t.Number),
					"add a goal such as possible(...), which requires that something happens, or "+
						"must: keep statements in any order")
				break
			}
		}
	}
	if p.l.exam {
		return
	}
	at := t.move
	if t.Kind == Analysis {
		at = entry{at: t.at}
	}
	for _, f := range t.Check(ctx, t.Key()).Findings {
		if f.Truth == query.True {
			continue
		}
		is := "not met"
		if f.Truth == query.Unknown {
			is = "not decided"
		}
		if f.Why != "" {
			is += ", " + f.Why
		}
		p.wrong(at, "the solution does not win: %s: %s", strings.TrimSuffix(f.Goal, "."), is)
	}
	for i := range t.Wrongs {
		p.lintWrong(ctx, t, t.Wrongs[i])
		p.lintEarly(ctx, t, &t.Wrongs[i])
	}
	for i := range t.Questions {
		p.lintQuestion(ctx, t, i)
	}
}

// emptied returns the task's program with empty units.
func (t *Task) emptied() string {
	var b strings.Builder
	for i, u := range t.core.Units {
		switch {
		case u.Thread && i > 0:
			b.WriteString("|| { skip; }\n")
		case u.Thread:
			b.WriteString("{ skip; }\n")
		default:
			if u.Private {
				b.WriteString("private ")
			}
			fmt.Fprintf(&b, "%s(%s) { skip; }\n", u.Name, strings.Join(u.Formals, ", "))
		}
	}
	return b.String()
}

// idle returns the attempt of a student who does nothing.
func (t *Task) idle() Attempt {
	switch t.Kind {
	case Play:
		return Attempt{Schedules: []string{""}}
	case Heap:
		return Attempt{Heap: t.initText(t.init)}
	case Program:
		return Attempt{Program: t.core.Source.Text}
	case Analysis:
		return Attempt{Results: t.BlankResults()}
	case Witness:
		return Attempt{Heap: t.initText(t.init), Schedules: []string{""}}
	default:
		panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
	}
}

// lintWrong reports a wrong move that wins, or that gets an answer meant for another move.
func (p *parser) lintWrong(ctx context.Context, t *Task, w Wrong) {
	a, err := t.given(w.Move)
	if err != nil {
		p.wrong(w.at, "wrong: %s", err)
		return
	}
	switch v := t.Check(ctx, a); {
	case v.Met():
		p.wrong(w.at, "this wrong move wins")
	case v.Truth == query.Unknown:
		p.wrong(w.at, "the search cannot decide whether this wrong move wins")
	case v.Says == "":
		p.wrong(w.when, "the lesson has no answer to this wrong move, because its when: is false%s",
			t.because(v))
	case v.Says != w.Says:
		p.wrong(w.at, "this wrong move gets the answer of an earlier one")
	}
}

// because explains in parentheses why an attempt could not be checked, or returns "".
func (t *Task) because(v Verdict) string {
	for _, f := range v.Findings {
		basic := f.Goal == goalCheckable || f.Goal == goalLegal ||
			t.Kind == Witness && f.Goal == t.witnessGoal()
		if f.Truth == query.False && basic {
			return " (" + f.Why + ")"
		}
	}
	return ""
}

// lintQuestion reports a right answer that differs from the computed one.
func (p *parser) lintQuestion(ctx context.Context, t *Task, i int) {
	q := t.Answer(ctx, i)
	right := strings.FieldsFunc(q.Choices[q.Right],
		func(r rune) bool { return strings.ContainsRune(" ,.;:", r) })
	if first := strings.ToLower(wordAt(right, 0)); q.Computed != "" && first != q.Computed {
		p.wrong(q.at, "the right answer begins with %q, and the machine says %s", first, q.Computed)
	}
}

func (p *parser) unused() {
	var used []string
	for _, t := range p.l.Tasks {
		used = append(used, t.Program)
		if t.Kind == Program || t.Kind == Analysis {
			used = append(used, t.Solution)
			for _, w := range t.Wrongs {
				used = append(used, w.Move)
			}
		}
	}
	for _, f := range p.l.Files {
		if !slices.Contains(used, f.Name) {
			p.bad(il.Position{Line: f.Line - 1, Col: 1}, "nothing uses the file "+f.Name, "")
		}
	}
}
