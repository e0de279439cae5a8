package picture

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// update says whether to write the golden files.
var update = flag.Bool("update", false, "rewrite the golden files of testdata")

// TestGolden compares the pictures of the stories with testdata: the first and the last state, the
// trace, and the page of all except one.
func TestGolden(t *testing.T) {
	for _, s := range stories(t) {
		last := len(s.Scenes) - 1
		golden(t, s.name+".first.svg",
			render(t, func(w *bytes.Buffer) error { return State(w, s.Story, 0, Options{}) }))
		golden(t, s.name+".last.svg",
			render(t, func(w *bytes.Buffer) error { return State(w, s.Story, last, Options{}) }))
		golden(t, s.name+".trace.svg",
			render(t, func(w *bytes.Buffer) error { return Trace(w, s.Story, Options{}) }))
		if s.name != "many" {
			golden(t, s.name+".html",
				render(t, func(w *bytes.Buffer) error { return Page(w, s.Story, Options{}) }))
		}
	}
}

// render returns the bytes that a function writes.
func render(t testing.TB, write func(w *bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// golden compares bytes with those of a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is drawn now; after looking at it, "+
			"run go test ./report/picture -update", file)
	}
}
