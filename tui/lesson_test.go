package tui

import (
	"strings"
	"testing"

	"wobbly/session"
)

// burbleLesson is a lesson about burble: the goal is a racing state.
func burbleLesson() func(*Program) (LessonTask, bool) {
	return func(p *Program) (LessonTask, bool) {
		return LessonTask{
			Lesson: "3  The race", Title: "Task 1: make them meet",
			Text:  []string{"Two accesses race where both come next.", "", "  out := b.f;"},
			Goals: []string{"race"}, Hints: []string{"Look at the lock.", "B never asks for it."},
			Questions: []LessonQuestion{{Text: "Can they race?", Choices: []string{"yes", "no"}, Right: 0, Because: "B takes no lock."}},
			Done:      []string{"That was a data race."},
			Check: func(s *session.Session) LessonVerdict {
				if _, races := s.Now().Race(); races {
					return LessonVerdict{Won: true, Text: "The goal is reached."}
				}
				return LessonVerdict{Text: "The threads do not race here."}
			},
			Next: func() (*Program, error) { next := *p; next.File = "next.il"; return &next, nil },
		}, p.File == "burble.il"
	}
}

// TestLesson plays a lesson: predict, ask for a hint, try, win, go on.
func TestLesson(t *testing.T) {
	a := onScreen(t, screenOptions(t), "6", 80, 24)
	for _, tt := range []struct{ keys, status string }{
		{"c", "First predict: 1 question not answered yet."},
		{"p 2", "Noted"},
		{"p", "All questions are answered."},
		{"n", "This task is not done yet"},
		{"h", "Hint 1 of 2: Look at the lock."},
		{"h", "Hint 2 of 2"},
		{"h", "There are no more hints."},
		{"c", "The threads do not race here."},
		{"enter a b 6 c", "The goal is reached."},
	} {
		press(t, a, strings.Fields(tt.keys)...)
		if !strings.Contains(a.status, tt.status) {
			t.Errorf("%s: status %q, want %q", tt.keys, a.status, tt.status)
		}
	}
	shown := textOf(a.render())
	for _, want := range []string{"You said: no. It is: yes.", "B takes no lock.", "That was a data race."} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown:\n%s", want, shown)
		}
	}
	press(t, a, "n")
	if a.program.File != "next.il" || a.at != screenLesson {
		t.Errorf("%s on %s", a.program.File, names[a.at])
	}
}
