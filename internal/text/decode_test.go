package text

import "testing"

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		raw, text string
		wide      bool
	}{
		{"m\x00(\x00", "m(", true},
		{"\x00m\x00(", "m(", true},
		{"\xff\xfem\x00\xe9\x00", "m\u00e9", true},
		{"\xfe\xff\x00m\xd8\x35\xdc\x9c", "m\U0001d49c", true},
		{"\xff\xfem", "\xff\xfem", true},
		{"\xef\xbb\xbfm", "\ufeffm", false},
		{"m\xe9", "m\xe9", false},
		{"", "", false},
	} {
		if got, wide := Decode([]byte(c.raw)); string(got) != c.text || wide != c.wide {
			t.Errorf("Decode(%q) = %q, %v; want %q, %v", c.raw, got, wide, c.text, c.wide)
		}
	}
}
