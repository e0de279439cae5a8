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

// TestJudge refuses a claim that is not refuted, or that nobody knows.
func TestJudge(t *testing.T) {
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
		c, err := tt.r.Judge(iltest.Core(t, "m() { }"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Judge of %+v = %+v, %v; want %q", tt.r, c, err, tt.want)
		}
	}
}

// TestWithout: names of hypotheses, in flags and in exits.
func TestWithout(t *testing.T) {
	s, ok := theorem.Find("6.10")
	if !ok {
		t.Fatal("6.10 is missing")
	}
	names := HypothesisNames([]*engine.Statement{s})
	if len(names) < 2 || !slices.IsSorted(names) {
		t.Fatalf("HypothesisNames = %q", names)
	}
	off := Without{names[1], "other", names[0]}
	if got := off.Of(s); len(got) != 2 || off.Again(s) != " --without "+strings.Join(got, ",") {
		t.Errorf("Of = %q, Again = %q", got, off.Again(s))
	}
	if off.Refuted(s) != ExitFound || (Without{"other"}).Refuted(s) != ExitViolated ||
		(Without{"other"}).Again(s) != "" {
		t.Error("a refutation is a violation only with all hypotheses")
	}
	if err := (Without{names[0]}).Check([]*engine.Statement{s}); err != nil {
		t.Errorf("Check = %v", err)
	}
	all := theorem.Statements()
	if got, err := ChooseStatements(all, nil); err != nil || len(got) != len(all) {
		t.Errorf("without names: %d statements, %v", len(got), err)
	}
	got, err := ChooseStatements(all, []string{"6.10", "5.7"})
	if err != nil || !slices.Equal(StatementNames(got), []string{"5.7", "6.10"}) {
		t.Errorf("ChooseStatements = %q, %v", StatementNames(got), err)
	}
	for _, x := range Statements(all) {
		if x.Name == "" || x.Group == "" || x.Title == "" || x.Words == "" || x.Hypotheses == nil ||
			x.Evidence.Lemmas == nil {
			t.Errorf("the description of %s lacks a part: %+v", x.Name, x)
		}
	}
}

// TestMeet opens a session where two accesses race, or as near to them as the lock permits.
func TestMeet(t *testing.T) {
	for _, tt := range []struct {
		text  string
		races bool
		next  [2]bool
		moves string
	}{
		{"m(b) { x := b.f; } n(b) { b.f := b; }", true, both, "B"},
		{"m(b) { x := b.f; } n(b) { x := b.f; }", false, both, ""},
		{"m(b) { lock(); x := b.f; unlock(); } n(b) { lock(); y := b.f; unlock(); }", false,
			[2]bool{true, false}, "A"},
	} {
		core := iltest.Core(t, tt.text)
		pair, err := PairOf(core, "m,n")
		if err != nil {
			t.Fatal(err)
		}
		sites := accesses(core, *pair)
		m, err := Meet(t.Context(), core, engine.Accesses{Units: *pair, Sites: sites})
		if err != nil || m.Races != tt.races || m.Next != tt.next || m.Cut {
			t.Errorf("%s: %+v, %v", tt.text, m, err)
			continue
		}
		if got := m.Session.Schedule().String(); got != tt.moves {
			t.Errorf("%s: the schedule is %q, want %q", tt.text, got, tt.moves)
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
