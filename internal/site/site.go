// Package site builds the files of the page with the installed Go: it compiles the engine to
// WebAssembly, takes wasm_exec.js from the same version of Go, and has package page combine them.
package site

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"wobbly/internal/gotool"
	"wobbly/page"
)

// engine is the package of the program that the page runs.
const engine = "wobbly/cmd/wobbly-page"

// inlined lists the packages whose functions are inlined: those in which searches spend their time,
// and those whose small functions they call in inner loops. Inlining the others makes the page a
// tenth larger, and not faster.
var inlined = []string{
	"runtime", "runtime/...", "internal/runtime/...",
	"wobbly/internal/exact", "wobbly/semantics/explore/flat",
	"wobbly/semantics/explore/machine", "wobbly/semantics/explore/canonical",
	"encoding/binary", "internal/byteorder", "math/bits", "sync/atomic",
}

// Build returns the files of the page, which shows the version, by their names. It works in the
// folder of the project, below it, or anywhere if this program knows where it was built.
func Build(ctx context.Context, version string) (map[string][]byte, error) {
	wasm, err := compile(ctx)
	if err != nil {
		return nil, err
	}
	root, err := gotool.Run(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	wasmExec, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return page.Site(wasm, wasmExec, version)
}

func compile(ctx context.Context) ([]byte, error) {
	project, err := gotool.Project(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "wobbly-site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "engine.wasm")
	args := []string{
		"build", "-C", project, "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l",
	}
	for _, p := range inlined {
		args = append(args, "-gcflags="+p+"=")
	}
	variables := []string{"GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0"}
	if _, err := gotool.Run(ctx, variables, append(args, "-o", file, engine)...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return withoutLines(wasm), nil
}

// Write writes the files of a site into a folder, which it creates if necessary. Files of an older
// version remain, for pages that are open. Each file is written completely or not at all, and never
// outside the folder, wherever a link in it leads.
func Write(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	last := []string{page.Index, page.Worker} // they refer to the others, which must exist
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool {
		return slices.Contains(last, name)
	})
	for _, name := range append(names, last...) {
		if err := replace(root, name, files[name]); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file under another name, and then renames it.
func replace(root *os.Root, name string, content []byte) error {
	part := name + ".part"
	if err := root.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := root.WriteFile(part, content, 0o666); err != nil {
		return err
	}
	return root.Rename(part, name)
}
