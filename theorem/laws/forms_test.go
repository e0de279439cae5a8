package laws

import (
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
)

// TestFormsDiffer: if the two forms of a result differ, the error says how. Here they are the
// results of two programs.
func TestFormsDiffer(t *testing.T) {
	for _, x := range []struct{ sets, shared, summary, reports string }{
		{
			"m(a) { a.f := new(); }", "m(a) { skip; }",
			"m: W and A have 1 and 1 elements, counted as 0 and 0",
			"there are 1 reports and 0 filtered pairs, counted as 0 and 0",
		},
		{
			"m(a) { a.f := new(); x := a.f; }", "m(a) { a.f := new(); }",
			"m: W and A have 1 and 2 elements, counted as 1 and 1",
			"there are 2 reports and 0 filtered pairs, counted as 1 and 0",
		},
		{
			"m(a) { x := a.f; lock(); }", "m(a) { x := a.f; }",
			"m: L is 1, and shared 0",
			"",
		},
		{
			"m(a) { a.f := new(); }", "m(a) { a.g := new(); }",
			"m: W is [a.f], and shared [a.g]",
			"the reports are [race m: write of a.f at 7 under 0 / m: write of a.f at 7 under 0], " +
				"and shared [race m: write of a.g at 7 under 0 / m: write of a.g at 7 under 0]",
		},
		{
			"m(a) { x := a.f; }", "m(a) { synchronized { a.f := new(); } }",
			"m: A is [{7 read a.f 0}], and shared [{22 write a.f 1}]",
			"",
		},
		{
			"m(a) { synchronized { a.f := new(); } a.f.g := new(); }",
			"m(a) { synchronized { a.f := new(); } a.f.h := new(); }",
			"m: W is [a.f a.f.g], and shared [a.f a.f.h]",
			"the filtered pairs are [filtered m: write of a.f.g at 38 under 0 / m: write of a.f.g at 38 under 0], " +
				"and shared [filtered m: write of a.f.h at 38 under 0 / m: write of a.f.h at 38 under 0]",
		},
	} {
		left, right := engine.NewCase(casetest.Tolerated(t, x.sets),
			1), engine.NewCase(casetest.Tolerated(t, x.shared), 1)
		sets, err := left.SetsIn(abstract.Figure7)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := sharedIn(right, abstract.Figure7)
		if err != nil {
			t.Fatal(err)
		}
		if got := errorText(sameSummary(sets, shared, left.Core.Units[0])); got != x.summary {
			t.Errorf("%s and %s: summaries: %s", x.sets, x.shared, got)
		}
		listed, err := left.Reports(sets)
		if err != nil {
			t.Fatal(err)
		}
		counted, err := shared.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := errorText(sameReports(listed, counted)); got != x.reports {
			t.Errorf("%s and %s: reports: %s", x.sets, x.shared, got)
		}
	}
}

// TestModesOfForms: all modes are compared, and Wr in the last one.
func TestModesOfForms(t *testing.T) {
	var seen []abstract.Mode
	c := casetest.Of(t, "m(a) { x := a; }")
	if err := eachForm(c, func(x engine.Instance) bool {
		seen = append(seen, x.(*bothForms).mode)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(seen, abstract.Modes,
		func(m abstract.Mode, info abstract.ModeInfo) bool { return m == info.Mode }) {
		t.Errorf("the modes %v are compared, want all %d", seen, len(abstract.Modes))
	}
	d := casetest.Of(t, "m(a) { x := new(); a := x; }")
	sets, _ := d.SetsIn(abstract.Plus)
	shared, _ := sharedIn(c, abstract.Plus)
	const want = "m: Wr is [a], and shared [], counted as 0"
	if got := errorText(sameSummary(sets, shared, c.Core.Units[0])); got != want {
		t.Errorf("sameSummary: %q, want %q", got, want)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
