package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wobbly/tui/screen"
)

// TestChanged reads a file that changes: to another program, to one that is none, and to what
// it was.
func TestChanged(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	file := filepath.Join(t.TempDir(), "m.il")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := (&app{ctx: ctx}).changed(false)
	const one, two, none = "m(b) { b.f := b; }\n", "m(b) { x := b.f; }\n", "m(b) {\n  x = b.f;\n}\n"
	write(one)
	if x := read(ctx, file, one, false); x.Text != one || x.Core != nil || x.Err != nil {
		t.Errorf("unchanged: %+v", x)
	}
	for _, tt := range []struct{ known, text, err string }{{one, two, ""}, {two, none, "2:5: "}, {none, one, ""}} {
		next := make(chan screen.Changed)
		go func() { next <- read(ctx, file, tt.known, true) }()
		write(tt.text)
		x := <-next
		if tt.err == "" && (x.Err != nil || x.Core == nil || x.Text != tt.text) || tt.err != "" && (x.Err == nil || !strings.Contains(x.Err.Error(), tt.err)) {
			t.Errorf("%q: %+v", tt.text, x)
		}
	}
	over, stop := context.WithCancel(ctx)
	stop()
	if x := read(over, file, one, true); x.Text != one || x.Err != nil {
		t.Errorf("given up: %+v", x)
	}
	if x := read(ctx, filepath.Dir(file), one, false); x.Err == nil || !strings.Contains(x.Err.Error(), "is no regular file") {
		t.Errorf("a directory: %+v", x)
	}
	if x := read(over, "-", one, true); x.Text != one {
		t.Errorf("standard input: %+v", x)
	}
}
