package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// folders makes empty files in a new working directory.
func folders(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range []string{"one/a b.il", "two/a.il", "two/b.il", "none/x.txt", "burble.il"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOtherFile checks what is suggested instead of a file that cannot be read.
func TestOtherFile(t *testing.T) {
	folders(t)
	for name, want := range map[string]string{
		"none":      "It is a folder without programs (*.il).",
		"one":       "It is a folder. Its program is 'one/a b.il'.",
		"two":       "It is a folder with 2 programs, such as two/a.il.",
		"m,n":       "For a pair of methods: --pair m,n",
		"m,n.il":    "",
		"./m,n":     "",
		"burble":    "Did you mean burble.il?",
		"burbel.il": "Did you mean burble.il?",
		"two/a":     "Did you mean two/a.il?",
		"unlike":    "",
	} {
		if got := otherFile(name); got != want {
			t.Errorf("otherFile(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestIsFile checks which words are files, and which look like one.
func TestIsFile(t *testing.T) {
	folders(t)
	for word, want := range map[string]struct{ is, looks bool }{
		"-":         {true, true},
		"burble.il": {true, true},
		"one":       {false, false},
		"x.il":      {false, true},
		"x.trace":   {false, true},
		"a/b":       {false, true},
		`a\b`:       {false, true},
		"check":     {false, false},
	} {
		if got := IsFile(word); got != want.is {
			t.Errorf("IsFile(%q) = %t, want %t", word, got, want.is)
		}
		if got := LooksLikeFile(word); got != want.looks {
			t.Errorf("LooksLikeFile(%q) = %t, want %t", word, got, want.looks)
		}
	}
}

// TestFileFirst checks that the file among two words comes first, unless the first word is a file.
func TestFileFirst(t *testing.T) {
	folders(t)
	for _, tt := range []struct{ words, want []string }{
		{[]string{"R1", "burble.il"}, []string{"burble.il", "R1"}},
		{[]string{"burble.il", "R1"}, []string{"burble.il", "R1"}},
		{[]string{"R1"}, []string{"R1"}},
		{[]string{"R1", "a", "b"}, []string{"R1", "a", "b"}},
		{[]string{"race", "burble.il"}, []string{"race", "burble.il"}},
	} {
		if got := FileFirst(slices.Clone(tt.words)...); !slices.Equal(got, tt.want) {
			t.Errorf("FileFirst(%q) = %q, want %q", tt.words, got, tt.want)
		}
	}
	if err := os.WriteFile("R1", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := FileFirst("R1", "R2"); got[0] != "R1" {
		t.Errorf("FileFirst = %q, although R1 is a file", got)
	}
}

// TestKindOfFile checks that each kind of file has a name, and that the error has it.
func TestKindOfFile(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeSymlink:                    "a symbolic link",
		fs.ModeDir:                        "a directory",
		fs.ModeNamedPipe:                  "a pipe",
		fs.ModeSocket:                     "a socket",
		fs.ModeDevice:                     "a device",
		fs.ModeDevice | fs.ModeCharDevice: "a device",
		fs.ModeIrregular:                  "not a regular file",
	} {
		if got := KindOfFile(mode); got != want {
			t.Errorf("KindOfFile(%v) = %q, want %q", mode, got, want)
		}
		if got := NotRegular(mode).Error(); got != "it is "+want {
			t.Errorf("NotRegular(%v) = %q, want %q", mode, got, "it is "+want)
		}
	}
}

// TestReadRegular checks that a file of the limit is read and that one byte more is too large, and
// that directories and missing files are refused.
func TestReadRegular(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("f", make([]byte, 3), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		max  int64
		want string // the error
	}{
		{"f", 3, "<nil>"},
		{"f", 2, TooLarge(2).Error()},
		{".", 9, "it is a directory"},
	} {
		text, err := ReadRegular(Files{}, tt.name, tt.max)
		if got := fmt.Sprint(err); got != tt.want {
			t.Errorf("ReadRegular of %d bytes of %q: error %q, want %q", tt.max, tt.name, got,
				tt.want)
		}
		if err == nil && len(text) != 3 {
			t.Errorf("ReadRegular of %q = %d bytes, want 3", tt.name, len(text))
		}
	}
	if _, err := ReadRegular(Files{}, "f", 2); err != error(TooLarge(2)) {
		t.Errorf("ReadRegular above the limit: error %#v, want TooLarge(2)", err)
	}
	_, err := ReadRegular(Files{}, "g", 9)
	if !errors.Is(err, fs.ErrNotExist) || errors.As(err, new(*fs.PathError)) {
		t.Errorf("ReadRegular of no file: %v, want the error without the name", err)
	}
	if got, want := TooLarge(3<<20).Error(), "it is larger than 3 MB"; got != want {
		t.Errorf("TooLarge = %q, want %q", got, want)
	}
}
