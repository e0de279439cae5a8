package site

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"wobbly/internal/gotool"
)

// tracing is a program that prints the trace of a panic, and runs the garbage collector, which
// walks the stack by the tables that withoutLines must keep.
const tracing = `package main

import "runtime"

func deep(n int) []byte {
	b := make([]byte, 1000)
	if n == 0 {
		runtime.GC()
		panic("deepest")
	}
	return append(b, deep(n-1)...)
}

func main() { deep(9) }
`

// TestWithoutLines: a module without line tables runs, collects garbage, and prints the function
// names of a panic, without files. It has the same length but compresses better.
func TestWithoutLines(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": tracing, "go.mod": "module tracing\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "tracing.wasm")
	ctx := context.Background()
	_, err := gotool.Run(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "build", "-C", dir, "-o", file)
	if err != nil {
		t.Fatal(err)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	short := withoutLines(module)
	if len(short) != len(module) || bytes.Equal(short, module) ||
		bytes.Count(short, []byte{0}) < bytes.Count(module, []byte{0})+10_000 {
		t.Fatalf("withoutLines returns %d of %d bytes, %d of them 0 instead of %d; want the same "+
			"length and 10,000 more", len(short), len(module), bytes.Count(short, []byte{0}),
			bytes.Count(module, []byte{0}))
	}
	root, err := gotool.Run(ctx, nil, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(root, "lib", "wasm", "go_js_wasm_exec")
	for _, c := range []struct {
		module []byte
		files  bool // whether the trace of a panic names files
	}{{module, true}, {short, false}} {
		if err := os.WriteFile(file, c.module, 0o666); err != nil {
			t.Fatal(err)
		}
		out, _ := exec.Command(run, file).CombinedOutput() // the program panics
		text := string(out)
		if !strings.Contains(text, "panic: deepest") || strings.Count(text, "main.deep") < 10 ||
			strings.Contains(text, "main.go:") != c.files {
			t.Errorf("the output, which should name files: %v, is\n%.3000s", c.files, text)
		}
	}
}

// TestOtherModules: modules that Go did not make stay unchanged.
func TestOtherModules(t *testing.T) {
	empty := []byte("\x00asm\x01\x00\x00\x00")
	for _, module := range [][]byte{
		nil, []byte("text"), empty, append(bytes.Clone(empty), 11, 3, 1, 0),
		append(bytes.Clone(empty), 11, 7, 1, 0, 0x41, 0, 0x0b, 1, 7),
	} {
		if got := withoutLines(module); !bytes.Equal(got, module) {
			t.Errorf("withoutLines(%x) = %x, want it unchanged", module, got)
		}
	}
}
