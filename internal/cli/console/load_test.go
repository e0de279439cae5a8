package console

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestOtherFile suggests what to read instead of a file that cannot be read.
func TestOtherFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"one/a b.il", "two/a.il", "two/b.il", "none/x.txt", "burble.il"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"none": "It is a folder without programs (*.il).",
		"one":  "It is a folder. Its program is 'one/a b.il'.",
		"two":  "It is a folder with 2 programs, such as two/a.il.",
		"m,n":  "For a pair of methods: --pair m,n", "m,n.il": "", "./m,n": "",
		"burble": "Did you mean burble.il?", "burbel.il": "Did you mean burble.il?",
		"two/a": "Did you mean two/a.il?", "unlike": "",
	} {
		if got := otherFile(name); got != want {
			t.Errorf("otherFile(%s) = %q, want %q", name, got, want)
		}
	}
	for word, want := range map[string][2]bool{ // it is a file; it looks like one
		"-": {true, true}, "burble.il": {true, true}, "one": {false, false}, "x.il": {false, true},
		"x.trace": {false, true}, "a/b": {false, true}, `a\b`: {false, true}, "check": {false, false},
	} {
		if got := [2]bool{IsFile(word), LooksLikeFile(word)}; got != want {
			t.Errorf("%s is a file, or looks like one: %v, want %v", word, got, want)
		}
	}
	for _, tt := range [][2][]string{
		{{"R1", "burble.il"}, {"burble.il", "R1"}}, {{"burble.il", "R1"}, {"burble.il", "R1"}},
		{{"R1"}, {"R1"}}, {{"R1", "a", "b"}, {"R1", "a", "b"}}, {{"race", "burble.il"},
			{"race", "burble.il"}},
	} {
		if got := FileFirst(tt[0]...); !slices.Equal(got, tt[1]) {
			t.Errorf("FileFirst(%q) = %q, want %q", tt[0], got, tt[1])
		}
	}
	if err := os.WriteFile("R1", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := FileFirst("R1", "R2"); got[0] != "R1" {
		t.Errorf("FileFirst = %q, although R1 is a file", got)
	}
}

func TestKindOfFile(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeSymlink: "a symbolic link", fs.ModeDir: "a directory", fs.ModeNamedPipe: "a pipe",
		fs.ModeSocket: "a socket", fs.ModeDevice: "a device", fs.ModeIrregular: "not a regular file",
		fs.ModeDevice | fs.ModeCharDevice: "a device",
	} {
		if got := KindOfFile(mode); got != want || NotRegular(mode).Error() != "it is "+want {
			t.Errorf("%v is %s, want %s", mode, got, want)
		}
	}
}

// TestReadRegular: a file of the limit is read, and one byte more is too large. Folders are not read.
func TestReadRegular(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("f", make([]byte, 3), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadRegular(Files{}, "f", 3); err != nil || len(text) != 3 {
		t.Errorf("at the limit: %d bytes, %v", len(text), err)
	}
	if _, err := ReadRegular(Files{}, "f", 2); err != error(TooLarge(2)) {
		t.Errorf("above the limit: %v", err)
	}
	if _, err := ReadRegular(Files{}, ".", 9); err != error(NotRegular(fs.ModeDir|0o755)) &&
		err.Error() != "it is a directory" {
		t.Errorf("a folder: %v", err)
	}
	if _, err := ReadRegular(Files{}, "g", 9); !errors.Is(err, fs.ErrNotExist) ||
		errors.As(err, new(*fs.PathError)) {
		t.Errorf("no file: %v, want the error without the name", err)
	}
	if got := TooLarge(3 << 20).Error(); got != "it is larger than 3 MB" {
		t.Errorf("TooLarge = %s", got)
	}
}
