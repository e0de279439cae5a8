package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/tui/screen"
)

// A folder replaces the file system: it has one file, which tests change while it is open.
type folder struct {
	text string // the content of the file
	err  error  // the error in the text, if it is not a program
}

func (d *folder) files(t *testing.T) screen.Files {
	return screen.Files{
		Changed: func(_ context.Context, _, known string, wait bool) screen.Changed {
			switch {
			case wait && d.text == known: // as when the context ends
				return screen.Changed{Text: known}
			case d.err != nil:
				return screen.Changed{Text: d.text, Err: d.err}
			case d.text == known:
				return screen.Changed{Text: d.text}
			}
			return screen.Changed{Text: d.text, Core: iltest.Core(t, d.text)}
		},
		Edit: func(string) screen.Editor { return fakeEditor{func() error { return nil }} },
		Save: func(name string, data []byte) (string, error) {
			d.text = string(data)
			return name, nil
		},
	}
}

// open opens the file in a new app.
func (d *folder) open(t *testing.T) *app {
	t.Helper()
	return start(t, program(t, "m.il", d.text, "m", "n"),
		Options{Files: d.files(t), Terminal: Terminal{NoColor: true}})
}

// notice makes the app notice a change of the file.
func notice(a *app) {
	a.disk.waiting = false
	runCmd(a, a.wantsChange())
}

const (
	beforeChange = "m(b) {\n  x := b.f;\n  b.f := x;\n}\nn(b) {\n  b.f := b;\n}\n"
	afterChange  = "m(b) {\n  x := b.f;\n  y := b.g;\n  b.f := x;\n}\nn(b) {\n  b.f := b;\n}\n"
)

// TestFileChanges: after a change of the file, the new text opens at the session's place. The
// session with the old text is one Esc below.
func TestFileChanges(t *testing.T) {
	d := &folder{text: beforeChange}
	a := d.open(t)
	d.text = afterChange
	notice(a)
	if a.program.Core.Source.Text != afterChange || len(a.below) != 0 ||
		!strings.Contains(a.status, "m.il has changed.") {
		t.Fatalf("after a change without moves: status %q, %d programs below; want the new text "+
			"in place", a.status, len(a.below))
	}
	press(t, a, "a", "b")
	d.text = beforeChange
	notice(a)
	if a.program.Core.Source.Text != beforeChange || a.session.Schedule().String() != "A B" ||
		!strings.Contains(a.status, "every move fits. Esc goes back") {
		t.Errorf("after A B and a change: status %q at %s; want every move to fit", a.status,
			a.session.Schedule())
	}
	press(t, a, "a", "a")
	if got := a.session.Schedule().String(); got != "A B A" {
		t.Fatalf("the schedule is %s, want A B A", got)
	}
	d.text = "m(b) {\n  x := b.f;\n}\nn(b) {\n  b.f := b;\n}\n"
	notice(a)
	if a.session.Schedule().String() != "A B" ||
		!strings.Contains(a.status, "the first 2 of 3 moves fit, and then: A has ended") {
		t.Errorf("after A B A and a change: status %q at %s; want 2 of 3 moves to fit", a.status,
			a.session.Schedule())
	}
	press(t, a, "esc")
	if a.session.Schedule().String() != "A B A" || a.program.Core.Source.Text != beforeChange {
		t.Errorf("Esc leads to %s of %q; want A B A of the text before", a.session.Schedule(),
			a.program.Core.Source.Text)
	}
	notice(a)
	if a.program.Core.Source.Text != beforeChange {
		t.Error("a change of the file replaces an older text, which is not watched")
	}
	press(t, a, "esc")
	if a.session.Schedule().String() != "A B" || a.program.Core.Source.Text != afterChange {
		t.Errorf("the second Esc leads to %s of %q; want A B of the text after the change",
			a.session.Schedule(), a.program.Core.Source.Text)
	}
}

// TestFileTurnsBad: a text that is not a program is ignored until it is one again. A change waits
// until a prompt is closed.
func TestFileTurnsBad(t *testing.T) {
	d := &folder{text: beforeChange}
	a := d.open(t)
	d.text, d.err = "m(b) {", errors.New("1:7: expected }")
	notice(a)
	if !a.refused ||
		!strings.Contains(a.status, "m.il has changed, but cannot be used: 1:7: expected }") ||
		a.program.Core.Source.Text != beforeChange {
		t.Errorf("after a bad change: status = %q, refused %t; want 1:7: expected } and the old "+
			"text", a.status, a.refused)
	}
	d.text, d.err = "k(b) {\n  b.f := b;\n}\n", nil
	notice(a)
	if !a.refused || !strings.Contains(a.status, "no method") {
		t.Errorf("after a change to another method: status = %q, refused %t; want no method",
			a.status, a.refused)
	}
	press(t, a, ":")
	typed(t, a, "A.b")
	d.text = afterChange
	notice(a)
	if len(a.layers) != 1 || a.program.Core.Source.Text != beforeChange {
		t.Error("a change closes the prompt, or is opened below it")
	}
	press(t, a, "esc")
	if a.program.Core.Source.Text != afterChange {
		t.Errorf("after the prompt, the change is not opened: status %q", a.status)
	}
}

// TestReportsReadTheFile: "again" uses the current text of the file, and stays on its screen.
func TestReportsReadTheFile(t *testing.T) {
	d := &folder{text: beforeChange}
	o := screenOptions(t)
	o.Files = d.files(t)
	a := start(t, program(t, "m.il", d.text, "m", "n"), o)
	for _, k := range []string{"2", "3"} {
		press(t, a, k)
		d.text = map[string]string{beforeChange: afterChange, afterChange: beforeChange}[d.text]
		press(t, a, ".")
		if a.program.Core.Source.Text != d.text ||
			screen.Names[a.at] != map[string]string{"2": "Reports", "3": "Explore"}[k] {
			t.Errorf("screen %s: the new text is not opened there, but on %s: %q", k,
				screen.Names[a.at], a.status)
		}
	}
}

// TestEdit: E edits the file, or saves an unsaved program first, and then opens the edited text.
func TestEdit(t *testing.T) {
	d := &folder{text: beforeChange}
	a := d.open(t)
	if _, cmd := a.Update(keyOf("E")); cmd == nil {
		t.Fatal("E does nothing")
	}
	a.edited(nil)
	if !strings.Contains(a.status, "has not changed") {
		t.Errorf("status = %q, want it to contain %q", a.status, "has not changed")
	}
	d.text = afterChange
	a.edited(nil)
	if a.program.Core.Source.Text != afterChange {
		t.Errorf("the program was not read again: status = %q", a.status)
	}
	a.edited(errors.New("exit status 1"))
	if !a.refused ||
		!strings.Contains(a.status, "The editor failed: Exit status 1.") {
		t.Errorf("status = %q, refused %t; want that the editor failed", a.status, a.refused)
	}
	p := burble(t)
	p.NoFile, p.Command = true, "wobbly step --example burble.il"
	a = start(t, p, Options{Files: d.files(t)})
	press(t, a, "E", "ctrl+u")
	typed(t, a, "mine.il")
	if _, cmd := a.Update(keyOf("enter")); cmd == nil || a.program.File != "mine.il" ||
		a.program.NoFile || d.text != p.Core.Source.Text {
		t.Errorf("status = %q, file %s, written %q; want mine.il opened in the editor", a.status,
			a.program.File, d.text)
	}
	a = start(t, burble(t), Options{})
	press(t, a, "E")
	if !a.refused || !strings.Contains(a.status, "set VISUAL or EDITOR") {
		t.Errorf("E: status = %q, refused %t; want to set VISUAL or EDITOR", a.status, a.refused)
	}
}
