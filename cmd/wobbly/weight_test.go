package main

import (
	"os"
	"path/filepath"
	"testing"

	"wobbly/internal/gotool"
)

// maxBytes limits the size of the students' program, built without symbols like a release.
const maxBytes = 20_000_000

// TestWeight checks the size of the program. A test of the same name in internal/arch lists the
// packages that it must not contain.
func TestWeight(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wobbly")
	args := append([]string{"build", "-o", file}, gotool.Small("")...)
	if _, err := gotool.Run(t.Context(), nil, append(args, ".")...); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > maxBytes {
		t.Errorf("wobbly has %d bytes without symbols, want at most %d", info.Size(), maxBytes)
	}
}
