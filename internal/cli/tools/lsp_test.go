package tools

import (
	"path/filepath"
	"testing"
)

// TestFileOfURI: the file name of a URI, here and on Windows.
func TestFileOfURI(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/a/b%20c/%C3%BC.il":  "/home/a/b c/ü.il",
		"file:///C:/programs/burble.il":   "C:/programs/burble.il",
		"file:///c%3A/programs/burble.il": "c:/programs/burble.il",
		"untitled:Untitled-1":             "untitled:Untitled-1",
		"%":                               "%",
	} {
		if got := fileOfURI(uri); filepath.ToSlash(got) != want {
			t.Errorf("fileOfURI(%q) = %q, want %q", uri, got, want)
		}
	}
}
