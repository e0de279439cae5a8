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
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := changed(false)
	const one, two, none = "m(b) { b.f := b; }\n", "m(b) { x := b.f; }\n", "m(b) {\n  x = b.f;\n}\n"
	write(one)
	if x := read(ctx, file, one, false); x.Text != one || x.Core != nil || x.Err != nil {
		t.Errorf("unchanged: %+v", x)
	}
	for _, tt := range []struct{ known, text, err string }{{one, two, ""}, {two, none, "2:5: "},
		{none, one, ""}} {
		next := make(chan screen.Changed)
		go func() { next <- read(ctx, file, tt.known, true) }()
		write(tt.text)
		x := <-next
		if tt.err == "" && (x.Err != nil || x.Core == nil || x.Text != tt.text) ||
			tt.err != "" && (x.Err == nil || !strings.Contains(x.Err.Error(), tt.err)) {
			t.Errorf("after writing %q: %+v, want the error %q", tt.text, x, tt.err)
		}
	}
	over, stop := context.WithCancel(ctx)
	stop()
	if x := read(over, file, one, true); x.Text != one || x.Err != nil {
		t.Errorf("given up: %+v", x)
	}
	if x := read(ctx, filepath.Dir(file), one, false); x.Err == nil ||
		!strings.Contains(x.Err.Error(), "is not a regular file") {
		t.Errorf("a directory: %+v", x)
	}
	if x := read(over, "-", one, true); x.Text != one {
		t.Errorf("standard input: %+v", x)
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
		err := os.WriteFile(filepath.Join(dir, "01-mine.lesson"), []byte(text), 0o666)
		if err != nil {
			t.Fatal(err)
		}
	}
	write(string(text))
	d, err := newLessonStore((&console.App{Ctx: ctx}), PackFlag{Pack: dir}, recordFlag{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := d.open("1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, title, err string }{
		{strings.Replace(string(text), "lesson: You are the scheduler", "lesson: Another one", 1),
			"Another one", ""},
		{"lesson: none\n", "", "01-mine.lesson:"},
	} {
		began := make(chan error)
		go func() {
			next, err := d.changed(ctx, g)
			if err == nil && next.Lesson().Title != tt.title {
				err = errors.New("it is " + next.Lesson().Title)
			}
			began <- err
		}()
		// each time another text: the first one may be what is known
		for more, done := "", false; !done; more += "\n" {
			write(tt.text + more)
			select {
			case err := <-began:
				if done = true; (err == nil) != (tt.err == "") ||
					err != nil && !strings.Contains(err.Error(), tt.err) {
					t.Errorf("%q: %v", tt.text[:12], err)
				}
			case <-time.After(time.Second):
			}
		}
	}
	over, stop := context.WithCancel(ctx)
	stop()
	if next, err := d.changed(over, g); next != nil || err != nil {
		t.Errorf("at the end of the context: %v, %v", next, err)
	}
	d.pack = PackFlag{}
	if next, err := d.changed(ctx, g); next != nil || err != nil {
		t.Errorf("a shipped lesson: %v, %v", next, err)
	}
}
