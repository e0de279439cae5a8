package ask

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// TestJudge checks the refusals of claims that are not refuted, or whose names are unknown.
func TestJudge(t *testing.T) {
	core := iltest.Core(t, "m() { }")
	for _, tt := range []struct {
		r    Refuted
		want string
	}{
		{Refuted{Statement: "nosuch"}, `there is no theorem or lemma "nosuch"`},
		{Refuted{Statement: "6.10", Without: []string{"nosuch"}},
			`6.10 has no hypothesis "nosuch"`},
		{Refuted{Statement: "6.10"}, "6.10 is not refuted on this program: "},
		{Refuted{Switch: "nosuch"}, `"nosuch"`},
		{Refuted{Switch: "A2"}, "A2 breaks nothing on this program"},
	} {
		c, err := tt.r.Judge(core)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Judge of %+v = %+v, %v; want an error with %q", tt.r, c, err, tt.want)
		}
	}
}

// TestWithout checks that a statement uses only the names of its own hypotheses, in flags and
// exits.
func TestWithout(t *testing.T) {
	s, ok := theorem.Find("6.10")
	if !ok {
		t.Fatal("6.10 is missing")
	}
	names := HypothesisNames([]*engine.Statement{s})
	if len(names) < 2 || !slices.IsSorted(names) {
		t.Fatalf("HypothesisNames = %q, want at least two, sorted", names)
	}
	off, other := Without{names[1], "other", names[0]}, Without{"other"}
	of := off.Of(s)
	if len(of) != 2 {
		t.Errorf("Of = %q, want the two hypotheses of 6.10", of)
	}
	if got, want := off.Again(s), " --without "+strings.Join(of, ","); got != want {
		t.Errorf("Again = %q, want %q", got, want)
	}
	if got := other.Again(s); got != "" {
		t.Errorf("Again without a hypothesis of 6.10 = %q, want none", got)
	}
	if a, b := off.Refuted(s), other.Refuted(s); a != ExitFound || b != ExitViolated {
		t.Errorf("Refuted = %v without hypotheses, %v with all; want %v, %v", a, b, ExitFound,
			ExitViolated)
	}
	if err := off[2:].Check([]*engine.Statement{s}); err != nil {
		t.Errorf("Check of %q = %v, want no error", off[2:], err)
	}
}

// TestChooseStatements checks that names choose statements in the order of the list, and that
// without names all of them are chosen.
func TestChooseStatements(t *testing.T) {
	all := theorem.Statements()
	for _, tt := range []struct{ names, want []string }{
		{nil, StatementNames(all)},
		{[]string{"6.10", "5.7"}, []string{"5.7", "6.10"}},
	} {
		got, err := ChooseStatements(all, tt.names)
		if err != nil || !slices.Equal(StatementNames(got), tt.want) {
			t.Errorf("ChooseStatements(%q) = %q, %v; want %q", tt.names, StatementNames(got), err,
				tt.want)
		}
	}
}

// TestStatements checks that the description of every statement has all its parts.
func TestStatements(t *testing.T) {
	for _, x := range Statements(theorem.Statements()) {
		if slices.Contains([]string{x.Name, x.Group, x.Title, x.Words}, "") {
			t.Errorf("%s lacks a text: %+v", x.Name, x)
		}
		if x.Hypotheses == nil || x.Evidence.Lemmas == nil {
			t.Errorf("%s lacks its hypotheses or lemmas: %+v", x.Name, x)
		}
	}
}

// TestMeet checks that a session opens where two accesses race, or as near to them as the lock
// permits.
func TestMeet(t *testing.T) {
	for _, tt := range []struct {
		text  string
		want  Meeting
		moves string
	}{
		{"m(b) { x := b.f; } n(b) { b.f := b; }", Meeting{Races: true, Next: both}, "B"},
		{"m(b) { x := b.f; } n(b) { x := b.f; }", Meeting{Next: both}, ""},
		{"m(b) { lock(); x := b.f; unlock(); } n(b) { lock(); y := b.f; unlock(); }",
			Meeting{Next: [2]bool{true, false}}, "A"},
	} {
		core := iltest.Core(t, tt.text)
		pair, err := PairOf(core, "m,n")
		if err != nil {
			t.Fatal(err)
		}
		m, err := Meet(t.Context(), core, engine.Accesses{Units: *pair, Sites: accesses(core,
			*pair)})
		if err != nil {
			t.Fatalf("Meet in %q: %v", tt.text, err)
		}
		tt.want.Session = m.Session
		if got := m.Session.Schedule().String(); *m != tt.want || got != tt.moves {
			t.Errorf("Meet in %q = %+v after %q, want %+v after %q", tt.text, m, got, tt.want,
				tt.moves)
		}
	}
}

// accesses returns the first access of each unit of a pair.
func accesses(core *il.Core, p il.Pair) (sites il.Sites) {
	for i, u := range []*il.Unit{p.Left, p.Right} {
		il.Walk(u.Body, func(s il.Stmt) {
			if c, ok := s.(il.Node); ok && sites[i] == (il.Site{}) {
				if x, access := il.SiteOf(c); access {
					sites[i] = x
				}
			}
		})
	}
	return sites
}
