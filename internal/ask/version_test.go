package ask

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVersion: the documents that name the version of wobbly agree.
func TestVersion(t *testing.T) {
	for file, want := range map[string]string{
		"CHANGELOG.md": "\n## " + Version + " ", "CITATION.cff": "\nversion: " + Version + "\n",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not have %q", file, want)
		}
	}
}
