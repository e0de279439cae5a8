package cli

import (
	"os"
	"slices"
	"testing"
	"time"
)

// TestFilesHere: the programs of the working directory, those first that were changed last.
func TestFilesHere(t *testing.T) {
	t.Chdir(t.TempDir())
	now := time.Now()
	for name, age := range map[string]int{"a.il": 3, "b.il": 1, "c.il": 2, "d.txt": 0, "e.il": 3} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		at := now.Add(-time.Duration(age) * time.Hour)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, x := range filesHere() {
		names = append(names, x.Name)
	}
	if want := []string{"b.il", "c.il", "a.il", "e.il"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
