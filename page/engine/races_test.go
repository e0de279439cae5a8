package engine

import (
	"slices"
	"strings"
	"testing"
)

// racesIn returns the answer to races for a program.
func racesIn(t *testing.T, h *Handler, text, analysis string, states int) racesView {
	t.Helper()
	var v racesView
	must(t, h, "races", map[string]any{"program": text, "analysis": analysis,
		"states": states}, &v)
	return v
}

// TestRaces: reports have the verdict of their witness before anything is searched. The search adds
// missed races, and decides for each pair that is left out whether it races.
func TestRaces(t *testing.T) {
	h := New(Options{})
	before := racesIn(t, h, exampleText(t, "burble.il"), "", 0)
	if before.Search != nil || before.Text != "2 races" || before.Number != "2" || !before.Real ||
		before.Proved || len(before.Reports) != 2 {
		t.Errorf("races = %+v, want 2 real ones, without a search", before)
	}
	for _, r := range before.Reports {
		if !r.Real || r.Word != "race" || r.Left.Text == "" || r.Left.Line == 0 ||
			r.Left.To <= r.Left.From {
			t.Errorf("the report = %+v, want a real race with the place of its text", r)
		}
	}
	for _, x := range before.LeftOut {
		if x.Truth != "unknown" || x.Says != "" || x.Reason == "" {
			t.Errorf("before a search, the pair left out is %+v, want it not judged", x)
		}
	}
	after := racesIn(t, h, exampleText(t, "burble.il"), "", 10_000)
	if after.Search == nil || !after.Search.Complete || after.Text != before.Text {
		t.Errorf("races with a search = %+v, want a complete search and %s", after, before.Text)
	}
	for _, x := range after.LeftOut {
		if x.Truth == "unknown" || x.Says == "" {
			t.Errorf("after a search, the pair left out is %+v, want it judged", x)
		}
	}
}

// TestMissedRaces: a race that the search finds and the analysis does not report is missed. If some
// reports are not listed, no race is known to be missed.
func TestMissedRaces(t *testing.T) {
	h := New(Options{})
	v := racesIn(t, h, local, "", 10_000)
	if len(v.Missed) == 0 || len(v.Reports) > 0 || !v.Real || v.Proved ||
		!strings.HasPrefix(v.Nothing[0], "The exact search finds more") {
		t.Fatalf("races of hidden objects = %+v, want none reported and some missed", v)
	}
	if x := v.Missed[0]; x.Left.At != "3:3" || x.Left.Kind != "write" || x.Left.Line != 3 {
		t.Errorf("the missed race = %+v, want a write at 3:3", x)
	}
	if flow := racesIn(t, h, local, "flow", 10_000); len(flow.Missed) > 0 || flow.Text != v.Text {
		t.Errorf("races with flow = %+v, want none missed and %s", flow, v.Text)
	}
	many := "m(b) { v := new(); " + strings.Repeat("b.f := v; ", 20) + "}" // 210 pairs
	if v := racesIn(t, h, many, "", 10_000); len(v.Reports) != maxReports || v.MoreReports == "0" ||
		len(v.Missed) > 0 || !strings.HasSuffix(v.Text, " reports") {
		t.Errorf("%d reports, %s more, %d missed, %s", len(v.Reports), v.MoreReports,
			len(v.Missed), v.Text)
	}
}

// TestCertified: a pair that is in no list of the analysis cannot race, with the reason from its
// certificate, or is open. Nothing is certified before the search.
func TestCertified(t *testing.T) {
	h := New(Options{})
	const text = "m(b) {\n  n := new();\n  n.g := n;\n  b.f := n;\n}"
	if v := racesIn(t, h, text, "", 0); len(v.Others) > 0 || v.Pairs != "" {
		t.Errorf("races without a search = %+v, want no certificate", v)
	}
	v := racesIn(t, h, text, "", 10_000)
	if v.Pairs != "Of 2 pairs of accesses, one races, and the other never does (certified)." ||
		len(v.Others) != 1 {
		t.Fatalf("races = %q, %+v; want one race and one certified pair", v.Pairs, v.Others)
	}
	if x := v.Others[0]; x.Left.At != "3:3" || x.Right.At != "3:3" ||
		!strings.Contains(x.Never, "accesses an object that it made at 2:3 (n := new()) and that "+
			"no other thread can reach then.") {
		t.Errorf("the certified pair = %+v, want 3:3 with itself and the reason", x)
	}
	const hidden = "m(b) {\n  x := b.f;\n  y := x.f;\n  y.f := y;\n}"
	if v := racesIn(t, h, hidden, "", 1); !strings.HasSuffix(v.Pairs, "open.") ||
		len(v.Others)+len(v.Missed) == 0 ||
		slices.ContainsFunc(v.Others, func(x otherRow) bool { return x.Never != "" }) {
		t.Errorf("races within one state = %q, %+v; want open pairs", v.Pairs, v.Others)
	}
}

// TestProved: only a complete search proves that there is no race. It may leave out pairs with a
// certificate, so one state is enough here.
func TestProved(t *testing.T) {
	h := New(Options{})
	text := "m(b) { synchronized { x := b.f; b.f := x; } }"
	for states, want := range map[int]bool{0: false, 1: true, 10_000: true} {
		v := racesIn(t, h, text, "", states)
		if v.Proved != want || (v.Text == "0 races") != want || v.Real {
			t.Errorf("races with a bound of %d states = %+v", states, v)
		}
	}
	v := racesIn(t, h, text, "chord", 10_000)
	for _, r := range v.Reports {
		if r.Real || r.Word != "false alarm" {
			t.Errorf("the report = %+v, want a false alarm", r)
		}
	}
}

// TestSearchIsKept: another analysis of the same text does not repeat the search, and another text
// does.
func TestSearchIsKept(t *testing.T) {
	h := New(Options{})
	racesIn(t, h, local, "", 10_000)
	first := h.searched.search
	racesIn(t, h, local, "flow", 10_000)
	if first == nil || h.searched.search != first {
		t.Error("another analysis of the same text has searched again")
	}
	for text, states := range map[string]int{local: 20_000, local + " ": 20_000} {
		racesIn(t, h, text, "", states)
		if h.searched.search == first {
			t.Errorf("the search of another text, or with other bounds, is taken for this one: %d",
				states)
		}
	}
}

// whyIn returns the answer to why for a program.
func whyIn(t *testing.T, text string, what ...string) whyView {
	t.Helper()
	var v whyView
	must(t, New(Options{}), "why", map[string]any{"program": text, "what": what}, &v)
	return v
}

// TestWhyNamesLocks: if a program names locks, the sides name theirs, and the lock condition is
// another one.
func TestWhyNamesLocks(t *testing.T) {
	v := whyIn(t,
		"m(b) { synchronized (k) { x := b.f; } }\nn(b, v) { synchronized (l) { b.f := v; } }\n",
		"R1")
	if x := v.Pairs[0]; x.Left.Text != "m reads b.f holding lock k" ||
		x.Rows[2].Title != "The locks let both be there" {
		t.Errorf("the left side is %q and row 2 %q, want lock k in both", x.Left.Text,
			x.Rows[2].Title)
	}
}

// TestWhy: a report meets four conditions, each with its places. A pair that is left out fails one,
// at the statement that makes the path wobbly.
func TestWhy(t *testing.T) {
	const text = `m(b) {
  x := b.f;
}
n(b, v) {
  b.f := v;
}
k(b, v) {
  b := b.g;
  b.f := v;
}
`
	of := func(x span) string { return text[x.From:x.To] }
	v := whyIn(t, text, "R1")
	if len(v.Pairs) != 1 || !v.Pairs[0].Reported || len(v.Pairs[0].Rows) != 4 {
		t.Fatalf("why R1 = %+v, want one reported pair with 4 rows", v)
	}
	var titles []string
	for _, r := range v.Pairs[0].Rows {
		titles = append(titles, r.Title)
		if v.Pairs[0].Notes == nil || !r.Holds || r.Text == "" || len(r.Places) == 0 {
			t.Errorf("the row = %+v, want it to hold, with a text and places", r)
		}
	}
	if want := []string{"Same field", "One of them writes", "They hold no common lock",
		"The path is stable"}; !slices.Equal(titles, want) {
		t.Errorf("the titles are %q, want %q", titles, want)
	}
	v = whyIn(t, text, "9:3", "2:3")
	if len(v.Pairs) == 0 || v.Pairs[0].Reported {
		t.Fatalf("why 9:3 and 2:3 = %+v, want a pair that is not reported", v)
	}
	last := v.Pairs[0].Rows[3]
	if last.Holds || len(last.Places) != 1 || of(last.Places[0]) != "b := b.g" {
		t.Errorf("the row = %+v, want b := b.g as the only reason against", last)
	}
	if r := whyIn(t, text, "2:3", "5:3").Pairs[0].Rows[1]; len(r.Places) != 1 ||
		of(r.Places[0]) != "b.f" || r.Places[0].Line != 5 {
		t.Errorf("the row on who writes = %+v", r)
	}
	if v := whyIn(t, text, "1:1", "1:1"); len(v.Pairs) > 0 || len(v.Remarks) == 0 {
		t.Errorf("why without accesses = %+v, want a remark and no pair", v)
	}
	for _, what := range [][]string{{}, {"R9"}, {"2:3"}, {"2:3", "x"}, {"2:3", "5:3", "5:3"}} {
		if p := put(t, New(Options{}), "why",
			map[string]any{"program": text, "what": what}, nil); p == nil || p.Exit != 2 {
			t.Errorf("why %q: %+v, want exit 2", what, p)
		}
	}
}

// TestCode: an error code has a page with a wrong program and a right one.
func TestCode(t *testing.T) {
	var v codeView
	if p := put(t, New(Options{}), "code", map[string]any{"code": "E0010"}, &v); p != nil ||
		v.Title == "" || v.Text == "" || v.Wrong == "" || v.Right == "" {
		t.Errorf("code E0010 = %+v, %+v; want all four texts", v, p)
	}
	if p := put(t, New(Options{}), "code", map[string]any{"code": "E9999"}, nil); p == nil ||
		p.Code != "name" {
		t.Errorf("code E9999 = %+v, want that there is none", p)
	}
}
