package ask

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/examples"
	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/session/schedule"
)

const shared = "m(b) { x := b.f; b.f := x; }\nn(b) { lock(); x := b.f; unlock(); }"

// at opens a program after a schedule.
func at(t *testing.T, text, pair, moves string) *session.Session {
	t.Helper()
	s, _, err := Opening{Pair: pair, Schedule: moves}.Open(t.Context(), iltest.Core(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShare: a link has the program or the name of an example, and claims the report whose race the
// state shows, a race without a report, or nothing.
func TestShare(t *testing.T) {
	for _, tt := range []struct{ moves, claim string }{{"", ""}, {"A", "R1"}, {"A B", "R2"},
		{"A B2", ""}} {
		x := Share(t.Context(), at(t, shared, "m,m", tt.moves), Advice(), "a.il", "1.0")
		if x.Claim != tt.claim || x.Name != "a.il" || x.Program != shared || x.Example != "" ||
			x.Tool != "1.0" || x.Language != Language || x.Schedule != tt.moves ||
			!slices.Equal(x.Units, []string{"m", "m"}) {
			t.Errorf("after %q: %+v, want claim %q", tt.moves, x, tt.claim)
		}
	}
	e, _ := examples.Find("burble.il")
	for text, want := range map[string]schedule.Shared{
		e.Text:       {Example: "burble.il"},
		e.Text + " ": {Name: "burble.il", Program: e.Text + " "},
	} {
		x := ShareText("burble.il", text, "1.0")
		if x.Example != want.Example || x.Name != want.Name || x.Program != want.Program ||
			x.Units != nil {
			t.Errorf("ShareText = %+v, want %+v", x, want)
		}
	}
}

// TestFollow opens a link again and judges its claim.
func TestFollow(t *testing.T) {
	whole := Share(t.Context(), at(t, shared, "m,m", "A"), Advice(), "a.il", "1.0")
	for _, tt := range []struct {
		change func(x *schedule.Shared)
		holds  bool
		judged string
	}{
		{func(*schedule.Shared) {}, true, "Judged again: R1 races after 1 step."},
		{func(x *schedule.Shared) { x.Claim = "R2" }, false,
			"The link claims: R2 races after 1 step. This wobbly says: R1 races after 1 step."},
		{func(x *schedule.Shared) { x.Claim = "race" }, false,
			"The link claims: a race after 1 step, which RacerDX does not report. " +
				"This wobbly says: R1 races after 1 step."},
		{func(x *schedule.Shared) { x.Schedule, x.Claim = "A B", "R2" }, true,
			"Judged again: R2 races after 2 steps."},
		{func(x *schedule.Shared) { x.Schedule = "" }, false,
			"The link claims: R1 races after 0 steps. This wobbly finds no race in this state."},
		{func(x *schedule.Shared) { x.Claim = "" }, true, ""},
	} {
		x := whole
		tt.change(&x)
		f, err := Follow(t.Context(), x, Advice())
		if err != nil || f.Holds != tt.holds || f.Judged != tt.judged ||
			f.Session == nil || f.Name != "a.il" || f.Text != shared {
			t.Errorf("claim %q after %q: %v, %+v; want %q", x.Claim, x.Schedule, err, f, tt.judged)
		}
	}
	start := 0
	x := whole
	x.At = &start
	if f, err := Follow(t.Context(), x, Advice()); err != nil || f.Session.At() != 0 ||
		f.Session.Len() != 1 {
		t.Errorf("Follow does not go to the state of the link: %v", err)
	}
	if f, err := Follow(t.Context(), ShareText("burble.il", "x", "1"), Advice()); err != nil ||
		f.Session != nil || f.Text != "x" || !f.Holds {
		t.Errorf("a link to a text: %+v, %v", f, err)
	}
}

// TestFollowRefuses: a link that leads nowhere has its text and a reason.
func TestFollowRefuses(t *testing.T) {
	for _, tt := range []struct {
		x     schedule.Shared
		want  string
		holds bool
	}{
		{schedule.Shared{Example: "nosuch.il"}, `example "nosuch.il", and there is none`, true},
		{schedule.Shared{Program: shared, Units: []string{"m"}},
			"the link names 1 unit, and two belong together", true},
		{schedule.Shared{Program: shared, Units: []string{"m", "m", "m"}}, "names 3 units", true},
		{schedule.Shared{Program: "m(", Units: []string{"m", "m"}}, "", true},
		{schedule.Shared{Program: shared, Units: []string{"m", "m"}, Schedule: "A99"}, "", true},
		{schedule.Shared{Program: shared, Units: []string{"m", "m"}, Schedule: "A99", Claim: "R1"},
			"",
			false},
	} {
		f, err := Follow(t.Context(), tt.x, Advice())
		if err == nil || !strings.Contains(err.Error(), tt.want) || f.Session != nil ||
			f.Holds != tt.holds ||
			f.Text != tt.x.Program {
			t.Errorf("%+v: %v, %+v; want %q", tt.x, err, f, tt.want)
		}
	}
}

// TestAdvice: each statement except skip has its rule of Figure 7, and what it adds to W, L and A.
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
		"lock 1  ", "load 1 a.f (a.f, R, 1)", "store 1 a.g (a.g, W, 1)",
		"if 1 b.f (b.f, R, 1),(b.f, W, 1)", "call 1 b.f (b.f, R, 1),(b.f, W, 1)", "unlock 0  ",
		"while 0 a,b ", "copy 0 a,b ",
	}
	if !slices.Equal(got, want) || u.End.Lock != "0" || u.End.A != 4 || u.End.More != 0 ||
		strings.Join(u.End.W, " ") != "a a.f a.g b b.f" {
		t.Errorf("Lines = %q, want %q; the end is %+v", got, want, u.End)
	}
	other := iltest.Core(t, "m() {}")
	if _, err := Advice().Lines(t.Context(), other, other.Methods["m"]); err != nil {
		t.Errorf("another program: %v", err)
	}
}

// TestRepairs: what the screens say about a race with and without repairs, and about lock regions.
func TestRepairs(t *testing.T) {
	r := Repairs(nil)
	s := at(t, shared, "m,m", "A")
	sites, _ := s.Now().NextSites()
	x, err := r.Remove(t.Context(), s.Core(), s.Pair(), sites)
	if err != nil || len(x.Proposals) == 0 || len(x.Text) > 0 ||
		x.Title != "m writes at 1:18, m reads at 1:8" &&
			x.Title != "m reads at 1:8, m writes at 1:18" {
		t.Errorf("Remove = %+v, %v", x, err)
	}
	for _, p := range x.Proposals {
		if len(p.Diff) == 0 || p.Diff[len(p.Diff)-1] == "" || p.Core == nil || len(p.Table) == 0 ||
			p.Title == "" {
			t.Errorf("the proposal %+v lacks a part", p)
		}
	}
	const locked = "m(b) { lock(); x := b.f; y := x; b.f := y; unlock(); }"
	s = at(t, locked, "m,m", "A")
	core := s.Core()
	var none *Refusal
	sites[0].At, sites[1].At = core.Methods["m"].Body.Stmts[1].Pos(), core.Methods["m"].Body.Stmts[3].Pos()
	sites[0].Kind, sites[1].Kind = 0, 1
	x, err = r.Remove(t.Context(), core, s.Pair(), sites)
	if err == nil && (len(x.Proposals) > 0 || len(x.Text) != 1 ||
		!strings.Contains(x.Text[0], "do not race in any schedule")) ||
		err != nil && !errors.As(err, &none) {
		t.Errorf("no race: %+v, %v", x, err)
	}
	x, err = r.Shrink(t.Context(), core)
	if err != nil || x.Title != "Is the lock too big?" || len(x.Text) < 3 ||
		x.Text[0] != "The lock region at 1:8 in m:" {
		t.Errorf("Shrink = %+v, %v", x, err)
	}
	x, err = r.Shrink(t.Context(), iltest.Core(t, "m(b) { b.f := b; }"))
	if err != nil || len(x.Text) != 1 || x.Text[0] != "The program has no lock region." {
		t.Errorf("Shrink = %+v, %v", x, err)
	}
}
