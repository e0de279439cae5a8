package cli

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"wobbly/internal/cli/console"
)

// shown is an output that can be read while it is written.
type shown struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (s *shown) Write(p []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.Write(p)
}

func (s *shown) String() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.String()
}

// asked is an input of lines. Before each line it records the output so far.
type asked struct {
	lines []string
	out   *shown
	saw   []string
}

func (a *asked) Read(p []byte) (int, error) {
	a.saw = append(a.saw, a.out.String())
	if len(a.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.lines[0]+"\n")
	a.lines = a.lines[1:]
	return n, nil
}

// TestAnswersAtOnce: in both plain modes, an answer is printed before the program waits for the
// next line. That line may have been read already.
func TestAnswersAtOnce(t *testing.T) {
	for _, tt := range []struct {
		args, lines []string
		want        string // once the second line is taken
	}{
		{[]string{"step", "--plain", "--example", "burble.il"}, []string{"a", "b", "trace", "q"},
			"State 1 of 1, 1 step"},
		{[]string{"lesson", "1", "--plain"}, []string{"a", "yes", "A", "q"}, "You choose a: "},
	} {
		out := &shown{}
		in := &asked{lines: tt.lines, out: out}
		if code := runWobbly(t.Context(), console.System{Args: tt.args, Stdin: in, Stdout: out, Stderr: io.Discard}); code != 0 {
			t.Errorf("%v: exit %d", tt.args, code)
		}
		if saw := in.saw[2]; !strings.Contains(saw, tt.want) {
			t.Errorf("%v: at the third line there was: %q", tt.args, saw)
		}
	}
}
