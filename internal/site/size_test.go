//go:build full

package site

import (
	"bytes"
	"compress/gzip"
	"path"
	"testing"
)

// maxBytes is how many bytes a first visit may load, all files as gzip -9 has them but the
// engine, which is packed already.
const maxBytes = 3_800_000

// TestSize: a first visit is small enough for a slow connection. What a package weighs
// in the engine is told by go build -ldflags=-dumpdep (who needs what) and by the
// section "name" of a build without -ldflags="-s -w".
func TestSize(t *testing.T) {
	files, err := Build(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, content := range files {
		n := len(content)
		if path.Ext(name) != ".wzst" {
			n = packed(t, content)
		}
		total += n
		t.Logf("%9d  %s", n, name)
	}
	if total > maxBytes {
		t.Errorf("a first visit loads %d bytes, want at most %d", total, maxBytes)
	}
}

// packed is how many bytes gzip makes of a content.
func packed(t *testing.T, content []byte) int {
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
