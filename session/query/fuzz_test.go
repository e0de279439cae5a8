package query

import (
	"slices"
	"testing"
	"unicode/utf8"

	"wobbly/il/diag"
)

// FuzzParse checks that no text makes the package panic, that a refused text has errors with codes
// and places in the text, and that an accepted text is printed as an equal expression, which has a
// value in every state.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"race(b.f) and switches <= 1", "A.b == B.b => not lock.owner == nobody",
		"visited(finals, A at 2:3)", "no race from all",
		"count(schedules) == 6 or possible(changed A.x)", "reaches(o1.f, `steps`)",
		"A reads .f or B writes", "race at 2:3 13:5",
		"((A.x", "A.b = && ! `", "last A", "\xff\xfe", "A at line 3", "not not not", "o9.f.g.f",
		"changed changed A.b", "A.`b`.f == é'1",
	} {
		f.Add(text)
	}
	s := sampleSetting(f)
	views := []*View{s.play(f, ""), s.play(f, "B B:loop B"), s.play(f, "A A A A A A:else")}
	pages := Pages()
	f.Fuzz(func(t *testing.T, text string) {
		for _, use := range []Use{Watch, Break, Goal} {
			e, errs := s.Parse(text, use)
			if (e == nil) != (len(errs) > 0) {
				t.Fatalf("Parse(%q) returns an expression: %t, and %d errors; want one of them", text,
					e != nil, len(errs))
			}
			for _, d := range errs {
				page := slices.ContainsFunc(pages,
					func(p diag.Page) bool { return p.Code == d.Code })
				if !page || d.Message == "" || d.At < 0 || d.End < d.At || int(d.End) > len(text) {
					t.Fatalf("Parse(%q) reports %+v, want a page, a message and a place", text, d)
				}
			}
			if e == nil {
				continue
			}
			again, errs := s.Parse(e.String(), use)
			if len(errs) > 0 || again.String() != e.String() {
				t.Fatalf("%q is printed as %q: %s", text, e, said(errs))
			}
			for _, v := range views {
				value := e.Eval(v)
				if use != Goal && value.Kind == Condition && value.Truth == Unknown {
					t.Fatalf("%s is unknown, although it is not a goal", e)
				}
				if again.Eval(v) != value || e.Explain(v).Value != value ||
					e.Holds(v) != value.isTrue() {
					t.Fatalf("Eval, Explain and Holds of %s, or those of its text, differ", e)
				}
				shown := e.Explain(v).String()
				if utf8.ValidString(text) && !utf8.ValidString(shown) {
					t.Fatalf("the explanation of %q is not valid UTF-8: %q", text, shown)
				}
			}
		}
	})
}
