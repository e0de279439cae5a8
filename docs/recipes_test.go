//go:build full

package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRecipes runs the recipes of schema/README.md with jq and Python.
func TestRecipes(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "wobbly"), "../cmd/wobbly")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	want := map[string]string{
		"sh":     "R1 26:5 32:3 confirmed\nR2 32:3 32:3 confirmed\n",
		"python": "examples/burble.il\n",
	}
	for _, b := range blocks(t, filepath.Join("schema", "README.md")) {
		c := exec.Command("sh", "-c", b.text)
		if b.kind == "python" {
			c = exec.Command("python3", "-c", b.text, "examples/burble.il",
				"examples/alias-local.il")
		}
		c.Dir, c.Stderr = "..", os.Stderr
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := c.Output()
		if err != nil || string(out) != want[b.kind] {
			t.Errorf("%s: %v, printed %q, want %q", b, err, out, want[b.kind])
		}
	}
}
