package plain

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"wobbly/internal/text"
	"wobbly/session/command"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// run passes lines to Run for a program.
func run(
	t *testing.T, source, lines string, o Options,
) (out string, bye screen.Farewell, err error) {
	t.Helper()
	var b bytes.Buffer
	o.Program, o.Controls = tuitest.Of(t, source).Open, &command.Controls{}
	bye, err = Run(t.Context(), strings.NewReader(lines), &b, o)
	return b.String(), bye, err
}

// TestBlocks: after the prompt, each line is answered with a block that ends in an empty line.
func TestBlocks(t *testing.T) {
	out, bye, err := run(t, "m(b) { b.f := b; }", "a\nb\njump\nq\na\n", Options{Prompt: "? "})
	if err != nil || bye.Schedule != "A B" ||
		!strings.HasPrefix(bye.Resume, "wobbly step --plain m.il ") {
		t.Errorf("run = %+v, %v; want the schedule A B, to resume with --plain", bye, err)
	}
	blocks := strings.Split(out, "\n\n? ")
	if len(blocks) != 5 || blocks[4] != "" {
		t.Fatalf("the output has %d blocks, want 5, the last one empty: %q", len(blocks), blocks)
	}
	for i, want := range []string{
		"m.il: thread A runs", "A evaluates b", "B evaluates b", "; help lists all words.",
	} {
		if !strings.Contains(blocks[i], want) {
			t.Errorf("block %d is %q, want %q in it", i, blocks[i], want)
		}
	}
}

// TestHelp lists the words of all commands.
func TestHelp(t *testing.T) {
	out, _, err := run(t, "m(b) { }", "help\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range command.Table() {
		if len(c.Words) > 0 && !strings.Contains(out, c.Text()+"\n") {
			t.Errorf("the help lacks %q", c.Text())
		}
	}
}

// TestLongLine accepts a line of MaxLine bytes including its end, and no longer one.
func TestLongLine(t *testing.T) {
	line := strings.Repeat("x", MaxLine-1)
	if _, _, err := run(t, "m(b) { }", line+"\nq\n", Options{}); err != nil {
		t.Errorf("a line of MaxLine bytes: %v, want no error", err)
	}
	if _, _, err := run(t, "m(b) { }", line+"x\nq\n", Options{}); err == nil ||
		err.Error() != "a line is longer than 1 MB" {
		t.Errorf("a line of one byte more: %v, want that it is longer than 1 MB", err)
	}
}

// TestASCII: control characters are always replaced, and all characters outside ASCII if only ASCII
// is allowed.
func TestASCII(t *testing.T) {
	const source = "größe(b) { b.ф := b; /* \x1b */ }"
	if out, _, _ := run(t, source, "a\ncode\n", Options{ASCII: true}); !text.IsASCII(out) {
		t.Errorf("the output with ASCII set = %q", out)
	}
	if out, _, _ := run(t, source, "code\n", Options{}); !strings.Contains(out, "größe") ||
		strings.Contains(out, "\x1b") {
		t.Errorf("the output = %q, want größe and no escapes", out)
	}
}

// TestEnds: the loop ends without a program, and when the context ends.
func TestEnds(t *testing.T) {
	none := Options{Controls: &command.Controls{}}
	if _, err := Run(t.Context(), strings.NewReader(""), &bytes.Buffer{}, none); err == nil {
		t.Error("Run without a program: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := Options{Program: tuitest.Of(t, "m(b) { }").Open, Controls: &command.Controls{}}
	if _, err := Run(ctx, neverRead{}, &bytes.Buffer{}, o); err != nil {
		t.Errorf("Run with a cancelled context: %v, want no error", err)
	}
}

// neverRead blocks for ever.
type neverRead struct{}

func (neverRead) Read([]byte) (int, error) { select {} }
