package gotool

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestProject: the project is found from inside it, and from elsewhere if this program knows where
// it was built.
func TestProject(t *testing.T) {
	want, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Project(t.Context()); got != want || err != nil {
		t.Errorf("Project in the project = %q, %v; want %q", got, err, want)
	}
	t.Chdir(t.TempDir())
	got, err := Project(t.Context())
	switch {
	case builtIn() == "" && !errors.Is(err, errElsewhere):
		t.Errorf("Project elsewhere, built with -trimpath, = %q, %v; want %v", got, err,
			errElsewhere)
	case builtIn() != "" && (got != want || err != nil):
		t.Errorf("Project elsewhere = %q, %v; want %q", got, err, want)
	}
	t.Setenv("PATH", "")
	if got, err := Project(t.Context()); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("Project without Go = %q, %v; want %v", got, err, exec.ErrNotFound)
	}
}
