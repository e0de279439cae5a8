//go:build full

package site

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"path/filepath"
	"testing"
)

// maxBytes limits the bytes that a first visit loads: the engine, which is compressed (.wzst), and
// the other files after gzip -9.
const maxBytes = 3_800_000

// TestSize: a first visit is small enough for a slow connection. To see what a package costs, build
// the engine with -ldflags=-dumpdep (which lists who needs what), or without -ldflags="-s -w" and
// read its section "name".
func TestSize(t *testing.T) {
	touchSources(t)
	files, err := Build(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, content := range files {
		n := len(content)
		if path.Ext(name) != ".wzst" {
			n = gzipSize(t, content)
		}
		total += n
		t.Logf("%9d  %s", n, name)
	}
	if total > maxBytes {
		t.Errorf("a first visit loads %d bytes, want at most %d", total, maxBytes)
	}
}

// touchSources walks the sources, so that go test runs again when one changes: it does not see what
// the build of the engine reads.
func touchSources(t *testing.T) {
	t.Helper()
	if err := filepath.WalkDir("../..", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// gzipSize returns the number of bytes of content after gzip.
func gzipSize(t *testing.T, content []byte) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
