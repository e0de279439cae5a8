package command

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestBeside checks that beside compares this execution with a branch, a schedule, a link, or the
// program of a file.
func TestBeside(t *testing.T) {
	x := controls(t, "m", "n")
	x.Files.Read = func(name string) (*il.Core, error) {
		if name != "other.il" {
			return nil, errors.New("there is no " + name)
		}
		return iltest.Core(t, strings.Replace(text, "b.f := y;", "lock(); b.f := y; unlock();", 1)),
			nil
	}
	link := lines(t, x, "B2 A", "schedule").Link
	lines(t, x, "undo", "A2", "left", "b")
	if at := x.Session.At(); at != 2 || len(x.Session.Branches()) != 2 {
		t.Fatalf("at state %d with %d branches, want state 2 and 2 branches", at,
			len(x.Session.Branches()))
	}
	for line, want := range map[string]struct{ title, schedule, parting string }{
		"beside": {"branch 1", "A2",
			"They diverge after state 1: B y := new() on the left, A x := b.f on the right."},
		"| branch 1": {"branch 1", "A2", "They diverge after state 1: "},
		"beside A3":  {"A3", "A3", "They diverge after state 1: "},
		"beside " + link: {"the line's", "B2 A",
			"They diverge after state 0: A lock() on the left, B y := new() on the right."},
		"beside other.il": {"other.il (every move fits)", "A B",
			"The moves are the same; the first difference is state 2: left B 9:3 b.f := y."},
	} {
		a := lines(t, x, line)
		if a.Beside == nil {
			t.Errorf("%s: answer = %+v, want a comparison", line, a)
			continue
		}
		left, right := a.Beside.Sides[0], a.Beside.Sides[1]
		if left.Title != "this one" || right.Title != want.title {
			t.Errorf("%s: compares %q with %q, want %q with %q", line, left.Title, right.Title,
				"this one", want.title)
		}
		if got := right.Session.Schedule().String(); got != want.schedule {
			t.Errorf("%s: the right side is after %s, want %s", line, got, want.schedule)
		}
		if got := a.Beside.Parting(); !strings.HasPrefix(got, want.parting) {
			t.Errorf("%s: Parting() = %q, want prefix %q", line, got, want.parting)
		}
		if !slices.Equal(a.Lines, a.Beside.Text()) {
			t.Errorf("%s: lines = %q, want %q", line, a.Lines, a.Beside.Text())
		}
		if x.Session.At() != 2 {
			t.Errorf("%s leads to state %d, want 2", line, x.Session.At())
		}
	}
	for line, want := range map[string]string{
		"beside branch 2": "You are on this branch.",
		"beside branch 3": "There is no branch 3.",
		"beside branch x": "There is no branch x.",
		"beside none.il":  "There is no none.il.",
		"beside A9":       "Step 4 of the schedule does not fit: A has ended.",
		"beside wobbly:1": "No link: ",
	} {
		if a := lines(t, x, line); a.OK() || a.Beside != nil || !strings.HasPrefix(a.Text, want) {
			t.Errorf("%s: answer = %+v, want a refusal with prefix %q", line, a, want)
		}
	}
	x = controls(t, "m", "n")
	if a := lines(t, x, "beside"); a.OK() ||
		a.Text != "Give a schedule, a link, branch 2, or a file." {
		t.Errorf("beside alone: answer = %+v, want that it asks for an argument", a)
	}
	if a := lines(t, x, "beside other.il"); a.OK() || !strings.HasPrefix(a.Text, "No schedule: ") {
		t.Errorf("beside other.il without such a method: answer = %+v, want \"No schedule: \"", a)
	}
}
