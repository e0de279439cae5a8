package learn

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wobbly/internal/cli/console"
	"wobbly/tui/screen"
)

// TestChanged reads a file that changes to another program, to an illegal one, and back.
func TestChanged(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	file := filepath.Join(t.TempDir(), "m.il")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := changed(false)
	const one, two = "m(b) { b.f := b; }\n", "m(b) { x := b.f; }\n"
	const illegal = "m(b) {\n  x = b.f;\n}\n"
	write(one)
	if x := read(ctx, file, one, false); x.Text != one || x.Core != nil || x.Err != nil {
		t.Errorf("reading the unchanged file: %+v, want its text only", x)
	}
	for _, tt := range []struct{ known, text, err string }{
		{one, two, ""}, {two, illegal, "2:5: "}, {illegal, one, ""},
	} {
		next := make(chan screen.Changed)
		go func() { next <- read(ctx, file, tt.known, true) }()
		write(tt.text)
		x := <-next
		switch {
		case tt.err != "":
			if x.Err == nil || !strings.Contains(x.Err.Error(), tt.err) {
				t.Errorf("after writing %q: %+v, want the error %q", tt.text, x, tt.err)
			}
		case x.Err != nil || x.Core == nil || x.Text != tt.text:
			t.Errorf("after writing %q: %+v, want that text and its program", tt.text, x)
		}
	}
	over, stop := context.WithCancel(ctx)
	stop()
	if x := read(over, file, one, true); x.Text != one || x.Err != nil {
		t.Errorf("reading with a context that has ended: %+v, want the known text", x)
	}
	if x := read(ctx, filepath.Dir(file), one, false); x.Err == nil ||
		!strings.Contains(x.Err.Error(), "is not a regular file") {
		t.Errorf("reading a directory: %+v, want an error", x)
	}
	if x := read(over, "-", one, true); x.Text != one {
		t.Errorf("reading standard input: %+v, want the known text", x)
	}
}

// TestLessonChanges waits for a change of a lesson's own file and begins the new version, or
// reports its errors with their places. It does not wait for shipped lessons.
func TestLessonChanges(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	text, err := os.ReadFile("../../../lesson/course/01-scheduler.lesson")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(text string) {
		t.Helper()
		err := os.WriteFile(filepath.Join(dir, "01-mine.lesson"), []byte(text), 0o666)
		if err != nil {
			t.Fatal(err)
		}
	}
	write(string(text))
	s, err := newLessonStore(&console.App{Ctx: ctx}, PackFlag{Pack: dir}, recordFlag{})
	if err != nil {
		t.Fatalf("newLessonStore: %v", err)
	}
	g, err := s.open("1")
	if err != nil {
		t.Fatalf("opening lesson 1: %v", err)
	}
	for _, tt := range []struct{ text, title, err string }{
		{strings.Replace(string(text), "lesson: You are the scheduler", "lesson: Another one", 1),
			"Another one", ""},
		{"lesson: none\n", "", "01-mine.lesson:"},
	} {
		ended := make(chan error)
		go func() {
			next, err := s.changed(ctx, g)
			if err == nil && next.Lesson().Title != tt.title {
				err = errors.New("the title is " + next.Lesson().Title)
			}
			ended <- err
		}()
		// If changed reads the file only after the first text is written, it waits for another.
		text := tt.text
		var failure error
		for waiting := true; waiting; {
			write(text)
			text += "\n"
			select {
			case failure = <-ended:
				waiting = false
			case <-time.After(time.Second):
			}
		}
		if (failure == nil) != (tt.err == "") ||
			failure != nil && !strings.Contains(failure.Error(), tt.err) {
			t.Errorf("changed after writing %.12q: %v, want the error %q", tt.text, failure, tt.err)
		}
	}
	over, stop := context.WithCancel(ctx)
	stop()
	if next, err := s.changed(over, g); next != nil || err != nil {
		t.Errorf("changed with a context that has ended = %v, %v; want neither", next, err)
	}
	s.pack = PackFlag{}
	if next, err := s.changed(ctx, g); next != nil || err != nil {
		t.Errorf("changed of a shipped lesson = %v, %v; want neither", next, err)
	}
}
