package verified

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/internal/iltest"
)

// text is a program with one pair of units.
const text = "m(a) {\n  x := new();\n  a.f := x;\n}\n"

// asked returns the result of Analyze for text if the command gives an answer.
func asked(t testing.TB, answer string) (*Answer, error) {
	t.Helper()
	return askedOf(t, text, answer)
}

// askedOf is asked for another program.
func askedOf(t testing.TB, program, answer string) (*Answer, error) {
	t.Helper()
	core := iltest.Core(t, program)
	return NewCommand(io.Discard,
		strings.NewReader("legal\n"+answer+"\n")).Analyze(Encode(core, core.Pairs()[0]))
}

// TestAnalyze: numbers become positions, names and levels.
func TestAnalyze(t *testing.T) {
	a, err := asked(t, "0,0 0,0|0,1|1,0|||A0.0 L0#A0#0:A0.0:2|##|##|##")
	if err != nil {
		t.Fatal(err)
	}
	racerdx, plus := a.Summary(abstract.Figure7, 0), a.Summary(abstract.Plus, 0)
	for _, tt := range []struct {
		name      string
		got, want []string
	}{
		{"reports of racerdx", a.Reports[abstract.Figure7], []string{"3:3 and 3:3"}},
		// of a unit with itself, without order
		{"reports of nowb", a.Reports[abstract.NoWB], []string{"2:3 and 3:3"}},
		{"reports of plus", a.Reports[abstract.Plus], []string{"2:3 and 3:3"}},
		{"reports of meet", a.Reports[abstract.CommonSuffix], nil},
		{"W of racerdx", racerdx.Wobbly, []string{"a.f", "x"}},
		{"Wr of racerdx", racerdx.Written, []string{"a"}},
		{"A of racerdx", racerdx.Accesses, []string{"a.f at 3:3, level 2"}},
		{"W of plus", plus.Wobbly, nil},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

// TestNamedLocks: a program lists the sites of its named locks with their slots. An answer has the
// pairs of lock() that deadlock, and names the locks held at an access.
func TestNamedLocks(t *testing.T) {
	const text = "k(a) {\n  lock(m);\n  lock();\n  x := a.f;\n  unlock();\n  unlock(m);\n}\n"
	core := iltest.Core(t, text)
	if p := Encode(core, core.Pairs()[0]); !strings.HasSuffix(p.text, " 1 2 0 1 4 1") {
		t.Errorf("the program is %q, want the lock of slot 1 at sites 0 and 4", p.text)
	}
	a, err := askedOf(t, text, "||||4,3|##2:A0.0:1.1|##2:A0.0:2|##|##")
	if err != nil {
		t.Fatal(err)
	}
	left, right := a.Summary(abstract.Figure7, 0), a.Summary(abstract.Figure7, 1)
	for _, tt := range []struct {
		name      string
		got, want []string
	}{
		{"deadlocks", a.Deadlocks, []string{"2:3 and 3:3"}},
		{"A of the left unit", left.Accesses, []string{"a.f at 4:3, level 1 and m"}},
		{"A of the right unit", right.Accesses, []string{"a.f at 4:3, level 2"}},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
	if a, err := askedOf(t, text, "|||||##2:A0.0:1.2|##|##|##"); err == nil {
		t.Errorf("the answer with a second lock = %+v, want an error", a)
	}
}

// TestAnalyzeRefuses: an answer that does not fit the program is an error.
func TestAnalyzeRefuses(t *testing.T) {
	for _, answer := range []string{
		"", "legal", "|||", "||||##|##|##|##", "9,0||||##|##|##|##", "0,9|||||##|##|##|##",
		"x|||||##|##|##|##", "-1,0|||||##|##|##|##",
		"||||0,9|##|##|##|##", "|||||A1##|##|##|##", "|||||L9##|##|##|##", "|||||A0.7##|##|##|##",
		"|||||B##|##|##|##", "|||||#|##|##|##",
		"|||||##0|##|##|##", "|||||##0:A0|##|##|##", "|||||##0:A0:x|##|##|##",
		"|||||##0:A0:0.1|##|##|##", "error out of stack",
	} {
		if a, err := asked(t, answer); err == nil {
			t.Errorf("Analyze with the answer %q = %+v, want an error", answer, a)
		}
	}
}

// TestReported: the reports of flow and RacerD are one list of pairs. The request has the length of
// names.
func TestReported(t *testing.T) {
	core := iltest.Core(t, text)
	p := Encode(core, core.Pairs()[0])
	var asks strings.Builder
	c := NewCommand(&asks, strings.NewReader("legal\n1,0 0,1\n1,1\n\n7,0\nerror out of memory\n"))
	for _, ask := range []struct {
		by   func() ([]string, error)
		want []string
	}{
		{func() ([]string, error) { return c.Flow(p, 3) }, []string{"2:3 and 3:3"}},
		{func() ([]string, error) { return c.RacerD(p) }, []string{"2:3 and 2:3"}},
		{func() ([]string, error) { return c.RacerD(p) }, nil},
	} {
		if got, err := ask.by(); err != nil || !slices.Equal(got, ask.want) {
			t.Errorf("the reports are %q, %v, want %q", got, err, ask.want)
		}
	}
	for range 2 {
		if got, err := c.RacerD(p); err == nil {
			t.Errorf("RacerD of a refused report = %q, want an error", got)
		}
	}
	_, got, _ := strings.Cut(asks.String(), "\n")
	if want := "flow 3\nracerd\nracerd\nracerd\nracerd\n"; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

// TestLimit: running out of stack, memory or time is distinguished from other errors.
func TestLimit(t *testing.T) {
	for answer, limit := range map[string]bool{
		"error out of stack": true, "error out of memory": true, "error out of time": true,
		"error no": false, "": false,
	} {
		if _, err := asked(t, answer); err == nil || errors.Is(err, ErrLimit) != limit {
			t.Errorf("the error after %q = %v, want ErrLimit: %t", answer, err, limit)
		}
	}
}

// FuzzAnalyze checks that no answer causes a panic.
func FuzzAnalyze(f *testing.F) {
	f.Add("0,0|0,1|1,0|||A0.0 L0#A0#0:A0.0:2|##|##|##")
	f.Add("|||||A0.7##|##|##|##")
	f.Fuzz(func(t *testing.T, answer string) {
		_, _ = asked(t, strings.ReplaceAll(answer, "\n", " "))
	})
}

// TestDifferences: each element that one side lists alone has a line.
func TestDifferences(t *testing.T) {
	got := Differences("race", []string{"b", "a", "a"}, []string{"b", "c"})
	want := []string{
		"wobbly has the race a, and the extracted analysis does not",
		"the extracted analysis has the race c, and wobbly does not",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Differences = %q, want %q", got, want)
	}
}
