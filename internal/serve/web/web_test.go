package web

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/serve"
)

// builtFiles is a Pages function whose files are built already.
func builtFiles(context.Context) (map[string][]byte, error) { return files, nil }

// TestRunRefuses: a port in use, a page that cannot be built and a folder that cannot be written
// are errors that say what to do.
func TestRunRefuses(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	noGo := func(context.Context) (map[string][]byte, error) { return nil, errors.New("no Go") }
	for _, c := range []struct {
		o     serve.Options
		pages Pages
		want  string
	}{
		{serve.Options{Port: l.Addr().(*net.TCPAddr).Port}, builtFiles,
			"is taken\nPerhaps the page is served already: " + address(l)},
		{serve.Options{}, noGo,
			"cannot build the page: no Go\nRun it in the folder of the project"},
		{serve.Options{Folder: file}, builtFiles, "not a directory"},
	} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), c.o, c.pages, &out, &errs); code != 2 || out.Len() > 0 ||
			!strings.Contains(errs.String(), c.want) ||
			!strings.HasPrefix(errs.String(), "wobbly-serve: ") {
			t.Errorf("run(%+v) = %d, output %q, errors %q; want 2, none and %q", c.o, code,
				out.String(), errs.String(), c.want)
		}
	}
}

// TestRunInterrupted: a run that ends before the page is built is incomplete.
func TestRunInterrupted(t *testing.T) {
	for _, o := range []serve.Options{{}, {Folder: filepath.Join(t.TempDir(), "site")}} {
		ctx, cancel := context.WithCancel(t.Context())
		var out, errs bytes.Buffer
		code := run(ctx, o,
			func(ctx context.Context) (map[string][]byte, error) {
				cancel()
				return nil, ctx.Err()
			}, &out, &errs)
		if code != 3 || out.Len() > 0 || errs.String() != "wobbly-serve: interrupted\n" {
			t.Errorf("run(%+v) = %d, output %q, errors %q; want 3 and that it was interrupted", o,
				code, out.String(), errs.String())
		}
	}
}

// TestRunWrites: the files of the page are written to a folder.
func TestRunWrites(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "site")
	var out, errs bytes.Buffer
	o := serve.Options{Folder: folder}
	if code := run(t.Context(), o, builtFiles, &out, &errs); code != 0 ||
		!strings.HasSuffix(out.String(), "site: 5 files, 0.0 MB\n") {
		t.Errorf("run = %d, output %q, errors %q; want 0 and the size", code, out.String(),
			errs.String())
	}
	for name, content := range files {
		if got, err := os.ReadFile(filepath.Join(folder, name)); err != nil ||
			!bytes.Equal(got, content) {
			t.Errorf("%s is %q, %v; want %q", name, got, err, content)
		}
	}
}
