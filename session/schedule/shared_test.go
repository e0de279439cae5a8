package schedule

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestShared checks that a link is read back unchanged, that an address around it and line breaks
// in it are ignored, and that every change of one character is detected.
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
		if err != nil || !reflect.DeepEqual(got, x) {
			t.Errorf("ParseShared(%q) = %+v, %v; want %+v", text, got, err, x)
		}
		if !IsShared(text) {
			t.Errorf("IsShared(%q) = false, want true", text)
		}
	}
	for i := range hash {
		other := byte('A')
		if hash[i] == other {
			other = 'b'
		}
		if _, err := ParseShared(hash[:i] + string(other) + hash[i+1:]); err == nil {
			t.Errorf("ParseShared accepts %q in place of %q at offset %d", other, hash[i], i)
		}
	}
}

// TestSharedRefuses checks which texts are not links, and the errors of damaged links.
func TestSharedRefuses(t *testing.T) {
	for _, text := range []string{
		"burble.il", "", "A2 B", "wobbly:1:x.il(m,n):00000000:one:A:00", "dir#1/burble.il",
		"abcdefghij.00",
	} {
		if IsShared(text) {
			t.Errorf("IsShared(%q) = true, want false", text)
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
			t.Errorf("ParseShared(%.40q) = %v, want %q in a short error", text, err, want)
		}
	}
}

// TestOldLinks checks that links of earlier versions can still be read. Each file of testdata/links
// has an address, followed by its contents.
func TestOldLinks(t *testing.T) {
	files, err := filepath.Glob("testdata/links/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 3 {
		t.Fatalf("testdata/links has %d files, want at least 3", len(files))
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
		got := strings.Join([]string{
			x.Name + x.Example + x.Lesson, strings.Join(x.Units, ","), x.Heap, x.Schedule, x.Claim,
			x.Program,
		}, "\n")
		if got != want {
			t.Errorf("the link in %s has\n%s\nwant\n%s", file, got, want)
		}
	}
}

// FuzzParseShared checks that parsing any text ends, and that a link made from the result is parsed
// as the same.
func FuzzParseShared(f *testing.F) {
	f.Add(Shared{Version: 1, Program: "m(a) { skip; }"}.Hash())
	f.Add("#AAAA.00")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := ParseShared(text)
		if err != nil {
			return
		}
		if y, err := ParseShared(x.Hash()); err != nil || y.Hash() != x.Hash() {
			t.Errorf("ParseShared(%q) = %+v, and ParseShared of its Hash = %+v, %v", text, x, y, err)
		}
	})
}
