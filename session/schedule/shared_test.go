package schedule

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShared: a link is read back unchanged. Every change of one character is detected, and an
// address around it and line breaks in it are ignored.
func TestShared(t *testing.T) {
	at := 3
	x := Shared{
		Version: SharedVersion, Tool: "1.0", Language: "1", Name: "ä.il",
		Program: "m(a) { a.f := a; }\n", Units: []string{"m", "m"},
		Heap: "one", Schedule: "A2 B", At: &at, Region: "step", Claim: "R1",
	}
	hash := x.Hash()
	for _, text := range []string{
		hash, "#" + hash, "https://example.org/page/?embed#" + hash, hash + "~state",
		hash[:10] + "\r\n " + hash[10:],
	} {
		got, err := ParseShared(text)
		if err != nil || got.Hash() != hash || got.Program != x.Program || *got.At != 3 ||
			!IsShared(text) {
			t.Errorf("ParseShared(%q) = %+v, %v; want the schedule %+v", text, got, err, x)
		}
	}
	for i := range hash {
		other := byte('A')
		if hash[i] == other {
			other = 'b'
		}
		if _, err := ParseShared(hash[:i] + string(other) + hash[i+1:]); err == nil {
			t.Errorf("character %d may change", i)
		}
	}
}

// TestSharedRefuses: a text that is not a link is recognised, and the error says what is wrong.
func TestSharedRefuses(t *testing.T) {
	for _, text := range []string{
		"burble.il", "", "A2 B", "wobbly:1:x.il(m,n):00000000:one:A:00", "dir#1/burble.il",
		"abcdefghij.00",
	} {
		if IsShared(text) {
			t.Errorf("%q is taken for a link", text)
		}
	}
	future := Shared{Version: 2}.Hash()
	bomb := Shared{Version: 1, Program: strings.Repeat(" ", maxShared)}.Hash()
	garbage := "AAAA"
	for text, want := range map[string]string{
		"":                                     "check characters",
		"https://example.org/#x":               "check characters",
		future:                                 "another version",
		bomb:                                   "more than any program",
		garbage + "." + checkDigits(garbage):   "cannot be unpacked",
		"a b.c*d." + checkDigits("ab.c*d"):     "not a link",
		strings.Repeat("A", maxHash+1) + ".00": "longer",
	} {
		_, err := ParseShared(text)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

// TestOldLinks: links of earlier versions can still be read. Each file of testdata/links has an
// address, followed by its contents.
func TestOldLinks(t *testing.T) {
	files, err := filepath.Glob("testdata/links/*.txt")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d links, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		address, want, _ := strings.Cut(string(text), "\n")
		x, err := ParseShared(address)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got := strings.Join([]string{x.Name + x.Example + x.Lesson, strings.Join(x.Units, ","),
			x.Heap, x.Schedule, x.Claim, x.Program}, "\n"); got != want {
			t.Errorf("%s holds\n%s\nwant\n%s", file, got, want)
		}
	}
}

// FuzzParseShared: reading any text ends, and a link made from the result is read the same.
func FuzzParseShared(f *testing.F) {
	f.Add(Shared{Version: 1, Program: "m(a) { skip; }"}.Hash())
	f.Add("#AAAA.00")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ParseShared(text)
		if err != nil {
			return
		}
		if y, err := ParseShared(x.Hash()); err != nil || y.Hash() != x.Hash() {
			t.Errorf("%q gives %+v, %v", text, y, err)
		}
	})
}
