//go:build full

package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"wobbly/internal/site"
)

// wasm is the engine of the page as a browser loads it, run by Node.js. It reads messages from its
// standard input and writes replies to its standard output, a line each.
type wasm struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Reader
}

// pageEngines returns the page's engine as native code and as WebAssembly.
func pageEngines(t testing.TB) map[string]pageEngine {
	t.Helper()
	return map[string]pageEngine{"native": page(), "WebAssembly": startWasm(t, "node")}
}

// startWasm starts the engine of the site, which runs until the test ends.
func startWasm(t testing.TB, node string) *wasm {
	t.Helper()
	dir := engineFiles(t)
	script, err := filepath.Abs("testdata/engine.js")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, script, filepath.Join(dir, "wasm_exec.js"),
		filepath.Join(dir, "engine.wasm"))
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("the engine: %v", err)
		}
	})
	return &wasm{t, in, bufio.NewReader(out)}
}

// engineFiles returns a folder with what a worker of the page loads.
func engineFiles(t testing.TB) string {
	t.Helper()
	files, err := engineParts()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// engineParts returns the files of engineFiles by name. It builds the site once.
var engineParts = sync.OnceValues(func() (map[string][]byte, error) {
	files, err := site.Build(context.Background(), "test")
	if err != nil {
		return nil, err
	}
	parts := map[string][]byte{}
	for name, content := range files {
		switch {
		case path.Ext(name) == ".wzst":
			r, err := zstd.NewReader(bytes.NewReader(content))
			if err != nil {
				return nil, err
			}
			parts["engine.wasm"], err = io.ReadAll(r)
			r.Close()
			if err != nil {
				return nil, err
			}
		case strings.HasPrefix(name, "wasm_exec-"):
			parts["wasm_exec.js"] = content
		}
	}
	return parts, nil
})

// Handle implements pageEngine.
func (w *wasm) Handle(_ context.Context, message []byte, send func([]byte)) {
	w.t.Helper()
	if _, err := w.in.Write(append(bytes.Clone(message), '\n')); err != nil {
		w.t.Fatal(err)
	}
	for {
		line, err := w.out.ReadBytes('\n')
		if err != nil {
			w.t.Fatal(err)
		}
		send(bytes.TrimSuffix(line, []byte("\n")))
		if !bytes.Contains(line[:min(len(line), 40)], []byte(`,"progress":`)) {
			return
		}
	}
}
