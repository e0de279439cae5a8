package cli

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"wobbly/internal/cli/console"
)

// sharedOutput is an output that can be read while it is written.
type sharedOutput struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (o *sharedOutput) Write(p []byte) (int, error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.text.Write(p)
}

func (o *sharedOutput) String() string {
	o.lock.Lock()
	defer o.lock.Unlock()
	return o.text.String()
}

// watchingInput is an input of lines. Whenever it is read, it records the output so far.
type watchingInput struct {
	lines []string
	out   *sharedOutput
	saw   []string // the output before each line
}

func (in *watchingInput) Read(p []byte) (int, error) {
	in.saw = append(in.saw, in.out.String())
	if len(in.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, in.lines[0]+"\n")
	in.lines = in.lines[1:]
	return n, nil
}

// TestAnswersAtOnce: in both plain modes, an answer is printed before the program waits for the
// next line. That line may have been read already.
func TestAnswersAtOnce(t *testing.T) {
	for _, tt := range []struct {
		args, lines []string
		want        string // is printed before the third line is read
	}{
		{[]string{"step", "--plain", "--example", "burble.il"}, []string{"a", "b", "trace", "q"},
			"State 1 of 1, 1 step"},
		{[]string{"lesson", "1", "--plain"}, []string{"a", "yes", "A", "q"}, "You choose a: "},
	} {
		out := &sharedOutput{}
		in := &watchingInput{lines: tt.lines, out: out}
		code := runWobbly(t.Context(),
			console.System{Args: tt.args, Stdin: in, Stdout: out, Stderr: io.Discard})
		if code != 0 || len(in.saw) < 3 {
			t.Errorf("wobbly %v on %q: exit %d after %d lines, want exit 0 after all", tt.args,
				tt.lines, code, len(in.saw))
			continue
		}
		if saw := in.saw[2]; !strings.Contains(saw, tt.want) {
			t.Errorf("wobbly %v on %q: before the third line it had printed %q, want %q", tt.args,
				tt.lines, saw, tt.want)
		}
	}
}
