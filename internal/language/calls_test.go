package language_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/language"
)

// TestHints: want has the position and the label of each hint. A hint explains more than one line
// exactly if its path is wobbly.
func TestHints(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(b) { x := b.f; b.f := x }", "15 lock 0; 20 lock 0"},
		{"m(b) { lock(); synchronized { x := b.f } unlock() }", "38 lock 2"},
		// both accesses of one statement
		{"m(b) { b . f := b.g /* c */ . h }", "12 lock 0; 31 lock 0"},
		{"m(b) { b := b.f; x := b.f }", "15 lock 0, wobbly; 25 lock 0, wobbly"}, // b is assigned
		{"m(b) { c := b; c := c.f }", "23 lock 0"},                              // in no summary
		// its own level, not the caller's
		{"m(b) { synchronized { n(b) } }\nprivate n(c) { x := c.f }", "54 lock 0"},
		{"{ x := arg1.f } || { lock(); arg1.f := arg2; unlock() }", "13 lock 0; 35 lock 1"},
		{"{ lock(m); lock(); x := arg1.f; unlock(); unlock(m) } || { arg1.f := arg2 }",
			"30 lock unnamed, m; 65 no lock"},
		{"m(b) { x = b.f }", ""},
	} {
		d := language.Open("t.il", x.text, nil)
		list, err := d.Hints(context.Background(), language.Span{End: il.Pos(len(x.text))})
		var all []string
		for _, h := range list {
			all = append(all, fmt.Sprintf("%d %s", h.At, h.Label))
			if strings.Contains(h.About, "\n") != strings.Contains(h.Label, "wobbly") {
				t.Errorf("%q: the hint %q explains %q", x.text, h.Label, h.About)
			}
		}
		if got := strings.Join(all, "; "); err != nil || got != x.want {
			t.Errorf("%q: Hints = %q, %v; want %q", x.text, got, err, x.want)
		}
	}
}

// TestManyHints: one answer has at most 1,000 hints.
func TestManyHints(t *testing.T) {
	for n, want := range map[int]int{1000: 1000, 1001: 1000} {
		text := "m(b) {" + strings.Repeat("x := b.f;", n) + "}"
		list, err := language.Open("t.il", text, nil).Hints(context.Background(),
			language.Span{End: il.Pos(len(text))})
		if err != nil || len(list) != want {
			t.Errorf("%d accesses: %d hints, %v; want %d", n, len(list), err, want)
		}
	}
}

func TestCalls(t *testing.T) {
	const text = "a(x) { b(x); c(x); b(x) }\n" +
		"private b(x) { c(x); none(x) }\n" +
		"private c(x) { skip }\n" +
		"{ c(arg1) } || { skip }"
	d := language.Open("t.il", text, nil)
	format := func(list []language.Calls) string {
		var all []string
		for _, c := range list {
			all = append(all, fmt.Sprintf("%s %d", c.Unit.Head, len(c.Sites)))
			for _, s := range c.Sites {
				if name := text[s.At:s.End]; !strings.Contains("abc", name) {
					t.Errorf("a call of %s is at %q, want the name of a method", c.Unit.Head, name)
				}
			}
		}
		return strings.Join(all, ", ")
	}
	for _, x := range []struct {
		at                     int
		head, callers, callees string
	}{
		{0, "a(x)", "", "b(x) 2, c(x) 1"},
		{7, "b(x)", "a(x) 2", "c(x) 1"}, // at a call
		{strings.Index(text, "c(x) { skip"), "c(x)", "a(x) 1, b(x) 1, thread A 1", ""},
		{strings.Index(text, "{ c(arg1)"), "thread A", "", "c(x) 1"},
	} {
		u, ok := d.UnitAt(il.Pos(x.at))
		if !ok || u.Head != x.head {
			t.Errorf("UnitAt(%d) = %+v, %t; want %s", x.at, u, ok, x.head)
			continue
		}
		if got := format(d.Callers(u)); got != x.callers {
			t.Errorf("Callers(%s) = %q, want %q", x.head, got, x.callers)
		}
		if got := format(d.Callees(u)); got != x.callees {
			t.Errorf("Callees(%s) = %q, want %q", x.head, got, x.callees)
		}
	}
	for _, at := range []int{2, 5, strings.Index(text, "none")} {
		if u, ok := d.UnitAt(il.Pos(at)); ok {
			t.Errorf("UnitAt(%d) = %+v, want none", at, u)
		}
	}
}

// TestSignature: the cursor is at the mark ^, and want is the head and the active parameter.
func TestSignature(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(a, b) { m(^", "m(a, b) 0"},
		{"m(a, b) { m(^)", "m(a, b) 0"},
		{"m(a, b) { m(a^", "m(a, b) 0"},
		{"m(a, b) { m(a.f, ^", "m(a, b) 1"},
		{"m(a, b) { m(a, b, /* ( */ ^", "m(a, b) 2"},
		{"m(a, b) { n(^) }\nn() { skip }", "n() 0"},
		{"m(a, b) { m(a, b)^", ""},
		{"m(a, b) { m^(a, b) }", ""},
		{"m(a, b) { m(a;^", ""},
		{"m(a, b) { n(^) }", ""},
		{"m(a, b) { lock(^); }", ""},
		{"m(a, ^b) { skip }", ""},
	} {
		d, at := open(t, x.text)
		got := ""
		if s, ok := d.Signature(at); ok {
			got = fmt.Sprintf("%s %d", s.Head, s.Active)
		}
		if got != x.want {
			t.Errorf("%q: Signature = %q, want %q", x.text, got, x.want)
		}
	}
}

func TestFolds(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(b) { skip }", ""},
		{"m(b) {\n}", ""},
		{"m(b) {\n  skip\n}", "0-1"},
		{"m(b) {\n  if * {\n    skip\n  } else {\n    skip\n  }\n}", "0-5, 1-2, 3-4"},
		{"// a\n// b\n\n// c\n/* d\n*/\nm(b) {\n  skip // e\n  // f\n  // g\n}",
			"0-1 comment, 3-5 comment, 6-9, 8-9 comment"},
		{"m(b) {\n  if * {\n    skip\n", ""}, // not closed yet
		{"}}\nm(b) {\n  skip }\n}", ""},
		{"", ""},
	} {
		var all []string
		for _, f := range language.Open("t.il", x.text, nil).Folds() {
			s := fmt.Sprintf("%d-%d", f.First, f.Last)
			if f.Comment {
				s += " comment"
			}
			all = append(all, s)
		}
		if got := strings.Join(all, ", "); got != x.want {
			t.Errorf("%q: Folds = %q, want %q", x.text, got, x.want)
		}
	}
}
