package console

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"wobbly/report"
)

// TestPipeClosed: each system has its own error numbers for a closed pipe.
func TestPipeClosed(t *testing.T) {
	for _, c := range []struct {
		system string
		err    error
		closed bool
	}{
		{"linux", syscall.EPIPE, true},
		{"linux", &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}, true},
		{"linux", syscall.Errno(232), false},
		{"linux", errors.New("another"), false},
		{"windows", &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.Errno(233)}, true},
		{"windows", syscall.Errno(232), true},
		{"windows", syscall.Errno(109), true},
		{"windows", syscall.Errno(112), false}, // the disk is full
		{"windows", errors.New("another"), false},
	} {
		if got := pipeClosed(c.err, c.system); got != c.closed {
			t.Errorf("%s: %v is a closed pipe: %v", c.system, c.err, got)
		}
	}
}

func TestWorse(t *testing.T) {
	order := []Exit{0, 1, 3, 2, 5, 4, 70}
	for i, a := range order {
		for _, b := range order[:i+1] {
			if Worse(a, b) != a || Worse(b, a) != a {
				t.Errorf("the worse of %d and %d is %d", a, b, Worse(a, b))
			}
		}
	}
	if len(order) != len(Exits) || len(order) != len(severity) {
		t.Error("an exit code is missing")
	}
}

func TestExitOf(t *testing.T) {
	if exitOf(errors.New("disk")) != ExitUsage || exitOf(Usage("", "wrong")) != ExitUsage ||
		exitOf(ErrInterrupted) != ExitInconclusive || exitOf(nil) != ExitNothing {
		t.Error("an error has the wrong exit")
	}
}

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		color string
		env   []string
		want  bool
	}{
		{"always", []string{"NO_COLOR=1", "TERM=dumb"}, true},
		{"auto", []string{"TERM=xterm"}, false}, // no terminal
		{"never", []string{"TERM=xterm"}, false},
	} {
		a := &App{Color: c.color, Sys: System{Env: c.env}}
		if got := a.Style(&bytes.Buffer{}).Color; got != c.want {
			t.Errorf("--color %s with %v: %v", c.color, c.env, got)
		}
	}
}

func TestLacksUTF8(t *testing.T) {
	for _, c := range []struct {
		env  string
		want bool
	}{
		{"", false}, {"LANG=en_US.UTF-8", false}, {"LANG=C.utf8", false}, {"LC_ALL=C", true},
		{"LANG=en_US.UTF-8 LC_ALL=POSIX", true}, {"LANG=C LC_CTYPE=de_DE.UTF-8", false},
		{"LC_ALL= LANG=de_DE.ISO-8859-1", true},
	} {
		a := &App{Sys: System{Env: strings.Fields(c.env)}}
		if got := a.LacksUTF8(); got != c.want {
			t.Errorf("LacksUTF8 with %q = %t, want %t", c.env, got, c.want)
		}
	}
}

// TestNoText: --quiet and JSON keep text from standard output.
func TestNoText(t *testing.T) {
	a := &App{Ascii: true}
	if a.Plain(io.Discard) == io.Discard {
		t.Error("--ascii does not reach the text")
	}
	if got := report.FileName("a\x1bb"); got != `a\x1bb` {
		t.Errorf("a file name is printed as %q", got)
	}
}

// TestIdentity: builds are distinguished by versions or, without one, by digests of the program.
func TestIdentity(t *testing.T) {
	program := func(text string, err error) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), err }
	}
	a, b := identityOf("(devel)", program("a", nil)), identityOf("(devel)", program("b", nil))
	if a == b || a != identityOf("(devel)", program("a", nil)) ||
		!strings.HasPrefix(a, "(devel) ") {
		t.Errorf("%q and %q", a, b)
	}
	if got := identityOf("v1.2.3", program("a", nil)); got != "v1.2.3" {
		t.Errorf("a release is %q", got)
	}
	if x, y := identityOf("v0.0.0+dirty", program("a", nil)), identityOf("v0.0.0+dirty", program("b", nil)); x == y {
		t.Errorf("two builds of changed files are both %q", x)
	}
	if got := identityOf("(devel)", program("", errors.New("no file"))); !strings.HasSuffix(got,
		" of "+ProcessName()) {
		t.Errorf("a program that cannot be read is %q", got)
	}
}
