package schedule

import (
	"errors"
	"slices"
	"testing"
)

// checkError checks that an error is an *Error with a place in its text.
func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(e.Text) || e.Error() == "" ||
		e.Caret() == "" {
		t.Fatalf("the error is %#v, want an *Error with a place in its text", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "A2 B A+", "a+0,b-", "AABB", "A+-3B0", "A2+", "A–", "A1000001", "B99999999999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			checkError(t, err)
			return
		}
		back, err := Parse(s.String())
		if err != nil || !slices.Equal(s, back) {
			t.Fatalf("%q is printed as %s, %v", text, s, err)
		}
	})
}

func FuzzParseLink(f *testing.F) {
	f.Add(sample().String())
	for _, body := range []string{
		"wobbly:1:b(m,k):9f3a:one:", "wobbly:1:%28(a,b):0000:o1,o2,o1.f=o2:A+0,B", "wobbly:2",
		"wobbly:", "wobbly:1:b(m,k):9f3a::",
	} {
		f.Add(body + ":" + checkDigits(body))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLink(text)
		if err != nil {
			checkError(t, err)
			// Also try the text as the body of a link with the right check characters.
			if l, err = ParseLink(text + ":" + checkDigits(squeeze(text))); err != nil {
				checkError(t, err)
				return
			}
		}
		back, err := ParseLink(l.String())
		if err != nil || back.String() != l.String() {
			t.Fatalf("%q is printed as %s, %v", text, l, err)
		}
	})
}

func FuzzParseTrace(f *testing.F) {
	f.Add(file)
	f.Add("trace 1\nprogram\ndigest\npair a b\nheap\nbound\ntool\nA 1:1 x  y  z\n")
	f.Add("# nothing")
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := ParseTrace(text)
		if err != nil {
			checkError(t, err)
			return
		}
		again, err := ParseTrace(trace.String())
		if err != nil || again.String() != trace.String() ||
			!slices.Equal(again.Schedule(), trace.Schedule()) {
			t.Fatalf("%q is printed as\n%s, and that as\n%s, %v", text, trace, again, err)
		}
	})
}
