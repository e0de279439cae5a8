package ask

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/schedule"
)

const shared = "m(b) { x := b.f; b.f := x; }\nn(b) { lock(); x := b.f; unlock(); }"

// at opens a session of a program and plays a schedule.
func at(t *testing.T, text, pair, moves string) *session.Session {
	t.Helper()
	s, _, err := Opening{Pair: pair, Schedule: moves}.Open(t.Context(), iltest.Core(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShare checks that a link claims the report whose race the state shows, a race without a
// report, or nothing.
func TestShare(t *testing.T) {
	for _, tt := range []struct{ moves, claim string }{
		{"", ""},
		{"A", "R1"},
		{"A B", "R2"},
		{"A B2", ""},
	} {
		s := at(t, shared, "m,m", tt.moves)
		want := schedule.Shared{
			Version: schedule.SharedVersion, Tool: "1.0", Language: Language,
			Name: "a.il", Program: shared, Units: []string{"m", "m"},
			Heap:     session.InitText(s.Core(), s.Pair(), s.Init()),
			Schedule: tt.moves, Claim: tt.claim,
		}
		got := Share(t.Context(), s, Advice(), "a.il", "1.0")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Share after %q (-want +got):\n%s", tt.moves, diff)
		}
	}
}

// TestShareText checks that a link has the text of a program, or only the name of an example.
func TestShareText(t *testing.T) {
	e, _ := examples.Find("burble.il")
	for text, want := range map[string]schedule.Shared{
		e.Text:       {Example: "burble.il"},
		e.Text + " ": {Name: "burble.il", Program: e.Text + " "},
	} {
		want.Version, want.Tool, want.Language = schedule.SharedVersion, "1.0", Language
		if diff := cmp.Diff(want, ShareText("burble.il", text, "1.0")); diff != "" {
			t.Errorf("ShareText of %q (-want +got):\n%s", text, diff)
		}
	}
}

// TestFollow checks that a link is opened again and that its claim is judged.
func TestFollow(t *testing.T) {
	whole := Share(t.Context(), at(t, shared, "m,m", "A"), Advice(), "a.il", "1.0")
	for _, tt := range []struct {
		moves, claim string
		holds        bool
		judged       string
	}{
		{"A", "R1", true, "Judged again: R1 races after 1 step."},
		{"A", "R2", false,
			"The link claims: R2 races after 1 step. This wobbly says: R1 races after 1 step."},
		{"A", "race", false,
			"The link claims: a race after 1 step, which RacerDX does not report. " +
				"This wobbly says: R1 races after 1 step."},
		{"A B", "R2", true, "Judged again: R2 races after 2 steps."},
		{"", "R1", false,
			"The link claims: R1 races after 0 steps. This wobbly finds no race in this state."},
		{"A", "", true, ""},
	} {
		x := whole
		x.Schedule, x.Claim = tt.moves, tt.claim
		got, err := Follow(t.Context(), x, Advice())
		if err != nil || got.Session == nil {
			t.Fatalf("Follow of %q after %q = %+v, %v; want a session", x.Claim, x.Schedule, got,
				err)
		}
		want := Followed{Name: "a.il", Text: shared, Holds: tt.holds, Judged: tt.judged,
			Session: got.Session, Claim: got.Claim}
		if got != want {
			t.Errorf("Follow of %q after %q = %+v, want %+v", x.Claim, x.Schedule, got, want)
		}
	}
}

// TestFollowAt checks that the session is in the state of the link, with the whole trace.
func TestFollowAt(t *testing.T) {
	x := Share(t.Context(), at(t, shared, "m,m", "A"), Advice(), "a.il", "1.0")
	x.At = new(int)
	f, err := Follow(t.Context(), x, Advice())
	if err != nil {
		t.Fatal(err)
	}
	if f.Session.At() != 0 || f.Session.Len() != 1 {
		t.Errorf("state %d of %d, want 0 of 1", f.Session.At(), f.Session.Len())
	}
}

// TestFollowText checks that the link to a text has no session.
func TestFollowText(t *testing.T) {
	got, err := Follow(t.Context(), ShareText("burble.il", "x", "1"), Advice())
	if want := (Followed{Name: "burble.il", Text: "x", Holds: true}); err != nil || got != want {
		t.Errorf("Follow = %+v, %v; want %+v", got, err, want)
	}
}

// TestFollowRefuses checks that a link that leads nowhere has its text and a reason.
func TestFollowRefuses(t *testing.T) {
	two := []string{"m", "m"}
	for _, tt := range []struct {
		x     schedule.Shared
		holds bool
		want  string // a part of the error
	}{
		{schedule.Shared{Example: "nosuch.il"}, true, `example "nosuch.il", and there is none`},
		{schedule.Shared{Program: shared, Units: two[:1]}, true,
			"the link names 1 unit, and two belong together"},
		{schedule.Shared{Program: shared, Units: []string{"m", "m", "m"}}, true, "names 3 units"},
		{schedule.Shared{Program: "m(", Units: two}, true, ""},
		{schedule.Shared{Program: shared, Units: two, Schedule: "A99"}, true, ""},
		{schedule.Shared{Program: shared, Units: two, Schedule: "A99", Claim: "R1"}, false, ""},
	} {
		got, err := Follow(t.Context(), tt.x, Advice())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Follow of %+v: error %v, want %q", tt.x, err, tt.want)
		}
		if want := (Followed{Text: tt.x.Program, Holds: tt.holds}); got != want {
			t.Errorf("Follow of %+v = %+v, want %+v", tt.x, got, want)
		}
	}
}

// TestAdvice checks the rule of Figure 7 of each statement except skip, and what it adds to W, L
// and A.
func TestAdvice(t *testing.T) {
	core := iltest.Core(t, "m(a, b) { skip; lock(); x := a.f; a.g := x; if * { k(b); } unlock(); "+
		"while * { b := a; } }\nprivate k(c) { y := c.f; c.f := y; }")
	u, err := Advice().Lines(t.Context(), core, core.Methods["m"])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range u.Lines {
		got = append(got, l.Rule+" "+l.Lock+" "+strings.Join(l.W, ",")+" "+strings.Join(l.A, ","))
	}
	want := []string{
		"lock 1  ",
		"load 1 a.f (a.f, R, 1)",
		"store 1 a.g (a.g, W, 1)",
		"if 1 b.f (b.f, R, 1),(b.f, W, 1)",
		"call 1 b.f (b.f, R, 1),(b.f, W, 1)",
		"unlock 0  ",
		"while 0 a,b ",
		"copy 0 a,b ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Lines (-want +got):\n%s", diff)
	}
	end := advice.State{W: []string{"a", "a.f", "a.g", "b", "b.f"}, Lock: "0", A: 4}
	if diff := cmp.Diff(end, u.End); diff != "" {
		t.Errorf("End (-want +got):\n%s", diff)
	}
	other := iltest.Core(t, "m() {}")
	if _, err := Advice().Lines(t.Context(), other, other.Methods["m"]); err != nil {
		t.Errorf("Lines of another program: %v, want no error", err)
	}
}

// TestRemove checks that the repair of a race has proposals, each with all its parts.
func TestRemove(t *testing.T) {
	s := at(t, shared, "m,m", "A")
	sites, _ := s.Now().NextSites()
	x, err := Repairs(nil).Remove(t.Context(), s.Core(), s.Pair(), sites)
	if err != nil || len(x.Proposals) == 0 || len(x.Text) > 0 {
		t.Fatalf("Remove = %+v, %v; want proposals alone", x, err)
	}
	titles := []string{"m writes at 1:18, m reads at 1:8", "m reads at 1:8, m writes at 1:18"}
	if !slices.Contains(titles, x.Title) {
		t.Errorf("the title is %q, want one of %q", x.Title, titles)
	}
	for _, p := range x.Proposals {
		if len(p.Diff) == 0 || p.Diff[len(p.Diff)-1] == "" {
			t.Errorf("the diff of %q is %q, want lines, the last not empty", p.Title, p.Diff)
		}
		if p.Core == nil || len(p.Table) == 0 || p.Title == "" {
			t.Errorf("the proposal %+v lacks a part", p)
		}
	}
}

// TestRemoveWithoutRace checks that accesses that the lock orders have no repair.
func TestRemoveWithoutRace(t *testing.T) {
	s := at(t, "m(b) { lock(); x := b.f; y := x; b.f := y; unlock(); }", "m,m", "A")
	body := s.Core().Methods["m"].Body.Stmts
	sites := il.Sites{{At: body[1].Pos(), Kind: il.Read}, {At: body[3].Pos(), Kind: il.Write}}
	x, err := Repairs(nil).Remove(t.Context(), s.Core(), s.Pair(), sites)
	if err != nil || len(x.Proposals) > 0 || len(x.Text) != 1 {
		t.Fatalf("Remove = %+v, %v; want one line of text alone", x, err)
	}
	if want := "do not race in any schedule"; !strings.Contains(x.Text[0], want) {
		t.Errorf("Remove says %q, want %q", x.Text[0], want)
	}
}

// TestShrink checks what is said about lock regions, and about a program that has none.
func TestShrink(t *testing.T) {
	for _, tt := range []struct {
		text, first string
		lines       int
	}{
		{"m(b) { lock(); x := b.f; y := x; b.f := y; unlock(); }", "The lock region at 1:8 in m:",
			8},
		{"m(b) { b.f := b; }", "The program has no lock region.", 1},
	} {
		x, err := Repairs(nil).Shrink(t.Context(), iltest.Core(t, tt.text))
		if err != nil || x.Title != "Is the lock too big?" {
			t.Errorf("Shrink of %q = %+v, %v; want the question as its title", tt.text, x, err)
		}
		if len(x.Text) != tt.lines || x.Text[0] != tt.first {
			t.Errorf("Shrink of %q: %q, want %d lines from %q on", tt.text, x.Text, tt.lines,
				tt.first)
		}
	}
}
