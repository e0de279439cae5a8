package repair

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/session/advice"
	"wobbly/session/schedule"
	"wobbly/tui/tuitest"
)

const racy = "m(b) {\n  x := b.f;\n  b.f := x;\n}\n"

// request requests a repair, for which there are n proposals, or the error err.
func request(t *testing.T, n int, err error) (*Repairer, *tuitest.Host) {
	t.Helper()
	h := tuitest.Of(t, racy)
	propose := func(context.Context, *il.Core, il.Pair, il.Sites) (advice.Repair, error) {
		fixed := iltest.Core(t, "m(b) {\n  lock();\n  x := b.f;\n  b.f := x;\n  unlock();\n}\n")
		r := advice.Repair{Title: "a race", Text: []string{"No more."}}
		for range n {
			r.Proposals = append(r.Proposals,
				advice.Proposal{Title: "put it under the lock", Core: fixed,
					Table: []string{"          before  after", "the race  yes     no"},
					Diff:  []string{"-old", "+new"}})
		}
		return r, err
	}
	r := New(h, advice.Repairs{Remove: propose})
	h.Run(r.Remove(h.Open.Pair, il.Sites{}))
	return r, h
}

// TestAnswers shows proposals, a text if there are none, or the error.
func TestAnswers(t *testing.T) {
	_, h := request(t, 1, nil)
	want := []string{"enter open", "s save as", "esc leave"}
	if got := tuitest.Hints(h.Top().Keys()); !slices.Equal(got, want) {
		t.Errorf("the hints of one proposal are %q, want %q", got, want)
	}
	if off := tuitest.Off(h.Top().Keys()); off["n"] != "This is the only proposal." ||
		off["s"] != "Nothing can be saved from here." {
		t.Errorf("keys that are off = %q, want n and s with their reasons", off)
	}
	_, h = request(t, 2, nil)
	if got := tuitest.Hints(h.Top().Keys()); !slices.Equal(got, slices.Insert(want, 2, "n next")) {
		t.Errorf("the hints of two proposals are %q, want n next among them", got)
	}
	for _, want := range []string{"Proposal 2 of 2", "Proposal 1 of 2"} {
		h.Press(t, nil, "n")
		if got := strings.Join(tuitest.Rows(60, 20, h.Top().Draw), "\n"); !strings.Contains(got,
			want) {
			t.Errorf("n does not lead to %s, but to\n%s", want, got)
		}
	}
	_, h = request(t, 0, nil)
	if got := strings.Join(tuitest.Rows(40, 6, h.Top().Draw), "\n"); !strings.Contains(got,
		"No more.") {
		t.Errorf("without proposals, the layer lacks the text No more:\n%s", got)
	}
	_, h = request(t, 0, errors.New("it takes too long"))
	if h.Text != "There is no repair: It takes too long." || h.Top() != nil {
		t.Errorf("the answer = %q, want that it takes too long, without a layer", h.Text)
	}
}

// TestOpen opens the changed program and replays as many of the moves as fit.
func TestOpen(t *testing.T) {
	for moves, want := range map[string]string{"A": "A", "A B A": "A"} { // the lock stops B
		_, h := request(t, 1, nil)
		list, err := schedule.Parse(moves)
		if err != nil {
			t.Fatal(err)
		}
		h.On.Play(list)
		h.Press(t, nil, "enter")
		if h.Open.File != "m-fixed.il" || !h.Open.NoFile || h.On.Schedule().String() != want ||
			h.Top() != nil {
			t.Errorf("after %s, enter opens %s after %s; want m-fixed.il after %s", moves,
				h.Open.File, h.On.Schedule(), want)
		}
		if fit := strings.Contains(h.Text, "as far as they fit: 1 of 3"); fit != (moves != want) {
			t.Errorf("%s: %q, want to count the moves that fit: %t", moves, h.Text, moves != want)
		}
	}
}

// TestOff: a reason is given if no repair can be requested.
func TestOff(t *testing.T) {
	h := tuitest.Of(t, racy)
	r := New(h, advice.Repairs{})
	if why := r.WithoutRemove().String(); !strings.Contains(why, "wobbly fix FILE") {
		t.Errorf("WithoutRemove() = %q, want it to contain %q", why, "wobbly fix FILE")
	}
	if h.Lesson = true; r.WithoutRemove().String() != InLesson {
		t.Errorf("WithoutRemove() in a lesson = %q, want %q", r.WithoutRemove().String(), InLesson)
	}
}

// TestNarrowed puts each row of a table that is too wide on two lines.
func TestNarrowed(t *testing.T) {
	table := []string{"          before  after", "the race  yes     no"}
	if got := narrowed(table, 23); !slices.Equal(got, table) {
		t.Errorf("narrowed to its width: %q, want it unchanged", got)
	}
	want := []string{"the race", "  before yes, after no"}
	if got := narrowed(table, 22); !slices.Equal(got, want) {
		t.Errorf("narrowed by a cell: %q, want %q", got, want)
	}
}
