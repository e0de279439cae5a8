package lesson_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
)

// TestAnswers checks that each question has an answer once its task is done: which choice is right,
// why, what wobbly computes, and a state that shows it, if there is one.
func TestAnswers(t *testing.T) {
	ctx := context.Background()
	questions, computed, shown := 0, 0, 0
	for _, l := range shipped(t) {
		g := lesson.NewGame(l)
		for more := true; more; more = g.Next() {
			ready(g)
			if g.Answers(ctx) != nil {
				t.Errorf("%s, task %d: answers are given before it is done", l.Name,
					g.Task().Number)
			}
			g.Check(ctx, g.Task().Key())
			for _, a := range g.Answers(ctx) {
				questions++
				if !a.IsJudged() || a.Because == "" || a.Said() == "" {
					t.Errorf("%s, task %d, question %d is not answered", l.Name,
						g.Task().Number, a.Number)
				}
				if a.Computed != "" {
					computed++
				}
				if a.Computed == "yes" && a.Shown == nil {
					t.Errorf("%s, task %d, question %d: the answer is yes, but no state shows it",
						l.Name, g.Task().Number, a.Number)
				}
				if a.Shown != nil {
					shown++
				}
			}
		}
	}
	if questions != 60 || computed != 34 || shown != 37 {
		t.Errorf("the shipped lessons have %d questions, %d computed answers and %d shown states; "+
			"want 60, 34 and 37", questions, computed, shown)
	}
}

func TestSaid(t *testing.T) {
	q := lesson.Question{Choices: []string{"no", "yes"}, Right: 1}
	exam := lesson.Question{Choices: q.Choices, Right: -1}
	for _, tt := range []struct {
		a    lesson.Answered
		want string
	}{
		{lesson.Answered{Question: q, Choice: 2}, "You said: yes. That is right."},
		{lesson.Answered{Question: q, Choice: 1},
			"You said: no. That is wrong. The right answer: yes."},
		{lesson.Answered{Question: q}, "The right answer: yes."},
		{lesson.Answered{Question: exam, Choice: 1},
			"You said: no. Your teacher has the right answer."},
		{lesson.Answered{Question: exam}, ""},
	} {
		if got := tt.a.Said(); got != tt.want {
			t.Errorf("Said() of %+v = %q, want %q", tt.a, got, tt.want)
		}
	}
}

// TestVotes checks that a class can vote on the open question, and vote again, and that the votes
// are in the record and stay with their question.
func TestVotes(t *testing.T) {
	l := shippedLesson(t, 5)
	g := lesson.NewGame(l)
	for _, votes := range [][]int{nil, {1}, {1, 2, 3}, {-1, 2}, {1, 100_001}} {
		if err := g.Vote(votes); err == nil {
			t.Errorf("Vote(%v) = nil, want an error", votes)
		}
	}
	for _, votes := range [][]int{{100_000, 0}, {3, 12}} {
		if err := g.Vote(votes); err != nil {
			t.Errorf("Vote(%v) = %v", votes, err)
		}
	}
	g.Answer(1)
	g.Answer(2)
	if g.Vote([]int{1, 2}) == nil {
		t.Error("Vote without an open question succeeds, want an error")
	}
	back := lesson.NewGame(l)
	if err := back.Resume(g.Record()); err != nil || !slices.Equal(back.Votes(1), []int{3, 12}) ||
		back.Votes(2) != nil {
		t.Errorf("Resume = %v, then the votes are %v and %v; want [3 12] and none", err,
			back.Votes(1), back.Votes(2))
	}
	back.Check(context.Background(), back.Task().Key())
	if got := back.Answers(context.Background())[0].Voted(); got != "a 3, b 12 of 15 votes" {
		t.Errorf("Voted() = %q, want %q", got, "a 3, b 12 of 15 votes")
	}
	for _, votes := range [][][]int{{{1}}, {{1, -2}}, {{1, 2}, {1, 2}, {1, 2}}} {
		r := g.Record()
		r.Tasks[0].Votes = votes
		if err := lesson.NewGame(l).Resume(r); err == nil {
			t.Errorf("Resume of a record with the votes %v succeeds, want an error", votes)
		}
	}
	text, err := os.ReadFile("course/05-check-then-act.lesson")
	if err != nil {
		t.Fatal(err)
	}
	first, second := "question: Is there a race", "question: Can one of"
	edited, errs := lesson.Parse("05-check-then-act.lesson",
		strings.Replace(string(text), first,
			second+" them get lost?\nchoice: no\nright: yes, one\nbecause: So it is.\n"+first, 1))
	if len(errs) > 0 {
		t.Fatalf("parsing the edited lesson: %v", errs)
	}
	f, err := g.Record().FitTo(edited)
	if err != nil || len(f.Record.Tasks[0].Votes) != 3 ||
		!slices.Equal(f.Record.Tasks[0].Votes[1], []int{3, 12}) {
		t.Errorf("FitTo moves the votes to %v, %v; want [3 12] at the second of three questions",
			f.Record.Tasks[0].Votes, err)
	}
}

// TestAgain checks that a task and a lesson can be played again: the questions are asked again, and
// the record keeps the first answers.
func TestAgain(t *testing.T) {
	ctx := context.Background()
	l := shippedLesson(t, 2)
	g := lesson.NewGame(l)
	ready(g)
	g.Check(ctx, lesson.Attempt{Schedules: []string{"A2 B4 A2"}})
	g.Again()
	if _, n, open := g.Question(); g.Done() || !open || n != 1 || g.IsAgain() {
		t.Errorf("after Again: done = %t, question %d open = %t, IsAgain = %t; want the first "+
			"question of a task that is not done", g.Done(), n, open, g.IsAgain())
	}
	g.Answer(2)
	g.Check(ctx, lesson.Attempt{Schedules: []string{"B2 A4 B2"}})
	if a, _ := g.Solution(); a.Schedules[0] != "B2 A4 B2" {
		t.Errorf("the second solution is %v, want B2 A4 B2", a.Schedules)
	}
	if r := g.Record().Tasks[0]; !r.Done || r.Attempts != 1 ||
		r.Solution.Schedules[0] != "A2 B4 A2" || r.Predictions[0] != 1 {
		t.Errorf("the record of task 1 is %+v, want the first attempt: A2 B4 A2 and answer 1", r)
	}
	g.Next()
	ready(g)
	g.Check(ctx, g.Task().Key())
	g.AllAgain()
	if done, _ := g.Progress(); done != 0 || !g.IsAgain() || g.Task().Number != 1 ||
		g.Record().Done() != 2 {
		t.Errorf("after AllAgain: %d tasks done, task %d open, %d done in the record; want 0, 1, 2",
			done, g.Task().Number, g.Record().Done())
	}
}

// TestSentence checks the sentences for goals, which are from the lesson's file or, for simple
// goals, made from the formula. Other goals stay formulas.
func TestSentence(t *testing.T) {
	for _, test := range []struct{ goal, want string }{
		{"A ended and not B ended", "A has ended and B has not ended."},
		{"A ended and B ended and o1.f == o3 and A.x != o2",
			"A has ended, B has ended, o1.f is o3 and A.x is not o2."},
		{"A at 5:5 and B waits", "A is about to execute line 5 and B waits for a lock."},
		{"race(.f) and switches <= 1",
			"A and B are about to race on a field f and there was at most 1 context switch."},
		{"race(A.n.f) and switches <= 2",
			"A and B are about to race on A.n.f and there were at most 2 context switches."},
		{"visited(finals)", "Every final state of the program has been visited."},
		{"no race from all", "There is no race from any initial state."},
		{"no race", "There is no race from the initial state."},
		{"possible(race)", "Some schedule reaches a state in which A and B are about to race."},
		{"possible(race(.f)) from all",
			"From some initial state, some schedule reaches a state in which A and B are about to " +
				"race on a field f."},
		{"never(A ended and B waits)",
			"No schedule reaches a state in which A has ended and B waits for a lock."},
		{"never(race) from all",
			"From no initial state does a schedule reach a state in which A and B are about to " +
				"race."},
		{"at most 1 statement", "The program has at most 1 statement."},
		{"keep statements",
			"Apart from lock(), unlock() and synchronized, the program is unchanged."},
		{"keep all but 2 statements",
			"Besides locks, at most 2 statements may be missing, and nothing may be new."},
		{"keep statements in any order",
			"Each method has the statements that it had, in any order; besides that, only locks " +
				"have changed."},
		{"reports none", "RacerDX reports no race."},
		{"filtered some", "RacerDX filters a pair of accesses because a path is wobbly."},
		{"a false report without callee-wobbly",
			"Without the condition callee-wobbly, RacerDX reports a pair that never races."},
		{"A ended and (B ended or race)", "A ended and (B ended or race)"},
		{"not (A ended and B ended)", "not (A ended and B ended)"},
		{"lock.depth > 1", "lock.depth > 1"},
		{"reports none without stable-right", "reports none without stable-right"},
	} {
		if got := (&lesson.Task{}).Sentence(test.goal); got != test.want {
			t.Errorf("Sentence(%q) = %q, want %q", test.goal, got, test.want)
		}
	}
	task := shippedLesson(t, 2).Tasks[0]
	const want = "Both threads have ended, and one of the new objects A.n and B.n cannot be " +
		"reached from the list."
	if got := task.Sentence(task.Goals[0]); got != want {
		t.Errorf("Sentence(%q) of lesson 2 = %q, want %q", task.Goals[0], got, want)
	}
}

// TestEveryGoalIsASentence checks that the goals of the shipped lessons have sentences.
func TestEveryGoalIsASentence(t *testing.T) {
	for _, l := range lessontest.Read(t, os.DirFS("course")) {
		for _, task := range l.Tasks {
			for _, goal := range task.Formulas() {
				if task.Sentence(goal) == goal {
					t.Errorf("%s, task %d: the goal %q has no sentence", l.Name, task.Number, goal)
				}
			}
		}
	}
}

// TestAnswerEntries checks the errors in entries for answers and sentences.
func TestAnswerEntries(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"schedule": {edited(t, edit{"# end\n\n# All", "shown: A9\n# end\n\n# All"}),
			"shown: schedule \"A9\""},
		"state": {edited(t, edit{"# end\n\n# All", "shown: A.q=o1 | A\n# end\n\n# All"}),
			"shown: "},
		"no question": {edited(t, edit{"question: Can both", "shown: A\nquestion: Can both"}),
			"shown: needs a question: above it"},
		"no goal": {
			edited(t, edit{"question: Can both", "sentence: S.\nquestion: Can both"}),
			"sentence: needs a goal: or must: above it",
		},
		"two sentences": {
			edited(t, edit{"\n# Three hints", "sentence: S.\nsentence: S.\n# Three hints"}),
			"sentence: needs a goal: or must: above it",
		},
		"before a task": {edited(t, edit{"idea:", "sentence: S.\nidea:"}),
			"sentence: is not allowed before the first task"},
		"course in task": {edited(t, edit{"question: Can both", "course: c\nquestion: Can both"}),
			"course: is not allowed in a task"},
	} {
		l, errs := lesson.Parse("13-x.lesson", c.text)
		if all := errorTexts(errs); l != nil || !strings.Contains(all, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, all, c.want)
		}
	}
}
