package engine

import (
	"strings"
	"testing"
)

// counterexample is a refutation, as the page finds it in the documents of theorem.fuzz and
// theorem.break.
type counterexample struct {
	Program  string `json:"program"`
	CaseSeed string `json:"case_seed"`
	Instance string `json:"instance"`
	What     string `json:"what"`
	Why      string `json:"why"`
}

// refutes finds a counterexample to a statement without a hypothesis. It also returns the message's
// name of the refuted claim.
func refutes(t *testing.T, h *Handler, statement, without string) (counterexample, map[string]any) {
	t.Helper()
	var d struct {
		Statements []struct {
			Refutation *counterexample `json:"refutation"`
		} `json:"statements"`
	}
	off := []string{without}
	fields := map[string]any{"names": []string{statement}, "without": off, "cases": 400}
	must(t, h, "theorem.fuzz", fields, &d)
	x := d.Statements[0].Refutation
	if x == nil {
		t.Fatalf("%s without %s is not refuted", statement, without)
	}
	return *x, map[string]any{"statement": statement, "without": off, "seed": x.CaseSeed}
}

// breaks is like refutes for a counterexample with a switch off.
func breaks(t *testing.T, h *Handler, name string) (counterexample, map[string]any) {
	t.Helper()
	var d struct {
		Switches []struct {
			Counterexample *counterexample `json:"counterexample"`
		} `json:"switches"`
	}
	fields := map[string]any{"names": []string{name}, "cases": 3000}
	must(t, h, "theorem.break", fields, &d)
	x := d.Switches[0].Counterexample
	if x == nil {
		t.Fatalf("theorem.break finds no counterexample without %s", name)
	}
	return *x, map[string]any{"switch": name, "seed": x.CaseSeed}
}

// openedFor opens a counterexample in Step.
func openedFor(t *testing.T, h *Handler, x counterexample, claim map[string]any) view {
	t.Helper()
	var v view
	fields := map[string]any{"program": x.Program, "claim": claim}
	must(t, h, "session.open", fields, &v)
	if v.Claim == nil || v.Claim.Why != x.Why || v.Claim.Instance != x.Instance+x.What {
		t.Fatalf("the claim is %+v, want %+v", v.Claim, x)
	}
	return v
}

// next lists the threads whose accesses of the claim are next.
func (v *view) next() string {
	var names []string
	for i, a := range v.Claim.Accesses {
		t := v.Threads[i]
		if t.Name == a.Thread && t.At.From == a.From && strings.EqualFold(t.Access, a.Kind[:1]) {
			names = append(names, t.Name)
		}
	}
	return strings.Join(names, " ")
}

// TestClaimAtItsAccesses: a refuted claim opens in the state in which both of its accesses are
// next, and names what was switched off.
func TestClaimAtItsAccesses(t *testing.T) {
	h := New(Options{})
	for _, x := range []struct{ statement, without string }{
		{"theorem1", "last-field"}, {"theorem1", "stable-left"}, {"theorem1", "one-write"},
		{"6.10", "last-field"}, {"theorem2", "one-write"},
	} {
		found, claim := refutes(t, h, x.statement, x.without)
		v := openedFor(t, h, found, claim)
		c := v.Claim
		if c.Statement != x.statement || c.Title == "" ||
			strings.Join(c.Without, " ") != x.without {
			t.Errorf("%s: the claim is %+v, want its statement, title and hypothesis", x, c)
		}
		if v.next() != "A B" || v.Race != nil || v.Note != meeting {
			t.Errorf("%s: the accesses of %q are next, note %q; want A B without a race\n%s", x,
				v.next(), v.Note, found.Program)
		}
	}
}

const (
	meeting = "Both accesses are next here, and they do not race."
	apart   = "No execution reaches a state in which both accesses are next. Here A's is."
	racing  = "By the rules of IL both accesses race, as here; with null off they do not."
)

// TestClaimNeverTogether: if both accesses are under the lock, the claim opens as near to them as
// executions get, and says so.
func TestClaimNeverTogether(t *testing.T) {
	h := New(Options{})
	found, claim := refutes(t, h, "theorem1", "unlocked")
	v := openedFor(t, h, found, claim)
	if v.next() != "A" || v.Threads[1].Stop != "waits" || v.Note != apart {
		t.Errorf("the access of %q is next, B %s, note %q; want A, and that B waits", v.next(),
			v.Threads[1].Stop, v.Note)
	}
}

// TestClaimOfAnotherWorld: if an assumption about the world is off, reports that are false there
// are races by the rules of IL, and the session says so.
func TestClaimOfAnotherWorld(t *testing.T) {
	h := New(Options{})
	found, claim := breaks(t, h, "null")
	v := openedFor(t, h, found, claim)
	if v.Race == nil || v.next() != "A B" || v.Note != racing {
		t.Errorf("the race is %v, the accesses of %q are next, note %q; want a race", v.Race,
			v.next(), v.Note)
	}
	if c := v.Claim; c.Statement != "theorem1" || c.Off == "" || c.Without[0] != "null" {
		t.Errorf("the claim is %+v, want theorem1 without null", c)
	}
}

// TestClaimOfAClause: a false report that is made without a clause of the analysis can be opened
// too.
func TestClaimOfAClause(t *testing.T) {
	h := New(Options{})
	found, claim := breaks(t, h, "one-writes")
	if v := openedFor(t, h, found, claim); v.next() != "A B" || v.Race != nil {
		t.Errorf("the accesses of %q are next, race %v; want A B, no race\n%s", v.next(), v.Race,
			found.Program)
	}
}

// TestClaimOfALemma: a claim that is not about two accesses opens at the beginning.
func TestClaimOfALemma(t *testing.T) {
	h := New(Options{})
	found, claim := breaks(t, h, "5.7:matched")
	if v := openedFor(t, h, found, claim); len(v.Claim.Accesses) != 0 || v.At != 0 {
		t.Errorf("state %d, accesses %v; want state 0, none", v.At, v.Claim.Accesses)
	}
}

// TestClaimGoesOn: the claim stays with the session while it is stepped, and when it is opened
// again elsewhere.
func TestClaimGoesOn(t *testing.T) {
	h := New(Options{})
	found, claim := refutes(t, h, "theorem1", "last-field")
	v := openedFor(t, h, found, claim)
	var done doneView
	step := map[string]any{"session": v.Session, "line": "b"}
	if p := put(t, h, "session.do", step, &done); p != nil || done.View.Claim == nil {
		t.Fatalf("after a step, the claim is %v, problem %v; want the claim", done.View.Claim, p)
	}
	var again view
	open := map[string]any{"program": found.Program, "schedule": done.View.Line}
	open["claim"] = done.View.Claim.Ask
	must(t, h, "session.open", open, &again)
	if again.At != done.View.At || again.Claim == nil || again.Claim.Why != found.Why {
		t.Errorf("opened again, the state is %d, the claim %v; want %d and the claim", again.At,
			again.Claim, done.View.At)
	}
}

// TestClaimRefused: a claim that is not refuted cannot be opened as one.
func TestClaimRefused(t *testing.T) {
	h := New(Options{})
	found, claim := refutes(t, h, "theorem1", "last-field")
	illegal, off := breaks(t, h, "A2")
	named := func(name, value string, more ...any) map[string]any {
		ask := map[string]any{name: value, "seed": "1"}
		if len(more) > 0 {
			ask["without"] = more
		}
		return ask
	}
	for _, x := range []struct {
		program string
		claim   map[string]any
		beside  string
		want    string
	}{
		{"m(b) {\n  b.f := b;\n}\n", claim, "", "theorem1 is not refuted on this program"},
		{found.Program, claim, "pair", "only a schedule can be given with it"},
		{found.Program, claim, "heap", "only a schedule can be given with it"},
		{found.Program, claim, "race", "only a schedule can be given with it"},
		{found.Program, claim, "sites", "only a schedule can be given with it"},
		{found.Program, named("statement", "theorem0"), "", "there is no theorem or lemma"},
		{found.Program, named("statement", "theorem1", "x"), "", "theorem1 has no hypothesis"},
		{found.Program, named("switch", "none"), "", "there is no switch"},
		{found.Program, named("switch", "null"), "", "null breaks nothing on this program"},
		{found.Program, map[string]any{"statement": "theorem1", "seed": "-1"}, "", "is a number"},
		{illegal.Program, off, "", "with A2 off programs need not be legal, and this one is not"},
	} {
		fields := map[string]any{"program": x.program, "claim": x.claim}
		if x.beside != "" {
			fields[x.beside] = "A,B"
		}
		p := put(t, h, "session.open", fields, nil)
		if p == nil || !strings.Contains(p.Message, x.want) {
			t.Errorf("%v: %+v, want %q", fields, p, x.want)
		}
	}
	if len(h.sessions.open) != 0 {
		t.Errorf("after refusals, %d sessions are open, want none", len(h.sessions.open))
	}
}
