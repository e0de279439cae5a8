package console

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
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
			t.Errorf("pipeClosed(%v, %s) = %t, want %t", c.err, c.system, got, c.closed)
		}
	}
}

func TestWorse(t *testing.T) {
	order := []Exit{ExitNothing, ExitFound, ExitInconclusive, ExitUsage, ExitIllegal, ExitViolated,
		ExitInternal}
	for i, worse := range order {
		for _, better := range order[:i+1] {
			if got := Worse(worse, better); got != worse {
				t.Errorf("Worse(%d, %d) = %d, want %d", worse, better, got, worse)
			}
			if got := Worse(better, worse); got != worse {
				t.Errorf("Worse(%d, %d) = %d, want %d", better, worse, got, worse)
			}
		}
	}
	if len(Exits) != len(order) {
		t.Errorf("Exits explains %d exits, want %d", len(Exits), len(order))
	}
	if len(Severity) != len(order) {
		t.Errorf("Severity orders %d exits, want %d", len(Severity), len(order))
	}
}

func TestExitOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Exit
	}{
		{nil, ExitNothing},
		{errors.New("disk"), ExitUsage},
		{Usage("", "wrong"), ExitUsage},
		{ErrInterrupted, ExitInconclusive},
	} {
		if got := exitOf(c.err); got != c.want {
			t.Errorf("exitOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		color string
		env   []string
		want  bool
	}{
		{"always", []string{"NO_COLOR=1", "TERM=dumb"}, true},
		{"auto", []string{"TERM=xterm"}, false}, // a buffer is not a terminal
		{"never", []string{"TERM=xterm"}, false},
	} {
		a := &App{Color: c.color, Sys: System{Env: c.env}}
		if got := a.Style(&bytes.Buffer{}).Color; got != c.want {
			t.Errorf("with --color %s and %q, Style has colours: %t, want %t", c.color, c.env, got,
				c.want)
		}
	}
}

func TestLacksUTF8(t *testing.T) {
	for _, c := range []struct {
		env  string
		want bool
	}{
		{"", false},
		{"LANG=en_US.UTF-8", false},
		{"LANG=C.utf8", false},
		{"LC_ALL=C", true},
		{"LANG=en_US.UTF-8 LC_ALL=POSIX", true},
		{"LANG=C LC_CTYPE=de_DE.UTF-8", false},
		{"LC_ALL= LANG=de_DE.ISO-8859-1", true},
	} {
		a := &App{Sys: System{Env: strings.Fields(c.env)}}
		if got := a.LacksUTF8(); got != c.want {
			t.Errorf("LacksUTF8 with %q = %t, want %t", c.env, got, c.want)
		}
	}
}

// TestPlain: the text is filtered only with --ascii.
func TestPlain(t *testing.T) {
	if (&App{}).Plain(io.Discard) != io.Discard {
		t.Error("Plain without --ascii is another writer, want the same")
	}
	if (&App{Ascii: true}).Plain(io.Discard) == io.Discard {
		t.Error("Plain with --ascii is the same writer, want another")
	}
}

// TestIdentity: builds are distinguished by versions or, without one, by digests of the program.
func TestIdentity(t *testing.T) {
	program := func(text string, err error) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), err }
	}
	for _, version := range []string{"(devel)", "v0.0.0+dirty"} {
		a, b := identityOf(version, program("a", nil)), identityOf(version, program("b", nil))
		if a == b || !strings.HasPrefix(a, version+" ") {
			t.Errorf("two builds of %s are %q and %q, want two digests", version, a, b)
		}
		if again := identityOf(version, program("a", nil)); again != a {
			t.Errorf("a build of %s is %q and then %q, want the same", version, a, again)
		}
	}
	if got := identityOf("v1.2.3", program("a", nil)); got != "v1.2.3" {
		t.Errorf("a release is %q, want v1.2.3", got)
	}
	got := identityOf("(devel)", program("", errors.New("no file")))
	if want := " of " + ProcessName(); !strings.HasSuffix(got, want) {
		t.Errorf("a program that cannot be read is %q, want suffix %q", got, want)
	}
}
