package lesson

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/lesson"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// stories are lists of keys for tasks. After each key, the golden file has what the status line and
// the pane of the goal say. What is not a key is typed.
var stories = []struct {
	name         string
	lesson, task int
	answered     bool // whether the questions are
	keys         string
}{
	{"questions", 1, 1, false, "enter down down enter d i i G 2 enter > Y enter b enter"},
	{"play", 1, 1, true, "d up down pgdown pgup i i i i enter"},
	{"heap", 7, 1, true, "d H esc d i enter"},
	{"program", 4, 1, true,
		"d S mine.il enter d O missing.il enter esc O ctrl+u wrong.il enter enter"},
	{"analysis", 11, 1, true, "d L x enter esc S ctrl+u sheet.txt enter d O enter L esc"},
	{"witness", 13, 1, true, "d H esc i"},
	{"tasks", 1, 2, true, "G 1 enter G 99 enter esc >"},
}

// TestStories compares what the screen says after each key with testdata.
func TestStories(t *testing.T) {
	var b strings.Builder
	for _, x := range stories {
		s, h := begun(t, x.lesson, x.task)
		if x.answered {
			s, h = answered(t, x.lesson, x.task)
		}
		texts := map[string]string{"wrong.il": "m(a) { a.f := a; }\n"}
		s.Read = func(name string) (string, error) {
			if text, ok := texts[name]; ok {
				return text, nil
			}
			return "", fmt.Errorf("cannot read %s: there is no such file", name)
		}
		h.Folder.Save = func(name string, data []byte) (string, error) {
			texts[name] = string(data)
			return name, nil
		}
		s.o.Keep = func(*lesson.Game) error { return nil }
		s.o.Command = func(g *lesson.Game) string { return "wobbly lesson" }
		fmt.Fprintf(&b, "# %s: %s\n", x.name, s.Heading())
		for _, key := range strings.Fields(x.keys) {
			h.Say("")
			h.Enter(t, s.Keys, key)
			text, refused := h.Status()
			fmt.Fprintf(&b, "%s: refused %t: %s\n", key, refused, text)
			if key == "d" || key == "enter" && h.Top() == nil {
				for _, p := range s.goals() {
					fmt.Fprintf(&b, "    %s | %s\n", p.label, p.text)
				}
			}
			if top := h.Top(); top != nil {
				for _, row := range tuitest.Rows(80, 24, top.Draw) {
					if row = strings.TrimSpace(row); row != "" {
						fmt.Fprintf(&b, "    > %s\n", row)
						break
					}
				}
			}
		}
		var bye screen.Farewell
		s.Farewell(&bye)
		fmt.Fprintf(&b, "%s\n%+v\n%s\n", s.Heading(), bye,
			strings.Join(tuitest.Rows(80, 24, s.Draw), "\n"))
	}
	tuitest.Golden(t, "testdata/stories.golden", b.String())
}

// TestWon compares what the screen says after a task of each kind, and the next task, with
// testdata.
func TestWon(t *testing.T) {
	var b strings.Builder
	for _, kind := range []string{"play", "heap", "program", "analysis", "witness"} {
		at := kinds[kind]
		s, h := done(t, at[0], at[1])
		s.o.Keep = func(*lesson.Game) error { return nil }
		fmt.Fprintf(&b, "# %s: %s\n", kind, s.Heading())
		for _, p := range s.wonText() {
			fmt.Fprintf(&b, "%s | %s\n", p.label, p.text)
		}
		for _, key := range []string{"Y", "esc", ">"} {
			h.Say("")
			h.Enter(t, s.Keys, key)
			fmt.Fprintf(&b, "%s: %s\n", key, h.Text)
		}
		fmt.Fprintln(&b, s.Heading())
	}
	tuitest.Golden(t, "testdata/won.golden", b.String())
}
