package main

import (
	"os"
	"path/filepath"
	"testing"

	"wobbly/internal/gotool"
)

// maxBytes is how large the program that students use may be without its symbols, built as a
// release is.
const maxBytes = 20_000_000

// TestWeight limits the size of the program. A test of the same name in internal/arch lists what
// must not be linked into it.
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
		t.Errorf("wobbly has %d bytes without symbols, and may have %d", info.Size(), maxBytes)
	}
}
