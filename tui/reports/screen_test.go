package reports

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
	"wobbly/witness"
)

var (
	read  = Side{Unit: "m", At: il.Position{Line: 1, Col: 8}, Kind: il.Read, Path: "b.f", Locks: 1}
	write = Side{Unit: "m", At: il.Position{Line: 1, Col: 18}, Kind: il.Write, Path: "b.f"}
)

// newScreen returns the screen after it has requested reports and received a list or an error.
func newScreen(t *testing.T, list List, err error) (*Screen, *tuitest.Host) {
	t.Helper()
	h := tuitest.Of(t, "m(b) { x := b.f; b.f := x; }")
	h.Focus = paneReports
	o := Options{Reports: func(context.Context, *il.Core) (List, error) { return list, err }}
	r := New(h, o, advice.Repairs{}, nil)
	h.Run(r.Enter())
	return r, h
}

// items returns a filtered pair and two races, in this order.
func items() []Item {
	return []Item{
		{ID: "F1", Sides: [2]Side{write, write}, Reason: "b is assigned."},
		{ID: "R1", Race: true, Sides: [2]Side{read, write}, Verdict: "CONFIRMED",
			Reason: "A witness was replayed.",
			Witness: func(context.Context) (*witness.Witness, error) {
				return nil, errors.New("the bound was met")
			}},
		{ID: "R2", Race: true, Sides: [2]Side{write, read}, Verdict: "NOT REPRODUCED WITHIN BOUND",
			Reason: "No schedule races."},
	}
}

// TestModel: races come first, and keys are off for a race without a witness.
func TestModel(t *testing.T) {
	r, h := newScreen(t, List{Items: items()}, nil)
	if got := r.Panes(); !slices.Equal(got, []string{"reports", "report"}) {
		t.Errorf("Panes() = %q, want reports and report", got)
	}
	want := []string{"enter open witness", "e explain", "f fix", "down down", "up up"}
	if got := tuitest.Hints(r.Keys()); !slices.Equal(got, want) {
		t.Errorf("the hints are %q, want %q", got, want)
	}
	var ids []string
	for _, x := range r.items {
		ids = append(ids, x.ID)
	}
	if !slices.Equal(ids, []string{"R1", "R2", "F1"}) || r.Heading() != "2 races, 1 filtered" {
		t.Errorf("reports = %q under %q, want R1, R2 and F1", ids, r.Heading())
	}
	h.Press(t, r.Keys, "enter")
	if want := "There is no witness of R1: The bound was met."; h.Text != want {
		t.Errorf("enter = %q, want %q", h.Text, want)
	}
	h.Press(t, r.Keys, "down")
	if off := tuitest.Off(r.Keys()); off["enter"] != "R2 has no witness. No schedule races." ||
		off["f"] == "" || len(off) != 2 {
		t.Errorf("keys that are off = %q, want enter and f", off)
	}
	if r.Enter() != nil {
		t.Error("Enter requests the reports a second time")
	}
}

// TestExactNumbers: the heading has the exact numbers if the list has only the first reports.
func TestExactNumbers(t *testing.T) {
	r, _ := newScreen(t, List{Items: items(), Races: "12", Filtered: "345"}, nil)
	if got, want := r.Heading(),
		"first 2 of 12 races, first 1 of 345 filtered"; got != want {
		t.Errorf("Heading() = %q, want %q", got, want)
	}
}

// TestEmpty: a reason is given if there are no reports.
func TestEmpty(t *testing.T) {
	r, _ := newScreen(t, List{}, nil)
	const want = "No reports: the analysis finds no two accesses in m || m that may meet"
	if why := r.empty().String(); !strings.HasPrefix(why, want) ||
		!strings.Contains(why, "wobbly check also lists those that RacerDX misses") {
		t.Errorf("empty() = %q, want prefix %q, and that races are not ruled out", why, want)
	}
	if text := r.Summary(); strings.Contains(text, "filtered") {
		t.Errorf("Summary() = %q, but nothing was filtered", text)
	}
	r, h := newScreen(t, List{}, errors.New("the summary is too large"))
	if why := r.empty().String(); why != "The analysis failed: The summary is too large." ||
		h.Text != why || r.Heading() != "" {
		t.Errorf("empty() = %q, status %q; want that the analysis failed, and no heading", why,
			h.Text)
	}
	r.o.Reports = nil
	if off := tuitest.Off(r.Keys()); !strings.HasPrefix(off["."], "No analysis came") {
		t.Errorf("keys that are off = %q, want . because no analysis came", off)
	}
}

// TestRows draws both accesses in full from 64 columns on, and shortens them below.
func TestRows(t *testing.T) {
	for _, tt := range []struct {
		w     int
		units bool
		want  string
	}{
		{63, false, "R1   !! R b.f 1:8  W b.f 1:18"},
		{63, true, "R1   !! m 1:8 R  m 1:18 W"},
		{64, false, "R1   !! CONFIRMED  R b.f 1:8 lock x1     W b.f 1:18"},
		{64, true, "R1   !! CONFIRMED  m R b.f 1:8 lock x1   m W b.f 1:18"},
	} {
		got := tuitest.Rows(tt.w, 1, func(c draw.Canvas) { drawRow(c, items()[1], tt.units) })[0]
		if got = strings.TrimRight(got, " "); got != tt.want {
			t.Errorf("%d columns, units %t: %q, want %q", tt.w, tt.units, got, tt.want)
		}
	}
}

// TestExplain shows the text of the report, and then what Options.Explain adds.
func TestExplain(t *testing.T) {
	r, h := newScreen(t, List{Items: items()}, nil)
	r.o.Explain = func(_ context.Context, _ *il.Core, id string) ([]string, error) {
		return []string{"More about " + id + "."}, nil
	}
	h.Press(t, r.Keys, "e")
	page := h.Top().(*screen.Page)
	want := []string{
		"A: m, line 1:8: reads b.f and holds the lock.",
		"B: m, line 1:18: writes b.f and holds no lock.",
		"Verdict: CONFIRMED.", "A witness was replayed.", "", "More about R1.",
	}
	if page.Title != "Report R1" || !slices.Equal(page.Text, want) {
		t.Errorf("page %s = %q, want Report R1: %q", page.Title, page.Text, want)
	}
}

// TestPrepare requests the reports once, in the background, and counts the races of each pair.
func TestPrepare(t *testing.T) {
	h, asked, changes := tuitest.Of(t, "m(b) { x := b.f; b.f := x; }\nn(b) { }"), 0, 0
	all := items()
	for i := range all {
		all[i].Pair = h.Open.Pair
	}
	r := New(h, Options{Reports: func(context.Context, *il.Core) (List, error) {
		asked++
		return List{Items: all}, nil
	}}, advice.Repairs{}, nil)
	if r.Counts() != nil {
		t.Errorf("Counts() before the reports are known = %d, want nil", r.Counts())
	}
	h.Run(r.Prepare(func() { changes++ }))
	if r.Prepare(nil) != nil || r.Enter() != nil || asked != 1 || changes != 1 {
		t.Errorf("the reports were requested %d times and announced %d times, want once", asked,
			changes)
	}
	if got := r.Counts(); !slices.Equal(got, []int{2, 0, 0}) {
		t.Errorf("Counts() = %d, want %d", got, []int{2, 0, 0})
	}
	const want = "2 races: R1 m/m b.f, R2 m/m b.f; n goes to the first, 2 lists them."
	if got := r.Summary(); got != want {
		t.Errorf("Summary() = %q, want %q", got, want)
	}
	r.take(List{Items: all[:2], Races: "1001"}, nil, false)
	if r.Counts() != nil || !strings.HasPrefix(r.Summary(), "1001 races: R1 m/m b.f") {
		t.Errorf("Counts() = %d, Summary() = %q; want no counts and 1001 races", r.Counts(),
			r.Summary())
	}
	r.take(List{}, nil, false)
	if !strings.HasPrefix(r.Summary(), "No race is reported.") {
		t.Errorf("Summary() = %q, want prefix %q", r.Summary(), "No race is reported.")
	}
}

// TestNextRace requests the reports if necessary, and opens one race after another, beginning with
// the open pair.
func TestNextRace(t *testing.T) {
	h := tuitest.Of(t, "m(b) { x := b.f; b.f := x; }")
	all := items()
	all[2].Pair = h.Open.Pair
	for i := range all {
		all[i].Witness = func(context.Context) (*witness.Witness, error) {
			return nil, errors.New("this is " + all[i].ID)
		}
	}
	r := New(h, Options{Reports: func(context.Context, *il.Core) (List, error) {
		return List{Items: all}, nil
	}}, advice.Repairs{}, nil)
	for _, want := range []string{"R2", "R1", "R2"} {
		h.Run(r.NextRace())
		if !strings.HasSuffix(h.Text, "This is "+want+".") {
			t.Errorf("NextRace: %q, want it to open %s", h.Text, want)
		}
	}
	r = New(h, Options{Reports: func(context.Context, *il.Core) (List, error) {
		return List{Items: all[:1]}, nil
	}}, advice.Repairs{}, nil)
	h.Run(r.NextRace())
	if h.Refused || !strings.HasPrefix(h.Text, "No race is reported.") {
		t.Errorf("NextRace: %q, refused %t; want that no race is reported", h.Text, h.Refused)
	}
	h.Run(New(h, Options{}, advice.Repairs{}, nil).NextRace())
	if !h.Refused {
		t.Errorf("NextRace without an analysis: %q, want a refusal", h.Text)
	}
}
