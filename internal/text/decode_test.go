package text

import "testing"

// TestDecode: UTF-16 in either order is decoded, with a byte order mark or as ASCII without one.
func TestDecode(t *testing.T) {
	for _, x := range []struct {
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
		if got, wide := Decode([]byte(x.raw)); string(got) != x.text || wide != x.wide {
			t.Errorf("Decode(%q) = %q, %v; want %q, %v", x.raw, got, wide, x.text, x.wide)
		}
	}
}
