package laws

import (
	"slices"
	"testing"

	"wobbly/abstract"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
)

// TestFormsDiffer checks the errors of sameSummary and sameReports for two forms that differ,
// because they are the results of two programs.
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
			"the filtered pairs are [filtered m: write of a.f.g at 38 under 0 / " +
				"m: write of a.f.g at 38 under 0], and shared [filtered m: write of a.f.h at 38 " +
				"under 0 / m: write of a.f.h at 38 under 0]",
		},
	} {
		left := engine.NewCase(casetest.Tolerated(t, x.sets), 1)
		right := engine.NewCase(casetest.Tolerated(t, x.shared), 1)
		sets, err := left.SetsIn(abstract.Figure7)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := sharedIn(right, abstract.Figure7)
		if err != nil {
			t.Fatal(err)
		}
		if got := errorText(sameSummary(sets, shared, left.Core.Units[0])); got != x.summary {
			t.Errorf("sameSummary of %s and %s = %q, want %q", x.sets, x.shared, got, x.summary)
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
			t.Errorf("sameReports of %s and %s = %q, want %q", x.sets, x.shared, got, x.reports)
		}
	}
}

// TestModesOfForms: all modes are compared, and the set Wr in mode Plus, which computes it.
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
	sets, err := d.SetsIn(abstract.Plus)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := sharedIn(c, abstract.Plus)
	if err != nil {
		t.Fatal(err)
	}
	const want = "m: Wr is [a], and shared [], counted as 0"
	if got := errorText(sameSummary(sets, shared, c.Core.Units[0])); got != want {
		t.Errorf("sameSummary: %q, want %q", got, want)
	}
}

// errorText returns the text of an error, "" for nil.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
