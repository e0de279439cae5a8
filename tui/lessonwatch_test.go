package tui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"charm.land/bubbletea/v2"

	"wobbly/lesson"
	"wobbly/tui/screen"
)

// A loop runs the commands of the app in goroutines, as bubbletea does.
type loop struct {
	t    *testing.T
	a    *app
	msgs chan tea.Msg // the results of the commands
}

// newLoop begins a loop with the commands that the app wants.
func newLoop(t *testing.T, a *app) *loop {
	l := &loop{t, a, make(chan tea.Msg, 100)}
	l.run(a.Wants())
	return l
}

func (l *loop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				l.run(c)
			}
		default:
			l.msgs <- msg
		}
	}()
}

func (l *loop) update(msg tea.Msg) {
	_, cmd := l.a.Update(msg)
	l.run(cmd)
}

func (l *loop) press(keys ...string) {
	for _, k := range keys {
		l.update(keyOf(k))
	}
}

// until handles messages until a condition holds. what describes it in messages.
func (l *loop) until(what string, holds func() bool) {
	l.t.Helper()
	for timeout := time.After(10 * time.Second); !holds(); {
		select {
		case msg := <-l.msgs:
			l.update(msg)
		case <-timeout:
			l.t.Fatalf("timeout while waiting for %q: the status is %q", what, l.a.status)
		}
	}
}

// untilSays handles messages until the status line contains a text.
func (l *loop) untilSays(text string) {
	l.t.Helper()
	l.until(text, func() bool { return strings.Contains(l.a.status, text) })
}

// give sends x to a receiver, and handles messages until that has received it.
func give[T any](l *loop, to chan T, x T) {
	l.t.Helper()
	for timeout := time.After(10 * time.Second); ; {
		select {
		case to <- x:
			return
		case msg := <-l.msgs:
			l.update(msg)
		case <-timeout:
			l.t.Fatalf("timeout: nothing receives %v; the status is %q", x, l.a.status)
		}
	}
}

// A fakeFile is a file whose changes the screens wait for. A test sends the new texts.
type fakeFile struct{ texts chan string }

func (d fakeFile) changed(ctx context.Context, _, known string, _ bool) screen.Changed {
	select {
	case text := <-d.texts:
		return screen.Changed{Text: text}
	case <-ctx.Done():
		return screen.Changed{Text: known}
	}
}

// Solutions of the first task of lesson 4; only the last one is right.
const (
	tooSmallRegion = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
  }
  n.next := t;
  l.head := n;
}
`
	twoRegions = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
  }
  n.next := t;
  synchronized {
    l.head := n;
  }
}
`
	oneRegion = `insert(l) {
  synchronized {
    n := new();
    t := l.head;
    n.next := t;
    l.head := n;
  }
}
`
)

// TestSolutionIsWatched: the student's file is checked after each change, on every screen, once no
// prompt is open. A text is not checked twice, and a task that is done is not checked.
func TestSolutionIsWatched(t *testing.T) {
	d := fakeFile{make(chan string)}
	a, desk := lessonAt(t, 4, 1, func(o *Options) { o.Files.Changed = d.changed })
	predict(t, a)
	l := newLoop(t, a)
	l.press("S", "enter")
	l.untilSays("Saved: insert.il. Change it with any editor, and it is checked")
	attempts := func() int { return desk.kept.Record().Tasks[0].Attempts }
	give(l, d.texts, desk.files["insert.il"])
	give(l, d.texts, tooSmallRegion)
	l.untilSays("Not done; enter shows why, step by step.")
	if attempts() != 1 {
		t.Errorf("%d attempts, want 1: an unchanged text is not an attempt", attempts())
	}
	l.press("enter")
	if a.at != screen.Step || !strings.HasPrefix(a.status, "Race on o1.head: ") {
		t.Errorf("enter leads to %s: status %q, want the race on Step", screen.Names[a.at],
			a.status)
	}
	give(l, d.texts, twoRegions)
	l.untilSays("Not done; 6 says why.")
	if attempts() != 2 {
		t.Errorf("%d attempts, want 2", attempts())
	}
	l.press("6", "O")
	give(l, d.texts, oneRegion)
	l.update(<-l.msgs) // the change of the file
	if desk.kept.Done() || len(a.layers) != 1 {
		t.Fatalf("with the prompt open: done %t, %d layers; want the change to wait",
			desk.kept.Done(), len(a.layers))
	}
	l.press("esc")
	l.until("done", func() bool { return desk.kept.Done() })
	select {
	case d.texts <- twoRegions:
		t.Error("the screen still waits for changes of a task that is done")
	default:
	}
}

// TestSolvedOnStep changes the student's file while Step is in front. Once the file solves the
// task, Step says so and stays in front.
func TestSolvedOnStep(t *testing.T) {
	d := fakeFile{make(chan string)}
	a, desk := lessonAt(t, 4, 1, func(o *Options) { o.Files.Changed = d.changed })
	predict(t, a)
	l := newLoop(t, a)
	l.press("S", "enter", "enter")
	give(l, d.texts, oneRegion)
	l.until("done", func() bool { return desk.kept != nil && desk.kept.Done() })
	if a.at != screen.Step || a.program.Core.Source.Text != oneRegion || len(a.layers) != 0 {
		t.Errorf("when the task is done, %s shows\n%s", screen.Names[a.at],
			a.program.Core.Source.Text)
	}
}

// TestLessonIsWatched: a lesson under development starts again at its task when its file changes. A
// file that is not a lesson is refused, and so is a new version while a record is kept.
func TestLessonIsWatched(t *testing.T) {
	type version struct {
		game *lesson.Game
		err  error
	}
	for _, graded := range []bool{false, true} {
		versions := make(chan version)
		a, desk := lessonAt(t, 1, 2, func(o *Options) {
			o.Lesson.Graded = graded
			o.Lesson.Changed = func(ctx context.Context, _ *lesson.Game) (*lesson.Game, error) {
				select {
				case x := <-versions:
					return x.game, x.err
				case <-ctx.Done():
					return nil, nil
				}
			}
		})
		l := newLoop(t, a)
		give(l, versions, version{nil, errors.New("pack/01-scheduler.lesson:3:1: no goal")})
		l.untilSays("cannot be used: pack/01-scheduler.lesson:3:1: no goal.")
		next := lesson.NewGame(shippedLessons(t)[0])
		give(l, versions, version{next, nil})
		if graded {
			l.untilSays("this is the version that your record is of")
		} else {
			l.untilSays("has changed; this task begins anew.")
		}
		l.press("c", "enter")
		if (desk.kept == next) == graded || desk.kept.Task().Number != 2 {
			t.Errorf("graded %t: the new lesson is played %t, at task %d; want %t, at task 2",
				graded, desk.kept == next, desk.kept.Task().Number, !graded)
		}
	}
}
